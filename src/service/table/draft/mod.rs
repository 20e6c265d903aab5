//! A change in the making: judged on a table that stays as it is, and committed whole or not at all.

mod apply;
mod bots;
mod clock;
mod finish;
mod hand;
pub mod host;
mod keeping;
pub mod open;
mod seats;
mod top_ups;
mod waiting;

use std::sync::Arc;

use jiff::{SignedDuration, Timestamp};

use super::change::{Event, TableEvent, Version};
use super::commit::{Bots, EndedHand, MostBots};
use super::dealer::Dealer;
use super::figures::Counted;
use super::gone::{Gone, is_gone};
use super::ledger::{Account, Reason};
use super::live::Table;
use super::record::HandRecord;
use super::refused::Refused;
use super::state::Sitting;
use crate::service::id::PlayerId;
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
    /// When.
    now: Timestamp,
    /// Where a hand's chance comes from.
    dealer: &'a dyn Dealer,
    /// The seats that acted in the hand, or were played for.
    acted: Seats,
    /// What happened in the hand asks all that may act something else than before.
    renewed: bool,
    hand_started: Option<Arc<HandRecord>>,
    hand_ended: Option<EndedHand>,
    counted: Vec<Counted>,
    sat_down: Vec<PlayerId>,
    left: Vec<PlayerId>,
    waits: Vec<PlayerId>,
    stops_waiting: Vec<PlayerId>,
    events: Vec<Event>,
    payments: Vec<Payment>,
    around: Surroundings,
    bots: Bots,
}

/// What a draft knows of what is around its table.
#[derive(Clone, Debug)]
pub struct Surroundings {
    /// Whether a person is there: connected, and seated where a person sits at all. Where none is, no table with
    /// computer players deals.
    pub company: bool,
    /// What those have in their wallets whose stacks are to be filled up.
    pub wallets: Vec<(PlayerId, Chips)>,
    /// How many computer players may sit.
    pub most_bots: MostBots,
    /// As many sit there.
    pub full_of_bots: bool,
    /// Who of those at the table may win no more from computer players today.
    pub won_enough: Vec<PlayerId>,
    /// Whether who sits down and somebody at the table want nothing to do with each other, since before it was opened.
    pub kept_apart: bool,
    /// Who of those that are banned has an account: where as many are banned as may be, the ban of another gives way.
    pub banned_accounts: Vec<PlayerId>,
    /// How much one may win from computer players in a day, and when the next day begins.
    pub winnings: Option<(Chips, Timestamp)>,
    /// Which people at the table are gone.
    pub gone: Vec<Gone>,
    /// What a player has in their wallet who takes up a chair that was kept for them.
    pub wallet: Option<Chips>,
    /// What whoever opens a table is called.
    pub host_name: String,
}

impl Surroundings {
    /// Whether this player is connected, if they sit at the table.
    pub(super) fn is_there(&self, player: PlayerId) -> bool {
        !is_gone(player, &self.gone)
    }
}

impl Default for Surroundings {
    fn default() -> Self {
        Self {
            company: true,
            wallets: Vec::new(),
            most_bots: MostBots { of_house: u64::MAX, of_host: u64::MAX },
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
    /// Whose ledger shows it: a person's.
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
            renewed: false,
            hand_started: None,
            hand_ended: None,
            counted: Vec::new(),
            sat_down: Vec::new(),
            left: Vec::new(),
            waits: Vec::new(),
            stops_waiting: Vec::new(),
            events: Vec::new(),
            payments: Vec::new(),
            around: Surroundings::default(),
            bots: Bots::default(),
        }
    }

    /// The same, with this around the table.
    #[must_use]
    pub fn amid(mut self, around: Surroundings) -> Self {
        self.around = around;
        self
    }

    /// Whether nothing has happened.
    pub fn is_empty(&self) -> bool {
        self.events.is_empty()
    }

    /// Moves the table's deadlines after a step of the clock; whether there are any to move. What was left of a decision is left
    /// of it still, but no more than a whole one.
    pub fn follow(&mut self, step: SignedDuration) -> bool {
        if step.is_positive() {
            self.table.put_off(step);
        }
        self.table.bring_near(self.now);
        let (before, after) = (&self.before.record, &self.table.record);
        before.decisions != after.decisions || before.state != after.state
    }

    /// The version that this change makes.
    fn version(&self) -> Version {
        self.table.record.version
    }

    /// Says what happened at the table.
    fn tell(&mut self, event: TableEvent) {
        self.events.push(Event::Table(event));
    }

    /// Records an event of the hand, and the event that goes beside it. A pause goes on only if the same step follows it as before.
    fn record(&mut self, event: AnyEvent) -> Result<(), ReplayError> {
        let hand = self.table.hand.as_mut().ok_or(ReplayError("no hand is being played"))?;
        let paused_before = self.table.record.state.wait.is_some().then(|| hand.game.step());
        hand.game.record(&event)?;
        let aside = hand.game.aside(&event);
        if let Some(aside) = &aside {
            hand.game.record(aside)?;
        }
        self.renewed |= AnyHand::renews(&event);
        if paused_before.is_none_or(|step| step != hand.game.step()) {
            self.table.record.state.wait = None;
        }
        self.events.extend([Some(event), aside].into_iter().flatten().map(Event::Hand));
        Ok(())
    }

    /// Moves chips.
    fn pay(&mut self, debit: Account, credit: Account, amount: Chips, reason: Reason) {
        if amount > 0 {
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

    /// Who would play the next hand.
    fn next_setup(&self) -> Option<<AnyHand as Game>::Setup> {
        let record = &self.table.record;
        AnyHand::setup(&record.options.game, &record.state.standing, &self.table.chairs())
    }

    /// Where the player sits.
    fn seat_of(&self, player: PlayerId) -> Result<Seat, Refused> {
        self.table.sitting(player).map(|chair| chair.seat).ok_or(Refused::NotSeated)
    }
}
