//! One version of a tournament: its record, its director, its tables, and its computer players.

use std::collections::BTreeMap;
use std::sync::{Arc, OnceLock};

use jiff::{SignedDuration, Timestamp};

use super::stored::{StoredPhase, TournamentChange, TournamentComputer, TournamentRecord};
use super::time::millis;
use crate::service::table::error::OutOfOrder;
use crate::service::table::randomness::invite_code;
use crate::service::table::stored::options::{StoredAbsent, StoredBotsBy, StoredDealing, StoredOptions};
use crate::service::table::time::later;
use cardroom_api::id::{PlayerId, TableId};
use cardroom_api::tournament::view::TournamentEntryView;
use cardroom_rules::games::game::Chips;
use cardroom_rules::games::refusal::ReplayError;
use cardroom_rules::tournament::director::any::{AnyDirector, AnyDirectorEvent};
use cardroom_rules::tournament::director::command::DirectorCommand;
use cardroom_rules::tournament::director::duplicate::event::DuplicateEvent;
use cardroom_rules::tournament::director::entry::{PlayerNumber, TournamentEntry};
use cardroom_rules::tournament::director::event::{DirectorEvent, EntryAmount};
use cardroom_rules::tournament::director::floor::place::{EntryId, TableNumber};
use cardroom_rules::tournament::director::money::agreement::ProposalStage;
use cardroom_rules::tournament::director::setup::StartRule;
use cardroom_rules::tournament::director::state::{Director, Phase};
use cardroom_rules::tournament::director::teams::event::TeamEvent;
use cardroom_rules::tournament::prizes::deal::DealBasis;
use uuid::Uuid;

/// A tournament. It never changes: a change makes the next one.
#[derive(Clone)]
pub struct LiveTournament {
    /// The stored record.
    pub record: TournamentRecord,
    /// Its director, with every event so far recorded.
    pub director: AnyDirector,
    /// Its tables that were opened, also those that are closed.
    pub tables: BTreeMap<TableNumber, TableId>,
    /// The computer players who have entered. Shared: the tournament is copied with each event.
    pub computers: Arc<BTreeMap<PlayerId, TournamentComputer>>,
    /// What each entry was paid, in chips of the wallet.
    pub paid: BTreeMap<EntryId, Chips>,
    /// What each player of a team was paid, in chips of the wallet.
    pub paid_to_players: BTreeMap<PlayerNumber, Chips>,
    /// Since when a person is registered and waits for others.
    pub waits_since: Option<Timestamp>,
    /// When its last event happened.
    pub changed_at: Option<Timestamp>,
    /// How often its invite code was replaced.
    pub codes_replaced: u32,
    /// Why the house has cancelled it.
    pub why: Option<String>,
    /// The places of its entries, once somebody has asked for them.
    pub(super) ranked: OnceLock<Arc<BTreeMap<u32, u32>>>,
    /// Its entries in an event of rounds, once somebody has asked for them.
    pub(super) standing: OnceLock<Arc<[TournamentEntryView]>>,
}

/// How long a sit & go may wait for entrants before it is cancelled.
pub const LONGEST_SIT_AND_GO: SignedDuration = SignedDuration::from_hours(7 * 24);

impl LiveTournament {
    /// A tournament before its first event.
    pub fn announced(record: TournamentRecord) -> Self {
        Self {
            director: record.options.director(record.lots),
            record,
            tables: BTreeMap::new(),
            computers: Arc::default(),
            paid: BTreeMap::new(),
            paid_to_players: BTreeMap::new(),
            waits_since: None,
            changed_at: None,
            codes_replaced: 0,
            why: None,
            ranked: OnceLock::new(),
            standing: OnceLock::new(),
        }
    }

    /// A stored tournament, with its whole log.
    pub fn load(record: TournamentRecord, changes: &[TournamentChange]) -> Result<Self, OutOfOrder> {
        let mut live = Self::announced(record);
        live.follow(changes)?;
        Ok(live)
    }

    /// The same tournament after more changes.
    pub fn follow(&mut self, changes: &[TournamentChange]) -> Result<(), OutOfOrder> {
        let live = self;
        for change in changes {
            if !change.body.computers.is_empty() {
                let computers = change.body.computers.iter().map(|it| (it.player, it.clone()));
                Arc::make_mut(&mut live.computers).extend(computers);
            }
            live.tables.extend(change.body.opened.iter().map(|it| (it.number, it.table)));
            if change.body.why.is_some() {
                live.why.clone_from(&change.body.why);
            }
            // The row may have been read before the log, with a code that was replaced meanwhile.
            if change.body.invite_code.is_some() {
                live.record.invite_code.clone_from(&change.body.invite_code);
                live.codes_replaced += 1;
            }
            for event in change.body.events() {
                live.record(change.at, &event)?;
            }
            live.record.version = live.record.version.max(change.version);
        }
        live.record.phase = live.phase();
        if live.is_over() {
            live.record.ended_at = live.record.ended_at.or(live.changed_at);
        }
        Ok(())
    }

    /// Records an event of its director.
    pub fn record(&mut self, at: Timestamp, event: &AnyDirectorEvent) -> Result<(), OutOfOrder> {
        if matches!(event, AnyDirectorEvent::Stacks(DirectorEvent::DealMade {})) {
            let amounts = self.offered().to_vec();
            self.note_paid(&amounts);
        }
        self.director.record(millis(at), event)?;
        self.changed_at = Some(at);
        (self.ranked, self.standing) = (OnceLock::new(), OnceLock::new());
        match event {
            AnyDirectorEvent::Stacks(event) => self.note(event),
            AnyDirectorEvent::Duplicate(
                DuplicateEvent::Ranked { prizes: amounts, .. }
                | DuplicateEvent::Cancelled { refunds: amounts, .. },
            ) => self.note_paid(amounts),
            AnyDirectorEvent::Teams(
                TeamEvent::Ranked { prizes: amounts, .. } | TeamEvent::Cancelled { refunds: amounts, .. },
            ) => {
                for paid in amounts {
                    *self.paid_to_players.entry(paid.player).or_default() += paid.amount;
                }
            }
            AnyDirectorEvent::Duplicate(_) | AnyDirectorEvent::Teams(_) => {}
        }
        if self.director.phase() == Phase::Registering {
            let waits = self.has_people();
            self.waits_since = self.waits_since.filter(|_| waits).or(waits.then_some(at));
        }
        Ok(())
    }

    /// Notes what an event has paid.
    fn note(&mut self, event: &DirectorEvent) {
        match event {
            DirectorEvent::PrizePaid { entry, prize, .. } => {
                *self.paid.entry(*entry).or_default() += prize.total();
            }
            DirectorEvent::WentOut { bounties, .. } => self.note_paid(bounties),
            DirectorEvent::HeadsPaid { amounts } | DirectorEvent::Cancelled { refunds: amounts, .. } => {
                self.note_paid(amounts);
            }
            _ => {}
        }
    }

    /// What each entry gets by the deal that is offered.
    pub fn offered(&self) -> &[EntryAmount] {
        match self.director.stacks().and_then(Director::proposal).map(|proposal| &proposal.stage) {
            Some(ProposalStage::Offered { amounts, .. }) => amounts,
            Some(ProposalStage::Waiting {}) | None => &[],
        }
    }

    fn note_paid(&mut self, amounts: &[EntryAmount]) {
        for paid in amounts {
            *self.paid.entry(paid.entry).or_default() += paid.amount;
        }
    }

    /// Whether a person is left.
    fn has_people(&self) -> bool {
        self.people().next().is_some()
    }

    /// When computer players fill it up; `None` if none do.
    pub fn fills_at(&self) -> Option<Timestamp> {
        let fill =
            self.record.options.fill_with_bots.filter(|_| self.director.phase() == Phase::Registering)?;
        Some(later(self.waits_since?, SignedDuration::from_secs(fill.after_seconds.into())))
    }

    /// When it is cancelled because too few have entered; `None` unless it waits for them without a set time.
    pub fn expires_at(&self) -> Option<Timestamp> {
        let start = match &self.director {
            AnyDirector::Stacks(director) => director.setup().start,
            AnyDirector::Duplicate(director) => director.setup().start,
            AnyDirector::Teams(director) => director.setup().start,
        };
        let waits = self.director.phase() == Phase::Registering && start == StartRule::SitAndGo {};
        waits.then(|| later(self.record.created_at, LONGEST_SIT_AND_GO))
    }

    /// Whether a caller may see it and enter it.
    pub fn is_open_to(&self, caller: Option<PlayerId>, invite_code: Option<&str>) -> bool {
        let Some(code) = &self.record.invite_code else { return true };
        let is_known = |caller| self.record.host == caller || self.director.has_entered(number_of(caller));
        invite_code == Some(code) || caller.is_some_and(is_known)
    }

    /// The people who are left.
    pub fn people(&self) -> impl Iterator<Item = PlayerId> {
        let left = self.director.players_left().into_iter().map(player_at);
        left.filter(|player| !self.computers.contains_key(player))
    }

    /// The part of an amount that computer players have paid, of all that was paid for prizes and bounties.
    pub fn part_of_computers(&self, amount: Chips) -> Chips {
        let price = self.director.price();
        let entered = self.director.entered_players();
        let computers =
            entered.iter().filter(|player| self.computers.contains_key(&player_at(**player))).count();
        let paid = u128::from(price.prize + price.bounty) * computers as u128;
        let all = match &self.director {
            AnyDirector::Stacks(director) => {
                u128::from(director.account().prizes_in + director.account().bounties_in)
            }
            AnyDirector::Duplicate(_) | AnyDirector::Teams(_) => {
                u128::from(price.prize) * entered.len() as u128
            }
        };
        let part = (u128::from(amount) * paid).checked_div(all).unwrap_or(0);
        Chips::try_from(part).unwrap_or(amount)
    }

    /// What a computer player decides apart from hands: it declines rebuys, and accepts deals by the Independent Chip Model.
    pub fn command_of_computer(&self) -> Option<DirectorCommand> {
        let director = self.director.stacks()?;
        let is_computer = |entry: &&TournamentEntry| self.computers.contains_key(&player_of(entry));
        let mut entries = director.entries().iter().filter(|entry| entry.is_left()).filter(is_computer);
        if let Some(entry) = entries.clone().find(|entry| entry.is_deciding()) {
            return Some(DirectorCommand::DeclineRebuy { player: entry.player });
        }
        let proposal = director.proposal()?;
        let ProposalStage::Offered { accepted, .. } = &proposal.stage else { return None };
        let entry = entries.find(|entry| !accepted.contains(&entry.number))?;
        let accept = proposal.terms.basis == DealBasis::Icm;
        Some(DirectorCommand::AnswerDeal { player: entry.player, accept })
    }

    /// How far it is.
    pub fn phase(&self) -> StoredPhase {
        match self.director.phase() {
            Phase::Registering => StoredPhase::Registering,
            Phase::Playing => StoredPhase::Playing,
            Phase::Finished => StoredPhase::Finished,
            Phase::Cancelled => StoredPhase::Cancelled,
        }
    }

    /// Whether it has begun, and has not ended.
    pub fn is_played(&self) -> bool {
        self.director.phase() == Phase::Playing
    }

    /// Whether it has ended, so that nothing happens any more.
    pub fn is_over(&self) -> bool {
        matches!(self.director.phase(), Phase::Finished | Phase::Cancelled)
    }

    /// The player of an entry.
    pub fn player(&self, entry: EntryId) -> Result<PlayerId, OutOfOrder> {
        let number = match &self.director {
            AnyDirector::Stacks(director) => director.entries().get(entry.index()).map(|own| own.player),
            AnyDirector::Duplicate(director) => director.entries().get(entry.index()).copied().flatten(),
            AnyDirector::Teams(_) => None,
        };
        Ok(number.map(player_at).ok_or(ReplayError("there is no such entry"))?)
    }

    /// Its director, if it is played for stacks.
    pub fn stacks(&self) -> Result<&Director, OutOfOrder> {
        Ok(self.director.stacks().ok_or(ReplayError("the tournament is not played for stacks"))?)
    }

    /// The code by which a partner joins a player who has entered an event of teams alone. It follows from the seed, which it does
    /// not reveal.
    pub fn team_code(&self, player: PlayerId) -> Option<String> {
        let AnyDirector::Teams(director) = &self.director else { return None };
        director.is_alone(number_of(player)).then(|| invite_code::of_team(&self.record.lots, player))
    }

    /// The player who waits for a partner and has this code.
    pub fn waits_with(&self, team_code: &str) -> Option<PlayerId> {
        let entered = self.director.entered_players().into_iter().map(player_at);
        entered.into_iter().find(|&player| self.team_code(player).is_some_and(|code| code == team_code))
    }

    /// The options of a table that opens now.
    pub fn options_of_new_table(&self) -> Result<StoredOptions, OutOfOrder> {
        let options = &self.record.options;
        let new = self.director.new_table().ok_or(ReplayError("there is no such level"))?;
        Ok(StoredOptions {
            name: options.name.clone(),
            game: new.rules,
            seats: new.seats,
            min_buy_in: new.chips,
            max_buy_in: new.chips,
            decision_seconds: options.decision_seconds,
            time_bank_seconds: options.time_bank_seconds,
            dealing: StoredDealing::Automatic { pause_seconds: 3 },
            access: options.access,
            bots: StoredBotsBy::Nobody,
            bot_pace: options.bot_pace,
            fill_with_bots: None,
            absent: StoredAbsent::Wait,
            levels: Vec::new(),
            rated: false,
        })
    }

    /// The table of this number.
    pub fn table(&self, number: TableNumber) -> Result<TableId, OutOfOrder> {
        Ok(self.tables.get(&number).copied().ok_or(ReplayError("the table was not opened"))?)
    }
}

/// The player of an entry.
pub fn player_of(entry: &TournamentEntry) -> PlayerId {
    player_at(entry.player)
}

/// The player whom a director knows by this number.
pub fn player_at(number: PlayerNumber) -> PlayerId {
    PlayerId(Uuid::from_u128(number.0))
}

/// The number by which a director knows a player.
pub fn number_of(player: PlayerId) -> PlayerNumber {
    PlayerNumber(player.0.as_u128())
}
