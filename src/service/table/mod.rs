//! One table, pure: a change is judged on a table that does not change, and makes the next one.

pub mod advice;
pub mod asked_options;
pub mod catching_up;
pub mod command;
pub mod draft;
pub mod error;
mod judge;
pub mod live;
pub mod preset;
pub mod randomness;
pub mod refused;
pub mod seats;
pub mod state;
pub mod stored;
pub mod time;
pub mod views;
