//! Presence: which players are connected to which table. It is in memory only, is not logged, and has no version. Several servers
//! write to each other whom they see.

pub(super) mod sharing;

use std::sync::{Arc, Mutex, MutexGuard};

use jiff::{SignedDuration, Timestamp};
use tokio::sync::{Notify, watch};

use crate::service::id::IdMap;
use crate::service::lock::lock;
use crate::service::ports::clock::Clock;
use crate::service::ports::shared::ServerId;
use crate::service::room::deadlines::Deadlines;
use crate::service::room::lobby_channel::LobbyChannel;
use crate::service::table::live::Table;
use crate::service::table::seats::gone::{GONE_TIME, GRACE, Gone};
use crate::service::table::state::Sitting;
use crate::service::table::time::later;
use cardroom_api::cached_json::CachedJson;
use cardroom_api::id::{PlayerId, TableId};
use cardroom_api::table::presence::{Connection, Presence};
use cardroom_api::table::view::ChairView;

/// How many absent players are remembered at each table. It is more than there are seats, so that watchers push out absent
/// players only if they come by the dozen.
const MOST_GONE: usize = 64;

/// Tracks the connections of all tables.
#[derive(Clone)]
pub(super) struct PresenceTracker {
    tables: Arc<Mutex<IdMap<TableId, AtTable>>>,
    clock: Arc<dyn Clock>,
    deadlines: Arc<Deadlines>,
    lobby: Arc<LobbyChannel>,
    /// Since when presence has been tracked.
    started: Arc<Mutex<Timestamp>>,
    /// Notified if a player comes, for other servers.
    came: Arc<Notify>,
    /// This server among those of its database.
    server: ServerId,
}

/// A connection to a table, until it is dropped.
pub(super) struct PresenceGuard {
    table: TableId,
    who: ConnectionKind,
    all: PresenceTracker,
    changed: watch::Receiver<()>,
}

/// The kind of a connection.
#[derive(Clone, Copy)]
enum ConnectionKind {
    Player(PlayerId),
    /// Without a sign-in.
    Anonymous,
    /// Not counted.
    Uncounted,
}

/// The presence that was sent last, and what it was built from.
struct SentPresence {
    chairs: CachedJson<Vec<ChairView>>,
    given_up: Vec<Option<Timestamp>>,
    presence: CachedJson<Presence>,
}

impl SentPresence {
    /// Whether it was built from these chairs, given up at these moments.
    fn is_of(&self, chairs: &CachedJson<Vec<ChairView>>, given_up: &[Option<Timestamp>]) -> bool {
        self.chairs.is(chairs) && self.given_up == given_up
    }
}

#[derive(Default)]
struct AtTable {
    players: IdMap<PlayerId, TrackedPlayer>,
    /// How many of them are connected.
    connected: usize,
    /// Connections without a sign-in.
    anonymous: u32,
    /// Whether a sweep is running.
    sweeping: bool,
    /// What was sent last; `None` if it is out of date.
    sent: Option<SentPresence>,
    changed: watch::Sender<()>,
    /// Connections without a sign-in to other servers.
    elsewhere: u32,
    /// Whether other servers count the connections without a sign-in to this one.
    is_counted: bool,
    /// When was last read whom other servers see.
    heard: Option<Timestamp>,
}

#[derive(Clone, Copy)]
struct TrackedPlayer {
    connections: u32,
    connected: bool,
    since: Timestamp,
    /// When the last connection ended, or the last request came.
    left: Timestamp,
    /// The same, on this server alone.
    left_here: Timestamp,
    /// Up to when other servers know that.
    written: Timestamp,
}

impl PresenceTracker {
    pub(super) fn new(
        clock: Arc<dyn Clock>,
        deadlines: Arc<Deadlines>,
        lobby: Arc<LobbyChannel>,
        server: ServerId,
    ) -> Self {
        let started = Arc::new(Mutex::new(clock.now()));
        Self { tables: Arc::default(), clock, deadlines, lobby, started, came: Arc::default(), server }
    }

    /// Follows the system's clock; returns by how much it has stepped. Absences keep their length. All moments here are read
    /// under the lock, so no moment of the new time is moved.
    pub(super) fn follow_clock(&self) -> Option<SignedDuration> {
        let mut tables = self.tables();
        let step = self.clock.follow()?;
        let mut started = lock(&self.started);
        *started = later(*started, step);
        for at in tables.values_mut() {
            for tracked in at.players.values_mut() {
                tracked.since = later(tracked.since, step);
                tracked.left = later(tracked.left, step);
            }
            at.sent = None;
        }
        Some(step)
    }

    /// A connection to a table.
    pub(super) fn connect(&self, table: TableId, player: Option<PlayerId>) -> PresenceGuard {
        self.begin(table, player.map_or(ConnectionKind::Anonymous, ConnectionKind::Player))
    }

    /// A connection to a table that is not counted.
    pub(super) fn connect_uncounted(&self, table: TableId) -> PresenceGuard {
        self.begin(table, ConnectionKind::Uncounted)
    }

    fn begin(&self, table: TableId, who: ConnectionKind) -> PresenceGuard {
        let mut tables = self.tables();
        let now = self.clock.now();
        let at = tables.entry(table).or_default();
        let news = match who {
            ConnectionKind::Uncounted => false,
            ConnectionKind::Anonymous => {
                at.anonymous += 1;
                true
            }
            ConnectionKind::Player(player) => {
                let news = at.note_present(player, now);
                at.players.entry(player).and_modify(|tracked| tracked.connections += 1);
                news
            }
        };
        if news {
            self.notify(table, at);
        }
        let changed = at.changed.subscribe();
        PresenceGuard { table, who, all: self.clone(), changed }
    }

    /// Notes a request of a player about a table: if they sit there, they count as present for a while.
    pub(super) fn note_present(&self, table: &Table, player: PlayerId) {
        if table.people().all(|chair| chair.player != player) {
            return;
        }
        let table = table.record.id;
        let mut tables = self.tables();
        let now = self.clock.now();
        let at = tables.entry(table).or_default();
        if at.note_present(player, now) {
            self.notify(table, at);
        }
        self.sweep_later(table, at);
    }

    /// The presence of the players who sit at a table, whose chairs everybody sees so.
    pub(super) fn at(&self, table: &Table, seen: &CachedJson<Vec<ChairView>>) -> CachedJson<Presence> {
        let mut tables = self.tables();
        let at = tables.get_mut(&table.record.id);
        let gone = self.gone_from(at.as_deref(), table);
        let chairs = &table.record.state.chairs;
        let given_up = chairs.iter().map(|chair| table.gives_up(chair, &gone).map(|(until, _)| until));
        let given_up: Vec<_> = given_up.collect();
        let was_sent = at.as_ref().and_then(|at| at.sent.as_ref());
        if let Some(sent) = was_sent.filter(|sent| sent.is_of(seen, &given_up)) {
            return sent.presence.clone();
        }
        let presence = Self::presence(at.as_deref(), table, &given_up);
        if let Some(at) = at {
            at.sent = Some(SentPresence { chairs: seen.clone(), given_up, presence: presence.clone() });
        }
        presence
    }

    /// The people at a table who are absent, and since when. Nobody was present before the start.
    pub(super) fn gone(&self, table: &Table) -> Vec<Gone> {
        self.gone_from(self.tables().get(&table.record.id), table)
    }

    fn gone_from(&self, at: Option<&AtTable>, table: &Table) -> Vec<Gone> {
        let started = *lock(&self.started);
        let gone = |player: PlayerId| {
            let tracked = at.and_then(|at| at.players.get(&player));
            let is_there = tracked.is_some_and(|tracked| tracked.connected);
            let since = tracked.map_or(started, |tracked| tracked.left);
            (!is_there).then_some(Gone { player, since, was_there: tracked.is_some() })
        };
        table.seated_or_promised().filter_map(gone).collect()
    }

    fn presence(at: Option<&AtTable>, table: &Table, given_up: &[Option<Timestamp>]) -> CachedJson<Presence> {
        let connection = |(chair, &gives_up_at): (&Sitting, &Option<Timestamp>)| {
            let tracked = at.and_then(|at| at.players.get(&chair.player));
            Connection {
                seat: chair.seat,
                connected: chair.bot.is_some() || tracked.is_some_and(|tracked| tracked.connected),
                since: tracked.map(|tracked| tracked.since),
                gives_up_at,
            }
        };
        let chairs = table.record.state.chairs.iter().zip(given_up).map(connection).collect();
        let watching = at.map_or(0, |at| at.watching(&table.record.state.chairs));
        Presence { chairs, watching }.into()
    }

    /// How many follow a table without one of these chairs.
    pub(super) fn watching(&self, table: TableId, chairs: &[Sitting]) -> u32 {
        self.tables().get(&table).map_or(0, |at| at.watching(chairs))
    }

    /// Whether a person is connected who has one of these chairs and is not leaving.
    pub(super) fn has_person(&self, table: TableId, chairs: &[Sitting]) -> bool {
        let tables = self.tables();
        let Some(at) = tables.get(&table) else { return false };
        chairs.iter().any(|chair| chair.bot.is_none() && !chair.goes() && at.is_connected(chair.player))
    }

    /// Whether a person is present: connected, and seated if any person is seated.
    pub(super) fn is_human_present(&self, table: &Table) -> bool {
        let tables = self.tables();
        let Some(at) = tables.get(&table.record.id) else { return false };
        let is_there = |chair: &Sitting| at.is_connected(chair.player);
        if table.has_people() {
            table.people().any(is_there)
        } else {
            at.anonymous + at.elsewhere > 0 || at.connected > 0
        }
    }

    /// Presence has changed, so the table may go on.
    fn notify(&self, table: TableId, at: &mut AtTable) {
        self.came.notify_one();
        self.notify_followers(table, at);
        self.deadlines.bring_forward(table, self.clock.now());
    }

    /// Presence has changed.
    fn notify_followers(&self, table: TableId, at: &mut AtTable) {
        at.sent = None;
        at.changed.send_replace(());
        self.lobby.send_presence(table);
    }

    fn disconnect(&self, table: TableId, who: ConnectionKind) {
        let mut tables = self.tables();
        let now = self.clock.now();
        let Some(at) = tables.get_mut(&table) else { return };
        match who {
            ConnectionKind::Uncounted => {}
            ConnectionKind::Anonymous => {
                at.anonymous = at.anonymous.saturating_sub(1);
                self.notify_followers(table, at);
            }
            ConnectionKind::Player(player) => {
                if let Some(tracked) = at.players.get_mut(&player) {
                    tracked.connections = tracked.connections.saturating_sub(1);
                    tracked.left = now;
                    tracked.left_here = now;
                }
            }
        }
        self.sweep_later(table, at);
    }

    fn sweep_later(&self, table: TableId, at: &mut AtTable) {
        // Without a runtime there is nobody left to notify.
        if !at.sweeping
            && let Ok(runtime) = tokio::runtime::Handle::try_current()
        {
            at.sweeping = true;
            runtime.spawn(self.clone().sweep(table));
        }
    }

    /// Marks players as absent after a grace period, until no departure is open.
    async fn sweep(self, table: TableId) {
        let mut looks_at = later(self.clock.now(), GRACE);
        loop {
            self.clock.sleep_until(looks_at).await;
            let mut tables = self.tables();
            let now = self.clock.now();
            let Some(at) = tables.get_mut(&table) else { return };
            if at.mark_absent(now) {
                // The players who are present may not have to wait for the absent ones.
                self.notify(table, at);
            }
            let is_empty = at.changed.receiver_count() == 0 && at.connected == 0;
            match at.looks_again().or_else(|| at.forgotten_at().filter(|&at| is_empty && at > now)) {
                Some(again) => looks_at = again,
                None if is_empty => {
                    tables.remove(&table);
                    return;
                }
                None => {
                    at.sweeping = false;
                    return;
                }
            }
        }
    }

    fn tables(&self) -> MutexGuard<'_, IdMap<TableId, AtTable>> {
        lock(&self.tables)
    }
}

impl AtTable {
    fn is_connected(&self, player: PlayerId) -> bool {
        self.players.get(&player).is_some_and(|tracked| tracked.connected)
    }

    /// How many are connected without one of these chairs. They are counted as they come and go, because a thousand watchers are
    /// all notified of each other.
    fn watching(&self, chairs: &[Sitting]) -> u32 {
        let is_there = |chair: &&Sitting| chair.bot.is_none() && self.is_connected(chair.player);
        let players = self.connected.saturating_sub(chairs.iter().filter(is_there).count());
        let anonymous = self.anonymous.saturating_add(self.elsewhere);
        anonymous.saturating_add(u32::try_from(players).unwrap_or(u32::MAX))
    }

    /// When the next leaving player becomes absent.
    fn looks_again(&self) -> Option<Timestamp> {
        let leaving = self.players.values().filter(|tracked| tracked.is_leaving());
        leaving.map(|tracked| later(tracked.left, GRACE)).min()
    }

    /// When the absences of all players have become so long that their start does not matter any more.
    fn forgotten_at(&self) -> Option<Timestamp> {
        self.players.values().map(|tracked| later(tracked.left, GONE_TIME)).max()
    }

    /// Notes that a player is present; returns whether they were absent.
    fn note_present(&mut self, player: PlayerId, now: Timestamp) -> bool {
        let new = TrackedPlayer::absent_since(now);
        let tracked = self.players.entry(player).or_insert(new);
        let news = !tracked.connected;
        if news {
            tracked.connected = true;
            tracked.since = now;
            self.connected += 1;
        }
        tracked.left = now;
        tracked.left_here = now;
        news
    }

    /// Marks players as absent; returns whether any became so. The oldest of too many absent players are forgotten.
    fn mark_absent(&mut self, now: Timestamp) -> bool {
        let mut news = false;
        while self.players.values().filter(|tracked| !tracked.connected).count() > MOST_GONE {
            let gone = self.players.iter().filter(|(_, tracked)| !tracked.connected);
            let Some(first) = gone.min_by_key(|(_, gone)| gone.left).map(|(&player, _)| player) else {
                break;
            };
            self.players.remove(&first);
            // This sends no notification, but the next answer is built again.
            self.sent = None;
        }
        for tracked in self.players.values_mut() {
            if tracked.is_leaving() && later(tracked.left, GRACE) <= now {
                tracked.connected = false;
                tracked.since = tracked.left;
                self.connected -= 1;
                news = true;
            }
        }
        news
    }
}

impl TrackedPlayer {
    fn absent_since(left: Timestamp) -> Self {
        let (left_here, written) = (Timestamp::MIN, Timestamp::MIN);
        Self { connections: 0, connected: false, since: left, left, left_here, written }
    }

    fn is_leaving(&self) -> bool {
        self.connected && self.connections == 0
    }
}

impl PresenceGuard {
    /// Returns when presence has changed.
    pub(super) async fn changed(&mut self) {
        if self.changed.changed().await.is_err() {
            std::future::pending::<()>().await;
        }
    }
}

impl Drop for PresenceGuard {
    fn drop(&mut self) {
        self.all.disconnect(self.table, self.who);
    }
}
