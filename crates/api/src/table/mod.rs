//! Tables: what is sent of them, and what their options are.

pub mod advice;
pub mod answer;
pub mod bots;
pub mod change;
pub mod emote;
pub mod event;
pub mod hand;
pub mod level_clock;
pub mod lobby;
pub mod message;
pub mod options;
pub mod preferences;
pub mod presence;
pub mod view;
