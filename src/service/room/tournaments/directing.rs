//! Carrying out what a director decides: at its tables, and in the ledger, in one transaction.

use std::collections::BTreeMap;
use std::iter;
use std::sync::Arc;

use jiff::Timestamp;

use super::TournamentHandle;
use crate::service::id::new_id;
use crate::service::ports::commits::Committed;
use crate::service::room::error::{Failed, RoomError};
use crate::service::room::feed::Published;
use crate::service::room::room_core::RoomCore;
use crate::service::room::table_handle::TableHandle;
use crate::service::table::draft::Draft;
use crate::service::table::draft::tournament::Arrival;
use crate::service::table::error::{DraftError, OutOfOrder};
use crate::service::table::live::Table;
use crate::service::table::refused::Refused;
use crate::service::table::state::TournamentPlace;
use crate::service::table::stored::change::{Author, Change};
use crate::service::table::stored::commit::{Commit, Write};
use crate::service::table::stored::ledger::ChipMovement;
use crate::service::table::stored::options::{
    StoredAbsent, StoredAccess, StoredBotsBy, StoredDealing, StoredOptions,
};
use crate::service::tournaments::live::{LiveTournament, millis, moment};
use crate::service::tournaments::orders::{Orders, TableOrder, TournamentPayment};
use crate::service::tournaments::stored::{
    CommitGroup, OpenedTournamentTable, TournamentBody, TournamentChange, TournamentCommit,
    TournamentComputer,
};
use cardroom_api::id::{MovementId, PlayerId, TableId};
use cardroom_rules::games::refusal::ReplayError;
use cardroom_rules::games::seat::Seat;
use cardroom_rules::tournament::director::command::DirectorCommand;
use cardroom_rules::tournament::director::event::DirectorEvent;
use cardroom_rules::tournament::director::floor::place::TableNumber;
use cardroom_rules::tournament::director::step::NextStep;
use tokio::sync::MutexGuard;

/// More events than follow each other at one moment. Beyond it the rules are broken, and the tournament stops rather than hangs.
const MOST_EVENTS: usize = 100_000;

/// A table whose hand has just ended: its handle, which is locked, the table before, and the commit that ends the hand.
pub(super) type EndedTable = (Arc<TableHandle>, Arc<Table>, Commit);

/// A change of a tournament in the making.
pub(super) struct Decisions {
    pub(super) live: LiveTournament,
    at: Timestamp,
    body: TournamentBody,
    orders: Orders,
}

/// A table's part in a group, until that is written.
struct TablePart<'a> {
    handle: Arc<TableHandle>,
    _lock: Option<MutexGuard<'a, ()>>,
    before: Option<Arc<Table>>,
    changes: Vec<Arc<Change>>,
    after: Arc<Table>,
    bots_left: Vec<PlayerId>,
}

impl Decisions {
    /// Nothing decided yet.
    pub(super) fn new(live: &LiveTournament, at: Timestamp) -> Self {
        Self { live: live.clone(), at, body: TournamentBody::default(), orders: Orders::default() }
    }

    /// A computer player is going to enter.
    pub(super) fn invite(&mut self, computer: TournamentComputer) {
        self.live.computers.insert(computer.player, Arc::new(computer.clone()));
        self.body.computers.push(computer);
    }

    /// Carries out a command.
    pub(super) fn accept(&mut self, command: &DirectorCommand) -> Result<(), RoomError> {
        let event = self.live.director.accept(millis(self.at), command).map_err(Refused::from)?;
        Ok(self.record(event)?)
    }

    fn record(&mut self, event: DirectorEvent) -> Result<(), OutOfOrder> {
        let before = self.live.clone();
        self.live.record(self.at, &event)?;
        self.orders.add(&before, &event, &self.live)?;
        self.body.events.push(event);
        Ok(())
    }

    /// Lets the director go on by itself as far as it can now.
    fn go_on(&mut self) -> Result<(), OutOfOrder> {
        for _ in 0..MOST_EVENTS {
            let NextStep::Now(event) = self.live.director.step(millis(self.at)) else { return Ok(()) };
            self.record(event)?;
        }
        Err(ReplayError("the director does not come to rest").into())
    }

    fn is_empty(&self) -> bool {
        self.body.events.is_empty()
    }
}

impl RoomCore {
    /// Carries out a command, if there is one, and everything that follows at once; `None` if it has to be decided again, because
    /// another change came first. Returns the table after it whose hand has ended. The caller holds the `directing` lock.
    pub(super) async fn decide(
        &self,
        handle: &TournamentHandle,
        live: &LiveTournament,
        author: Author,
        command: Option<DirectorCommand>,
        ended: Option<EndedTable>,
    ) -> Result<Option<Option<Arc<Table>>>, RoomError> {
        let mut decisions = Decisions::new(live, self.clock.now());
        if let Some(command) = command {
            decisions.accept(&command)?;
        }
        self.carry_out_decisions(handle, decisions, author, ended).await
    }

    /// The same for decisions that have been begun.
    pub(super) async fn carry_out_decisions(
        &self,
        handle: &TournamentHandle,
        mut decisions: Decisions,
        author: Author,
        ended: Option<EndedTable>,
    ) -> Result<Option<Option<Arc<Table>>>, RoomError> {
        decisions.go_on()?;
        if decisions.is_empty() && ended.is_none() {
            self.plan(handle, &decisions.live);
            return Ok(Some(None));
        }
        self.write_decisions(handle, decisions, author, ended).await
    }

    /// Writes a tournament that is announced, before anything happens in it.
    pub(super) async fn announce_decisions(
        &self,
        handle: &TournamentHandle,
        decisions: Decisions,
        author: Author,
    ) -> Result<(), RoomError> {
        self.write_decisions(handle, decisions, author, None).await?.map(drop).ok_or(Failed::Contended)?;
        Ok(())
    }

    /// Sets when the tournament's clock has to look at it next.
    pub(super) fn plan(&self, handle: &TournamentHandle, live: &LiveTournament) {
        let now = self.clock.now();
        let due = match live.director.step(millis(now)) {
            NextStep::Now(_) => Some(now),
            NextStep::Until(at) => at.map(moment),
            NextStep::Over => None,
        };
        let saves = self.saves_at(live, now);
        handle.set_due(due.into_iter().chain(live.fills_at()).chain(saves).min());
    }

    async fn write_decisions(
        &self,
        handle: &TournamentHandle,
        decisions: Decisions,
        author: Author,
        ended: Option<EndedTable>,
    ) -> Result<Option<Option<Arc<Table>>>, RoomError> {
        let Decisions { mut live, at, mut body, mut orders } = decisions;
        let arrivals = self.looks_of_arrivals(&live, &orders).await?;
        let ended_id = ended.as_ref().map(|(_, table, _)| table.record.id);
        // Opened tables are known by their numbers from now on.
        let mut fresh = BTreeMap::new();
        for (&number, orders) in &orders.tables {
            if orders.contains(&TableOrder::Open {}) {
                let place = TournamentPlace { id: live.record.id, number };
                let options = options_of_table(&live, number)?;
                let table = Table::of_tournament(live.record.host, place, options, at, &*self.dealer)?;
                body.opened.push(OpenedTournamentTable { number, table: table.record.id });
                live.tables.insert(number, table.record.id);
                fresh.insert(table.record.id, table);
            }
        }
        let mut by_table: BTreeMap<TableId, (TableNumber, Vec<TableOrder>)> = BTreeMap::new();
        for (number, orders) in std::mem::take(&mut orders.tables) {
            by_table.insert(live.table(number)?, (number, orders));
        }
        let mut handles = Vec::new();
        for &id in by_table.keys().filter(|&&id| Some(id) != ended_id) {
            let handle = if fresh.contains_key(&id) { Arc::default() } else { self.handle(id).await? };
            handles.push((id, handle));
        }
        let (mut parts, mut commits) = (Vec::new(), Vec::new());
        if let Some((table_handle, before, commit)) = ended {
            let mut commit = commit;
            let mut changes = vec![Arc::clone(&commit.change)];
            if let Some((_, orders)) = by_table.remove(&before.record.id) {
                let middle = Arc::clone(&commit.table);
                let next = self.obey(&middle, at, &orders, &arrivals)?;
                changes.push(Arc::clone(&next.change));
                commit = commit.followed_by(next);
            }
            parts.push(TablePart {
                handle: table_handle,
                _lock: None,
                before: Some(before),
                changes,
                after: Arc::clone(&commit.table),
                bots_left: commit.bots.left.clone(),
            });
            commits.push(Box::new(commit));
        }
        for (id, table_handle) in &handles {
            let Some((_, orders)) = by_table.get(id) else { continue };
            let lock = table_handle.write_lock.lock().await;
            let (before, commit) = match fresh.get(id) {
                Some(table) => {
                    let commit = self.obey(table, at, orders, &arrivals)?;
                    (None, Commit { write: Write::Open, ..commit })
                }
                None => {
                    let table = self.load(table_handle, *id).await?;
                    let commit = self.obey(&table, at, orders, &arrivals)?;
                    (Some(table), commit)
                }
            };
            parts.push(TablePart {
                handle: Arc::clone(table_handle),
                _lock: Some(lock),
                before,
                changes: vec![Arc::clone(&commit.change)],
                after: Arc::clone(&commit.table),
                bots_left: commit.bots.left.clone(),
            });
            commits.push(Box::new(commit));
        }
        // If blinds put all players all in, a hand ends in the change that deals it.
        let ended_at_once =
            commits.iter().any(|commit| commit.hand_started.is_some() && commit.hand_ended.is_some());
        // A batch takes its tables in the order of their identifiers.
        commits.sort_by_key(|commit| commit.table.record.id);
        let tournament = self.commit_of(&mut live, at, author, body, orders)?;
        let concerned: Vec<PlayerId> = tournament
            .movements
            .iter()
            .filter_map(|movement| movement.player)
            .chain(commits.iter().flat_map(|commit| commit.sat_down.iter().chain(&commit.left)).copied())
            .collect();
        let group = Arc::new(CommitGroup { tournament, tables: commits });
        let written = match self.writer.begin_group(group).await {
            Ok(under_way) => under_way.written().await,
            Err(error) => Err(error),
        };
        // Unless it is written, what is in memory might be older than what is on disk.
        if !matches!(written, Ok(Committed::Done)) {
            handle.drop_current();
            parts.iter().for_each(|part| part.handle.forget());
        }
        match written? {
            Committed::Done => {}
            Committed::Fenced | Committed::KeyUsed => return Ok(None),
            Committed::Short => return Err(Refused::NotEnoughChips.into()),
            Committed::NoSuchPlayer => return Err(Refused::NoSuchPlayer.into()),
            _ => return Err(Failed::Contended.into()),
        }
        let after = ended_id.and(parts.first()).map(|part| Arc::clone(&part.after));
        for part in parts {
            let TablePart { handle, before, changes, after, bots_left, .. } = part;
            let publish = |change: &Arc<Change>| {
                Arc::new(Published::new(Arc::clone(change), before.as_deref(), &after))
            };
            let published: Vec<_> = changes.iter().map(publish).collect();
            let handle = self.cache.handle_or(after.record.id, handle);
            self.publish(&handle, before.as_deref(), published, &after);
            self.bots.forget(&bots_left);
        }
        let live = Arc::new(live);
        handle.publish(Arc::clone(&live));
        self.plan(handle, &live);
        if ended_at_once {
            // The clock brings the director the result.
            handle.set_due(Some(at));
        }
        for player in concerned {
            self.news.notify(player, ());
        }
        Ok(Some(after))
    }

    /// Drafts what a table is ordered to do.
    fn obey(
        &self,
        table: &Table,
        at: Timestamp,
        orders: &[TableOrder],
        arrivals: &BTreeMap<PlayerId, Arrival>,
    ) -> Result<Commit, DraftError> {
        let mut draft = Draft::new(table, at, &*self.dealer).within(self.people_context());
        for order in orders {
            match order {
                TableOrder::Open {} => draft.open_for_tournament(),
                TableOrder::Go { player } => draft.unseat_entry(*player),
                TableOrder::Come { seat, player, chips } => {
                    let arrival = arrivals.get(player).cloned().ok_or(ReplayError("nobody arrives"))?;
                    draft.seat_entry(Arrival { seat: *seat, chips: *chips, ..arrival });
                }
                TableOrder::Deal(setup) => draft.deal_for_tournament((**setup).clone())?,
                TableOrder::Close {} => draft.close_for_tournament()?,
            }
        }
        Ok(draft.finish(Author::Clock)?)
    }

    /// The tournament's own part of a group.
    fn commit_of(
        &self,
        live: &mut LiveTournament,
        at: Timestamp,
        author: Author,
        body: TournamentBody,
        orders: Orders,
    ) -> Result<TournamentCommit, RoomError> {
        let was = Some(live.record.version).filter(|&version| version > 0);
        live.record.version += 1;
        live.record.phase = live.phase();
        if live.is_over() {
            live.record.ended_at.get_or_insert(at);
        }
        let change =
            TournamentChange { tournament: live.record.id, version: live.record.version, at, author, body };
        let movements = self.movements_of(at, &orders.payments)?;
        let Orders { registered, unregistered, .. } = orders;
        Ok(TournamentCommit { was, record: live.record.clone(), change, registered, unregistered, movements })
    }

    /// Identifiers of one millisecond sort at random, so they are assigned in sorted order, in which the chips moved.
    fn movements_of(
        &self,
        at: Timestamp,
        payments: &[TournamentPayment],
    ) -> Result<Vec<ChipMovement>, RoomError> {
        let ids = iter::repeat_with(|| new_id::<MovementId>(at, &*self.dealer)).take(payments.len());
        let mut ids: Vec<MovementId> = ids.collect::<Result<_, _>>()?;
        ids.sort_unstable();
        let movement = |(id, payment): (MovementId, &TournamentPayment)| {
            let &TournamentPayment { debit, credit, amount, reason, player } = payment;
            ChipMovement { id, at, debit, credit, amount, reason, player, table: None }
        };
        Ok(ids.into_iter().zip(payments).map(movement).collect())
    }

    /// How the players look who sit down somewhere.
    async fn looks_of_arrivals(
        &self,
        live: &LiveTournament,
        orders: &Orders,
    ) -> Result<BTreeMap<PlayerId, Arrival>, RoomError> {
        let mut arrivals = BTreeMap::new();
        for order in orders.tables.values().flatten() {
            let TableOrder::Come { player, .. } = *order else { continue };
            let arrival = match live.computers.get(&player) {
                Some(computer) => Arrival {
                    seat: Seat(0),
                    player,
                    name: computer.name.clone(),
                    avatar: None,
                    chips: 0,
                    level: Some(computer.level),
                },
                None => {
                    // A player who was deleted plays on without a name.
                    let looks = self.session_cache.looks(&*self.store, player).await?;
                    let name = looks.as_ref().map(|looks| looks.name.to_string()).unwrap_or_default();
                    let avatar = looks.map(|looks| looks.avatar);
                    Arrival { seat: Seat(0), player, name, avatar, chips: 0, level: None }
                }
            };
            arrivals.insert(player, arrival);
        }
        Ok(arrivals)
    }
}

/// The options of a table of a tournament.
fn options_of_table(live: &LiveTournament, number: TableNumber) -> Result<StoredOptions, OutOfOrder> {
    let options = &live.record.options;
    let setup = live.director.setup();
    let game = live.director.rules_of_new_table().ok_or(ReplayError("there is no such level"))?;
    Ok(StoredOptions {
        name: options.name.clone(),
        game,
        seats: setup.sizes().final_table.max(setup.seats).min(Seat::MOST),
        min_buy_in: options.starting_chips,
        max_buy_in: options.starting_chips,
        decision_seconds: options.decision_seconds,
        time_bank_seconds: options.time_bank_seconds,
        dealing: StoredDealing::Automatic { pause_seconds: 3 },
        access: StoredAccess::Public,
        bots: StoredBotsBy::Nobody,
        bot_pace: options.bot_pace.into(),
        fill_with_bots: None,
        absent: StoredAbsent::Wait,
    })
    .inspect(|_| tracing::debug!(tournament = %live.record.id, table = number.0, "a table opens"))
}
