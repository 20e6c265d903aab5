//! The fold: how each event changes the tournament. It judges no rule, so a log stays valid when the rules change. It
//! rejects only what is impossible with these entries and tables.

mod entries;
mod hands;
mod money;
mod moves;

use super::event::DirectorEvent;
use super::state::{Director, HandForHandRound, LevelStage, Phase};
use super::time::{Millis, ROUND_MILLIS};
use crate::games::refusal::ReplayError;

/// Records an event that happened at this time.
pub(super) fn record(director: &mut Director, at: Millis, event: &DirectorEvent) -> Result<(), ReplayError> {
    if !matches!(event, DirectorEvent::Restarted {}) {
        director.go_on(at);
    }
    director.apply(at, event)?;
    director.account.check(director.phase.is_over())
}

impl Director {
    #[allow(clippy::too_many_lines, reason = "a table")]
    fn apply(&mut self, at: Millis, event: &DirectorEvent) -> Result<(), ReplayError> {
        match event {
            &DirectorEvent::Registered { entry, player } => self.registered(entry, player),
            &DirectorEvent::Unregistered { entry } => self.unregistered(entry),
            DirectorEvent::Started { placements } => self.started(placements),
            &DirectorEvent::Seated { placement } => self.seated(placement),
            DirectorEvent::HandBegan(began) => self.hand_began(began),
            DirectorEvent::HandEnded { table, stacks, pots } => self.hand_ended(*table, stacks, pots),
            &DirectorEvent::Rebought { entry } => self.rebought(entry),
            &DirectorEvent::RebuyDeclined { entry } => self.rebuy_declined(entry),
            &DirectorEvent::AddedOn { entry } => self.added_on(entry),
            DirectorEvent::WentOut { table, entries, bounties, heads } => {
                self.went_out(*table, entries, bounties, heads)
            }
            &DirectorEvent::DisqualificationCalled { entry } => {
                self.entry_mut(entry)?.is_disqualified = true;
                Ok(())
            }
            &DirectorEvent::Disqualified { entry } => self.disqualified(entry),
            &DirectorEvent::Moved { placement } => self.moved(placement),
            DirectorEvent::TableBroken { table, placements } => self.table_broken(*table, placements),
            DirectorEvent::FinalTableFormed { table, placements, button } => {
                self.final_table_formed(*table, placements, *button)
            }
            &DirectorEvent::LevelBegan { level } => {
                self.level_began(level);
                Ok(())
            }
            &DirectorEvent::BreakCalled { seconds } => {
                self.stage = LevelStage::BreakCalled(seconds);
                Ok(())
            }
            DirectorEvent::BreakBegan {} => self.break_began(),
            DirectorEvent::RegistrationClosed {} => {
                self.is_registration_open = false;
                Ok(())
            }
            DirectorEvent::PrizesFixed { added, prizes } => {
                self.account.added += added;
                self.prizes = Some(prizes.clone());
                Ok(())
            }
            DirectorEvent::HandForHandBegan {} => {
                self.round_began(0);
                self.tables.iter_mut().for_each(|table| table.is_dealt_in_round = true);
                Ok(())
            }
            &DirectorEvent::RoundBegan { number } => {
                self.round_began(number);
                self.tables.iter_mut().for_each(|table| table.is_dealt_in_round = false);
                Ok(())
            }
            DirectorEvent::HandForHandEnded {} => {
                self.round = None;
                Ok(())
            }
            &DirectorEvent::DealProposed { entry, terms } => {
                self.deal_proposed(entry, terms);
                Ok(())
            }
            DirectorEvent::DealOffered { amounts } => self.deal_offered(amounts),
            &DirectorEvent::DealAccepted { entry } => self.deal_accepted(entry),
            DirectorEvent::DealLapsed {} => {
                self.proposal = None;
                Ok(())
            }
            DirectorEvent::DealMade {} => self.deal_made(),
            DirectorEvent::Won { entries } => self.won(entries),
            &DirectorEvent::PrizePaid { entry, prize, .. } => self.prize_paid(entry, prize.total()),
            DirectorEvent::HeadsPaid { amounts } => {
                self.heads_paid(amounts);
                Ok(())
            }
            DirectorEvent::Finished {} => {
                self.phase = Phase::Finished;
                self.tables.clear();
                Ok(())
            }
            DirectorEvent::CancellationCalled {} => {
                self.is_cancelling = true;
                Ok(())
            }
            DirectorEvent::Cancelled { refunds, .. } => {
                self.cancelled(refunds);
                Ok(())
            }
            DirectorEvent::Paused {} => {
                self.time.pause(at);
                Ok(())
            }
            DirectorEvent::Resumed {} => {
                self.time.resume(at);
                Ok(())
            }
            DirectorEvent::ClockSaved {} => Ok(()),
            DirectorEvent::Restarted {} => {
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
