//! Tournaments: what they are announced with, and how they stand.

pub mod history;
pub mod holdem;
pub mod options;
pub mod progress;
pub mod requests;
pub mod view;
