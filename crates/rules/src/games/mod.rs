//! The rules of the games: pure and deterministic, without clock, randomness or IO.

pub mod any;
mod dispatch;
pub mod doudizhu;
pub mod game;
pub mod holdem;
mod kinds;
pub mod level;
pub mod refusal;
pub mod seat;
pub mod shengji;
pub mod viewer;
pub mod witness;
