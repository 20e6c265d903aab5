//! One version of a tournament, as its tables show it.

use std::collections::HashMap;
use std::sync::{Arc, OnceLock};

use super::live::{LiveTournament, player_of};
use super::views::{count, ends_at, left_millis};
use cardroom_api::id::PlayerId;
use cardroom_api::table::change::Version;
use cardroom_api::table::level_clock::LevelClock;
use cardroom_api::tournament::progress::TournamentProgress;
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

    /// How far it is, for a caller at this table; `None` before the start, and if it is played in rounds.
    pub fn progress(&self, table: TableNumber, caller: Option<PlayerId>) -> Option<TournamentProgress> {
        let Shared { progress, places } = self.shared.get_or_init(|| self.shared()).as_ref()?;
        let left_hands = self.left_hands(table);
        let level = LevelClock { left_hands, ..progress.level };
        let your_place = caller.and_then(|caller| places.get(&caller).copied());
        Some(TournamentProgress { level, your_place, ..*progress })
    }

    fn shared(&self) -> Option<Shared> {
        let director = self.live.director.stacks()?;
        let (number, posts) = director.level()?;
        let setup = director.setup();
        let level = LevelClock {
            number,
            posts,
            next: setup.structure.level(number as usize),
            break_seconds: director.next_break(),
            on_break: matches!(director.stage(), LevelStage::Break(_)),
            ends_at: ends_at(director),
            left_millis: left_millis(director),
            left_hands: None,
        };
        let left = director.left();
        let paid =
            director.prizes().map_or_else(|| setup.reward.prizes(&director.pool()).len(), <[Chips]>::len);
        let progress = TournamentProgress {
            version: self.live.record.version,
            level,
            paused: director.is_paused(),
            hand_for_hand: director.round().is_some(),
            entered: count(director.entered()),
            left: count(left),
            average_stack: director.chips_in_play().checked_div(left as Chips).unwrap_or(0),
            places_paid: count(paid),
            your_place: None,
        };
        Some(Shared { progress, places: self.places(director) })
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
