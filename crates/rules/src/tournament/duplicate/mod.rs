//! Duplicate rounds of Dou Dizhu: all tables of a round play the same deals, so results are compared seat by seat.

pub mod matchpoints;
pub mod stages;
pub mod standing;
