//! What the decisions of a director mean: orders to tables, and payments.

use std::collections::{BTreeMap, BTreeSet};

use super::live::{LiveTournament, player_at};
use crate::service::table::error::OutOfOrder;
use crate::service::table::randomness::shuffle::Shuffle;
use crate::service::table::stored::ledger::Account;
use cardroom_api::id::PlayerId;
use cardroom_api::player::ledger::Reason;
use cardroom_rules::games::any::AnySetup;
use cardroom_rules::games::game::Chips;
use cardroom_rules::games::refusal::ReplayError;
use cardroom_rules::games::seat::Seat;
use cardroom_rules::tournament::director::any::AnyDirectorEvent;
use cardroom_rules::tournament::director::duplicate::event::DuplicateEvent;
use cardroom_rules::tournament::director::entry::{PlayerNumber, TournamentEntry};
use cardroom_rules::tournament::director::event::{DirectorEvent, EntryAmount};
use cardroom_rules::tournament::director::floor::place::{EntryId, Placement, TableNumber};
use cardroom_rules::tournament::director::state::Phase;
use cardroom_rules::tournament::director::teams::event::TeamEvent;

/// An order to a table.
#[derive(Clone, Debug, PartialEq)]
pub enum TableOrder {
    /// The table opens.
    Open {},
    /// A player gets up.
    Go {
        /// The player.
        player: PlayerId,
    },
    /// A player sits down.
    Come {
        /// The seat.
        seat: Seat,
        /// The player.
        player: PlayerId,
        /// The tournament chips of the player.
        chips: Chips,
    },
    /// A player has bought chips.
    Add {
        /// The player.
        player: PlayerId,
        /// How many more tournament chips the player has.
        chips: Chips,
    },
    /// A hand is dealt.
    Deal {
        /// What it starts from.
        setup: Box<AnySetup>,
        /// Its shuffle, if other tables play the same deal.
        shuffle: Option<Shuffle>,
        /// The level of the blinds, 1 is the first; `None` in a game without.
        level: Option<u32>,
    },
    /// The invite code of the tournament is another one.
    ShareInvite {
        /// The new code.
        code: String,
    },
    /// The table closes. A hand that is played there is void.
    Close {},
}

/// Chips of the wallet that move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TournamentPayment {
    /// The account that they leave.
    pub debit: Account,
    /// The account that they enter.
    pub credit: Account,
    /// How many.
    pub amount: Chips,
    /// Why they move.
    pub reason: Reason,
    /// The person whose ledger shows it.
    pub player: Option<PlayerId>,
}

/// What some events of a director mean for tables and for the ledger.
#[derive(Clone, Debug, Default)]
pub struct Orders {
    /// The orders to each table, in order.
    pub tables: BTreeMap<TableNumber, Vec<TableOrder>>,
    /// The payments, in order.
    pub payments: Vec<TournamentPayment>,
    /// The chips that people win from computer players: of each amount the part that computer players have paid in.
    pub won_from_bots: Vec<(PlayerId, Chips)>,
    /// The people who have entered.
    pub registered: Vec<PlayerId>,
    /// The people who do not play any more.
    pub unregistered: Vec<PlayerId>,
}

impl Orders {
    /// Whether what an event means follows from the state before it.
    pub fn follow_from_before(event: &AnyDirectorEvent) -> bool {
        match event {
            AnyDirectorEvent::Stacks(event) => matches!(
                event,
                DirectorEvent::HandBegan(_)
                    | DirectorEvent::HandEnded { .. }
                    | DirectorEvent::LevelBegan { .. }
                    | DirectorEvent::ClockSaved {}
            ),
            AnyDirectorEvent::Duplicate(event) => matches!(
                event,
                DuplicateEvent::DealBegan { .. }
                    | DuplicateEvent::DealEnded { .. }
                    | DuplicateEvent::ClockSaved {}
            ),
            AnyDirectorEvent::Teams(event) => {
                matches!(event, TeamEvent::HandBegan { .. } | TeamEvent::HandEnded { .. })
            }
        }
    }

    /// Adds what such an event means.
    pub fn add_before(
        &mut self,
        before: &LiveTournament,
        event: &AnyDirectorEvent,
    ) -> Result<(), OutOfOrder> {
        match event {
            AnyDirectorEvent::Stacks(DirectorEvent::HandBegan(began)) => {
                let setup = before.stacks()?.dealt_setup(began);
                let setup = Box::new(setup.ok_or(ReplayError("there is no such level"))?);
                self.order(began.table, TableOrder::Deal { setup, shuffle: None, level: Some(began.level) });
            }
            AnyDirectorEvent::Duplicate(event) => self.add_deal_of_duplicate(before, event)?,
            AnyDirectorEvent::Teams(event) => self.add_hand_of_teams(before, event)?,
            AnyDirectorEvent::Stacks(_) => {}
        }
        Ok(())
    }

    /// Adds what an event means that turned one state of a tournament into the next.
    pub fn add(
        &mut self,
        before: &LiveTournament,
        event: &AnyDirectorEvent,
        after: &LiveTournament,
    ) -> Result<(), OutOfOrder> {
        match event {
            AnyDirectorEvent::Stacks(event) => self.add_of_stacks(before, event, after),
            AnyDirectorEvent::Duplicate(event) => self.add_of_duplicate(before, event, after),
            AnyDirectorEvent::Teams(event) => self.add_of_teams(before, event, after),
        }
    }

    #[allow(clippy::too_many_lines, reason = "an arm for each event")]
    fn add_of_stacks(
        &mut self,
        before: &LiveTournament,
        event: &DirectorEvent,
        after: &LiveTournament,
    ) -> Result<(), OutOfOrder> {
        let director = before.stacks()?;
        let price = director.setup().price;
        match event {
            &DirectorEvent::Registered { entry, .. } => {
                let player = after.player(entry)?;
                self.collect(after, player, price.total());
                if director.phase() == Phase::Playing {
                    self.keep(after, price.fee);
                }
                if !after.computers.contains_key(&player) {
                    self.registered.push(player);
                }
            }
            &DirectorEvent::Unregistered { entry } => {
                self.pay(before, entry, price.total(), Reason::TournamentRefund)?;
                self.strike_off(before, entry)?;
            }
            DirectorEvent::Started { placements } => {
                let fees = price.fee * placements.len() as Chips;
                self.keep(before, fees);
                self.place(before, placements)?;
            }
            DirectorEvent::Seated { placement } | DirectorEvent::Moved { placement } => {
                self.place(before, &[*placement])?;
            }
            DirectorEvent::TableBroken { placements, .. }
            | DirectorEvent::FinalTableFormed { placements, .. } => self.place(before, placements)?,
            DirectorEvent::WentOut { table, entries, bounties, .. } => {
                for &entry in entries {
                    self.order(*table, TableOrder::Go { player: before.player(entry)? });
                }
                self.pay_all(before, bounties, Reason::TournamentBounty)?;
            }
            &DirectorEvent::Disqualified { entry } => {
                self.rise(before, entry)?;
            }
            &DirectorEvent::PrizePaid { entry, prize, .. } => {
                self.pay(before, entry, prize.total(), Reason::TournamentPrize)?;
            }
            DirectorEvent::HeadsPaid { amounts } => {
                self.pay_all(before, amounts, Reason::TournamentBounty)?;
            }
            &DirectorEvent::PrizesFixed { added, .. } => {
                let guarantee = director.setup().guarantee;
                self.return_guarantee(before, guarantee.saturating_sub(added));
            }
            DirectorEvent::Cancelled { refunds, .. } => {
                self.undo_house(before, after)?;
                self.pay_all(before, refunds, Reason::TournamentRefund)?;
                self.strike_off_all(before)?;
            }
            DirectorEvent::DealMade {} => {
                let amounts = before.offered().to_vec();
                self.pay_all(before, &amounts, Reason::TournamentPrize)?;
            }
            &DirectorEvent::Rebought { entry } => {
                let rebuy = director.setup().rebuy.ok_or(ReplayError("there are no rebuys"))?;
                self.buy(before, entry, rebuy.price, rebuy.chips)?;
            }
            &DirectorEvent::AddedOn { entry } => {
                let add_on = director.setup().add_on.ok_or(ReplayError("there is no add-on"))?;
                self.buy(before, entry, add_on.price, add_on.chips)?;
            }
            DirectorEvent::Finished {} => self.strike_off_all(before)?,
            _ => {}
        }
        if matches!(
            event,
            DirectorEvent::WentOut { .. }
                | DirectorEvent::Disqualified { .. }
                | DirectorEvent::PrizesFixed { .. }
                | DirectorEvent::PrizePaid { .. }
                | DirectorEvent::RoundBegan { .. }
                | DirectorEvent::HandForHandEnded {}
        ) {
            self.strike_off_gone(before, after);
        }
        let after = after.stacks()?;
        let is_open = |number: TableNumber| after.tables().iter().any(|it| it.number == number);
        for table in director.tables().iter().filter(|table| !is_open(table.number)) {
            for (_, entry) in table.players() {
                let player = before.player(entry)?;
                let goes = TableOrder::Go { player };
                let orders = self.tables.entry(table.number).or_default();
                if !orders.contains(&goes) {
                    orders.push(goes);
                }
            }
            self.order(table.number, TableOrder::Close {});
        }
        Ok(())
    }

    /// Players get up where they sat, and sit down where they sit from now on.
    fn place(&mut self, before: &LiveTournament, placements: &[Placement]) -> Result<(), OutOfOrder> {
        let director = before.stacks()?;
        for placement in placements {
            self.rise(before, placement.entry)?;
        }
        for &Placement { entry, place } in placements {
            let is_new = !director.tables().iter().any(|table| table.number == place.table);
            let orders = self.tables.entry(place.table).or_default();
            if is_new && !orders.contains(&TableOrder::Open {}) {
                orders.push(TableOrder::Open {});
            }
            let entries = director.entries();
            let chips = entries.get(entry.index()).map_or(0, |entry| entry.chips);
            orders.push(TableOrder::Come { seat: place.seat, player: before.player(entry)?, chips });
        }
        Ok(())
    }

    /// A player pays for more chips.
    fn buy(
        &mut self,
        before: &LiveTournament,
        entry: EntryId,
        price: Chips,
        chips: Chips,
    ) -> Result<(), OutOfOrder> {
        let player = before.player(entry)?;
        let (purse, person) = purse(before, player);
        let account = Account::Tournament(before.record.id);
        self.transfer(purse, account, price, Reason::TournamentRebuy, person);
        let place = before.stacks()?.entries().get(entry.index()).and_then(TournamentEntry::place);
        if let Some(place) = place {
            self.order(place.table, TableOrder::Add { player, chips });
        }
        Ok(())
    }

    fn rise(&mut self, before: &LiveTournament, entry: EntryId) -> Result<(), OutOfOrder> {
        let place = before.stacks()?.entries().get(entry.index()).and_then(TournamentEntry::place);
        if let Some(place) = place {
            self.order(place.table, TableOrder::Go { player: before.player(entry)? });
        }
        Ok(())
    }

    /// Adds an order to a table.
    pub fn order(&mut self, table: TableNumber, order: TableOrder) {
        self.tables.entry(table).or_default().push(order);
    }

    fn strike_off(&mut self, tournament: &LiveTournament, entry: EntryId) -> Result<(), OutOfOrder> {
        let player = tournament.player(entry)?;
        if !tournament.computers.contains_key(&player) {
            self.unregistered.push(player);
        }
        Ok(())
    }

    /// Removes the registrations of players who are out and cannot be paid any more.
    pub(super) fn strike_off_gone(&mut self, before: &LiveTournament, after: &LiveTournament) {
        let concerned: BTreeSet<PlayerNumber> = after.director.concerned().into_iter().collect();
        let gone = before.director.concerned().into_iter().filter(|player| !concerned.contains(player));
        let people = gone.map(player_at).filter(|player| !before.computers.contains_key(player));
        self.unregistered.extend(people);
    }

    fn strike_off_all(&mut self, tournament: &LiveTournament) -> Result<(), OutOfOrder> {
        for entry in tournament.stacks()?.entries() {
            self.strike_off(tournament, entry.number)?;
        }
        Ok(())
    }

    pub(super) fn collect(&mut self, tournament: &LiveTournament, player: PlayerId, amount: Chips) {
        let (purse, person) = purse(tournament, player);
        let account = Account::Tournament(tournament.record.id);
        self.transfer(purse, account, amount, Reason::TournamentEntry, person);
    }

    fn pay(
        &mut self,
        tournament: &LiveTournament,
        entry: EntryId,
        amount: Chips,
        reason: Reason,
    ) -> Result<(), OutOfOrder> {
        self.pay_player(tournament, tournament.player(entry)?, amount, reason);
        Ok(())
    }

    /// Pays a player, and notes which part of it is won from computer players.
    pub(super) fn pay_player(
        &mut self,
        tournament: &LiveTournament,
        player: PlayerId,
        amount: Chips,
        reason: Reason,
    ) {
        let (purse, person) = purse(tournament, player);
        self.transfer(Account::Tournament(tournament.record.id), purse, amount, reason, person);
        let won = tournament.part_of_computers(amount);
        if let Some(person) = person
            && won > 0
            && reason != Reason::TournamentRefund
        {
            self.won_from_bots.push((person, won));
        }
    }

    pub(super) fn pay_all(
        &mut self,
        tournament: &LiveTournament,
        amounts: &[EntryAmount],
        reason: Reason,
    ) -> Result<(), OutOfOrder> {
        amounts.iter().try_for_each(|paid| self.pay(tournament, paid.entry, paid.amount, reason))
    }

    /// The house puts the guarantee of a tournament that is announced aside.
    pub fn set_guarantee_aside(&mut self, tournament: &LiveTournament) {
        let account = Account::Tournament(tournament.record.id);
        let guarantee = tournament.director.guarantee();
        self.transfer(Account::House, account, guarantee, Reason::TournamentGuarantee, None);
    }

    /// The house takes back what the prizes do not need of a guarantee.
    pub(super) fn return_guarantee(&mut self, tournament: &LiveTournament, amount: Chips) {
        let account = Account::Tournament(tournament.record.id);
        self.transfer(account, Account::House, amount, Reason::TournamentGuarantee, None);
    }

    /// The house gives back the fees of those who are left, and takes back a guarantee that is not paid out.
    fn undo_house(&mut self, before: &LiveTournament, after: &LiveTournament) -> Result<(), OutOfOrder> {
        let (director, is) = (before.stacks()?, after.stacks()?.account());
        let was = director.account();
        let account = Account::Tournament(before.record.id);
        let fees = was.fees_out.saturating_sub(is.fees_out);
        self.transfer(Account::House, account, fees, Reason::TournamentFee, None);
        let guarantee = match director.prizes() {
            None => director.setup().guarantee,
            Some(_) => was.added.saturating_sub(is.added),
        };
        self.return_guarantee(before, guarantee);
        Ok(())
    }

    pub(super) fn keep(&mut self, tournament: &LiveTournament, fees: Chips) {
        let account = Account::Tournament(tournament.record.id);
        self.transfer(account, Account::House, fees, Reason::TournamentFee, None);
    }

    pub(super) fn transfer(
        &mut self,
        debit: Account,
        credit: Account,
        amount: Chips,
        reason: Reason,
        player: Option<PlayerId>,
    ) {
        if amount > 0 {
            self.payments.push(TournamentPayment { debit, credit, amount, reason, player });
        }
    }
}

/// The account that a player's entry is paid from, and the person whose ledger shows it.
fn purse(tournament: &LiveTournament, player: PlayerId) -> (Account, Option<PlayerId>) {
    if tournament.computers.contains_key(&player) {
        (Account::Bots, None)
    } else {
        (Account::Wallet(player), Some(player))
    }
}
