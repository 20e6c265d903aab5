//! Blinds that rise at a table among friends.

use super::Draft;
use crate::service::table::levels::LevelProgress;
use crate::service::table::stored::event::StoredEvent;
use crate::service::table::stored::options::{StoredDealing, StoredOptions};
use cardroom_rules::tournament::levels::structure::Level;

impl Draft<'_> {
    /// The level of these levels that is played: the present one, or the first of others.
    pub(super) fn level_of(&self, levels: &[Level]) -> Option<Level> {
        let record = &self.table.record;
        match record.state.level {
            Some(level) if record.options.levels == levels => level.level(levels),
            _ => levels.first().copied(),
        }
    }

    /// The table has other levels from now on, or none.
    pub(super) fn begin_levels(&mut self) {
        let has_levels = !self.table.record.options.levels.is_empty();
        self.table.record.state.level = has_levels.then_some(LevelProgress::FIRST);
    }

    /// Takes the level for the hand that is dealt now. Nobody is asked again: the levels are what the players have agreed to.
    pub(super) fn take_level(&mut self) {
        let record = &mut self.table.record;
        let Some(level) = &mut record.state.level else { return };
        level.count(self.now);
        if !level.rise(&record.options.levels) {
            return;
        }
        let (number, posts) = (level.number, level.level(&record.options.levels));
        let Some((posts, game)) = posts.and_then(|posts| Some((posts, posts.within(&record.options.game)?)))
        else {
            return;
        };
        record.options = StoredOptions { game, ..(*record.options).clone() }.into();
        self.push_event(StoredEvent::LevelBegan { number, posts });
    }

    /// Notes that a hand is dealt at the level.
    pub(super) fn count_hand_of_level(&mut self) {
        if let Some(level) = &mut self.table.record.state.level {
            level.hands = level.hands.saturating_add(1);
        }
    }

    /// Lets the time of the level run on from this change, or stand still.
    pub(super) fn run_level(&mut self) {
        let Some(mut level) = self.table.record.state.level else { return };
        let runs = level.has_begun() && self.can_play_on();
        level.run(runs, self.now);
        self.table.record.state.level = Some(level);
    }

    /// Whether a hand is played, or can be dealt.
    fn can_play_on(&self) -> bool {
        let record = &self.table.record;
        if record.closed_at.is_some() || record.state.paused {
            return false;
        }
        let waits_for_players = || match record.options.dealing {
            StoredDealing::Automatic { .. } => self.may_deal_by_itself(),
            StoredDealing::ByHand {} | StoredDealing::WhenReady {} => {
                !record.state.closing && self.next_setup().is_some()
            }
        };
        self.table.hand.is_some() || waits_for_players() && !self.is_at_rest()
    }
}
