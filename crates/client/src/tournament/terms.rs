//! What a tournament was announced with, as far as this program shows it.

use cardroom_api::tournament::holdem::HoldemTournament;
use cardroom_api::tournament::options::{TournamentGame, TournamentOptions};
use cardroom_rules::games::any::GameKind;
use cardroom_rules::games::game::Chips;
use cardroom_rules::tournament::levels::structure::{Level, Structure};

/// The terms of a tournament of Hold'em; `None` for another game.
pub fn holdem(options: &TournamentOptions) -> Option<&HoldemTournament> {
    match &options.game {
        TournamentGame::Holdem(holdem) => Some(holdem),
        TournamentGame::Doudizhu(_) | TournamentGame::Shengji(_) => None,
    }
}

/// The game.
pub fn game(options: &TournamentOptions) -> GameKind {
    match &options.game {
        TournamentGame::Holdem(_) => GameKind::Holdem,
        TournamentGame::Doudizhu(_) => GameKind::Doudizhu,
        TournamentGame::Shengji(_) => GameKind::Shengji,
    }
}

/// What an entry costs, with its fee and its bounty, in chips of the wallet.
pub fn price(options: &TournamentOptions) -> Chips {
    let bounty = holdem(options).map_or(0, |holdem| holdem.bounty);
    options.prize.saturating_add(options.fee).saturating_add(bounty)
}

/// The levels and breaks.
pub fn structure(options: &TournamentOptions) -> Option<&Structure> {
    holdem(options)?.structure.as_ref()
}

/// The blinds of a level, and its ante if it has one.
pub fn amounts(level: &Level) -> (Chips, Chips, Option<Chips>) {
    (level.small_blind, level.big_blind, Some(level.ante.amount()).filter(|ante| *ante > 0))
}
