//! Hands that begin and end.

use crate::games::game::Chips;
use crate::games::refusal::ReplayError;
use crate::games::seat::Seat;
use crate::tournament::director::entry::EntryState;
use crate::tournament::director::event::HandBegan;
use crate::tournament::director::floor::place::{EntryId, TableNumber};
use crate::tournament::director::floor::table::{HandInPlay, PotResult, TablePlay, UnsettledHand};
use crate::tournament::director::setup::Rebuy;
use crate::tournament::director::state::Director;
use crate::tournament::director::time::REBUY_MILLIS;

impl Director {
    pub(super) fn hand_began(&mut self, began: &HandBegan) -> Result<(), ReplayError> {
        let table = self.table_mut(began.table)?;
        ReplayError::unless(table.is_idle(), "the table is not between hands")?;
        table.last = Some(began.positions);
        table.hands_in_level += 1;
        table.is_dealt_in_round = true;
        table.play = TablePlay::Hand(HandInPlay { level: began.level, dealt: began.dealt.clone() });
        Ok(())
    }

    pub(super) fn hand_ended(
        &mut self,
        table: TableNumber,
        stacks: &[(Seat, Chips)],
        pots: &[PotResult],
    ) -> Result<(), ReplayError> {
        let now = self.time.now;
        let at = self.table_mut(table)?;
        let TablePlay::Hand(hand) = std::mem::replace(&mut at.play, TablePlay::Idle(now)) else {
            return Err(ReplayError("the table plays no hand"));
        };
        let mut busts: Vec<(EntryId, Chips)> = Vec::new();
        for &(seat, chips) in stacks {
            let dealt = hand.dealt.iter().find(|dealt| dealt.seat == seat);
            let dealt = dealt.ok_or(ReplayError("the seat was not dealt in"))?;
            self.entry_mut(dealt.entry)?.chips = chips;
            if chips == 0 {
                busts.push((dealt.entry, dealt.chips));
            }
        }
        if busts.is_empty() {
            return Ok(());
        }
        let order = if let Some(round) = self.round {
            round.order
        } else {
            self.exits += 1;
            self.exits
        };
        for &(entry, _) in &busts {
            if self.may_decide(entry, hand.level) {
                let entry = self.entry_mut(entry)?;
                let place = entry.place().ok_or(ReplayError("the entry has no seat"))?;
                entry.state = EntryState::Deciding { place, until: now + REBUY_MILLIS };
            }
        }
        self.table_mut(table)?.play =
            TablePlay::Ended(UnsettledHand { order, busts, dealt: hand.dealt, pots: pots.to_vec() });
        Ok(())
    }

    /// Whether a player who lost all chips in a hand of this level may rebuy.
    fn may_decide(&self, entry: EntryId, level: u32) -> bool {
        let entry = self.entry(entry);
        let may = |rebuy: Rebuy| {
            level <= rebuy.until_level
                && entry.is_some_and(|entry| entry.rebuys < rebuy.most && !entry.is_disqualified)
        };
        self.setup.rebuy.is_some_and(may)
    }
}
