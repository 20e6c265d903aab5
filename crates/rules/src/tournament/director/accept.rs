//! Judges commands.

use std::collections::BTreeMap;

use super::command::DirectorCommand;
use super::entry::{EntryState, PlayerNumber, TournamentEntry};
use super::event::{Cancellation, DirectorEvent};
use super::floor::place::{EntryId, TableNumber};
use super::floor::table::{PotResult, TablePlay};
use super::money::agreement::ProposalStage;
use super::money::payout::Reward;
use super::refusal::{TournamentRefusal as Refusal, unless};
use super::setup::Rebuy;
use super::state::{Director, LevelStage, Phase};
use super::time::Millis;
use crate::games::game::Chips;
use crate::games::seat::Seat;
use crate::tournament::prizes::deal::{DealTerms, MOST_DEALERS};

/// Judges a command, and changes nothing.
pub(super) fn accept(
    director: &Director,
    at: Millis,
    command: &DirectorCommand,
) -> Result<DirectorEvent, Refusal> {
    if director.phase.is_over() {
        return Err(Refusal::TournamentOver {});
    }
    match command {
        &DirectorCommand::Register { player } => director.register(player),
        &DirectorCommand::Unregister { player } => director.unregister(player),
        DirectorCommand::Cancel {} => director.cancel(),
        _ if director.phase == Phase::Registering => Err(Refusal::NotStarted {}),
        &DirectorCommand::Rebuy { player } => director.accept_rebuy(at, player),
        &DirectorCommand::DeclineRebuy { player } => {
            let entry = director.player(player)?;
            unless(entry.is_deciding(), Refusal::NothingToDecline {})?;
            Ok(DirectorEvent::RebuyDeclined { entry: entry.number })
        }
        &DirectorCommand::AddOn { player } => director.accept_add_on(player),
        &DirectorCommand::ProposeDeal { player, terms } => director.accept_proposal(player, terms),
        &DirectorCommand::AnswerDeal { player, accept } => director.accept_answer(player, accept),
        DirectorCommand::EndHand { table, stacks, pots } => director.accept_result(*table, stacks, pots),
        &DirectorCommand::Disqualify { player } => director.accept_disqualification(player),
        DirectorCommand::Pause {} => {
            director.time.may_pause()?;
            Ok(DirectorEvent::Paused {})
        }
        DirectorCommand::Resume {} => {
            unless(director.time.is_paused(), Refusal::NothingToChange {})?;
            Ok(DirectorEvent::Resumed {})
        }
        DirectorCommand::EndLevel {} => director.accept_end_of_level(),
        DirectorCommand::SaveClock {} => Ok(DirectorEvent::ClockSaved {}),
        DirectorCommand::Restart {} => Ok(DirectorEvent::Restarted {}),
    }
}

impl Director {
    /// The levels after the last one of the structure double, and end by their time alone.
    fn accept_end_of_level(&self) -> Result<DirectorEvent, Refusal> {
        unless(!self.time.is_paused(), Refusal::NothingToChange {})?;
        match self.stage {
            LevelStage::Dealing => {
                let most = self.setup.structure.levels().count();
                unless((self.level as usize) < most, Refusal::NoMoreLevels { most })?;
                Ok(self.end_of_level())
            }
            LevelStage::BreakCalled(_) => Err(Refusal::NothingToChange {}),
            LevelStage::Break(_) => Ok(DirectorEvent::LevelBegan { level: self.level + 1 }),
        }
    }

    /// The entry of a player who is not out.
    fn player(&self, player: PlayerNumber) -> Result<&TournamentEntry, Refusal> {
        self.entry_of(player).filter(|entry| entry.is_left()).ok_or(Refusal::NotRegistered {})
    }

    fn register(&self, player: PlayerNumber) -> Result<DirectorEvent, Refusal> {
        unless(self.is_registration_open, Refusal::RegistrationClosed {})?;
        self.withdrawals.check(player)?;
        let own = self.entries.iter().filter(|entry| entry.player == player && entry.counts());
        let own: Vec<&TournamentEntry> = own.collect();
        unless(!own.iter().any(|entry| entry.is_left()), Refusal::AlreadyRegistered {})?;
        if own.is_empty() {
            let most = self.setup.max_entrants;
            unless(self.players() < most as usize, Refusal::TournamentFull { most })?;
        } else {
            let most = self.setup.re_entries;
            unless(own.len() <= most as usize, Refusal::NoReEntry { most })?;
        }
        let entry = u32::try_from(self.entries.len() + 1).unwrap_or(u32::MAX);
        Ok(DirectorEvent::Registered { entry: EntryId(entry), player })
    }

    /// How many players have entered, each counted once.
    pub(super) fn players(&self) -> usize {
        let mut players: Vec<_> =
            self.entries.iter().filter(|entry| entry.counts()).map(|entry| entry.player).collect();
        players.sort_unstable();
        players.dedup();
        players.len()
    }

    fn unregister(&self, player: PlayerNumber) -> Result<DirectorEvent, Refusal> {
        unless(self.phase == Phase::Registering, Refusal::AlreadyStarted {})?;
        Ok(DirectorEvent::Unregistered { entry: self.player(player)?.number })
    }

    fn cancel(&self) -> Result<DirectorEvent, Refusal> {
        if self.phase == Phase::Registering {
            let why = Cancellation::ByTheHouse {};
            return Ok(DirectorEvent::Cancelled { why, refunds: self.whole_prices() });
        }
        unless(self.refunds().is_some(), Refusal::TournamentOver {})?;
        Ok(DirectorEvent::CancellationCalled {})
    }

    fn accept_rebuy(&self, at: Millis, player: PlayerNumber) -> Result<DirectorEvent, Refusal> {
        let entry = self.player(player)?;
        let Some(Rebuy { until_level, most, .. }) = self.setup.rebuy else {
            return Err(Refusal::NoRebuyNow {});
        };
        unless(entry.rebuys < most, Refusal::TooManyRebuys { most })?;
        unless(!entry.is_disqualified, Refusal::NoRebuyNow {})?;
        match entry.state {
            EntryState::Deciding { until, .. } => unless(self.time.of(at) <= until, Refusal::NoRebuyNow {})?,
            EntryState::Seated(place) if entry.chips > 0 => {
                let is_in_time = self.level <= until_level && self.stage == LevelStage::Dealing;
                unless(is_in_time, Refusal::NoRebuyNow {})?;
                let most = self.setup.starting_chips;
                unless(entry.chips <= most, Refusal::TooManyChipsToRebuy { most })?;
                unless(!self.is_in_hand(place.table, entry.number), Refusal::HandInProgress {})?;
            }
            _ => return Err(Refusal::NoRebuyNow {}),
        }
        Ok(DirectorEvent::Rebought { entry: entry.number })
    }

    /// Whether an entry was dealt into the hand in progress at this table.
    pub(super) fn is_in_hand(&self, table: TableNumber, entry: EntryId) -> bool {
        let hand = self.table(table).and_then(|table| table.hand());
        hand.is_some_and(|hand| hand.dealt.iter().any(|dealt| dealt.entry == entry))
    }

    fn accept_add_on(&self, player: PlayerNumber) -> Result<DirectorEvent, Refusal> {
        let entry = self.player(player)?;
        let is_its_break = matches!(self.stage, LevelStage::Break(_))
            && self.setup.add_on.is_some()
            && self.setup.rebuy.is_some_and(|rebuy| rebuy.until_level == self.level);
        unless(is_its_break && !entry.has_added_on && !entry.is_disqualified, Refusal::NoAddOnNow {})?;
        Ok(DirectorEvent::AddedOn { entry: entry.number })
    }

    fn accept_proposal(&self, player: PlayerNumber, terms: DealTerms) -> Result<DirectorEvent, Refusal> {
        let entry = self.player(player)?.number;
        let left = self.left();
        let most = MOST_DEALERS;
        let prizes = self.prizes.as_deref().unwrap_or_default();
        // Tickets are not shared.
        let is_possible = matches!(self.setup.reward, Reward::Chips(_))
            && (2..=most.min(prizes.len())).contains(&left)
            && self.last_left() == 1;
        unless(is_possible, Refusal::NoDealNow { most })?;
        unless(self.proposal.is_none(), Refusal::DealIsOpen {})?;
        unless(!self.proposers.contains(&entry), Refusal::ProposedInThisLevel {})?;
        let most = prizes[0].saturating_sub(prizes[1]);
        unless(terms.keep <= most, Refusal::TooMuchKept { most })?;
        Ok(DirectorEvent::DealProposed { entry, terms })
    }

    fn accept_answer(&self, player: PlayerNumber, accept: bool) -> Result<DirectorEvent, Refusal> {
        let entry = self.player(player)?.number;
        let Some(ProposalStage::Offered { accepted, .. }) = self.proposal.as_ref().map(|deal| &deal.stage)
        else {
            return Err(Refusal::NothingProposed {});
        };
        unless(!accepted.contains(&entry), Refusal::NothingProposed {})?;
        Ok(if accept { DirectorEvent::DealAccepted { entry } } else { DirectorEvent::DealLapsed {} })
    }

    fn accept_result(
        &self,
        table: TableNumber,
        stacks: &[(Seat, Chips)],
        pots: &[PotResult],
    ) -> Result<DirectorEvent, Refusal> {
        let Some(TablePlay::Hand(hand)) = self.table(table).map(|table| &table.play) else {
            return Err(Refusal::NoHand { table });
        };
        let before: BTreeMap<Seat, Chips> =
            hand.dealt.iter().map(|dealt| (dealt.seat, dealt.chips)).collect();
        let after: BTreeMap<Seat, Chips> = stacks.iter().copied().collect();
        let sum = after.values().try_fold(0, |sum: Chips, &chips| sum.checked_add(chips));
        let is_whole = stacks.len() == after.len()
            && before.keys().eq(after.keys())
            && sum == Some(before.values().sum());
        let mut named = pots.iter().flat_map(|pot| pot.eligible.iter().chain(&pot.winners));
        let fits = is_whole && named.all(|seat| before.contains_key(seat));
        unless(fits, Refusal::ResultDoesNotFit {})?;
        Ok(DirectorEvent::HandEnded { table, stacks: stacks.to_vec(), pots: pots.to_vec() })
    }

    fn accept_disqualification(&self, player: PlayerNumber) -> Result<DirectorEvent, Refusal> {
        let entry = self.player(player)?;
        let is_safe = |other: &&TournamentEntry| other.is_left() && !other.is_disqualified && other.chips > 0;
        let others = self.entries.iter().filter(is_safe).filter(|other| other.number != entry.number);
        unless(others.count() > 0, Refusal::LastPlayer {})?;
        unless(!entry.is_disqualified, Refusal::NothingToChange {})?;
        Ok(DirectorEvent::DisqualificationCalled { entry: entry.number })
    }
}
