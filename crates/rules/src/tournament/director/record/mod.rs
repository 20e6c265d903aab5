//! The fold: how each event changes the tournament. It judges no rule, so a log stays valid when the rules change. It
//! rejects only what is impossible with these entries and tables.

mod entries;
mod hands;
mod money;
mod moves;

use super::event::Event;
use super::state::{Director, HandForHandRound, LevelStage, Phase};
use super::time::{Millis, ROUND_MILLIS};
use crate::games::refusal::ReplayError;

/// Records an event that happened at this time.
pub(super) fn record(director: &mut Director, at: Millis, event: &Event) -> Result<(), ReplayError> {
    if !matches!(event, Event::Restarted {}) {
        director.go_on(at);
    }
    director.apply(at, event)
}

impl Director {
    fn apply(&mut self, at: Millis, event: &Event) -> Result<(), ReplayError> {
        match event {
            &Event::Registered { entry, player } => self.registered(entry, player),
            &Event::Unregistered { entry } => self.unregistered(entry),
            Event::Started { placements } => self.started(placements),
            &Event::Seated { placement } => self.seated(placement),
            Event::HandBegan(began) => self.hand_began(began),
            Event::HandEnded { table, stacks, pots } => self.hand_ended(*table, stacks, pots),
            &Event::Rebought { entry } => self.rebought(entry),
            &Event::RebuyDeclined { entry } => self.rebuy_declined(entry),
            &Event::AddedOn { entry } => self.added_on(entry),
            Event::WentOut { table, entries, bounties, heads } => {
                self.went_out(*table, entries, bounties, heads)
            }
            &Event::DisqualificationCalled { entry } => {
                self.entry_mut(entry)?.is_disqualified = true;
                Ok(())
            }
            &Event::Disqualified { entry } => self.disqualified(entry),
            &Event::Moved { placement } => self.moved(placement),
            Event::TableBroken { table, placements } => self.table_broken(*table, placements),
            Event::FinalTableFormed { table, placements, button } => {
                self.final_table_formed(*table, placements, *button)
            }
            &Event::LevelBegan { level } => {
                self.level_began(level);
                Ok(())
            }
            &Event::BreakCalled { seconds } => {
                self.stage = LevelStage::BreakCalled(seconds);
                Ok(())
            }
            Event::BreakBegan {} => self.break_began(),
            Event::RegistrationClosed {} => {
                self.is_registration_open = false;
                Ok(())
            }
            Event::PrizesFixed { added, prizes } => {
                self.account.added += added;
                self.prizes = Some(prizes.clone());
                Ok(())
            }
            Event::HandForHandBegan {} => {
                self.round_began(0);
                self.tables.iter_mut().for_each(|table| table.is_dealt_in_round = true);
                Ok(())
            }
            &Event::RoundBegan { number } => {
                self.round_began(number);
                self.tables.iter_mut().for_each(|table| table.is_dealt_in_round = false);
                Ok(())
            }
            Event::HandForHandEnded {} => {
                self.round = None;
                Ok(())
            }
            &Event::DealProposed { entry, terms } => self.deal_proposed(entry, terms),
            Event::DealOffered { amounts } => self.deal_offered(amounts),
            &Event::DealAccepted { entry } => self.deal_accepted(entry),
            Event::DealLapsed {} => {
                self.proposal = None;
                Ok(())
            }
            Event::DealMade {} => self.deal_made(),
            Event::Won { entries } => self.won(entries),
            &Event::PrizePaid { entry, prize, .. } => self.prize_paid(entry, prize.total()),
            Event::HeadsPaid { amounts } => self.heads_paid(amounts),
            Event::Finished {} => {
                self.phase = Phase::Finished;
                self.tables.clear();
                Ok(())
            }
            Event::Cancelled { refunds, .. } => self.cancelled(refunds),
            Event::Paused {} => {
                self.time.pause(at);
                Ok(())
            }
            Event::Resumed {} => {
                self.time.resume(at);
                Ok(())
            }
            Event::ClockSaved {} => Ok(()),
            Event::Restarted {} => {
                self.time.restart(at);
                Ok(())
            }
        }
    }

    /// Lets the time go on, and the level's clock with it, if it runs.
    fn go_on(&mut self, at: Millis) {
        let gone = self.time.of(at) - self.time.now;
        if gone > 0 && self.does_clock_run() {
            let counted =
                self.round.map_or(gone, |round| gone.min(ROUND_MILLIS.saturating_sub(round.played)));
            self.level_played += counted;
            if let Some(round) = &mut self.round {
                round.played += gone;
            }
        }
        self.time.go_on(at);
    }

    fn level_began(&mut self, level: u32) {
        self.level = level;
        self.level_played = 0;
        self.stage = LevelStage::Dealing;
        self.proposers.clear();
        self.tables.iter_mut().for_each(|table| table.hands_in_level = 0);
    }

    fn break_began(&mut self) -> Result<(), ReplayError> {
        let LevelStage::BreakCalled(seconds) = self.stage else {
            return Err(ReplayError("no break was called"));
        };
        self.stage = LevelStage::Break(self.time.now + Millis::from(seconds) * 1_000);
        Ok(())
    }

    fn round_began(&mut self, number: u32) {
        self.exits += 1;
        self.round = Some(HandForHandRound { number, played: 0, order: self.exits });
    }
}
