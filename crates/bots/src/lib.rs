//! Computer players: strategies that are told what a player in their seat would be told, and give an action.
//!
//! A strategy imports what a [witness](cardroom_rules::games::witness) offers and the rules' own functions, never a game's
//! hand: it cannot see a card that its seat has not been shown. The same level, witness and seed give the same move.

pub mod advice;
pub mod arena;
pub mod bot;
pub mod doudizhu;
pub mod holdem;
pub mod level;
pub mod shengji;
pub mod strategy;

/// Builds the tables that strategies look things up in, which else the first decision waits for: a tenth of a second.
/// Whoever serves calls it at its start; a table that was installed is not built again.
pub fn ready() {
    holdem::ready();
}
