//! The result of a tournament, as it is rated.

use jiff::Timestamp;

use super::live::{LiveTournament, player_of};
use super::stored::TournamentResult;
use crate::service::id::IdMap;
use crate::service::ratings::rated_result::{Finisher, RatedOutcome, RatedResult, RatedSource};
use cardroom_api::id::{PlayerId, RatedEventId};
use cardroom_rules::tournament::director::state::Phase;
use cardroom_rules::tournament::prizes::placing::PlacedEntry;

impl LiveTournament {
    /// Whether its result is to be rated: it was announced as rated, and has been played to its end.
    pub fn has_rated_result(&self) -> bool {
        self.record.options.rated && self.director.phase() == Phase::Finished
    }

    /// The result, once it has ended.
    pub fn rated_result(&self, id: RatedEventId, at: Timestamp) -> RatedResult {
        RatedResult {
            id,
            game: self.record.options.kind(),
            at,
            source: RatedSource::Tournament(self.record.id),
            outcome: RatedOutcome::Field(self.finishers()),
        }
    }

    /// The places of the people, each by their last entry. Who was disqualified has not finished.
    fn finishers(&self) -> Vec<Finisher> {
        let Some(director) = self.director.stacks() else {
            let results = self.results().into_iter();
            return results
                .map(|TournamentResult { player, place, .. }| Finisher { player, place })
                .collect();
        };
        let entries = director.entries();
        let mut last: IdMap<PlayerId, usize> = IdMap::default();
        for entry in entries.iter().filter(|entry| entry.counts()) {
            last.insert(player_of(entry), entry.number.index());
        }
        let finisher = |ranked: PlacedEntry| {
            let entry = entries.iter().find(|entry| entry.number.0 == ranked.entry)?;
            let player = player_of(entry);
            let is_last = last.get(&player) == Some(&entry.number.index());
            let has_finished = is_last && !entry.is_disqualified && !self.computers.contains_key(&player);
            let place = u32::try_from(ranked.place).ok()?;
            has_finished.then_some(Finisher { player, place })
        };
        director.ranks().into_iter().filter_map(finisher).collect()
    }
}
