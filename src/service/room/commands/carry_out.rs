//! Commands of players and of the operator: drafted under the table's lock, written, and answered.

use std::sync::Arc;

use crate::service::people::player::{Looks, Player};
use crate::service::room::card_room::CardRoom;
use crate::service::room::commands::idempotency::KeyedRequest;
use crate::service::room::error::{Failed, RoomError};
use crate::service::room::room_core::{RoomCore, Written};
use crate::service::room::run_detached::run_detached;
use crate::service::room::tables::feed::PublishedChange;
use crate::service::room::tables::published_table::PublishedTable;
use crate::service::room::tables::seen_by::Audience;
use crate::service::room::tables::table_handle::TableHandle;
use crate::service::table::command::{ActingPlayer, Command, IdempotencyKey};
use crate::service::table::draft::open::FirstSeat;
use crate::service::table::draft::tournament::hand_move::HandMove;
use crate::service::table::live::Table;
use crate::service::table::options::asked::asked;
use crate::service::table::refused::Refused;
use crate::service::table::stored::change::Author;
use crate::service::table::stored::commit::Commit;
use crate::service::table::stored::options::StoredOptions;
use cardroom_api::id::{PlayerId, TableId};
use cardroom_api::table::answer::TableAnswer;
use cardroom_api::table::options::TableOptions;
use cardroom_rules::games::game::Chips;

impl CardRoom {
    /// Opens a table; with its host on a chair if they bring chips for it.
    pub async fn open_table(
        &self,
        by: PlayerId,
        options: TableOptions,
        buy_in: Option<Chips>,
        key: Option<IdempotencyKey>,
    ) -> Result<TableAnswer, RoomError> {
        let core = Arc::clone(&self.core);
        let request = core.quotas.acquire_request(by)?;
        run_detached(async move {
            let _in_flight = request;
            core.open_table(by, options.into(), buy_in, key).await
        })
        .await
    }

    /// Carries out a player's command. Once it is drafted it is carried out even if the client disconnects.
    pub async fn command(
        &self,
        table: TableId,
        by: PlayerId,
        command: Command,
        key: Option<IdempotencyKey>,
    ) -> Result<TableAnswer, RoomError> {
        self.command_and(table, by, command, key, |answer| answer).await
    }

    /// Carries out a command, and calls `make` with the answer while the change is being written. If the write fails, the value that
    /// `make` returned is dropped.
    pub fn command_and<T, M>(
        &self,
        table: TableId,
        by: PlayerId,
        command: Command,
        key: Option<IdempotencyKey>,
        make: M,
    ) -> impl Future<Output = Result<T, RoomError>> + Send + use<T, M>
    where
        T: Send + 'static,
        M: Fn(TableAnswer) -> T + Send + Sync + 'static,
    {
        let core = Arc::clone(&self.core);
        // A block, which holds the command once; `async fn` would hold a second copy.
        async move {
            let request = core.quotas.acquire_request(by)?;
            run_detached(async move {
                let _in_flight = request;
                core.command(table, by, &command, key, &make).await
            })
            .await
        }
    }

    /// Voids a table's hand: every chip returns to where it was before the hand. For an operator, if a log does not replay any
    /// more.
    pub async fn void_hand(&self, table: TableId) -> Result<(), RoomError> {
        let core = Arc::clone(&self.core);
        run_detached(async move { core.void_hand(table).await }).await
    }
}

/// The outcome of a command.
pub(in crate::service::room) enum CommandOutcome<'a> {
    /// This change was made. `after` is the table after it, and after the deal that came with it. If the table has followers, the
    /// author's view is kept for them.
    Done { change: &'a PublishedChange, after: &'a PublishedTable, audience: Audience },
    /// It was done before, under the same key.
    Again(Box<TableAnswer>),
}

impl CommandOutcome<'_> {
    /// As its author may know it.
    pub(in crate::service::room) fn answer(self, core: &RoomCore, by: PlayerId) -> TableAnswer {
        match self {
            Self::Done { change, after, audience } => {
                let answer = core.answer(change, after, by, audience);
                if audience == Audience::Shared {
                    after.authors.keep(by, &answer.table);
                }
                answer
            }
            Self::Again(answer) => *answer,
        }
    }
}

impl RoomCore {
    /// A change and the table after it, as its author may know them.
    fn answer(
        &self,
        change: &PublishedChange,
        table: &PublishedTable,
        by: PlayerId,
        audience: Audience,
    ) -> TableAnswer {
        TableAnswer {
            change: change.seen(Some(by), audience),
            table: self.view(table, Some(by), audience).into(),
            now: self.clock.now(),
        }
    }

    async fn open_table(
        &self,
        by: PlayerId,
        options: StoredOptions,
        buy_in: Option<Chips>,
        key: Option<IdempotencyKey>,
    ) -> Result<TableAnswer, RoomError> {
        let asked = |key| match buy_in {
            None => KeyedRequest::new(by, key, &("open", asked(&options))),
            Some(buy_in) => KeyedRequest::new(by, key, &("open", asked(&options), buy_in)),
        };
        let request = key.map(asked).transpose()?;
        if let Some(answer) = self.answer_again(request.as_ref()).await? {
            return Ok(answer);
        }
        let Some(buy_in) = buy_in else { return self.open_for(by, options, None, request.as_ref()).await };
        let player = self.store.player(by).await?.ok_or(Refused::NoSuchPlayer)?;
        let first = Some(FirstSeat { who: acting(&player), seat: None, buy_in });
        self.open_for(by, options, first, request.as_ref()).await
    }

    /// Opens a table, with its host on a chair if they ask for one.
    pub(super) async fn open_for(
        &self,
        by: PlayerId,
        options: StoredOptions,
        first: Option<FirstSeat<'_>>,
        request: Option<&KeyedRequest>,
    ) -> Result<TableAnswer, RoomError> {
        let _no_step = self.tables.no_step().await;
        let context = self.new_table_context(by, &options).await?;
        let mut commit = Table::open(by, options, first, self.clock.now(), &*self.dealer, context)?;
        commit.request = request.map(|request| request.done_by(&commit));
        let handle = Arc::default();
        match self.write(&handle, None, commit).await? {
            Some(Written { change, table, .. }) => {
                self.tables.add(table.record.id, handle);
                self.presence.note_present(&table, by);
                Ok(self.answer(&change, &table, by, Audience::Alone))
            }
            None => Ok(self.answer_again(request).await?.ok_or(Failed::Contended)?),
        }
    }

    async fn command<T: Send>(
        &self,
        id: TableId,
        by: PlayerId,
        command: &Command,
        key: Option<IdempotencyKey>,
        make: &(impl Fn(TableAnswer) -> T + Sync),
    ) -> Result<T, RoomError> {
        let request = key.map(|key| KeyedRequest::new(by, key, &(id, command))).transpose()?;
        let Looks { name, avatar } = self.players.looks(&*self.store, by).await?;
        let handle = self.tables.handle(id).await?;
        if let Some(table) = handle.table() {
            self.shown_at(&table).await?;
        }
        let who = ActingPlayer { id: by, name: &name, avatar };
        let make = |outcome: CommandOutcome<'_>| {
            let is_done = matches!(outcome, CommandOutcome::Done { .. });
            (is_done, make(outcome.answer(self, by)))
        };
        let (is_done, made) = self.carry_out(&handle, id, who, command, request.as_ref(), make).await?;
        if is_done {
            self.quotas.network_bans.follow(&*self.store, self.clock.now(), (id, by), command).await;
        }
        Ok(made)
    }

    /// Carries out a command of a person or a computer player.
    pub(in crate::service::room) async fn carry_out<T>(
        &self,
        handle: &TableHandle,
        id: TableId,
        who: ActingPlayer<'_>,
        command: &Command,
        request: Option<&KeyedRequest>,
        make: impl Fn(CommandOutcome<'_>) -> T,
    ) -> Result<T, RoomError> {
        let by = who.id;
        let lock = self.tables.lock(handle).await;
        for _ in 0..self.most_tries() {
            let table = self.tables.load(handle, id).await?;
            let mut commit = match self.draft_command(&table, who, command).await {
                Ok(commit) => commit,
                // A refusal counts only if no other server has changed the table.
                Err(_) if self.tables.is_behind(id, table.version()).await? => {
                    handle.forget();
                    continue;
                }
                // If the request was done before under its key, it gets the same answer again, even if it would be refused now.
                Err(error) => {
                    // Boxed, here and below: most commands do not get here, and their futures stay small.
                    let answer = Box::pin(self.answer_again_in(handle, request)).await?;
                    let Some(answer) = answer else {
                        drop(lock);
                        let elsewhere = Box::pin(self.seated_elsewhere(&table, by)).await;
                        return Err(elsewhere.map_or(error, RoomError::from));
                    };
                    return Ok(make(CommandOutcome::Again(Box::new(answer))));
                }
            };
            if let Some(place) = table.record.state.tournament.filter(|_| commit.ends_hand_of_tournament()) {
                drop(lock);
                let what = HandMove::Command(who, command);
                let ended = Box::pin(self.end_hand_of_tournament(place.id, id, what, request)).await;
                let (change, after) = match ended {
                    Ok(Some(Written { change, table, .. })) => (change, table),
                    // It was done before under its key, also if it would be refused now.
                    not_now => {
                        let error = not_now.err().unwrap_or(Failed::Contended.into());
                        let answer = Box::pin(self.answer_again(request)).await?.ok_or(error)?;
                        return Ok(make(CommandOutcome::Again(Box::new(answer))));
                    }
                };
                let audience = handle.audience();
                return Ok(make(CommandOutcome::Done { change: &change, after: &after, audience }));
            }
            commit.request = request.map(|request| request.done_by(&commit));
            let made = |change: &PublishedChange, after: &PublishedTable| {
                // If the player had a chair before, their presence was noted when the command was drafted.
                if table.sitting(by).is_none() {
                    self.presence.note_present(after, by);
                }
                make(CommandOutcome::Done { change, after, audience: handle.audience() })
            };
            if let Some(written) = self.write_and(handle, Some(&table), commit, made).await? {
                return Ok(written.made);
            }
            // Another change came first; or the key was used before. The key is looked up only now, because it hardly ever was.
            if let Some(answer) = Box::pin(self.answer_again_in(handle, request)).await? {
                return Ok(make(CommandOutcome::Again(Box::new(answer))));
            }
        }
        Err(Failed::Contended.into())
    }

    /// Drafts a command on a table, and returns what is to be written. The caller holds the table's write lock.
    async fn draft_command(
        &self,
        table: &Table,
        who: ActingPlayer<'_>,
        command: &Command,
    ) -> Result<Box<Commit>, RoomError> {
        self.presence.note_present(table, who.id);
        let mut context = self.draft_context(table, Some(who.id), command.seats()).await?;
        self.add_command_context(who.id, command, table, &mut context).await?;
        let mut draft = self.draft(table, context);
        let applied = draft.apply(who, command).map_err(RoomError::from);
        applied.inspect_err(|error| error.log_out_of_order(table.record.id))?;
        Ok(Box::new(draft.finish(Author::Player(who.id))?))
    }

    /// Voids a hand whose log does not replay any more.
    async fn void_hand(&self, id: TableId) -> Result<(), RoomError> {
        let record = self.store.table(id).await?.ok_or(Refused::NoSuchTable)?;
        if let Some(place) = record.state.tournament {
            return self.void_hand_of_tournament(place.id, id).await;
        }
        let handle = self.tables.handle(id).await?;
        let _lock = self.tables.lock(&handle).await;
        let (table, commit) = self.draft_void(&handle, id).await?;
        let voided = self.write(&handle, Some(&table), commit).await?;
        Ok(voided.map(drop).ok_or(Failed::Contended)?)
    }

    /// Drafts the end of a hand without a result; also returns the table before. The caller holds the table's lock.
    pub(in crate::service::room) async fn draft_void(
        &self,
        handle: &TableHandle,
        id: TableId,
    ) -> Result<(PublishedTable, Commit), RoomError> {
        handle.forget();
        let record = self.store.table(id).await?.ok_or(Refused::NoSuchTable)?;
        let table = PublishedTable::new(Arc::new(Table::between_hands(record)));
        let context = self.draft_context(&table, None, false).await?;
        let mut draft = self.draft(&table, context);
        draft.void_hand()?;
        let commit = draft.finish(Author::Admin)?;
        Ok((table, commit))
    }
}

/// A player, as others at the table see them.
pub(super) fn acting(player: &Player) -> ActingPlayer<'_> {
    ActingPlayer { id: player.id, name: &player.name, avatar: player.avatar }
}
