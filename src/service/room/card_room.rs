//! The card room: every table, its players' commands, its clock, and what each asker may read.

use crate::service::counted::{Counted, Place};
use crate::service::newcomers::Pools;
use crate::service::table::command::Who;
use crate::service::whole::whole;
use std::sync::{Arc, Mutex};

use jiff::Timestamp;
use tokio::sync::{Mutex as TurnTaking, RwLock, watch};
use tokio::task::JoinHandle;

use super::affairs::AllAffairs;
use super::bots::Bots;
use super::bounds::RoomBounds;
use super::cache::Cache;
use super::carried::finish;
use super::deadlines::{Deadlines, LOOKS_AHEAD};
use super::error::{Failed, RoomError};
use super::feed::Published;
use super::idempotency::KeyedRequest;
use super::listing::Listing;
use super::origins::{Origin, Origins};
use super::presence::Attendance;
use super::pulse::Pulse;
use super::shared::{MOST_TRIES, Shared, Written, alarm, who};
use super::slot::Slot;
use super::writer::Writer;
use crate::service::id::{IdHasher, PlayerId, TableId};
use crate::service::people::player::Looks;
use crate::service::ports::clock::Clock;
use crate::service::ports::error::StoreError;
use crate::service::ports::store::Store;
use crate::service::table::change::Author;
use crate::service::table::command::{Command, IdempotencyKey};
use crate::service::table::commit::Commit;
use crate::service::table::dealer::Dealer;
use crate::service::table::draft::open::FirstSeat;
use crate::service::table::live::Table;
use crate::service::table::options::TableOptions;
use crate::service::table::refused::Refused;
use crate::service::table::seen_by::Audience;
use crate::service::table::time::later;
use crate::service::table::view::TableAnswer;
use crate::service::topics::Topics;
use cardroom_rules::games::game::Chips;

/// How many requests of one player may be in flight at once. They are carried through when the client hangs up, so
/// without a bound one player could fill a table's queue, and everybody else's time would run out behind it.
const MOST_AT_ONCE: usize = 16;

/// The card room. Cheap to clone; all clones are the same one.
#[derive(Clone)]
pub struct CardRoom {
    pub(super) shared: Arc<Shared>,
    clockwork: Arc<Mutex<Option<JoinHandle<()>>>>,
    /// Closed once the clock has ended, also by a panic.
    ticking: watch::Receiver<()>,
}

impl CardRoom {
    /// Opens: takes up every deadline that was kept and comes soon; the others, when they come near.
    pub async fn start(
        store: Arc<dyn Store>,
        clock: Arc<dyn Clock>,
        dealer: Arc<dyn Dealer>,
        bounds: RoomBounds,
    ) -> Result<Self, StoreError> {
        let deadlines = Arc::new(Deadlines::default());
        let until = later(clock.now(), LOOKS_AHEAD);
        deadlines.reach(until);
        for (table, due) in store.due_tables(Timestamp::MIN, until).await? {
            deadlines.find(table, due);
        }
        let listing = Arc::new(Listing::default());
        let origins = Origins::new(&bounds, &clock);
        let shared = Arc::new(Shared {
            writer: Writer::start(Arc::clone(&store)),
            store,
            stopping: watch::Sender::new(false),
            attendance: Attendance::new(Arc::clone(&clock), Arc::clone(&deadlines), Arc::clone(&listing)),
            clock,
            stepping: RwLock::default(),
            dealer,
            cache: Cache::default(),
            in_flight: Counted::default(),
            streams_of: Counted::default(),
            streams_at: Pools::default(),
            streams_at_lobby: Pools::default(),
            pulse: Pulse::default(),
            listing,
            opening_quickly: TurnTaking::default(),
            news: Topics::default(),
            affairs: AllAffairs::default(),
            auditing: Arc::default(),
            deadlines,
            bots: Bots::new(bounds.bots),
            origins,
            bounds,
        });
        let (living, ticking) = watch::channel(());
        let clockwork = Arc::clone(&shared).keep_time(until);
        let clockwork = tokio::spawn(async move {
            let _living = living;
            clockwork.await;
        });
        Ok(Self { shared, clockwork: Arc::new(Mutex::new(Some(clockwork))), ticking })
    }

    /// Returns once the writer or the clock has died, and with which of them: what they did nobody does any more. Also
    /// after [`CardRoom::drain`]; but the clock of a room that stops has not died, and requests that run still end.
    pub async fn ended(&self) -> &'static str {
        let mut ticking = self.ticking.clone();
        let stopped = async {
            while ticking.changed().await.is_ok() {}
            if *self.shared.stopping.borrow() {
                std::future::pending::<()>().await;
            }
        };
        tokio::select! {
            () = self.shared.writer.ended() => "writer",
            () = stopped => "clock",
        }
    }

    /// Whether the database answers and has been written lately, the writer and the clock live, and the room is not stopping.
    pub async fn is_ready(&self) -> bool {
        let lives = tokio::select! {
            biased;
            _ = self.ended() => false,
            () = std::future::ready(()) => true,
        };
        lives
            && !*self.shared.stopping.borrow()
            && self.shared.pulse.beats(&*self.shared.store, &*self.shared.clock).await
    }

    /// Ends every wait for events, now and from now on, and stops the clock: the first half of [`CardRoom::drain`],
    /// while requests still run.
    pub fn end_waits(&self) {
        self.shared.stopping.send_replace(true);
    }

    /// Ends every wait for events, stops the clock, and returns when all that was begun is on disk.
    pub async fn drain(&self) {
        self.end_waits();
        let clockwork = whole(&self.clockwork).take();
        if let Some(clockwork) = clockwork
            && let Err(error) = clockwork.await
        {
            tracing::error!(%error, "the room's clock failed");
        }
        self.shared.bots.drain().await;
        self.shared.writer.drain().await;
    }

    /// A player asks from there.
    pub fn comes_from(&self, player: PlayerId, origin: Origin) {
        self.shared.origins.note(player, origin);
    }

    /// Opens a table; with its host on a chair, where they bring chips for it.
    pub async fn open_table(
        &self,
        by: PlayerId,
        options: TableOptions,
        buy_in: Option<Chips>,
        key: Option<IdempotencyKey>,
    ) -> Result<TableAnswer, RoomError> {
        let shared = Arc::clone(&self.shared);
        let request = shared.begin(by)?;
        finish(async move {
            let _in_flight = request;
            shared.open_table(by, options, buy_in, key).await
        })
        .await
    }

    /// Does what a player asks of a table: once it has been judged it is carried through, also when the asker has
    /// hung up.
    pub async fn command(
        &self,
        table: TableId,
        by: PlayerId,
        command: Command,
        key: Option<IdempotencyKey>,
    ) -> Result<TableAnswer, RoomError> {
        self.command_and(table, by, command, key, |answer| answer).await
    }

    /// The same, with what is made of the answer: while the change is on its way to the disk, so it may be made in vain.
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
        let shared = Arc::clone(&self.shared);
        // A block, which has the command in one place; `async fn` would keep a second one for it.
        async move {
            let request = shared.begin(by)?;
            finish(async move {
                let _in_flight = request;
                shared.command(table, by, &command, key, &make).await
            })
            .await
        }
    }

    /// Ends a table's hand as if it had never been dealt: every chip is where it was before it. For whoever runs
    /// the card room, where a log does not replay any more.
    pub async fn void_hand(&self, table: TableId) -> Result<(), RoomError> {
        let shared = Arc::clone(&self.shared);
        finish(async move { shared.void_hand(table).await }).await
    }
}

/// What a command comes to.
pub(super) enum Outcome<'a> {
    /// This change; the table is the one after it, and after the deal that came with it. Where somebody follows the table, what the
    /// author is answered is kept for them.
    Done { change: &'a Published, after: &'a Table, audience: Audience },
    /// It was done before, under the same key.
    Again(Box<TableAnswer>),
}

impl Outcome<'_> {
    /// As its author may know it.
    pub(super) fn answer(self, shared: &Shared, by: PlayerId) -> TableAnswer {
        match self {
            Self::Done { change, after, audience } => {
                let answer = shared.answer(change, after, by, audience);
                if audience == Audience::Shared {
                    after.authors_view.keep(by, &answer.table);
                }
                answer
            }
            Self::Again(answer) => *answer,
        }
    }
}

impl Shared {
    /// One more request of this player in flight.
    pub(super) fn begin(&self, by: PlayerId) -> Result<Place<PlayerId, IdHasher>, Refused> {
        self.in_flight.begin(by, MOST_AT_ONCE).ok_or(Refused::TooManyAtOnce { most: MOST_AT_ONCE })
    }

    /// What a change caused, and the table after it, as its author may know them.
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
        options: TableOptions,
        buy_in: Option<Chips>,
        key: Option<IdempotencyKey>,
    ) -> Result<TableAnswer, RoomError> {
        let asked = |key| match buy_in {
            None => KeyedRequest::new(by, key, &("open", options.asked())),
            Some(buy_in) => KeyedRequest::new(by, key, &("open", options.asked(), buy_in)),
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

    /// Opens a table, with its host on a chair where they say so.
    pub(super) async fn open_for(
        &self,
        by: PlayerId,
        options: TableOptions,
        first: Option<FirstSeat<'_>>,
        request: Option<&KeyedRequest>,
    ) -> Result<TableAnswer, RoomError> {
        let _no_step = self.stepping.read().await;
        let around = self.around_a_new_table(by, &options).await?;
        let mut commit = Table::open(by, options, first, self.clock.now(), &*self.dealer, around)?;
        commit.request = request.map(|request| request.done_by(&commit));
        let slot = Arc::default();
        match self.write(&slot, None, commit).await? {
            Some(Written { change, table, .. }) => {
                self.cache.place_or(table.record.id, slot);
                self.see(&table, by);
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
        let Looks { name, avatar } = match self.store.remembers_looks(by) {
            Some(looks) => looks,
            None => self.store.looks(by).await?.ok_or(Refused::NoSuchPlayer)?,
        };
        let slot = self.slot(id).await?;
        let who = Who { id: by, name: &name, avatar };
        let make = |outcome: Outcome<'_>| {
            let is_done = matches!(outcome, Outcome::Done { .. });
            (is_done, make(outcome.answer(self, by)))
        };
        let (is_done, made) = self.carry_out(&slot, id, who, command, request.as_ref(), make).await?;
        if is_done {
            self.bar(id, by, command).await;
        }
        Ok(made)
    }

    /// Does what a player asks, a person or a computer.
    pub(super) async fn carry_out<T>(
        &self,
        slot: &Slot,
        id: TableId,
        who: Who<'_>,
        command: &Command,
        request: Option<&KeyedRequest>,
        make: impl Fn(Outcome<'_>) -> T,
    ) -> Result<T, RoomError> {
        let by = who.id;
        let _no_step = self.stepping.read().await;
        let _turn = slot.turn.lock().await;
        for _ in 0..MOST_TRIES {
            let table = self.load(slot, id).await?;
            let mut commit = match self.judge(&table, who, command).await {
                Ok(commit) => commit,
                // What was done under this key is answered as it was then, whatever would be refused now.
                Err(error) => {
                    // In a box, here and below: most commands do not get here, and need no room for this.
                    let answer = Box::pin(self.answer_again_in(slot, request)).await?.ok_or(error)?;
                    return Ok(make(Outcome::Again(Box::new(answer))));
                }
            };
            commit.request = request.map(|request| request.done_by(&commit));
            let made = |change: &Published, after: &Table| {
                // Who had a chair before was seen when this was judged.
                if table.sitting(by).is_none() {
                    self.see(after, by);
                }
                make(Outcome::Done { change, after, audience: slot.audience() })
            };
            if let Some(written) = self.write_and(slot, Some(&table), commit, made).await? {
                return Ok(written.made);
            }
            // Somebody else was quicker; or the key was used before, which is looked up only now: hardly any is.
            if let Some(answer) = Box::pin(self.answer_again_in(slot, request)).await? {
                return Ok(make(Outcome::Again(Box::new(answer))));
            }
        }
        Err(Failed::Contended.into())
    }

    /// What a command would make of a table.
    async fn judge(&self, table: &Table, who: Who<'_>, command: &Command) -> Result<Box<Commit>, RoomError> {
        self.see(table, who.id);
        let mut around = self.surroundings(table, Some(who.id), command.seats()).await?;
        self.look_who(who.id, command, table, &mut around).await?;
        let mut draft = self.draft(table, around);
        let applied = draft.apply(who, command).map_err(RoomError::from);
        applied.inspect_err(|error| alarm(table.record.id, error))?;
        Ok(Box::new(draft.finish(Author::Player(who.id))?))
    }

    /// Ends a hand as if it had never been dealt: for a log that does not replay any more.
    async fn void_hand(&self, id: TableId) -> Result<(), RoomError> {
        let slot = self.slot(id).await?;
        let _no_step = self.stepping.read().await;
        let _turn = slot.turn.lock().await;
        slot.forget();
        let record = self.store.table(id).await?.ok_or(Refused::NoSuchTable)?;
        let table = Table::between_hands(record);
        let around = self.surroundings(&table, None, false).await?;
        let mut draft = self.draft(&table, around);
        draft.void_hand()?;
        let voided = self.write(&slot, Some(&table), draft.finish(Author::Admin)?).await?;
        Ok(voided.map(drop).ok_or(Failed::Contended)?)
    }
}
