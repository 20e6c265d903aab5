//! How far a round is, as its tables show it. Of a deal it has the number alone.

use std::collections::HashMap;

use crate::service::tournaments::live::{LiveTournament, player_at};
use crate::service::tournaments::views::count;
use cardroom_api::id::PlayerId;
use cardroom_api::tournament::progress::RoundProgress;
use cardroom_rules::tournament::director::any::AnyDirector;
use cardroom_rules::tournament::director::floor::place::{EntryId, TableNumber};

impl LiveTournament {
    /// How far the round is, but for the deal of a table; `None` between rounds, and if it is played for stacks.
    pub(in crate::service::tournaments) fn round_progress(&self) -> Option<RoundProgress> {
        let (tables_playing, deals) = match &self.director {
            AnyDirector::Stacks(_) => return None,
            AnyDirector::Duplicate(director) => {
                director.round()?;
                (director.tables_playing(), director.setup().deals)
            }
            AnyDirector::Teams(director) => {
                let open = director.round()?.matches.iter().filter(|of| of.heights.is_none());
                (open.count(), director.setup().hands)
            }
        };
        let rounds = self.rounds()?;
        Some(RoundProgress {
            number: rounds.number,
            of: rounds.of,
            ends_at: rounds.ends_at,
            tables_playing: count(tables_playing),
            deal: None,
            deals,
        })
    }

    /// The number of the deal, or the hand of a match, that a table plays or plays next; `None` if it has finished the round.
    pub(in crate::service::tournaments) fn deal_at(&self, table: TableNumber) -> Option<u32> {
        match &self.director {
            AnyDirector::Stacks(_) => None,
            AnyDirector::Duplicate(director) => {
                let own = director.round()?.tables.get(director.table_at(table)?)?;
                Some(count(director.next_deal(own)? + 1))
            }
            AnyDirector::Teams(director) => {
                let own = director.round()?.matches.get(director.match_at(table)?)?;
                own.heights.is_none().then_some(own.hands + 1)
            }
        }
    }

    /// The place of each player by the results of the rounds that have ended; empty before.
    pub(in crate::service::tournaments) fn places_in_rounds(&self) -> HashMap<PlayerId, u32> {
        match &self.director {
            AnyDirector::Duplicate(director) if director.rounds_begun() > 1 => {
                let place = |entry: EntryId| director.entries().get(entry.index()).copied().flatten();
                let ranks = director.ranks().into_iter();
                let placed = ranks.filter_map(|own| Some((place(EntryId(own.entry))?, own.place)));
                placed.map(|(player, place)| (player_at(player), count(place))).collect()
            }
            AnyDirector::Teams(director) if director.rounds_played() > 0 => {
                let team = |number: u32| director.teams().get((number as usize).checked_sub(1)?);
                let ranks = director.ranks().into_iter();
                let placed = ranks.filter_map(|own| Some((team(own.entry)?, own.place)));
                let placed = placed.flat_map(|(team, place)| team.map(|player| (player, place)));
                placed.map(|(player, place)| (player_at(player), count(place))).collect()
            }
            AnyDirector::Stacks(_) | AnyDirector::Duplicate(_) | AnyDirector::Teams(_) => HashMap::new(),
        }
    }
}
