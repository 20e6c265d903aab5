//! Carrying out what a director has decided: at its tables and in the ledger, in one transaction.

use std::collections::BTreeMap;
use std::iter;
use std::sync::Arc;

use jiff::Timestamp;
use tokio::sync::MutexGuard;

use super::TournamentHandle;
use super::directing::Decisions;
use super::moves::EndedTable;
use super::operating::house_is_short;
use crate::service::id::{IdSet, new_id};
use crate::service::ports::commits::Committed;
use crate::service::room::error::{Failed, RoomError};
use crate::service::room::players::concerned;
use crate::service::room::room_core::RoomCore;
use crate::service::room::tables::feed::PublishedChange;
use crate::service::room::tables::published_table::PublishedTable;
use crate::service::room::tables::table_handle::TableHandle;
use crate::service::table::draft::Draft;
use crate::service::table::draft::tournament::Arrival;
use crate::service::table::error::{DraftError, OutOfOrder};
use crate::service::table::live::Table;
use crate::service::table::refused::Refused;
use crate::service::table::state::TournamentPlace;
use crate::service::table::stored::change::Author;
use crate::service::table::stored::commit::{Commit, Write};
use crate::service::table::stored::ledger::ChipMovement;
use crate::service::tournaments::live::LiveTournament;
use crate::service::tournaments::orders::{Orders, TableOrder, TournamentPayment};
use crate::service::tournaments::stored::{
    CommitGroup, OpenedTournamentTable, TournamentBody, TournamentChange, TournamentCommit,
};
use cardroom_api::id::{MovementId, PlayerId, TableId};
use cardroom_rules::games::refusal::ReplayError;
use cardroom_rules::games::seat::Seat;
use cardroom_rules::tournament::director::event::DirectorEvent;
use cardroom_rules::tournament::director::floor::place::TableNumber;

/// A table that has orders, before it obeys them.
struct OrderedTable {
    handle: Arc<TableHandle>,
    /// The table; a new one is not published yet.
    before: OrderedBefore,
    orders: Vec<TableOrder>,
}

#[allow(clippy::large_enum_variant, reason = "there are few at a time")]
enum OrderedBefore {
    New(Table),
    Known(Arc<PublishedTable>),
    /// Its hand ends in the same change.
    Ends(Arc<PublishedTable>, Box<Commit>),
}

/// A table's part in a group, until that is written.
struct TablePart {
    handle: Arc<TableHandle>,
    before: Option<Arc<PublishedTable>>,
    after: Arc<PublishedTable>,
    changes: Vec<Arc<PublishedChange>>,
    bots_left: Vec<PlayerId>,
    has_ended: bool,
}

impl OrderedTable {
    /// The table that obeys: if its hand ends, as it is then.
    fn obeying(&self) -> &Table {
        match &self.before {
            OrderedBefore::New(table) => table,
            OrderedBefore::Known(table) => table,
            OrderedBefore::Ends(_, commit) => &commit.table,
        }
    }
}

impl RoomCore {
    /// Writes what was decided, with the tables that it concerns, and publishes it; `None` if it has to be decided again.
    #[allow(clippy::too_many_lines, reason = "the steps of one write, in their order")]
    pub(super) async fn write_decisions(
        &self,
        handle: &TournamentHandle,
        decisions: Decisions,
        author: Author,
        ended: Option<EndedTable>,
    ) -> Result<Option<Option<Arc<PublishedTable>>>, RoomError> {
        let target = self.tickets_of(&decisions).await?;
        let Decisions { mut live, at, mut body, mut orders, most_announced, most_entered, filled, request } =
            decisions;
        let fresh = self.open_tables(&mut live, &mut body, &orders, at)?;
        let mut by_table: BTreeMap<TableId, Vec<TableOrder>> = BTreeMap::new();
        for (number, orders) in std::mem::take(&mut orders.tables) {
            by_table.insert(live.table(number)?, orders);
        }
        let mut handles = Vec::new();
        let ended_id = ended.as_ref().map(|ended| ended.before.record.id);
        for &id in by_table.keys().filter(|&&id| Some(id) != ended_id) {
            let is_new = fresh.contains_key(&id);
            handles.push((id, if is_new { Arc::default() } else { self.tables.handle(id).await? }));
        }
        // The caller has the lock of a table whose hand ends.
        let mut locks: Vec<MutexGuard<'_, ()>> = Vec::new();
        for (_, handle) in &handles {
            locks.push(handle.write_lock.lock().await);
        }
        let mut tables = self.ordered_tables(&handles, fresh, &mut by_table).await?;
        if let Some(EndedTable { handle, before, commit }) = ended {
            let orders = by_table.remove(&before.record.id).unwrap_or_default();
            tables.push(OrderedTable { handle, before: OrderedBefore::Ends(before, commit), orders });
        }
        let starts = body.events.iter().any(|event| matches!(event, DirectorEvent::Started { .. }));
        let arrivals = self.arrivals(&live, starts, &tables).await?;
        let (mut parts, mut commits) = (Vec::new(), Vec::new());
        for table in tables {
            let (part, commit) = self.obeyed(table, at, &arrivals)?;
            parts.push(part);
            commits.push(commit);
        }
        // If blinds put all players all in, a hand ends in the change that deals it.
        let ended_at_once: Vec<TableNumber> = commits
            .iter()
            .filter(|commit| commit.hand_started.is_some() && commit.hand_ended.is_some())
            .filter_map(|commit| Some(commit.table.record.state.tournament?.number))
            .collect();
        // A batch takes its tables in the order of their identifiers.
        commits.sort_by_key(|commit| commit.table.record.id);
        let mut tournament = self.commit_of(&mut live, at, author, body, orders)?;
        (tournament.most_announced, tournament.most_entered) = (most_announced, most_entered);
        tournament.filled = filled;
        let (id, version) = (live.record.id, live.record.version);
        tournament.request = request.map(|request| request.done_in_tournament(id, version, at));
        let (target, entries) = target.map(|target| self.entries_of(target)).transpose()?.unzip();
        let mut news: IdSet<PlayerId> = commits.iter().flat_map(|commit| concerned(commit)).collect();
        news.extend(tournament.movements.iter().filter_map(|movement| movement.player));
        news.extend(tournament.registered.iter().chain(&tournament.unregistered));
        let group = Box::new(CommitGroup { tournament, target: entries, tables: commits });
        let written = match self.tables.writer.begin_group(group).await {
            Ok(under_way) => under_way.written().await,
            Err(error) => Err(error),
        };
        // What is in memory might be older than what is on disk; but not if a rule of the ledger refuses it.
        if matches!(written, Err(_) | Ok(Committed::Fenced | Committed::KeyUsed)) {
            handle.drop_current();
            if let Some(target) = &target {
                target.handle.drop_current();
            }
            for part in &parts {
                part.handle.forget();
            }
        }
        match written? {
            Committed::Done => {}
            Committed::Fenced | Committed::KeyUsed => return Ok(None),
            Committed::Short => return Err(Refused::NotEnoughChips.into()),
            Committed::TooManyBots { most } => return Err(Refused::TooManyBots { most }.into()),
            Committed::TooManyBotsOfHost { most } => return Err(Refused::TooManyBotsOfHost { most }.into()),
            Committed::HouseShort => return Err(house_is_short().into()),
            Committed::NoSuchPlayer => return Err(Refused::NoSuchPlayer.into()),
            Committed::TooManyEntered { most } => return Err(Refused::TooManyEntered { most }.into()),
            Committed::TooManyTournaments { most } => return Err(Refused::TooManyTournaments { most }.into()),
            _ => return Err(Failed::Contended.into()),
        }
        // The tournament comes first: the views of its tables have a part of it.
        let live = Arc::new(live);
        self.publish_tournament(handle, &live);
        // The clock brings the director these results.
        handle.mark(ended_at_once);
        let mut after = None;
        for part in parts {
            if part.has_ended {
                after = Some(Arc::clone(&part.after));
            }
            self.publish_part(part);
        }
        self.plan(handle, &live);
        if let Some(target) = target {
            let live = Arc::new(target.live.clone());
            self.publish_tournament(&target.handle, &live);
            self.plan(&target.handle, &live);
        }
        self.players.notify(news);
        Ok(Some(after))
    }

    /// The tables that open, which are known by their numbers from now on.
    fn open_tables(
        &self,
        live: &mut LiveTournament,
        body: &mut TournamentBody,
        orders: &Orders,
        at: Timestamp,
    ) -> Result<BTreeMap<TableId, Table>, RoomError> {
        let mut fresh = BTreeMap::new();
        for (&number, _) in orders.tables.iter().filter(|(_, orders)| orders.contains(&TableOrder::Open {})) {
            let is_secret = live.director.new_table().is_some_and(|new| new.is_secret);
            let shot_clock = live.record.options.has_shot_clock();
            let place = TournamentPlace { id: live.record.id, number, is_secret, shot_clock };
            let options = live.options_of_new_table()?;
            let code = live.record.invite_code.clone();
            let table = Table::of_tournament(live.record.host, place, options, code, at, &*self.dealer)?;
            body.opened.push(OpenedTournamentTable { number, table: table.record.id });
            live.tables.insert(number, table.record.id);
            fresh.insert(table.record.id, table);
        }
        Ok(fresh)
    }

    /// The tables with orders, as they are now. The caller holds their locks.
    async fn ordered_tables(
        &self,
        handles: &[(TableId, Arc<TableHandle>)],
        mut fresh: BTreeMap<TableId, Table>,
        orders: &mut BTreeMap<TableId, Vec<TableOrder>>,
    ) -> Result<Vec<OrderedTable>, RoomError> {
        let mut tables = Vec::new();
        for (id, handle) in handles {
            let before = match fresh.remove(id) {
                Some(table) => OrderedBefore::New(table),
                None => OrderedBefore::Known(self.tables.newest(handle, *id).await?),
            };
            let orders = orders.remove(id).unwrap_or_default();
            tables.push(OrderedTable { handle: Arc::clone(handle), before, orders });
        }
        Ok(tables)
    }

    /// Drafts what a table is ordered to do, behind the end of its hand if that ends.
    fn obeyed(
        &self,
        table: OrderedTable,
        at: Timestamp,
        arrivals: &BTreeMap<PlayerId, Arrival>,
    ) -> Result<(TablePart, Box<Commit>), RoomError> {
        let OrderedTable { handle, before, orders } = table;
        let obey = |table: &Table| self.obey(table, at, &orders, arrivals);
        let (before, commit, has_ended) = match before {
            OrderedBefore::New(table) => (None, Commit { write: Write::Open, ..obey(&table)? }, false),
            OrderedBefore::Known(table) => {
                let commit = obey(&table)?;
                (Some(table), commit, false)
            }
            OrderedBefore::Ends(table, commit) if orders.is_empty() => (Some(table), *commit, true),
            OrderedBefore::Ends(table, commit) => {
                let next = obey(&commit.table)?;
                if next.hand_ended.is_some() {
                    return Err(OutOfOrder::from(ReplayError("two hands end in one change")).into());
                }
                (Some(table), commit.followed_by(next), true)
            }
        };
        let after = Arc::clone(&commit.table);
        let after = Arc::new(match &before {
            Some(before) => before.after(after),
            None => PublishedTable::new(after),
        });
        let publish =
            |change: &Arc<_>| Arc::new(PublishedChange::new(Arc::clone(change), before.as_deref(), &after));
        let changes = commit.changes().map(publish).collect();
        let bots_left = commit.bots.left.clone();
        Ok((TablePart { handle, before, after, changes, bots_left, has_ended }, Box::new(commit)))
    }

    fn obey(
        &self,
        table: &Table,
        at: Timestamp,
        orders: &[TableOrder],
        arrivals: &BTreeMap<PlayerId, Arrival>,
    ) -> Result<Commit, DraftError> {
        let mut draft = Draft::new(table, at, &*self.dealer).within(self.context_without_bots());
        for order in orders {
            match order {
                TableOrder::Open {} => draft.open_for_tournament(),
                TableOrder::Go { player } => draft.unseat_entry(*player),
                TableOrder::Come { seat, player, chips } => {
                    let arrival = arrivals.get(player).cloned().ok_or(ReplayError("nobody arrives"))?;
                    draft.seat_entry(Arrival { seat: *seat, chips: *chips, ..arrival });
                }
                TableOrder::Add { player, chips } => draft.add_to_entry(*player, *chips),
                TableOrder::Deal { setup, shuffle, level } => {
                    draft.deal_for_tournament((**setup).clone(), shuffle.clone(), *level)?;
                }
                TableOrder::ShareInvite { code } => draft.share_invite(code.clone()),
                TableOrder::Close {} => draft.close_for_tournament()?,
            }
        }
        Ok(draft.finish(Author::Clock)?)
    }

    fn publish_part(&self, part: TablePart) {
        let TablePart { handle, before, after, changes, bots_left, .. } = part;
        let before = before.as_deref();
        if before.is_none() {
            self.tables.add(after.record.id, Arc::clone(&handle));
        }
        self.tables.publish(&handle, before, changes, &after);
        self.bots.minds.forget(&bots_left);
        self.hint_of_table(before, &after);
        handle.note_written(after.version());
    }

    /// The tournament's own part of a group.
    pub(super) fn commit_of(
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
        live.record.numbers = live.numbers();
        if live.is_over() {
            live.record.ended_at.get_or_insert(at);
        }
        live.record.due_at = self.kept_from(live, at);
        let change =
            TournamentChange { tournament: live.record.id, version: live.record.version, at, author, body };
        let movements = self.movements_of(at, &orders.payments)?;
        let results = live.results();
        let rated = if live.has_rated_result() {
            Some(live.rated_result(new_id(at, &*self.dealer)?, at))
        } else {
            None
        };
        let Orders { registered, unregistered, won_from_bots, .. } = orders;
        Ok(TournamentCommit {
            was,
            record: live.record.clone(),
            change,
            most_announced: None,
            most_entered: None,
            filled: None,
            request: None,
            registered,
            unregistered,
            won_from_bots,
            movements,
            results,
            rated,
        })
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

    /// The players who sit down somewhere. One who is moved keeps what belongs to them rather than to the chair.
    #[allow(clippy::single_match_else, reason = "a computer player or a person")]
    async fn arrivals(
        &self,
        live: &LiveTournament,
        starts: bool,
        tables: &[OrderedTable],
    ) -> Result<BTreeMap<PlayerId, Arrival>, RoomError> {
        let mut arrivals = BTreeMap::new();
        for order in tables.iter().flat_map(|table| &table.orders) {
            let TableOrder::Come { player, .. } = *order else { continue };
            let mut arrival = match live.computers.get(&player) {
                Some(computer) => Arrival {
                    seat: Seat(0),
                    player,
                    name: computer.name.clone(),
                    avatar: None,
                    chips: 0,
                    level: Some(computer.level),
                    keeps: None,
                    unseen: false,
                },
                None => {
                    // A player who was deleted plays on without a name.
                    let looks = self.players.session_cache.looks(&*self.store, player).await?;
                    let name = looks.as_ref().map(|looks| looks.name.to_string()).unwrap_or_default();
                    let avatar = looks.map(|looks| looks.avatar);
                    let (seat, chips, unseen) = (Seat(0), 0, starts);
                    Arrival { seat, player, name, avatar, chips, level: None, keeps: None, unseen }
                }
            };
            let mut came_from = tables.iter().filter_map(|table| table.obeying().sitting(player));
            arrival.keeps = came_from.next().map(Into::into);
            arrivals.insert(player, arrival);
        }
        Ok(arrivals)
    }
}
