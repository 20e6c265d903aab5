//! What a tournament has come to for each person who played in it.

use std::collections::BTreeMap;

use super::live::{LiveTournament, player_of};
use super::stored::{StoredPhase, TournamentResult};
use cardroom_api::id::PlayerId;
use cardroom_api::tournament::view::TournamentEntryView;
use cardroom_rules::games::game::Chips;
use cardroom_rules::tournament::director::entry::TournamentEntry;
use cardroom_rules::tournament::director::setup::Setup;

impl LiveTournament {
    /// The results of the people who played in it; none unless it has finished.
    pub fn results(&self) -> Vec<TournamentResult> {
        if self.phase() != StoredPhase::Finished {
            return Vec::new();
        }
        let Some(director) = self.director.stacks() else { return self.results_of_rounds() };
        let places = self.places();
        let mut results: BTreeMap<PlayerId, TournamentResult> = BTreeMap::new();
        let entries = director.entries().iter().filter(|entry| entry.counts());
        for entry in entries.filter(|entry| !self.computers.contains_key(&player_of(entry))) {
            let player = player_of(entry);
            let result =
                results.entry(player).or_insert(TournamentResult { player, place: 0, paid: 0, won: 0 });
            // Entries are numbered in their order: the last one counts.
            result.place = places.get(&entry.number.0).copied().unwrap_or(0);
            result.paid += cost_of(director.setup(), entry);
            result.won += self.paid.get(&entry.number).copied().unwrap_or(0);
        }
        results.into_values().collect()
    }

    fn results_of_rounds(&self) -> Vec<TournamentResult> {
        let paid = self.director.price().total();
        let standing = self.entries_of_rounds();
        let people = standing.iter().filter(|entry| entry.computer.is_none());
        let result = |entry: &TournamentEntryView| {
            let (player, place, won) = (entry.player, entry.place.unwrap_or(0), entry.prize);
            TournamentResult { player, place, paid, won }
        };
        people.map(result).collect()
    }
}

/// The chips that an entry has cost so far.
fn cost_of(setup: &Setup, entry: &TournamentEntry) -> Chips {
    let rebuys = setup.rebuy.map_or(0, |rebuy| rebuy.price * Chips::from(entry.rebuys));
    let add_on = setup.add_on.filter(|_| entry.has_added_on).map_or(0, |add_on| add_on.price);
    setup.price.total() + rebuys + add_on
}
