//! One table, pure: a change is judged on a table that does not change, and makes the next one.
//!
//! - [`live`] is a version of a table: its stored record, and the hand that is being played.
//! - [`state`] is what is stored of its chairs and of what it waits for.
//! - [`command`] is what a player may ask of it, `judge` whether an action is allowed, and [`refused`] every way to say no.
//! - [`draft`] makes a change: what a command or the clock does, and the decisions and deadlines after it.
//! - [`stored`] is what a change writes: its events, the record, the movements of chips.
//! - [`options`] checks the options that a table is opened with, and has the presets of the server.
//! - [`views`] is what each caller may see.
//! - [`seats`] has rules about those who sit or wait: computer players, absent people, emotes.
//! - [`randomness`] is where decks and invite codes come from.

pub mod advice;
pub mod catching_up;
pub mod command;
pub mod draft;
pub mod error;
mod judge;
pub mod levels;
pub mod live;
pub mod options;
pub mod randomness;
pub mod refused;
pub mod seats;
pub mod state;
pub mod stored;
pub mod time;
pub mod views;
