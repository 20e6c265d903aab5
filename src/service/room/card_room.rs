//! The card room: every table, its players' commands, its clock, and what each caller may read.

use std::sync::{Arc, Mutex};

use jiff::Timestamp;
use tokio::sync::{Mutex as AsyncMutex, RwLock, watch};
use tokio::task::JoinHandle;

use super::bots::BotPlayers;
use super::cache::Cache;
use super::error::{Failed, RoomError};
use super::feed::Published;
use super::limits::RoomLimits;
use super::quotas::Quotas;
use super::room_core::{MOST_TRIES, RoomCore, Written, log_out_of_order, who};
use super::run_detached::run_detached;
use super::table_handle::TableHandle;
use crate::service::lock::lock;
use crate::service::people::player::Looks;
use crate::service::people::session_cache::SessionCache;
use crate::service::ports::clock::Clock;
use crate::service::ports::error::StoreError;
use crate::service::ports::store::Store;
use crate::service::room::clock::deadlines::{Deadlines, LOOKS_AHEAD};
use crate::service::room::commands::idempotency::KeyedRequest;
use crate::service::room::commands::write_probe::WriteProbe;
use crate::service::room::quotas::network::NetworkKey;
use crate::service::room::streams::listing::Listing;
use crate::service::room::streams::player_snapshot::PlayerSnapshots;
use crate::service::room::streams::presence::PresenceTracker;
use crate::service::room::tournaments::Tournaments;
use crate::service::room::tournaments::moves::{HandMove, Moved};
use crate::service::room::writer::Writer;
use crate::service::table::asked_options::asked;
use crate::service::table::command::{ActingPlayer, Command, IdempotencyKey};
use crate::service::table::draft::open::FirstSeat;
use crate::service::table::live::Table;
use crate::service::table::randomness::dealer::Dealer;
use crate::service::table::refused::Refused;
use crate::service::table::stored::change::Author;
use crate::service::table::stored::commit::Commit;
use crate::service::table::stored::options::StoredOptions;
use crate::service::table::time::later;
use crate::service::table::views::seen_by::Audience;
use crate::service::topics::Topics;
use cardroom_api::id::{PlayerId, TableId};
use cardroom_api::table::answer::TableAnswer;
use cardroom_api::table::options::TableOptions;
use cardroom_rules::games::game::Chips;

/// The card room. Cheap to clone; all clones are the same one.
#[derive(Clone)]
pub struct CardRoom {
    pub(super) core: Arc<RoomCore>,
    clockwork: Arc<Mutex<Option<JoinHandle<()>>>>,
    /// Closed once the clock has ended, also by a panic.
    ticking: watch::Receiver<()>,
}

impl CardRoom {
    /// Starts the room with the stored deadlines that are due soon. Later ones are read when they come near.
    pub async fn start(
        store: Arc<dyn Store>,
        clock: Arc<dyn Clock>,
        dealer: Arc<dyn Dealer>,
        limits: RoomLimits,
    ) -> Result<Self, StoreError> {
        let deadlines = Arc::new(Deadlines::default());
        let until = later(clock.now(), LOOKS_AHEAD);
        deadlines.reach(until);
        for (table, due) in store.due_tables(Timestamp::MIN, until).await? {
            deadlines.find(table, due);
        }
        let listing = Arc::new(Listing::default());
        let quotas = Quotas::new(&limits, &clock);
        let core = Arc::new(RoomCore {
            writer: Writer::start(Arc::clone(&store)),
            store,
            session_cache: SessionCache::default(),
            stopping: watch::Sender::new(false),
            presence: PresenceTracker::new(Arc::clone(&clock), Arc::clone(&deadlines), Arc::clone(&listing)),
            clock,
            stepping: RwLock::default(),
            dealer,
            cache: Cache::default(),
            write_probe: WriteProbe::default(),
            listing,
            opening_quickly: AsyncMutex::default(),
            news: Topics::default(),
            snapshots: PlayerSnapshots::default(),
            auditing: Arc::default(),
            deadlines,
            bots: BotPlayers::new(limits.bots),
            quotas,
            tournaments: Tournaments::default(),
        });
        core.start_tournaments().await?;
        let (living, ticking) = watch::channel(());
        let clockwork = Arc::clone(&core).keep_time(until);
        let clockwork = tokio::spawn(async move {
            let _living = living;
            clockwork.await;
        });
        Ok(Self { core, clockwork: Arc::new(Mutex::new(Some(clockwork))), ticking })
    }

    /// Returns once the writer or the clock has died, with its name. Also returns after [`CardRoom::drain`]; but the clock of a
    /// room that stops does not count as dead, and running requests still end.
    pub async fn ended(&self) -> &'static str {
        let mut ticking = self.ticking.clone();
        let stopped = async {
            while ticking.changed().await.is_ok() {}
            if *self.core.stopping.borrow() {
                std::future::pending::<()>().await;
            }
        };
        tokio::select! {
            () = self.core.writer.ended() => "writer",
            () = stopped => "clock",
        }
    }

    /// Whether the database has accepted a write lately, the writer and the clock are alive, and the room is not stopping.
    pub async fn is_ready(&self) -> bool {
        let lives = tokio::select! {
            biased;
            _ = self.ended() => false,
            () = std::future::ready(()) => true,
        };
        lives
            && !*self.core.stopping.borrow()
            && self.core.write_probe.succeeds(&*self.core.store, &*self.core.clock).await
    }

    /// Ends all waits for events, now and later, and stops the clock: the first half of [`CardRoom::drain`], while requests still
    /// run.
    pub fn end_waits(&self) {
        self.core.stopping.send_replace(true);
    }

    /// Ends all waits for events, stops the clock, and returns when everything that was started is on disk.
    pub async fn drain(&self) {
        self.end_waits();
        let clockwork = lock(&self.clockwork).take();
        if let Some(clockwork) = clockwork
            && let Err(error) = clockwork.await
        {
            tracing::error!(%error, "the room's clock failed");
        }
        self.core.tournaments.clocks.close();
        self.core.tournaments.clocks.wait().await;
        self.core.bots.drain().await;
        self.core.writer.drain().await;
    }

    /// Notes the network of a player's request.
    pub fn note_network(&self, player: PlayerId, network: NetworkKey) {
        self.core.quotas.networks.note(player, network);
    }

    /// Opens a table; with its host on a chair if they bring chips for it.
    pub async fn open_table(
        &self,
        by: PlayerId,
        options: TableOptions,
        buy_in: Option<Chips>,
        key: Option<IdempotencyKey>,
    ) -> Result<TableAnswer, RoomError> {
        let core = Arc::clone(&self.core);
        let request = core.quotas.request(by)?;
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

    /// The same, and makes something of the answer while the change is being written. If the write fails, it was made in vain.
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
            let request = core.quotas.request(by)?;
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
pub(super) enum CommandOutcome<'a> {
    /// This change was made. `after` is the table after it, and after the deal that came with it. If the table has followers, the
    /// author's view is kept for them.
    Done { change: &'a Published, after: &'a Table, audience: Audience },
    /// It was done before, under the same key.
    Again(Box<TableAnswer>),
}

impl CommandOutcome<'_> {
    /// As its author may know it.
    pub(super) fn answer(self, core: &RoomCore, by: PlayerId) -> TableAnswer {
        match self {
            Self::Done { change, after, audience } => {
                let answer = core.answer(change, after, by, audience);
                if audience == Audience::Shared {
                    after.views.authors.keep(by, &answer.table);
                }
                answer
            }
            Self::Again(answer) => *answer,
        }
    }
}

impl RoomCore {
    /// A change and the table after it, as its author may know them.
    fn answer(&self, change: &Published, table: &Table, by: PlayerId, audience: Audience) -> TableAnswer {
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
        let first = Some(FirstSeat { who: who(&player), seat: None, buy_in });
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
        let _no_step = self.stepping.read().await;
        let context = self.new_table_context(by, &options).await?;
        let mut commit = Table::open(by, options, first, self.clock.now(), &*self.dealer, context)?;
        commit.request = request.map(|request| request.done_by(&commit));
        let handle = Arc::default();
        match self.write(&handle, None, commit).await? {
            Some(Written { change, table, .. }) => {
                self.cache.handle_or(table.record.id, handle);
                self.note_present(&table, by);
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
        let Looks { name, avatar } = self.looks(by).await?;
        let handle = self.handle(id).await?;
        let who = ActingPlayer { id: by, name: &name, avatar };
        let make = |outcome: CommandOutcome<'_>| {
            let is_done = matches!(outcome, CommandOutcome::Done { .. });
            (is_done, make(outcome.answer(self, by)))
        };
        let (is_done, made) = self.carry_out(&handle, id, who, command, request.as_ref(), make).await?;
        if is_done {
            self.ban_network(id, by, command).await;
        }
        Ok(made)
    }

    /// Carries out a command of a person or a computer player.
    pub(super) async fn carry_out<T>(
        &self,
        handle: &TableHandle,
        id: TableId,
        who: ActingPlayer<'_>,
        command: &Command,
        request: Option<&KeyedRequest>,
        make: impl Fn(CommandOutcome<'_>) -> T,
    ) -> Result<T, RoomError> {
        let by = who.id;
        let no_step = self.stepping.read().await;
        let lock = handle.write_lock.lock().await;
        for _ in 0..MOST_TRIES {
            let table = self.load(handle, id).await?;
            let mut commit = match self.draft_command(&table, who, command).await {
                Ok(commit) => commit,
                // If the request was done before under its key, it gets the same answer again, even if it would be refused now.
                Err(error) => {
                    // Boxed, here and below: most commands do not get here, and their futures stay small.
                    let answer = Box::pin(self.answer_again_in(handle, request)).await?.ok_or(error)?;
                    return Ok(make(CommandOutcome::Again(Box::new(answer))));
                }
            };
            if let Some(place) = table.record.state.tournament.filter(|_| commit.ends_hand_of_tournament()) {
                drop((lock, no_step));
                let what = HandMove::Command(who, command);
                let ended = Box::pin(self.end_hand_of_tournament(place.id, id, what, request)).await?;
                let Some(Moved { change, after }) = ended else {
                    let answer = self.answer_again_in(handle, request).await?.ok_or(Failed::Contended)?;
                    return Ok(make(CommandOutcome::Again(Box::new(answer))));
                };
                let audience = handle.audience();
                return Ok(make(CommandOutcome::Done { change: &change, after: &after, audience }));
            }
            commit.request = request.map(|request| request.done_by(&commit));
            let made = |change: &Published, after: &Table| {
                // If the player had a chair before, their presence was noted when the command was drafted.
                if table.sitting(by).is_none() {
                    self.note_present(after, by);
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
        self.note_present(table, who.id);
        let mut context = self.draft_context(table, Some(who.id), command.seats()).await?;
        self.add_people_context(who.id, command, table, &mut context).await?;
        let mut draft = self.draft(table, context);
        let applied = draft.apply(who, command).map_err(RoomError::from);
        applied.inspect_err(|error| log_out_of_order(table.record.id, error))?;
        Ok(Box::new(draft.finish(Author::Player(who.id))?))
    }

    /// Voids a hand whose log does not replay any more.
    async fn void_hand(&self, id: TableId) -> Result<(), RoomError> {
        let handle = self.handle(id).await?;
        let _no_step = self.stepping.read().await;
        let _lock = handle.write_lock.lock().await;
        handle.forget();
        let record = self.store.table(id).await?.ok_or(Refused::NoSuchTable)?;
        let table = Table::between_hands(record);
        let context = self.draft_context(&table, None, false).await?;
        let mut draft = self.draft(&table, context);
        draft.void_hand()?;
        let voided = self.write(&handle, Some(&table), draft.finish(Author::Admin)?).await?;
        Ok(voided.map(drop).ok_or(Failed::Contended)?)
    }
}
