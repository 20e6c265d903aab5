//! One version of a tournament, as its tables show it.

use std::collections::HashMap;
use std::sync::{Arc, OnceLock};

use super::live::{LiveTournament, player_of};
use super::views::{count, ends_at, left_millis};
use cardroom_api::id::PlayerId;
use cardroom_api::table::change::Version;
use cardroom_api::table::level_clock::LevelClock;
use cardroom_api::tournament::progress::{RoundProgress, TournamentProgress};
use cardroom_rules::games::game::Chips;
use cardroom_rules::tournament::director::entry::TournamentEntry;
use cardroom_rules::tournament::director::floor::place::TableNumber;
use cardroom_rules::tournament::director::state::{Director, LevelStage};
use cardroom_rules::tournament::levels::structure::Length;

/// One version of a tournament, as its tables show it. What needs a look at all entries is worked out once, if anybody asks.
pub struct ShownTournament {
    live: Arc<LiveTournament>,
    shared: OnceLock<Option<Shared>>,
}

/// What is the same for all callers and all tables, and the place of each player.
struct Shared {
    progress: TournamentProgress,
    places: HashMap<PlayerId, u32>,
}

impl ShownTournament {
    /// A version of a tournament.
    pub fn new(live: Arc<LiveTournament>) -> Self {
        Self { live, shared: OnceLock::new() }
    }

    /// The tournament.
    pub fn live(&self) -> &LiveTournament {
        &self.live
    }

    /// The count of its changes.
    pub fn version(&self) -> Version {
        self.live.record.version
    }

    /// How far it is, for a caller at this table; `None` before the start, and between rounds.
    pub fn progress(&self, table: TableNumber, caller: Option<PlayerId>) -> Option<TournamentProgress> {
        let Shared { progress, places } = self.shared.get_or_init(|| self.shared()).as_ref()?;
        let level = progress.level.map(|level| LevelClock { left_hands: self.left_hands(table), ..level });
        let round = progress.round.map(|round| RoundProgress { deal: self.live.deal_at(table), ..round });
        let your_place = caller.and_then(|caller| places.get(&caller).copied());
        Some(TournamentProgress { level, round, your_place, ..*progress })
    }

    fn shared(&self) -> Option<Shared> {
        let director = &self.live.director;
        let stacks = director.stacks();
        let (level, round) = match stacks {
            Some(stacks) => (Some(level_clock(stacks)?), None),
            None => (None, Some(self.live.round_progress()?)),
        };
        let left = stacks.map_or_else(|| director.left(), Director::left);
        let chips = stacks.map_or(0, Director::chips_in_play);
        let progress = TournamentProgress {
            version: self.live.record.version,
            level,
            round,
            paused: director.is_paused(),
            hand_for_hand: stacks.is_some_and(|stacks| stacks.round().is_some()),
            entered: count(director.entered()),
            left: count(left),
            average_stack: chips.checked_div(left as Chips).unwrap_or(0),
            places_paid: count(director.prizes().len()),
            your_place: None,
        };
        let places = stacks.map_or_else(|| self.live.places_in_rounds(), |stacks| self.places(stacks));
        Some(Shared { progress, places })
    }

    /// The place of each player's last entry: by chips while it is left, and then for good.
    fn places(&self, director: &Director) -> HashMap<PlayerId, u32> {
        let out = self.live.places();
        let mut stacks: Vec<Chips> =
            director.entries().iter().filter(|entry| entry.is_left()).map(|entry| entry.chips).collect();
        stacks.sort_unstable();
        let larger = |chips: Chips| stacks.len() - stacks.partition_point(|&stack| stack <= chips);
        let place = |entry: &TournamentEntry| {
            if entry.is_left() {
                Some(count(larger(entry.chips) + 1))
            } else {
                out.get(&entry.number.0).copied()
            }
        };
        let entries = director.entries().iter().filter(|entry| entry.counts());
        entries.filter_map(|entry| Some((player_of(entry), place(entry)?))).collect()
    }

    /// How many hands this table still deals at the level, if that counts hands.
    fn left_hands(&self, number: TableNumber) -> Option<u32> {
        let director = self.live.director.stacks()?;
        let Length::Hands(hands) = director.level()?.1.length else { return None };
        let table = director.tables().iter().find(|table| table.number == number)?;
        Some(hands.saturating_sub(table.hands_in_level))
    }
}

/// The level and its clock, but for the hands of a table; `None` before the start.
fn level_clock(director: &Director) -> Option<LevelClock> {
    let (number, posts) = director.level()?;
    Some(LevelClock {
        number,
        posts,
        next: director.setup().structure.level(number as usize),
        break_seconds: director.next_break(),
        on_break: matches!(director.stage(), LevelStage::Break(_)),
        ends_at: ends_at(director),
        left_millis: left_millis(director),
        left_hands: None,
    })
}
