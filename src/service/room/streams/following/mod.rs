//! Following a table: each message holds all changes since the last one.

mod news;
mod progress;

use std::sync::Arc;
use std::time::Duration;

use jiff::{SignedDuration, Timestamp};
use tokio::sync::watch;
use tokio::time::{Instant, sleep_until};
use tokio_util::task::AbortOnDropHandle;

use self::progress::FollowedProgress;
use crate::service::limits::permits::Permit;
use crate::service::room::caller::{Caller, MOST_ROWS};
use crate::service::room::card_room::CardRoom;
use crate::service::room::error::{Failed, RoomError};
use crate::service::room::presence::PresenceGuard;
use crate::service::room::quotas::stream_quota::WatchPermit;
use crate::service::room::room_core::RoomCore;
use crate::service::room::tables::published_table::PublishedTable;
use crate::service::room::tables::table_handle::Follower;
use crate::service::table::live::Table;
use crate::service::table::refused::Refused;
use crate::service::table::stored::decision::StoredDecision;
use crate::service::table::time::later;
use cardroom_api::id::{PlayerId, TableId};
use cardroom_api::table::change::{SeenChange, Version};
use cardroom_api::table::message::{
    EndReason, Message, PresenceMessage, ProgressMessage, TableMessage, WarningMessage,
};

/// How long before the clock plays for a player they are warned.
pub const WARNING: SignedDuration = SignedDuration::from_secs(5);

/// The shortest time between two messages about presence, so that many clients that connect and disconnect do not flood the
/// streams of others.
const PRESENCE_REST: SignedDuration = SignedDuration::from_secs(1);

/// The shortest time between two messages for a follower without a chair. Nobody waits for them, and with it hundreds of watchers
/// cost no more than one player.
const WATCHERS_REST: Duration = Duration::from_millis(200);

/// A follower of a table.
pub struct Following {
    core: Arc<RoomCore>,
    feed: Follower,
    stopping: watch::Receiver<bool>,
    caller: Caller,
    table: TableId,
    /// The last version that the caller knows; `None` before the first message.
    after: Option<Version>,
    /// Whether the caller has received all changes so far.
    caught_up: bool,
    /// How many changes a message has at most.
    most: u32,
    /// Whether the first message has been sent. A stream starts with the current table, even if nothing happened.
    begun: bool,
    presence: PresenceGuard,
    /// When a presence message is due; `None` if there is nothing new.
    presence_at: Option<Timestamp>,
    /// No presence message is sent before this moment.
    presence_rests: Timestamp,
    /// The tournament of the table; `None` if there is none.
    progress: Option<FollowedProgress>,
    /// No message about changes is sent before this moment; `None` if there is no rest.
    rests_until: Option<Instant>,
    /// The caller's decision that still needs a warning.
    warning: Option<WarningMessage>,
    /// The read of the log after this version. It runs in a task, so that a client that takes no messages does not hold its
    /// permit.
    reading: Option<(Version, Reading)>,
    next_step: NextStep,
    _of_player: Option<Permit<PlayerId>>,
    _at_table: Option<WatchPermit>,
}

/// The step before the next message of a stream. A player's stream checks each of its tables one after another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum NextStep {
    /// Look for a message.
    Look,
    /// Wait for a change: the last message held everything.
    Wait,
    /// End: the last message has been sent.
    End,
}

/// Changes as the caller may know them, and the version of the last one.
type Logged = (Vec<SeenChange>, Version);
type Reading = AbortOnDropHandle<Result<Logged, RoomError>>;

/// The way in which a caller follows a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::service::room) enum FollowMode {
    /// By a stream, which starts with the current table.
    Stream,
    /// By long polls, for what is new.
    Poll,
}

impl CardRoom {
    /// Follows a table from after a version on; without one, from now on.
    pub async fn follow(
        &self,
        table: TableId,
        caller: Caller,
        after: Option<Version>,
    ) -> Result<Following, RoomError> {
        self.follow_by(FollowMode::Stream, table, caller, after).await
    }

    pub(in crate::service::room) async fn follow_by(
        &self,
        mode: FollowMode,
        table: TableId,
        caller: Caller,
        after: Option<Version>,
    ) -> Result<Following, RoomError> {
        let permit =
            caller.player.map(|player| self.core.quotas.streams.acquire_of_player(player)).transpose()?;
        let following = Following::begin(&self.core, mode, table, caller, after).await?;
        Ok(Following { _of_player: permit, ..following })
    }
}

impl Following {
    /// Follows a table from after a version on, without a permit of the player's.
    pub(super) async fn begin(
        core: &Arc<RoomCore>,
        mode: FollowMode,
        id: TableId,
        caller: Caller,
        after: Option<Version>,
    ) -> Result<Self, RoomError> {
        let (handle, table) = core.tables.open_to(id, &caller).await?;
        if let Some(after) = after
            && after > table.version()
        {
            return Err(Refused::Ahead { version: table.version() }.into());
        }
        // Watchers must not keep players from following the table where they sit.
        let has_chair = caller.has_chair_at(&table);
        let from = core.quotas.networks.widest_of_caller(&caller);
        let permit = (!has_chair).then(|| core.quotas.streams.acquire_at_table(id, from)).transpose()?;
        let presence = match (mode, caller.player) {
            // An anonymous poll is not counted: the connection would come and go with each request.
            (FollowMode::Poll, None) => core.presence.connect_uncounted(id),
            (_, player) => core.presence.connect(id, player),
        };
        let player = caller.player;
        Ok(Self {
            core: Arc::clone(core),
            feed: handle.follow(),
            stopping: core.stopping.subscribe(),
            caller,
            table: id,
            after,
            caught_up: false,
            most: MOST_ROWS,
            begun: mode == FollowMode::Poll,
            presence,
            presence_at: None,
            presence_rests: Timestamp::MIN,
            progress: core.shown_at(&table).await?.map(|shown| FollowedProgress::new(shown, player)),
            rests_until: None,
            warning: None,
            reading: None,
            next_step: NextStep::Look,
            _of_player: None,
            _at_table: permit,
        })
    }

    /// Limits the number of changes in a message.
    #[must_use]
    pub(in crate::service::room) fn at_most(self, changes: u32) -> Self {
        Self { most: changes.clamp(1, MOST_ROWS), ..self }
    }

    /// Which table.
    pub fn table(&self) -> TableId {
        self.table
    }

    /// The last version that the caller knows.
    pub fn known(&self) -> Option<Version> {
        self.after
    }

    /// The next message, once there is one; `None` after the last. Dropping the future loses nothing.
    pub async fn next(&mut self) -> Option<Message> {
        loop {
            match self.next_step {
                NextStep::Look => {
                    if let Some(message) = self.ready().await {
                        return Some(message);
                    }
                }
                NextStep::Wait => self.next_step = NextStep::Look,
                NextStep::End => return None,
            }
            self.wait().await;
        }
    }

    /// The next message, if there is one now.
    pub(super) async fn ready(&mut self) -> Option<Message> {
        if self.next_step == NextStep::End {
            return None;
        }
        let message = match self.look().await {
            Ok(message) => message?,
            Err(error) => Message::end(reason(&error)),
        };
        if matches!(message, Message::End(_)) {
            self.next_step = NextStep::End;
        }
        Some(message)
    }

    /// Returns when there may be a message.
    pub(super) async fn wait(&mut self) {
        let warn_at = self.warning.as_ref().map(|warning| before(warning.due, WARNING));
        let presence_sent = self.presence_at.is_none();
        let progress_at = self.progress.as_ref().and_then(|progress| progress.at);
        let look_at = warn_at.into_iter().chain(self.presence_at).chain(progress_at).min();
        let rests_until = self.rests_until;
        let rests = rests_until.is_some();
        tokio::select! {
            _ = self.stopping.wait_for(|&stopping| stopping) => {}
            () = self.feed.changed(), if !rests => {}
            () = rested(rests_until) => self.rests_until = None,
            () = self.presence.changed(), if presence_sent => {
                // If the clock was set back, the moment is limited to a rest from now.
                let latest = later(self.core.clock.now(), PRESENCE_REST);
                self.presence_at = Some(self.presence_rests.min(latest));
            }
            () = changed(self.progress.as_mut(), &self.core) => {}
            () = until(&self.core, look_at), if !rests => {}
        }
    }

    async fn look(&mut self) -> Result<Option<Message>, RoomError> {
        if self.rests() {
            return Ok(None);
        }
        let news = if self.begun { self.next_changes().await? } else { self.current_table().await? };
        if let Some(message) = news {
            self.rests_until = (!self.sits()).then(|| Instant::now() + WATCHERS_REST);
            return Ok(Some(Message::Table(Box::new(message))));
        }
        if self.is_closed() {
            return Ok(Some(Message::end(EndReason::TableClosed)));
        }
        if *self.core.stopping.borrow() {
            return Ok(Some(Message::end(EndReason::Draining)));
        }
        let now = self.core.clock.now();
        if let Some(warning) = self.warning.take_if(|warning| before(warning.due, WARNING) <= now) {
            return Ok(Some(Message::Warning(WarningMessage { now, ..warning })));
        }
        if self.presence_at.take_if(|at| *at <= now).is_some() {
            self.presence_rests = later(now, PRESENCE_REST);
            return Ok(self.presence().map(Message::Presence));
        }
        if let Some(progress) = self.progress.as_mut().and_then(|progress| progress.due(now)) {
            let message = ProgressMessage { id: self.table, progress, now };
            return Ok(Some(Message::Progress(Box::new(message))));
        }
        Ok(None)
    }

    /// Whether messages are held back now. What happens meanwhile comes in one message. A stop of the server does not wait for
    /// the rest.
    fn rests(&mut self) -> bool {
        let is_stopping = *self.core.stopping.borrow();
        self.rests_until.take_if(|until| is_stopping || *until <= Instant::now());
        self.rests_until.is_some()
    }

    /// Whether the caller has a chair at the table now.
    fn sits(&self) -> bool {
        self.table_now().is_some_and(|table| self.caller.has_chair_at(&table))
    }

    /// Builds the message, and notes that the caller knows the table up to `last`.
    fn message(
        &mut self,
        changes: Vec<SeenChange>,
        table: Option<&PublishedTable>,
        last: Version,
    ) -> TableMessage {
        self.begun = true;
        // If the table is closed, an end message follows.
        let has_told_all = table.is_some_and(|table| table.record.closed_at.is_none());
        self.next_step = if has_told_all { NextStep::Wait } else { NextStep::Look };
        let table = table.map(|table| {
            self.caught_up = true;
            self.warning = self.warning_of(table);
            self.presence_at = None;
            self.core.follower_view(table, self.caller.player)
        });
        let shown = table.as_ref().and_then(|table| table.tournament.as_ref());
        if let (Some(progress), Some(shown)) = (&mut self.progress, shown) {
            progress.sent(shown.progress);
        }
        self.after = Some(last);
        TableMessage { id: self.table, changes, table, now: self.core.clock.now() }
    }

    /// The warning that the caller needs at this table.
    fn warning_of(&self, table: &Table) -> Option<WarningMessage> {
        let hand = table.hand.as_ref()?;
        let seat = hand.record.seat_of(self.caller.player?)?;
        let StoredDecision { since, clock, .. } = *table.decision(seat)?;
        let (due, now) = (clock?.due, self.core.clock.now());
        (before(due, WARNING) > now).then_some(WarningMessage { id: self.table, seat, since, due, now })
    }

    fn presence(&self) -> Option<PresenceMessage> {
        let table = self.table_now()?;
        let presence = self.core.presence.at(&table, &table.chairs());
        Some(PresenceMessage { id: self.table, presence, now: self.core.clock.now() })
    }

    pub(super) fn is_closed(&self) -> bool {
        self.table_now().is_some_and(|table| table.record.closed_at.is_some())
    }

    /// The table as it was last published, if it is in memory.
    fn table_now(&self) -> Option<Arc<PublishedTable>> {
        self.feed.handle().table()
    }
}

/// A moment before another.
fn before(moment: Timestamp, span: SignedDuration) -> Timestamp {
    moment.saturating_sub(span).unwrap_or(Timestamp::MIN)
}

/// Returns once the tournament has changed; without one, never.
async fn changed(progress: Option<&mut FollowedProgress>, core: &RoomCore) {
    match progress {
        Some(progress) => progress.changed(|| core.clock.now()).await,
        None => std::future::pending().await,
    }
}

/// Returns at this moment; without one, never.
async fn rested(until: Option<Instant>) {
    match until {
        Some(until) => sleep_until(until).await,
        None => std::future::pending().await,
    }
}

/// Returns at this moment; without one, never.
async fn until(core: &RoomCore, moment: Option<Timestamp>) {
    match moment {
        Some(moment) => core.clock.sleep_until(moment).await,
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
