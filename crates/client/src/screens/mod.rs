//! What fills the window: coming in, the lobby, opening a table, a table, a replay.

pub mod ask;
pub mod between;
pub mod hands;
pub mod help;
pub mod lobby;
pub mod menu;
pub mod open;
pub mod paint;
pub mod queue;
pub mod replay;
pub mod rows;
pub mod table;
pub mod table_draw;
pub mod welcome;

use std::time::Duration;

use super::look::Look;
use super::words::Language;

/// How everything is drawn now.
#[derive(Clone, Copy, Debug)]
pub struct Context {
    /// In which language.
    pub language: Language,
    /// With colours or without.
    pub look: Look,
    /// The time of this program.
    pub here: Duration,
}
