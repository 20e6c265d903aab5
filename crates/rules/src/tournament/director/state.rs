//! The state of a tournament, and what can be read from it.

use std::collections::BTreeSet;
use std::sync::Arc;

use super::entry::{EntryState, Exit, PlayerNumber, TournamentEntry};
use super::event::HandBegan;
use super::floor::balance::{self, Rearrangement};
use super::floor::place::{EntryId, TableNumber};
use super::floor::table::{TablePlay, TournamentTable};
use super::lots::Lots;
use super::money::account::TournamentAccount;
use super::money::agreement::Proposal;
use super::money::ranks;
use super::setup::Setup;
use super::time::{Millis, Time};
use super::withdrawals::Withdrawals;
use crate::games::any::{AnyRules, AnySetup};
use crate::games::game::Chips;
use crate::games::holdem::free_entry;
use crate::games::holdem::setup::Setup as HandSetup;
use crate::tournament::levels::structure::{Length, Level};
use crate::tournament::prizes::payouts::PrizePool;
use crate::tournament::prizes::placing::PlacedEntry;

/// A tournament of Hold'em.
///
/// ```
/// use cardroom_rules::games::holdem::rules::{Ante, Betting};
/// use cardroom_rules::tournament::director::command::DirectorCommand;
/// use cardroom_rules::tournament::director::entry::PlayerNumber;
/// use cardroom_rules::tournament::director::lots::Lots;
/// use cardroom_rules::tournament::director::money::payout::Reward;
/// use cardroom_rules::tournament::director::setup::{EntryPrice, Setup, StartRule};
/// use cardroom_rules::tournament::director::state::Director;
/// use cardroom_rules::tournament::director::step::NextStep;
/// use cardroom_rules::tournament::levels::structure::{Length, Level, Stage, Structure};
/// use cardroom_rules::tournament::prizes::bounties::BountyMode;
/// use cardroom_rules::tournament::prizes::payouts::Payouts;
///
/// let level = |big_blind| {
///     let length = Length::Seconds(300);
///     Stage::Level(Level { small_blind: big_blind / 2, big_blind, ante: Ante::None {}, length })
/// };
/// let setup = Setup {
///     start: StartRule::SitAndGo {},
///     max_entrants: 2,
///     price: EntryPrice { prize: 100, fee: 10, bounty: 0 },
///     starting_chips: 1_000,
///     structure: Structure::new(vec![level(20), level(40)]).expect("it rises"),
///     betting: Betting::NoLimit,
///     seats: 2,
///     late_level: 0,
///     re_entries: 0,
///     rebuy: None,
///     add_on: None,
///     guarantee: 0,
///     reward: Reward::Chips(Payouts::WinnerTakesAll {}),
///     bounties: BountyMode::Fixed,
///     hand_for_hand_at: 1,
///     round_ties: false,
///     pause_millis: 0,
/// };
/// let mut director = Director::new(setup, Lots::new([7; 32]));
/// let mut now = 0;
/// for player in [1, 2].map(PlayerNumber) {
///     let event = director.accept(now, &DirectorCommand::Register { player }).expect("there is a seat");
///     director.record(now, &event).expect("its own event fits");
/// }
/// while let NextStep::Now(event) = director.step(now) {
///     director.record(now, &event).expect("its own event fits");
/// }
/// let table = &director.tables()[0];
/// assert_eq!(table.hand().expect("it has started and dealt").dealt.len(), 2);
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Director {
    pub(super) setup: Arc<Setup>,
    pub(super) lots: Lots,
    pub(super) time: Time,
    pub(super) phase: Phase,
    pub(super) entries: Vec<TournamentEntry>,
    pub(super) withdrawals: Withdrawals,
    /// The tables with players, in the order of their numbers.
    pub(super) tables: Vec<TournamentTable>,
    /// The number of the table that opens next.
    pub(super) next_table: TableNumber,
    /// The level, 1 is the first; 0 before the start.
    pub(super) level: u32,
    /// The time played in this level.
    pub(super) level_played: Millis,
    pub(super) stage: LevelStage,
    pub(super) is_registration_open: bool,
    /// The prizes, once they are fixed, the best place first.
    pub(super) prizes: Option<Vec<Chips>>,
    /// The round of hand for hand.
    pub(super) round: Option<HandForHandRound>,
    /// How many hands, or rounds, there were in which entries went out.
    pub(super) exits: u32,
    pub(super) proposal: Option<Proposal>,
    /// The entries whose players have proposed a deal in this level.
    pub(super) proposers: Vec<EntryId>,
    /// The heads that nobody can win any more; they go to the winner.
    pub(super) unclaimed: Chips,
    pub(super) account: TournamentAccount,
    /// Whether the house is about to cancel it: hands in progress are void, so that all places of those who are out are final.
    pub(super) is_cancelling: bool,
    /// All tournament chips that were bought and did not leave play.
    pub(super) chips_in_play: Chips,
}

/// How far a tournament is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Phase {
    /// It has not started.
    Registering,
    /// It is played.
    Playing,
    /// It has ended.
    Finished,
    /// It was cancelled.
    Cancelled,
}

impl Phase {
    /// Whether the tournament has ended, or was cancelled.
    pub const fn is_over(self) -> bool {
        matches!(self, Self::Finished | Self::Cancelled)
    }
}

/// Whether the level is played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LevelStage {
    /// Tables deal.
    Dealing,
    /// A break of so many seconds begins when all hands have ended.
    BreakCalled(u32),
    /// It is a break until then, in the tournament's time.
    Break(Millis),
}

/// A round of hand for hand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct HandForHandRound {
    /// Its number; round 0 are the hands that were in progress.
    pub number: u32,
    /// How long it has lasted.
    pub played: Millis,
    /// Which of the hands it is in which entries went out.
    pub(super) order: u32,
}

impl Director {
    /// The tournament before its first event.
    pub fn new(setup: Setup, lots: Lots) -> Self {
        Self {
            setup: Arc::new(setup),
            lots,
            time: Time::default(),
            phase: Phase::Registering,
            entries: Vec::new(),
            withdrawals: Withdrawals::default(),
            tables: Vec::new(),
            next_table: TableNumber(1),
            level: 0,
            level_played: 0,
            stage: LevelStage::Dealing,
            is_registration_open: true,
            prizes: None,
            round: None,
            exits: 0,
            proposal: None,
            proposers: Vec::new(),
            unclaimed: 0,
            account: TournamentAccount::default(),
            is_cancelling: false,
            chips_in_play: 0,
        }
    }

    /// What it was announced with.
    pub fn setup(&self) -> &Setup {
        &self.setup
    }

    /// How far it is.
    pub fn phase(&self) -> Phase {
        self.phase
    }

    /// All entries, in the order of their numbers.
    pub fn entries(&self) -> &[TournamentEntry] {
        &self.entries
    }

    /// The tables with players, in the order of their numbers.
    pub fn tables(&self) -> &[TournamentTable] {
        &self.tables
    }

    /// The level that new hands are dealt at, 1 is the first; `None` before the start.
    pub fn level(&self) -> Option<(u32, Level)> {
        Some((self.level, self.level_of(self.level)?))
    }

    /// The time that was played in this level.
    pub fn level_played(&self) -> Millis {
        self.level_played
    }

    /// Whether the level is played, or it is a break.
    pub fn stage(&self) -> LevelStage {
        self.stage
    }

    /// Whether the organiser has paused it.
    pub fn is_paused(&self) -> bool {
        self.time.is_paused()
    }

    /// The round of hand for hand, if tables wait for each other.
    pub fn round(&self) -> Option<HandForHandRound> {
        self.round
    }

    /// Whether players may still enter.
    pub fn is_registration_open(&self) -> bool {
        self.is_registration_open
    }

    /// The prizes, once they are fixed, the best place first.
    pub fn prizes(&self) -> Option<&[Chips]> {
        self.prizes.as_deref()
    }

    /// The deal that is proposed.
    pub fn proposal(&self) -> Option<&Proposal> {
        self.proposal.as_ref()
    }

    /// What was paid in and out.
    pub fn account(&self) -> &TournamentAccount {
        &self.account
    }

    /// All tournament chips that were bought and did not leave play.
    pub fn chips_in_play(&self) -> Chips {
        self.chips_in_play
    }

    /// How many entries are left.
    pub fn left(&self) -> usize {
        self.entries.iter().filter(|entry| entry.is_left()).count()
    }

    /// How many entries there are, without those that were taken back.
    pub fn entered(&self) -> usize {
        self.entries.iter().filter(|entry| entry.counts()).count()
    }

    /// The places of the entries that are out or have won, the best first.
    pub fn ranks(&self) -> Vec<PlacedEntry> {
        ranks::ranks(&self.entries)
    }

    /// The players who play, or to whom something may be paid yet: prizes are paid when they are fixed, and when the round of hand
    /// for hand is over.
    pub fn concerned(&self) -> Vec<PlayerNumber> {
        let paid = self.prizes.as_ref().map(Vec::len);
        let ranks = if paid.is_some_and(|paid| self.left() < paid) { self.ranks() } else { Vec::new() };
        let in_money: BTreeSet<u32> =
            ranks.iter().filter(|rank| Some(rank.place) <= paid).map(|rank| rank.entry).collect();
        let round = self.round.filter(|_| !self.is_round_over()).map(|round| round.order);
        let is_concerned = |entry: &&TournamentEntry| match entry.state {
            EntryState::Withdrawn => false,
            EntryState::Out(Exit { is_paid, order, .. }) => {
                let is_open = paid.is_none() || round == Some(order) || in_money.contains(&entry.number.0);
                !is_paid && is_open
            }
            _ => true,
        };
        self.entries.iter().filter(is_concerned).map(|entry| entry.player).collect()
    }

    /// The last entry of a player that was not taken back.
    pub fn entry_of(&self, player: PlayerNumber) -> Option<&TournamentEntry> {
        self.entries.iter().rev().find(|entry| entry.player == player && entry.counts())
    }

    /// The pool so far: all prizes collected, or the guarantee if that is more.
    pub fn pool(&self) -> PrizePool {
        PrizePool {
            entries: u32::try_from(self.entered()).unwrap_or(u32::MAX),
            prize_part: self.setup.price.prize,
            collected: self.account.prizes_in,
            guarantee: self.setup.guarantee,
        }
    }

    /// What a hand that begins starts from.
    pub fn hand_setup(&self, began: &HandBegan) -> Option<HandSetup> {
        let rules = self.setup.hand_rules(began.level, began.two_are_left)?;
        let players: Vec<_> = began.dealt.iter().map(|dealt| (dealt.seat, dealt.chips)).collect();
        Some(free_entry::setup(rules, began.positions, &players))
    }

    /// The same as a hand of any game.
    pub fn dealt_setup(&self, began: &HandBegan) -> Option<AnySetup> {
        self.hand_setup(began).map(AnySetup::Holdem)
    }

    /// The options of the game of a table that opens now.
    pub fn rules_of_new_table(&self) -> Option<AnyRules> {
        self.setup.hand_rules(self.level.max(1), false).map(AnyRules::Holdem)
    }

    pub(super) fn level_of(&self, level: u32) -> Option<Level> {
        self.setup.structure.level(level.checked_sub(1)? as usize)
    }

    pub(super) fn entry(&self, number: EntryId) -> Option<&TournamentEntry> {
        self.entries.get(number.index())
    }

    pub(super) fn table(&self, number: TableNumber) -> Option<&TournamentTable> {
        let at = self.tables.binary_search_by_key(&number, |table| table.number).ok()?;
        self.tables.get(at)
    }

    /// The prizes as they would be if it ended now.
    pub(super) fn provisional_prizes(&self) -> Vec<Chips> {
        self.setup.reward.prizes(&self.pool())
    }

    /// With how many entries left it ends.
    pub(super) fn last_left(&self) -> usize {
        self.setup.reward.last_left(&self.pool())
    }

    /// Whether the last level for rebuys is over, and with it the hands that were dealt in it: who loses all chips there
    /// may still rebuy.
    pub(super) fn are_rebuys_closed(&self) -> bool {
        self.setup.rebuy.is_none_or(|rebuy| {
            let hands = || self.tables.iter().filter_map(TournamentTable::hand);
            self.level > rebuy.until_level && hands().all(|hand| hand.level > rebuy.until_level)
        })
    }

    /// How many entries are in the money, once prizes are fixed. If it ends with several left, they are those.
    pub(super) fn paid_places(&self) -> Option<usize> {
        let prizes = self.prizes.as_ref()?;
        match self.last_left() {
            0 | 1 => Some(prizes.len()),
            last => Some(last),
        }
    }

    /// Whether every table is between hands, and nobody decides about a rebuy there.
    pub(super) fn all_idle(&self) -> bool {
        self.tables.iter().all(TournamentTable::is_idle)
    }

    /// What has to be rearranged now.
    pub(super) fn rearrangement(&self) -> Option<Rearrangement> {
        self.setup.sizes().next(&self.tables)
    }

    /// The tables that may deal now but for the pause between hands.
    pub(super) fn may_deal(&self) -> Vec<&TournamentTable> {
        let is_dealt = |table: &&TournamentTable| self.round.is_none() || !table.is_dealt_in_round;
        self.could_deal().into_iter().filter(is_dealt).collect()
    }

    /// The tables that could deal in a new round of hand for hand.
    pub(super) fn could_deal(&self) -> Vec<&TournamentTable> {
        let is_held_up = self.phase != Phase::Playing
            || self.time.is_paused()
            || self.stage != LevelStage::Dealing
            || self.proposal.is_some()
            || self.rearrangement() == Some(Rearrangement::AwaitFinalTable {});
        if is_held_up {
            return Vec::new();
        }
        let largest = balance::largest(&self.tables);
        let ready = |table: &&TournamentTable| {
            table.is_idle() && !balance::is_halted(table, largest) && !self.has_dealt_its_level(table)
        };
        self.tables.iter().filter(ready).collect()
    }

    /// Whether a table has dealt all hands of a level that is counted by hands.
    pub(super) fn has_dealt_its_level(&self, table: &TournamentTable) -> bool {
        match self.level_of(self.level).map(|level| level.length) {
            Some(Length::Hands(hands)) => table.hands_in_level >= hands,
            Some(Length::Seconds(_)) | None => false,
        }
    }

    /// Whether the clock of the level runs: a hand is in progress, or a table may deal.
    pub(super) fn does_clock_run(&self) -> bool {
        self.phase == Phase::Playing
            && self.stage == LevelStage::Dealing
            && (self.tables.iter().any(|table| matches!(table.play, TablePlay::Hand(_)))
                || !self.may_deal().is_empty())
    }

    /// Whether all tables have finished the round of hand for hand, or do not play hand for hand.
    pub(super) fn is_round_over(&self) -> bool {
        self.round.is_none() || (self.all_idle() && self.may_deal().is_empty())
    }

    /// The entries that are left, with their chips.
    pub(super) fn stacks(&self) -> Vec<(EntryId, Chips)> {
        self.entries.iter().filter(|entry| entry.is_left()).map(|entry| (entry.number, entry.chips)).collect()
    }

    /// Whether an entry sits without a seat.
    pub(super) fn unseated(&self) -> Option<&TournamentEntry> {
        self.entries.iter().find(|entry| entry.state == EntryState::Registered)
    }
}
