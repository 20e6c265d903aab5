//! A player's stream: the tables where they sit, the tournaments in which they play, those they watch, their chips and their friends.

mod tournaments;

use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::sync::Arc;
use std::time::Duration;

use futures::future::select_all;

use self::tournaments::{InboxTournaments, check_watched};
use super::cursor::{Cursor, MOST_TABLES, MeDigest};
use super::following::{FollowMode, Following};
use super::player_snapshot::{MOST_SEATED, PlayerSnapshot};
use super::snapshot_reads::SnapshotReads;
use crate::service::limits::permits::Permit;
use crate::service::people::friend::FriendCounts;
use crate::service::room::caller::{Caller, LONGEST_WAIT, MOST_ROWS};
use crate::service::room::card_room::CardRoom;
use crate::service::room::error::RoomError;
use crate::service::room::room_core::RoomCore;
use crate::service::table::refused::Refused;
use crate::service::work::fair_queue::FairQueue;
use cardroom_api::id::{PlayerId, TableId, TournamentId};
use cardroom_api::table::change::Version;
use cardroom_api::table::message::{EndMessage, EndReason, MeMessage, Message, MessagePage};

/// How many tables one stream may watch, apart from those where the player sits.
pub const MOST_WATCHED: usize = 16;
const _: () = assert!(MOST_WATCHED + MOST_SEATED as usize <= MOST_TABLES);

/// What a player's stream watches, apart from what concerns the player.
#[derive(Clone, Debug, Default)]
pub struct WatchList {
    /// The tables.
    pub tables: Vec<TableId>,
    /// The tournaments.
    pub tournaments: Vec<TournamentId>,
}

/// A player's stream.
pub struct Inbox {
    core: Arc<RoomCore>,
    player: PlayerId,
    /// The fair queue for reads; `None` if reading time is not limited.
    queue: Option<Arc<FairQueue>>,
    watched: Vec<TableId>,
    /// The player's last known versions of tables that are not followed yet.
    left_off: BTreeMap<TableId, Version>,
    mode: FollowMode,
    tables: Vec<Following>,
    /// Tables that the player has left, until all changes up to then are sent.
    left: Vec<Following>,
    /// Tables that cannot be followed; the client has been informed.
    silent: BTreeSet<TableId>,
    /// End messages to send.
    ends: VecDeque<Message>,
    tournaments: InboxTournaments,
    /// Whether tournaments are looked at before tables the next time.
    tournaments_first: bool,
    /// What concerns the player apart from single tables.
    snapshots: SnapshotReads,
    /// A digest of what the client knows of the player.
    sent: Option<MeDigest>,
    over: bool,
    _permit: Permit<PlayerId>,
}

impl CardRoom {
    /// A player's stream from the cursor on.
    pub async fn inbox(
        &self,
        player: PlayerId,
        queue: Option<Arc<FairQueue>>,
        watched: WatchList,
        cursor: Option<Cursor>,
    ) -> Result<Inbox, RoomError> {
        self.inbox_by(FollowMode::Stream, player, queue, watched, cursor).await
    }

    /// The messages after the cursor; if there are none, the first that come within `wait`.
    pub async fn messages(
        &self,
        player: PlayerId,
        queue: Option<Arc<FairQueue>>,
        watched: WatchList,
        cursor: Option<Cursor>,
        wait: Duration,
    ) -> Result<MessagePage, RoomError> {
        let mut inbox = self.inbox_by(FollowMode::Poll, player, queue, watched, cursor).await?;
        let over = tokio::time::sleep(wait.min(LONGEST_WAIT));
        tokio::pin!(over);
        let mut messages = Vec::new();
        loop {
            while messages.len() < MOST_ROWS as usize
                && let Some(message) = inbox.ready().await
            {
                messages.push(message);
            }
            if !messages.is_empty() {
                break;
            }
            tokio::select! {
                () = inbox.wait() => {}
                () = &mut over => break,
            }
        }
        let now = self.core.clock.now();
        Ok(MessagePage { messages, cursor: inbox.cursor().to_string(), now })
    }

    async fn inbox_by(
        &self,
        mode: FollowMode,
        player: PlayerId,
        queue: Option<Arc<FairQueue>>,
        WatchList { mut tables, mut tournaments }: WatchList,
        cursor: Option<Cursor>,
    ) -> Result<Inbox, RoomError> {
        tables.sort();
        tables.dedup();
        if tables.len() > MOST_WATCHED {
            return Err(Refused::TooManyWatched { most: MOST_WATCHED }.into());
        }
        tournaments.sort();
        tournaments.dedup();
        check_watched(tournaments.len())?;
        let (left_off, left_off_tournaments, me) = match cursor {
            Some(cursor) if cursor.player != player => return Err(Refused::OthersCursor.into()),
            Some(cursor) => (cursor.known, cursor.tournaments, cursor.me),
            None => (BTreeMap::new(), BTreeMap::new(), None),
        };
        let permit = self.core.quotas.streams.acquire_of_player(player)?;
        let snapshots = SnapshotReads::new(Arc::clone(&self.core), player, queue.clone());
        let mut inbox = Inbox {
            core: Arc::clone(&self.core),
            player,
            queue,
            watched: Vec::new(),
            left_off,
            mode,
            tables: Vec::new(),
            left: Vec::new(),
            silent: BTreeSet::new(),
            ends: VecDeque::new(),
            tournaments: InboxTournaments::new(Arc::clone(&self.core), player, left_off_tournaments),
            tournaments_first: false,
            snapshots,
            // A stream starts with the current state.
            sent: me.filter(|_| mode == FollowMode::Poll),
            over: false,
            _permit: permit,
        };
        for table in tables {
            inbox.watch(table).await?;
        }
        for tournament in tournaments {
            inbox.watch_tournament(tournament).await?;
        }
        Ok(inbox)
    }
}

impl Inbox {
    /// Watches one more table.
    pub async fn watch(&mut self, table: TableId) -> Result<(), RoomError> {
        if self.watched.len() >= MOST_WATCHED {
            return Err(Refused::TooManyWatched { most: MOST_WATCHED }.into());
        }
        if !self.watched.contains(&table) {
            self.follow(table).await?;
            self.watched.push(table);
        }
        Ok(())
    }

    /// Stops watching a table. It is still followed if the player sits there.
    pub fn unwatch(&mut self, table: TableId) {
        self.watched.retain(|watched| *watched != table);
        self.snapshots.use_again();
    }

    /// Watches one more tournament.
    pub async fn watch_tournament(&mut self, tournament: TournamentId) -> Result<(), RoomError> {
        self.tournaments.watch(tournament).await
    }

    /// Stops watching a tournament. It is still followed if the player plays in it.
    pub fn unwatch_tournament(&mut self, tournament: TournamentId) {
        self.tournaments.unwatch(tournament);
    }

    /// The position of the stream.
    pub fn cursor(&self) -> Cursor {
        let followed = self.tables.iter().chain(&self.left);
        let known = followed.filter_map(|table| Some((table.table(), table.known()?)));
        let left_off = self.left_off.iter().map(|(&table, &version)| (table, version));
        Cursor {
            player: self.player,
            me: self.sent,
            known: left_off.chain(known).take(MOST_TABLES).collect(),
            tournaments: self.tournaments.known(),
        }
    }

    /// The next message, once there is one; `None` after the last. Dropping the future loses nothing.
    pub async fn next(&mut self) -> Option<Message> {
        loop {
            if self.over {
                return None;
            }
            if let Some(message) = self.ready().await {
                return Some(message);
            }
            self.wait().await;
        }
    }

    /// The next message, if there is one now.
    async fn ready(&mut self) -> Option<Message> {
        if self.over {
            return None;
        }
        let message = match self.look().await {
            Ok(message) => message?,
            Err(error) => {
                tracing::warn!(error = &error as &dyn std::error::Error, "a player's stream cannot go on");
                Message::end(EndReason::Unavailable)
            }
        };
        self.over |= matches!(message, Message::End(EndMessage { table: None, tournament: None, .. }));
        Some(message)
    }

    /// Returns when there may be a message.
    async fn wait(&mut self) {
        let mut stopping = self.core.stopping.subscribe();
        tokio::select! {
            _ = stopping.wait_for(|&stopping| stopping) => {}
            () = self.snapshots.wait() => {}
            () = any(&mut self.tables) => {}
            () = self.tournaments.wait() => {}
        }
    }

    async fn look(&mut self) -> Result<Option<Message>, RoomError> {
        if *self.core.stopping.borrow() {
            return Ok(Some(Message::end(EndReason::Draining)));
        }
        if let Some(snapshot) = self.snapshots.next().await? {
            let me = self.take_up(&snapshot).await?;
            self.snapshots.used(snapshot);
            let digest = Some(MeDigest::of(&me));
            if self.sent != digest {
                self.sent = digest;
                return Ok(Some(Message::Me(me)));
            }
        }
        if let Some(end) = self.ends.pop_front() {
            return Ok(Some(end));
        }
        while let Some(left) = self.left.last_mut() {
            match left.next_changes().await {
                Ok(Some(message)) => return Ok(Some(Message::Table(Box::new(message)))),
                Ok(None) if left.is_closed() => return Ok(self.ended_left(EndReason::TableClosed)),
                Ok(None) => drop(self.left.pop()),
                Err(RoomError::Refused(_)) => return Ok(self.ended_left(EndReason::InviteNeeded)),
                Err(error) => return Err(error),
            }
        }
        let first = self.tournaments_first;
        let mut message = if first { self.tournaments.ready().await? } else { self.of_tables().await };
        if message.is_none() {
            message = if first { self.of_tables().await } else { self.tournaments.ready().await? };
        }
        // Neither keeps a client that reads slowly from the other.
        self.tournaments_first ^= message.is_some();
        Ok(message)
    }

    /// The next message about a table, if there is one now.
    async fn of_tables(&mut self) -> Option<Message> {
        for place in 0..self.tables.len() {
            let Some(message) = self.tables[place].ready().await else { continue };
            if let Message::End(EndMessage { reason, .. }) = message {
                if !matches!(reason, EndReason::TableClosed | EndReason::InviteNeeded) {
                    // The rest of this table's messages is lost, so the whole stream has to end.
                    return Some(Message::end(reason));
                }
                let table = self.tables.remove(place).table();
                self.watched.retain(|watched| *watched != table);
                return Some(end_of(table, reason));
            }
            // The other tables are checked first the next time.
            self.tables.rotate_left(place + 1);
            return Some(message);
        }
        None
    }

    /// Follows the tables where the player sits now and the tournaments in which they play, and builds the message about the player.
    async fn take_up(&mut self, snapshot: &PlayerSnapshot) -> Result<MeMessage, RoomError> {
        let PlayerSnapshot { chips, seated, waiting, tournaments, friends } = snapshot;
        let FriendCounts { friends, asking } = friends;
        let mine: Vec<TableId> = seated.iter().chain(waiting).copied().collect();
        for &table in &mine {
            // A table that is out of order does not hide the others.
            match self.follow(table).await {
                Ok(()) => drop(self.silent.remove(&table)),
                Err(error) => self.cannot_follow(table, &error),
            }
        }
        let wanted = |table: TableId| mine.contains(&table) || self.watched.contains(&table);
        let (stay, go) =
            std::mem::take(&mut self.tables).into_iter().partition(|table| wanted(table.table()));
        self.tables = stay;
        self.left.extend::<Vec<_>>(go);
        // Tables that the player left while no stream was open are sent to their end as well.
        let left_behind = self.left_off.iter().map(|(&table, &version)| (table, version));
        let left_behind: Vec<_> = left_behind.filter(|(table, _)| !mine.contains(table)).collect();
        for (table, version) in left_behind {
            match self.followed(table, Some(version)).await {
                Ok(left) => self.left.push(left),
                Err(RoomError::Refused(_)) => self.ends.push_back(end_of(table, EndReason::InviteNeeded)),
                Err(error) => {
                    self.cannot_follow(table, &error);
                    continue;
                }
            }
            self.left_off.remove(&table);
        }
        self.tournaments.take_up(tournaments).await;
        Ok(MeMessage {
            chips: *chips,
            seated: seated.clone(),
            waiting: waiting.clone(),
            tournaments: tournaments.clone(),
            friends: *friends,
            asking: *asking,
            now: self.core.clock.now(),
        })
    }

    /// Follows a table from the version that the player knows.
    async fn follow(&mut self, table: TableId) -> Result<(), RoomError> {
        if self.tables.iter().any(|followed| followed.table() == table) {
            return Ok(());
        }
        if let Some(place) = self.left.iter().position(|left| left.table() == table) {
            // A player who is back continues where they are.
            self.tables.push(self.left.remove(place));
            return Ok(());
        }
        let following = match self.followed(table, self.left_off.get(&table).copied()).await {
            // The log is shorter than it was, so the known version means nothing.
            Err(RoomError::Refused(Refused::Ahead { .. })) => self.followed(table, None).await?,
            following => following?,
        };
        self.left_off.remove(&table);
        self.tables.push(following);
        Ok(())
    }

    async fn followed(&self, table: TableId, after: Option<Version>) -> Result<Following, RoomError> {
        let caller =
            Caller { player: Some(self.player), invite_code: None, network: None, queue: self.queue.clone() };
        Following::begin(&self.core, self.mode, table, caller, after).await
    }

    /// Sends an end for a table that cannot be followed, once. The known version is kept.
    fn cannot_follow(&mut self, table: TableId, error: &RoomError) {
        tracing::warn!(%table, error = error as &dyn std::error::Error, "a table cannot be followed");
        if self.silent.insert(table) {
            self.ends.push_back(end_of(table, EndReason::Unavailable));
        }
    }

    /// The end message of the table that was left last.
    fn ended_left(&mut self, reason: EndReason) -> Option<Message> {
        self.left.pop().map(|left| end_of(left.table(), reason))
    }
}

/// The end message of one table.
fn end_of(table: TableId, reason: EndReason) -> Message {
    Message::End(EndMessage { table: Some(table), tournament: None, reason })
}

/// Returns when there may be a message of any of these.
async fn any(tables: &mut [Following]) {
    if tables.is_empty() {
        std::future::pending::<()>().await;
    }
    select_all(tables.iter_mut().map(|table| Box::pin(table.wait()))).await;
}
