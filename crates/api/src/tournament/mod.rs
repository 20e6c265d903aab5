//! Tournaments: what they are announced with, and how they stand.

pub mod options;
pub mod view;
