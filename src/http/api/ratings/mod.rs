//! Ratings: leaderboards, the caller's own ratings, and what the operator may do with rated events.

pub mod leaderboard;
pub mod mine;
pub mod rated_events;
