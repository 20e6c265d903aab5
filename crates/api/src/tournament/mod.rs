//! Tournaments: what they are announced with, and how they stand.

pub mod doudizhu;
pub mod history;
pub mod holdem;
pub mod options;
pub mod progress;
pub mod requests;
pub mod rounds;
pub mod shengji;
pub mod view;
