//! What the file of a hand says of its tournament.

use super::stored::TournamentRecord;
use super::stored::options::{StoredHoldemTournament, StoredTournamentGame};
use cardroom_rules::games::any::AnySetup;
use cardroom_rules::games::holdem::phh::TournamentHeading;
use cardroom_rules::games::holdem::rules::Rules;
use cardroom_rules::tournament::director::floor::place::TableNumber;
use cardroom_rules::tournament::levels::structure::Structure;

/// How many levels that double are looked at behind the last one.
const BEYOND: usize = 40;

impl TournamentRecord {
    /// What the file of a hand at this table says of it.
    pub fn heading(&self, table: TableNumber, setup: &AnySetup) -> TournamentHeading {
        let level = match (setup, &self.options.game) {
            (
                AnySetup::Holdem(setup),
                StoredTournamentGame::Holdem(StoredHoldemTournament { setup: own, .. }),
            ) => level_of(&own.structure, &setup.rules),
            _ => None,
        };
        TournamentHeading { name: self.options.name.clone(), id: self.id.to_string(), level, table: table.0 }
    }
}

/// The level with these blinds and this ante; `None` unless it is the only one.
fn level_of(structure: &Structure, rules: &Rules) -> Option<u32> {
    let posts = (rules.small_blind, rules.big_blind, rules.ante);
    let mut found = (0..structure.levels().count() + BEYOND).filter(|&number| {
        let level = structure.level(number);
        level.is_some_and(|level| (level.small_blind, level.big_blind, level.ante) == posts)
    });
    let first = found.next()?;
    if found.next().is_some() { None } else { u32::try_from(first + 1).ok() }
}
