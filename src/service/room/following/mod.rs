//! Following a table: one message for everything that happened since the last, for as long as somebody wants them.

mod news;

use std::sync::Arc;
use std::time::Duration;

use jiff::{SignedDuration, Timestamp};
use tokio::sync::watch;
use tokio::time::{Instant, sleep_until};
use tokio_util::task::AbortOnDropHandle;

use super::asker::{Asker, MOST_ROWS};
use super::card_room::CardRoom;
use super::error::{Failed, RoomError};
use super::origins::Origin;
use super::presence::Attending;
use super::shared::Shared;
use super::slot::Follower;
use crate::service::counted::Place;
use crate::service::id::{PlayerId, TableId};
use crate::service::newcomers::PoolPlace;
use crate::service::table::change::{Decision, Version};
use crate::service::table::live::Table;
use crate::service::table::message::{EndReason, Message, PresenceMessage, TableMessage, WarningMessage};
use crate::service::table::refused::{Crowd, Refused};
use crate::service::table::time::later;
use crate::service::table::view::SeenChange;

/// How long before the clock plays for a player they are warned.
pub const WARNING: SignedDuration = SignedDuration::from_secs(5);

/// How long it takes at least from one message about presence to the next: who comes and goes by the hundred does not
/// fill the streams of others.
const PRESENCE_REST: SignedDuration = SignedDuration::from_secs(1);

/// How long it takes at least from one message about what happened to the next for who has no chair: nobody waits for them, and
/// hundreds of them take no more time than one does from those who play.
const WATCHERS_REST: Duration = Duration::from_millis(200);

/// Somebody who follows a table.
pub struct Following {
    shared: Arc<Shared>,
    feed: Follower,
    stopping: watch::Receiver<bool>,
    asker: Asker,
    table: TableId,
    /// The last version that the asker knows; `None` before the first message.
    after: Option<Version>,
    /// Whether the asker has been told everything there was.
    caught_up: bool,
    /// How many changes a message has at most.
    most: u32,
    /// Whether the first message has been told: a stream begins with the table as it is, also where nothing happened.
    begun: bool,
    attending: Attending,
    /// When it is to be told who is connected; `None` where that is told.
    presence_at: Option<Timestamp>,
    /// Until when no presence is told.
    presence_rests: Timestamp,
    /// Until when nothing is told of what happens; `None` where nothing has to wait.
    rests_until: Option<Instant>,
    /// The decision of the asker that they have still to be warned of.
    warning: Option<WarningMessage>,
    /// What is read of the log after this version. A task does so: who takes no messages keeps nobody from their turn.
    reading: Option<(Version, Reading)>,
    then: Then,
    _of_player: Option<Place<PlayerId>>,
    _at_table: Option<PoolPlace<TableId>>,
}

/// What comes before the next message of a stream. Who follows several tables looks at each of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Then {
    /// To look whether there is one.
    Look,
    /// To wait: the last one told all that there was.
    Wait,
    /// Nothing: the last one was the last.
    Nothing,
}

/// Changes as somebody may know them, and the version of the last of them.
type Logged = (Vec<SeenChange>, Version);
type Reading = AbortOnDropHandle<Result<Logged, RoomError>>;

/// How somebody follows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Manner {
    /// By a stream, which begins with the table as it is.
    Stream,
    /// By asking again and again, for what is new.
    Poll,
}

impl CardRoom {
    /// Follows a table from after a version on; without one, from now on.
    pub async fn follow(
        &self,
        table: TableId,
        asker: Asker,
        after: Option<Version>,
    ) -> Result<Following, RoomError> {
        self.follow_by(Manner::Stream, table, asker, after).await
    }

    pub(super) async fn follow_by(
        &self,
        manner: Manner,
        table: TableId,
        asker: Asker,
        after: Option<Version>,
    ) -> Result<Following, RoomError> {
        let place = asker.player.map(|player| self.shared.place_of(player)).transpose()?;
        let following = Shared::follow(&self.shared, manner, table, asker, after).await?;
        Ok(Following { _of_player: place, ..following })
    }
}

impl Shared {
    /// What a stream or a wait of this player takes.
    pub(super) fn place_of(&self, player: PlayerId) -> Result<Place<PlayerId>, Refused> {
        let most = self.bounds.streams_of_player;
        self.streams_of.begin(player, most).ok_or(Refused::TooManyStreams { of: Crowd::Player, most })
    }

    pub(super) async fn follow(
        shared: &Arc<Self>,
        manner: Manner,
        id: TableId,
        asker: Asker,
        after: Option<Version>,
    ) -> Result<Following, RoomError> {
        let (slot, table) = shared.open_to(id, &asker).await?;
        if let Some(after) = after
            && after > table.version()
        {
            return Err(Refused::Ahead { version: table.version() }.into());
        }
        // Watchers keep nobody from a seat.
        let has_chair = asker.has_chair_at(&table);
        let from = asker.player.and_then(|player| shared.origins.whence(player));
        let from = asker.origin.map(Origin::place).or(from);
        let most = shared.bounds.streams_of_table;
        let full = Refused::TooManyStreams { of: Crowd::Table, most };
        let place = (!has_chair).then(|| shared.streams_at.begin(id, from, most).ok_or(full)).transpose()?;
        let attending = match (manner, asker.player) {
            // Who asks again and again without a name comes and goes each time.
            (Manner::Poll, None) => shared.attendance.look_on(id),
            (_, player) => shared.attendance.attend(id, player),
        };
        Ok(Following {
            shared: Arc::clone(shared),
            feed: slot.follow(),
            stopping: shared.stopping.subscribe(),
            asker,
            table: id,
            after,
            caught_up: false,
            most: MOST_ROWS,
            begun: manner == Manner::Poll,
            attending,
            presence_at: None,
            presence_rests: Timestamp::MIN,
            rests_until: None,
            warning: None,
            reading: None,
            then: Then::Look,
            _of_player: None,
            _at_table: place,
        })
    }
}

impl Following {
    /// With at most so many changes in a message, of those that there may be.
    #[must_use]
    pub(super) fn at_most(self, changes: u32) -> Self {
        Self { most: changes.clamp(1, MOST_ROWS), ..self }
    }

    /// Which table.
    pub fn table(&self) -> TableId {
        self.table
    }

    /// The last version that the asker knows.
    pub fn known(&self) -> Option<Version> {
        self.after
    }

    /// The next message, once there is one; `None` after the last. Dropping the future loses nothing.
    pub async fn next(&mut self) -> Option<Message> {
        loop {
            match self.then {
                Then::Look => {
                    if let Some(message) = self.ready().await {
                        return Some(message);
                    }
                }
                Then::Wait => self.then = Then::Look,
                Then::Nothing => return None,
            }
            self.wait().await;
        }
    }

    /// The next message, where there is one now.
    pub(super) async fn ready(&mut self) -> Option<Message> {
        if self.then == Then::Nothing {
            return None;
        }
        let message = match self.look().await {
            Ok(message) => message?,
            Err(error) => Message::end(reason(&error)),
        };
        if matches!(message, Message::End(_)) {
            self.then = Then::Nothing;
        }
        Some(message)
    }

    /// Returns when there may be a message.
    pub(super) async fn wait(&mut self) {
        let warn_at = self.warning.as_ref().map(|warning| before(warning.due, WARNING));
        let presence_told = self.presence_at.is_none();
        let look_at = warn_at.into_iter().chain(self.presence_at).min();
        let rests_until = self.rests_until;
        let rests = rests_until.is_some();
        tokio::select! {
            _ = self.stopping.wait_for(|&stopping| stopping) => {}
            () = self.feed.changed(), if !rests => {}
            () = rested(rests_until) => self.rests_until = None,
            () = self.attending.changed(), if presence_told => {
                // Unless the clock was set back, it is no further ahead.
                let latest = later(self.shared.clock.now(), PRESENCE_REST);
                self.presence_at = Some(self.presence_rests.min(latest));
            }
            () = until(&self.shared, look_at), if !rests => {}
        }
    }

    async fn look(&mut self) -> Result<Option<Message>, RoomError> {
        if self.rests() {
            return Ok(None);
        }
        let news = if self.begun { self.what_happened().await? } else { self.as_it_is().await? };
        if let Some(message) = news {
            self.rests_until = (!self.sits()).then(|| Instant::now() + WATCHERS_REST);
            return Ok(Some(Message::Table(Box::new(message))));
        }
        if self.is_closed() {
            return Ok(Some(Message::end(EndReason::TableClosed)));
        }
        if *self.shared.stopping.borrow() {
            return Ok(Some(Message::end(EndReason::Draining)));
        }
        let now = self.shared.clock.now();
        if let Some(warning) = self.warning.take_if(|warning| before(warning.due, WARNING) <= now) {
            return Ok(Some(Message::Warning(WarningMessage { now, ..warning })));
        }
        if self.presence_at.take_if(|at| *at <= now).is_some() {
            self.presence_rests = later(now, PRESENCE_REST);
            return Ok(self.presence().map(Message::Presence));
        }
        Ok(None)
    }

    /// Whether nothing is told yet. What happens meanwhile comes in one message; who stops the house does not wait for it.
    fn rests(&mut self) -> bool {
        let is_stopping = *self.shared.stopping.borrow();
        self.rests_until.take_if(|until| is_stopping || *until <= Instant::now());
        self.rests_until.is_some()
    }

    /// Whether the asker has a chair at the table now.
    fn sits(&self) -> bool {
        self.table_now().is_some_and(|table| self.asker.has_chair_at(&table))
    }

    /// The message that tells this, with which the asker knows the table up to `last`.
    fn message(&mut self, changes: Vec<SeenChange>, table: Option<&Table>, last: Version) -> TableMessage {
        self.begun = true;
        // A table that was closed has an end to be told of.
        let has_told_all = table.is_some_and(|table| table.record.closed_at.is_none());
        self.then = if has_told_all { Then::Wait } else { Then::Look };
        let table = table.map(|table| {
            self.caught_up = true;
            self.warning = self.warning_of(table);
            self.presence_at = None;
            self.shared.told(table, self.asker.player)
        });
        self.after = Some(last);
        TableMessage { id: self.table, changes, table, now: self.shared.clock.now() }
    }

    /// Of what the asker has to be warned at this table.
    fn warning_of(&self, table: &Table) -> Option<WarningMessage> {
        let hand = table.hand.as_ref()?;
        let seat = hand.record.seat_of(self.asker.player?)?;
        let Decision { since, clock, .. } = *table.decision(seat)?;
        let (due, now) = (clock?.due, self.shared.clock.now());
        (before(due, WARNING) > now).then_some(WarningMessage { id: self.table, seat, since, due, now })
    }

    fn presence(&self) -> Option<PresenceMessage> {
        let table = self.table_now()?;
        let presence = self.shared.attendance.at(&table);
        Some(PresenceMessage { id: self.table, presence, now: self.shared.clock.now() })
    }

    pub(super) fn is_closed(&self) -> bool {
        self.table_now().is_some_and(|table| table.record.closed_at.is_some())
    }

    /// The table as it was last published, where it is in memory.
    fn table_now(&self) -> Option<Arc<Table>> {
        self.feed.slot().table()
    }
}

/// A moment before another.
fn before(moment: Timestamp, span: SignedDuration) -> Timestamp {
    moment.saturating_sub(span).unwrap_or(Timestamp::MIN)
}

/// Returns at this moment; without one, never.
async fn rested(until: Option<Instant>) {
    match until {
        Some(until) => sleep_until(until).await,
        None => std::future::pending().await,
    }
}

/// Returns at this moment; without one, never.
async fn until(shared: &Shared, moment: Option<Timestamp>) {
    match moment {
        Some(moment) => shared.clock.sleep_until(moment).await,
        None => std::future::pending().await,
    }
}

/// Why a stream cannot go on.
fn reason(error: &RoomError) -> EndReason {
    match error {
        RoomError::Refused(_) => EndReason::InviteNeeded,
        RoomError::Failed(Failed::Stopping) => EndReason::Draining,
        RoomError::Failed(Failed::Behind) => EndReason::TooSlow,
        RoomError::Failed(_) => EndReason::Unavailable,
    }
}
