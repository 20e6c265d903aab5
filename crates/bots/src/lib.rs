//! Computer players: strategies that get the view of a seat, and choose its action.
//!
//! A strategy uses a [witness](cardroom_rules::games::witness) and the rules' own functions, never a game's hand: it
//! cannot see a card that its seat has not been shown. The same level, witness and seed give the same move.

pub mod advice;
pub mod arena;
pub mod bot;
pub mod doudizhu;
pub mod holdem;
mod search_rng;
pub mod shengji;
pub mod strategy;

/// Builds the tables of the strategies, which otherwise the first decision builds in a tenth of a second. A server
/// calls it when it starts. A table that was installed is not built again.
pub fn ready() {
    holdem::ready();
}
