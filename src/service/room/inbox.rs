//! Everything that concerns one player, in one stream: the tables where they sit, those they watch, and their chips.

use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::sync::Arc;
use std::time::Duration;

use futures::future::select_all;
use tokio::time::Instant;
use tokio_util::task::AbortOnDropHandle;
use tracing::Instrument;

use super::affairs::{Affairs, MOST_SEATED};
use super::asker::{Asker, LONGEST_WAIT, MOST_ROWS};
use super::card_room::CardRoom;
use super::cursor::{Cursor, MOST_TABLES, MeDigest};
use super::error::{Failed, RoomError};
use super::following::{Following, Manner};
use super::shared::Shared;
use crate::service::counted::Place;
use crate::service::id::{PlayerId, TableId};
use crate::service::people::friend::FriendCounts;
use crate::service::table::change::Version;
use crate::service::table::message::{EndMessage, EndReason, MeMessage, Message, MessagePage};
use crate::service::table::refused::Refused;
use crate::service::topics::Listener;
use crate::service::work::share::Share;

/// How many tables somebody may watch in one stream, beside those where they sit.
pub const MOST_WATCHED: usize = 16;
const _: () = assert!(MOST_WATCHED + MOST_SEATED as usize <= MOST_TABLES);

type Looked = Result<Arc<Affairs>, RoomError>;

/// What a player's stream tells them.
pub struct Inbox {
    shared: Arc<Shared>,
    player: PlayerId,
    /// What they have of the house's time, where that is bounded.
    share: Option<Arc<Share>>,
    watched: Vec<TableId>,
    /// Where the player left off at tables that are not followed yet.
    left_off: BTreeMap<TableId, Version>,
    manner: Manner,
    tables: Vec<Following>,
    /// Tables that the player has left, until everything up to then is told.
    left: Vec<Following>,
    /// Tables that cannot be followed, of which the player has been told so.
    silent: BTreeSet<TableId>,
    /// Ends that are still to be told.
    ends: VecDeque<Message>,
    news: Listener<PlayerId, ()>,
    /// What the player knows of themselves.
    told: Option<MeDigest>,
    /// Since when what was read of them may be old.
    heard: Option<Instant>,
    /// What is being read. A task does so: who takes no messages keeps nobody from their turn.
    looking: Option<AbortOnDropHandle<Looked>>,
    /// What was read, until the stream has taken it up.
    looked: Option<Looked>,
    /// What the stream goes by; `None` before anything was read.
    known: Option<Arc<Affairs>>,
    over: bool,
    _place: Place<PlayerId>,
}

impl CardRoom {
    /// Everything that concerns a player, from where the cursor says; with these tables, where they need not sit.
    pub async fn inbox(
        &self,
        player: PlayerId,
        share: Option<Arc<Share>>,
        watched: Vec<TableId>,
        cursor: Option<Cursor>,
    ) -> Result<Inbox, RoomError> {
        self.inbox_by(Manner::Stream, player, share, watched, cursor).await
    }

    /// What concerns a player after the cursor; where there is nothing yet, what comes first within `wait`.
    pub async fn messages(
        &self,
        player: PlayerId,
        share: Option<Arc<Share>>,
        watched: Vec<TableId>,
        cursor: Option<Cursor>,
        wait: Duration,
    ) -> Result<MessagePage, RoomError> {
        let mut inbox = self.inbox_by(Manner::Poll, player, share, watched, cursor).await?;
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
        let now = self.shared.clock.now();
        Ok(MessagePage { messages, cursor: inbox.cursor().to_string(), now })
    }

    async fn inbox_by(
        &self,
        manner: Manner,
        player: PlayerId,
        share: Option<Arc<Share>>,
        mut tables: Vec<TableId>,
        cursor: Option<Cursor>,
    ) -> Result<Inbox, RoomError> {
        tables.sort();
        tables.dedup();
        if tables.len() > MOST_WATCHED {
            return Err(Refused::TooManyWatched { most: MOST_WATCHED }.into());
        }
        let (left_off, me) = match cursor {
            Some(cursor) if cursor.player != player => return Err(Refused::OthersCursor.into()),
            Some(cursor) => (cursor.known, cursor.me),
            None => (BTreeMap::new(), None),
        };
        let place = self.shared.place_of(player)?;
        let mut inbox = Inbox {
            shared: Arc::clone(&self.shared),
            player,
            share,
            watched: Vec::new(),
            left_off,
            manner,
            tables: Vec::new(),
            left: Vec::new(),
            silent: BTreeSet::new(),
            ends: VecDeque::new(),
            news: self.shared.news.listen(player),
            // A stream begins with everything as it is.
            told: me.filter(|_| manner == Manner::Poll),
            heard: Some(Instant::now()),
            looking: None,
            looked: None,
            known: None,
            over: false,
            _place: place,
        };
        for table in tables {
            inbox.watch(table).await?;
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

    /// Watches a table no longer; one where the player sits is still told of.
    pub fn unwatch(&mut self, table: TableId) {
        self.watched.retain(|watched| *watched != table);
        if self.looked.is_none() {
            self.looked = self.known.clone().map(Ok);
        }
    }

    /// Where the stream has come to.
    pub fn cursor(&self) -> Cursor {
        let followed = self.tables.iter().chain(&self.left);
        let known = followed.filter_map(|table| Some((table.table(), table.known()?)));
        let left_off = self.left_off.iter().map(|(&table, &version)| (table, version));
        Cursor {
            player: self.player,
            me: self.told,
            known: left_off.chain(known).take(MOST_TABLES).collect(),
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

    /// The next message, where there is one now.
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
        self.over |= matches!(message, Message::End(EndMessage { table: None, .. }));
        Some(message)
    }

    /// Returns when there may be a message.
    async fn wait(&mut self) {
        let mut stopping = self.shared.stopping.subscribe();
        self.look_out();
        tokio::select! {
            _ = stopping.wait_for(|&stopping| stopping) => {}
            _ = self.news.hear() => self.heard = Some(Instant::now()),
            looked = read(&mut self.looking) => self.looked = Some(looked),
            () = any(&mut self.tables) => {}
        }
    }

    /// Begins to read what may be old: the first time at once, and then a few times a second at most.
    fn look_out(&mut self) {
        if self.looking.is_none()
            && let Some(heard) = self.heard.take()
        {
            let (shared, share, player) = (Arc::clone(&self.shared), self.share.clone(), self.player);
            let rests = self.known.is_some();
            let look = async move {
                if rests {
                    shared.affairs.rest(player).await;
                }
                shared.affairs.since(heard, player, &*shared.store, share).await
            };
            self.looking = Some(AbortOnDropHandle::new(tokio::spawn(look.in_current_span())));
        }
    }

    /// What was read and has not been taken up. A stream begins with it, so the first is waited for.
    async fn affairs(&mut self) -> Result<Option<Arc<Affairs>>, RoomError> {
        if self.known.is_none() && self.looked.is_none() {
            let mut stopping = self.shared.stopping.subscribe();
            self.look_out();
            self.looked = tokio::select! {
                looked = read(&mut self.looking) => Some(looked),
                _ = stopping.wait_for(|&stopping| stopping) => return Ok(None),
            };
        }
        match &self.looked {
            Some(Ok(affairs)) => Ok(Some(Arc::clone(affairs))),
            _ => self.looked.take().transpose(),
        }
    }

    async fn look(&mut self) -> Result<Option<Message>, RoomError> {
        if *self.shared.stopping.borrow() {
            return Ok(Some(Message::end(EndReason::Draining)));
        }
        if let Some(affairs) = self.affairs().await? {
            let me = self.take_up(&affairs).await?;
            self.looked = None;
            self.known = Some(affairs);
            let digest = Some(MeDigest::of(&me));
            if self.told != digest {
                self.told = digest;
                return Ok(Some(Message::Me(me)));
            }
        }
        if let Some(end) = self.ends.pop_front() {
            return Ok(Some(end));
        }
        while let Some(left) = self.left.last_mut() {
            match left.what_happened().await {
                Ok(Some(message)) => return Ok(Some(Message::Table(Box::new(message)))),
                Ok(None) if left.is_closed() => return Ok(self.ended_left(EndReason::TableClosed)),
                Ok(None) => drop(self.left.pop()),
                Err(RoomError::Refused(_)) => return Ok(self.ended_left(EndReason::InviteNeeded)),
                Err(error) => return Err(error),
            }
        }
        for place in 0..self.tables.len() {
            let Some(message) = self.tables[place].ready().await else { continue };
            if let Message::End(EndMessage { reason, .. }) = message {
                if !matches!(reason, EndReason::TableClosed | EndReason::InviteNeeded) {
                    // What this table has still to tell is lost to a stream that goes on without it.
                    return Ok(Some(Message::end(reason)));
                }
                let table = self.tables.remove(place).table();
                self.watched.retain(|watched| *watched != table);
                return Ok(Some(end_of(table, reason)));
            }
            // The others come first the next time.
            self.tables.rotate_left(place + 1);
            return Ok(Some(message));
        }
        Ok(None)
    }

    /// Follows the tables where the player sits now, and tells what concerns them beside these.
    async fn take_up(&mut self, affairs: &Affairs) -> Result<MeMessage, RoomError> {
        let Affairs { chips, seated, waiting, friends: FriendCounts { friends, asking } } = affairs;
        let mine: Vec<TableId> = seated.iter().chain(waiting).copied().collect();
        for &table in &mine {
            // One that is out of order does not hide the others.
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
        // What was left behind while nobody listened is told to its end as well.
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
        Ok(MeMessage {
            chips: *chips,
            seated: seated.clone(),
            waiting: waiting.clone(),
            friends: *friends,
            asking: *asking,
            now: self.shared.clock.now(),
        })
    }

    /// Follows a table, from where the player left off.
    async fn follow(&mut self, table: TableId) -> Result<(), RoomError> {
        if self.tables.iter().any(|followed| followed.table() == table) {
            return Ok(());
        }
        if let Some(place) = self.left.iter().position(|left| left.table() == table) {
            // Somebody who is back goes on where they are.
            self.tables.push(self.left.remove(place));
            return Ok(());
        }
        let following = match self.followed(table, self.left_off.get(&table).copied()).await {
            // Its log is shorter than it was: what is known is worth nothing.
            Err(RoomError::Refused(Refused::Ahead { .. })) => self.followed(table, None).await?,
            following => following?,
        };
        self.left_off.remove(&table);
        self.tables.push(following);
        Ok(())
    }

    async fn followed(&self, table: TableId, after: Option<Version>) -> Result<Following, RoomError> {
        let asker =
            Asker { player: Some(self.player), invite_code: None, origin: None, share: self.share.clone() };
        Shared::follow(&self.shared, self.manner, table, asker, after).await
    }

    /// Says once that a table cannot be followed; where the player left off there is kept.
    fn cannot_follow(&mut self, table: TableId, error: &RoomError) {
        tracing::warn!(%table, error = error as &dyn std::error::Error, "a table cannot be followed");
        if self.silent.insert(table) {
            self.ends.push_back(end_of(table, EndReason::Unavailable));
        }
    }

    /// The end of the table that was left last.
    fn ended_left(&mut self, reason: EndReason) -> Option<Message> {
        self.left.pop().map(|left| end_of(left.table(), reason))
    }
}

/// What has been read, once it has; never where nothing is.
async fn read(looking: &mut Option<AbortOnDropHandle<Looked>>) -> Looked {
    let Some(reading) = looking else { return std::future::pending().await };
    let read = reading.await;
    *looking = None;
    read.map_err(|_| Failed::Stopping)?
}

/// That the stream tells nothing more of this table.
fn end_of(table: TableId, reason: EndReason) -> Message {
    Message::End(EndMessage { table: Some(table), reason })
}

/// Returns when there may be a message of any of these.
async fn any(tables: &mut [Following]) {
    if tables.is_empty() {
        std::future::pending::<()>().await;
    }
    select_all(tables.iter_mut().map(|table| Box::pin(table.wait()))).await;
}
