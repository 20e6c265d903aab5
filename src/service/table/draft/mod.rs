//! A change in the making: judged on a table that does not change, and committed whole or not at all.

mod apply;
mod bots;
mod clock;
mod finish;
mod hand;
pub mod host;
mod kept_chairs;
mod levels;
pub mod open;
mod seats;
mod top_ups;
pub mod tournament;
mod waiting;

use std::sync::Arc;

use jiff::{SignedDuration, Timestamp};

use super::live::Table;
use super::refused::Refused;
use super::state::Sitting;
use crate::service::ratings::rated_result::RatedResult;
use crate::service::table::randomness::dealer::Dealer;
use crate::service::table::seats::gone::{Gone, is_gone};
use crate::service::table::stored::change::Event;
use crate::service::table::stored::commit::{BotSeating, EndedHand, MostBots};
use crate::service::table::stored::event::StoredEvent;
use crate::service::table::stored::figures::HandFigures;
use crate::service::table::stored::ledger::Account;
use crate::service::table::stored::record::HandRecord;
use cardroom_api::id::PlayerId;
use cardroom_api::player::ledger::Reason;
use cardroom_api::table::change::Version;
use cardroom_rules::games::any::{AnyEvent, AnyHand};
use cardroom_rules::games::game::{Chips, Game};
use cardroom_rules::games::refusal::ReplayError;
use cardroom_rules::games::seat::{Seat, Seats};

/// A change in the making.
pub struct Draft<'a> {
    /// The table before it.
    before: &'a Table,
    /// The table after it, so far.
    table: Table,
    /// The time of the change.
    now: Timestamp,
    /// The source of a hand's randomness.
    dealer: &'a dyn Dealer,
    /// The seats that acted in the hand, or were played for.
    acted: Seats,
    /// An event of the hand has invalidated the decisions of all seats.
    invalidates_decisions: bool,
    hand_started: Option<Arc<HandRecord>>,
    hand_ended: Option<EndedHand>,
    counted: Vec<HandFigures>,
    sat_down: Vec<PlayerId>,
    left: Vec<PlayerId>,
    waits: Vec<PlayerId>,
    stops_waiting: Vec<PlayerId>,
    events: Vec<Event>,
    payments: Vec<Payment>,
    context: DraftContext,
    bots: BotSeating,
    rated: Option<RatedResult>,
}

/// What a draft needs to know apart from its table.
#[derive(Clone, Debug)]
pub struct DraftContext {
    /// Whether a person is present: connected, and seated if any person is seated. Without one, a table with computer players
    /// does not deal.
    pub human_present: bool,
    /// The wallets of players whose stacks are to be topped up.
    pub wallets: Vec<(PlayerId, Chips)>,
    /// How many computer players may sit.
    pub most_bots: MostBots,
    /// Whether the limit of computer players is reached.
    pub full_of_bots: bool,
    /// The players at the table who have won the daily limit from computer players.
    pub won_enough: Vec<PlayerId>,
    /// Whether there was a block between the player who sits down and a player at the table before it was opened.
    pub kept_apart: bool,
    /// The banned players who have an account. If the limit of bans is reached, a guest's ban is lifted.
    pub banned_accounts: Vec<PlayerId>,
    /// How much a player may win from computer players in a day, and when the next day starts.
    pub winnings: Option<(Chips, Timestamp)>,
    /// Which people at the table are gone.
    pub gone: Vec<Gone>,
    /// The wallet of a player who takes back a kept chair.
    pub wallet: Option<Chips>,
    /// The name of a new table's host.
    pub host_name: String,
}

impl DraftContext {
    /// Whether this player is connected, if they sit at the table.
    pub(super) fn is_there(&self, player: PlayerId) -> bool {
        !is_gone(player, &self.gone)
    }
}

impl Default for DraftContext {
    fn default() -> Self {
        Self {
            human_present: true,
            wallets: Vec::new(),
            most_bots: MostBots { of_server: u64::MAX, of_host: u64::MAX },
            full_of_bots: false,
            won_enough: Vec::new(),
            kept_apart: false,
            banned_accounts: Vec::new(),
            winnings: None,
            gone: Vec::new(),
            wallet: None,
            host_name: String::new(),
        }
    }
}

/// Chips that move.
struct Payment {
    debit: Account,
    credit: Account,
    amount: Chips,
    reason: Reason,
    /// The person whose ledger shows it.
    player: Option<PlayerId>,
}

impl<'a> Draft<'a> {
    /// Nothing done yet.
    pub fn new(before: &'a Table, now: Timestamp, dealer: &'a dyn Dealer) -> Self {
        let mut table = before.clone();
        table.record.version += 1;
        Self {
            before,
            table,
            now,
            dealer,
            acted: Seats::default(),
            invalidates_decisions: false,
            hand_started: None,
            hand_ended: None,
            counted: Vec::new(),
            sat_down: Vec::new(),
            left: Vec::new(),
            waits: Vec::new(),
            stops_waiting: Vec::new(),
            events: Vec::new(),
            payments: Vec::new(),
            context: DraftContext::default(),
            bots: BotSeating::default(),
            rated: None,
        }
    }

    /// Sets the context: the facts outside the table on which the change depends.
    #[must_use]
    pub fn within(mut self, context: DraftContext) -> Self {
        self.context = context;
        self
    }

    /// Whether nothing has happened.
    pub fn is_empty(&self) -> bool {
        self.events.is_empty()
    }

    /// Moves the table's deadlines after a step of the clock; returns whether there are any. Each decision keeps the time that
    /// was left, but no more than a whole decision time.
    pub fn follow(&mut self, step: SignedDuration) -> bool {
        if step.is_positive() {
            self.table.postpone(step);
        }
        self.table.limit_deadlines(self.now);
        let (before, after) = (&self.before.record, &self.table.record);
        before.decisions != after.decisions || before.state != after.state
    }

    /// The version that this change makes.
    fn version(&self) -> Version {
        self.table.record.version
    }

    /// Adds an event of the table.
    fn push_event(&mut self, event: StoredEvent) {
        self.events.push(Event::Table(event));
    }

    /// Records an event of the hand, and the event derived from it. A pause goes on only if the same step still follows it.
    fn record(&mut self, event: AnyEvent) -> Result<(), ReplayError> {
        let hand = self.table.hand.as_mut().ok_or(ReplayError("no hand is being played"))?;
        let paused_before = self.table.record.state.wait.is_some().then(|| hand.game.step());
        hand.game.record(&event)?;
        let derived = hand.game.derived_event(&event);
        if let Some(derived) = &derived {
            hand.game.record(derived)?;
        }
        self.invalidates_decisions |= AnyHand::invalidates_decisions(&event);
        if paused_before.is_none_or(|step| step != hand.game.step()) {
            self.table.record.state.wait = None;
        }
        self.events.extend([Some(event), derived].into_iter().flatten().map(Event::Hand));
        Ok(())
    }

    /// Moves chips.
    fn pay(&mut self, debit: Account, credit: Account, amount: Chips, reason: Reason) {
        // The chips at a table of a tournament are no money.
        if amount > 0 && !self.table.is_of_tournament() {
            let owner = [debit, credit].into_iter().find_map(Account::owner);
            let player = owner.filter(|&owner| !self.is_bot(owner));
            self.payments.push(Payment { debit, credit, amount, reason, player });
        }
    }

    /// Whether this is a computer player of this table.
    fn is_bot(&self, player: PlayerId) -> bool {
        let sitting = self.table.sitting(player).or_else(|| self.before.sitting(player));
        sitting.is_some_and(|chair| chair.bot.is_some())
    }

    /// The chair of this seat, to change.
    fn chair_mut(&mut self, seat: Seat) -> Option<&mut Sitting> {
        self.table.record.state.chairs.iter_mut().find(|chair| chair.seat == seat)
    }

    /// The players of the next hand.
    fn next_setup(&self) -> Option<<AnyHand as Game>::Setup> {
        let record = &self.table.record;
        AnyHand::setup(&record.options.game, &record.state.standing, &self.table.chairs())
    }

    /// The player's seat.
    fn seat_of(&self, player: PlayerId) -> Result<Seat, Refused> {
        self.table.sitting(player).map(|chair| chair.seat).ok_or(Refused::NotSeated)
    }
}
