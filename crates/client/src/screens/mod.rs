//! The screens: the first visit, the lobby, opening a table, a table, tournaments, a replay.

pub mod ask;
pub mod between;
pub mod hands;
pub mod help;
pub mod lobby;
pub mod menu;
pub mod moment;
pub mod open;
pub mod paint;
pub mod queue;
pub mod replay;
pub mod rows;
pub mod table;
pub mod table_draw;
pub mod tournaments;
pub mod welcome;

use std::time::Duration;

use super::look::Look;
use super::words::Language;

/// The language, the style and the time of a drawing.
#[derive(Clone, Copy, Debug)]
pub struct Context {
    /// The language.
    pub language: Language,
    /// The style, with colours or without.
    pub look: Look,
    /// The time of this program.
    pub here: Duration,
}
