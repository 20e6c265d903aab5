//! Who of those at a table is connected: kept in memory, in no log, and of no version.

use std::sync::{Arc, Mutex, MutexGuard};

use jiff::{SignedDuration, Timestamp};
use tokio::sync::watch;

use super::deadlines::Deadlines;
use super::listing::Listing;
use crate::service::id::{IdMap, PlayerId, TableId};
use crate::service::ports::clock::Clock;
use crate::service::table::gone::{GONE_TIME, GRACE, Gone};
use crate::service::table::live::Table;
use crate::service::table::presence::{Connection, Presence};
use crate::service::table::state::Sitting;
use crate::service::table::time::later;
use crate::service::table::told::Told;
use crate::service::table::view::ChairView;
use crate::service::whole::whole;

/// Of how many who have gone from a table it is kept since when; more than have a seat, so that watchers push nobody out
/// who sits there unless they come by the dozen.
const MOST_GONE: usize = 64;

/// Who is connected to which table.
#[derive(Clone)]
pub(super) struct Attendance {
    tables: Arc<Mutex<IdMap<TableId, AtTable>>>,
    clock: Arc<dyn Clock>,
    deadlines: Arc<Deadlines>,
    listing: Arc<Listing>,
    /// Since when it is known who is there.
    started: Arc<Mutex<Timestamp>>,
}

/// Somebody's connection to a table, until it is dropped.
pub(super) struct Attending {
    table: TableId,
    who: Who,
    all: Attendance,
    changed: watch::Receiver<()>,
}

/// Whose connection it is.
#[derive(Clone, Copy)]
enum Who {
    Player(PlayerId),
    /// Nobody who is signed in.
    Stranger,
    /// Nobody who counts.
    Nobody,
}

/// The presence that was sent last, and what it was made of.
struct ToldPresence {
    chairs: Told<Vec<ChairView>>,
    given_up: Vec<Option<Timestamp>>,
    presence: Told<Presence>,
}

impl ToldPresence {
    /// Whether it was made of these chairs, given up at these moments.
    fn is_of(&self, chairs: &Told<Vec<ChairView>>, given_up: &[Option<Timestamp>]) -> bool {
        self.chairs.is(chairs) && self.given_up == given_up
    }
}

#[derive(Default)]
struct AtTable {
    players: IdMap<PlayerId, Attendant>,
    /// How many of them are connected.
    connected: usize,
    /// Connections of nobody who is signed in.
    strangers: u32,
    /// Whether somebody looks again who has gone.
    sweeping: bool,
    /// What was sent last; none if it is something else by now.
    told: Option<ToldPresence>,
    changed: watch::Sender<()>,
}

#[derive(Clone, Copy)]
struct Attendant {
    connections: u32,
    connected: bool,
    since: Timestamp,
    /// When the last connection ended, or they last asked for something.
    left: Timestamp,
}

impl Attendance {
    pub(super) fn new(clock: Arc<dyn Clock>, deadlines: Arc<Deadlines>, listing: Arc<Listing>) -> Self {
        let started = Arc::new(Mutex::new(clock.now()));
        Self { tables: Arc::default(), clock, deadlines, listing, started }
    }

    /// Follows the system's clock, and tells by how much it has stepped: a player who was gone for so long still is. Everybody who
    /// notes a moment here reads the clock under the lock, so no moment moves that is of the new time already.
    pub(super) fn follow_clock(&self) -> Option<SignedDuration> {
        let mut tables = self.tables();
        let step = self.clock.follow()?;
        let mut started = whole(&self.started);
        *started = later(*started, step);
        for at in tables.values_mut() {
            for attendant in at.players.values_mut() {
                attendant.since = later(attendant.since, step);
                attendant.left = later(attendant.left, step);
            }
            at.told = None;
        }
        Some(step)
    }

    /// Somebody connects to a table.
    pub(super) fn attend(&self, table: TableId, player: Option<PlayerId>) -> Attending {
        self.begin(table, player.map_or(Who::Stranger, Who::Player))
    }

    /// Somebody looks at a table who is not counted.
    pub(super) fn look_on(&self, table: TableId) -> Attending {
        self.begin(table, Who::Nobody)
    }

    fn begin(&self, table: TableId, who: Who) -> Attending {
        let mut tables = self.tables();
        let now = self.clock.now();
        let at = tables.entry(table).or_default();
        let news = match who {
            Who::Nobody => false,
            Who::Stranger => {
                at.strangers += 1;
                true
            }
            Who::Player(player) => {
                let news = at.see(player, now);
                at.players.entry(player).and_modify(|attendant| attendant.connections += 1);
                news
            }
        };
        if news {
            self.tell(table, at);
        }
        let changed = at.changed.subscribe();
        Attending { table, who, all: self.clone(), changed }
    }

    /// A player asks something of a table: they are there, for a while.
    pub(super) fn see(&self, table: TableId, player: PlayerId) {
        let mut tables = self.tables();
        let now = self.clock.now();
        let at = tables.entry(table).or_default();
        if at.see(player, now) {
            self.tell(table, at);
        }
        self.sweep_later(table, at);
    }

    /// Who of those who sit at a table is connected.
    pub(super) fn at(&self, table: &Table) -> Told<Presence> {
        let (mut tables, seen) = (self.tables(), table.seen_chairs.told());
        let at = tables.get_mut(&table.record.id);
        let gone = self.gone_from(at.as_deref(), table);
        let chairs = &table.record.state.chairs;
        let given_up = chairs.iter().map(|chair| table.gives_up(chair, &gone).map(|(until, _)| until));
        let given_up: Vec<_> = given_up.collect();
        let was_told = at.as_ref().and_then(|at| at.told.as_ref());
        if let Some(told) = was_told.filter(|told| told.is_of(&seen, &given_up)) {
            return told.presence.clone();
        }
        let presence = Self::presence(at.as_deref(), table, &given_up);
        if let Some(at) = at {
            at.told = Some(ToldPresence { chairs: seen, given_up, presence: presence.clone() });
        }
        presence
    }

    /// Which people at a table are gone, and since when. Nobody was there before the house opened.
    pub(super) fn gone(&self, table: &Table) -> Vec<Gone> {
        self.gone_from(self.tables().get(&table.record.id), table)
    }

    fn gone_from(&self, at: Option<&AtTable>, table: &Table) -> Vec<Gone> {
        let started = *whole(&self.started);
        let gone = |player: PlayerId| {
            let attendant = at.and_then(|at| at.players.get(&player));
            let is_there = attendant.is_some_and(|attendant| attendant.connected);
            let since = attendant.map_or(started, |attendant| attendant.left);
            (!is_there).then_some(Gone { player, since })
        };
        table.seated_or_promised().filter_map(gone).collect()
    }

    fn presence(at: Option<&AtTable>, table: &Table, given_up: &[Option<Timestamp>]) -> Told<Presence> {
        let connection = |(chair, &gives_up_at): (&Sitting, &Option<Timestamp>)| {
            let attendant = at.and_then(|at| at.players.get(&chair.player));
            Connection {
                seat: chair.seat,
                connected: chair.bot.is_some() || attendant.is_some_and(|attendant| attendant.connected),
                since: attendant.map(|attendant| attendant.since),
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

    /// Whether a person is connected who has one of these chairs and does not leave.
    pub(super) fn has_person(&self, table: TableId, chairs: &[Sitting]) -> bool {
        let tables = self.tables();
        let Some(at) = tables.get(&table) else { return false };
        chairs.iter().any(|chair| chair.bot.is_none() && !chair.goes() && at.is_connected(chair.player))
    }

    /// Whether a person is there: connected, and seated where a person sits at all.
    pub(super) fn is_company(&self, table: &Table) -> bool {
        let tables = self.tables();
        let Some(at) = tables.get(&table.record.id) else { return false };
        let is_there = |chair: &Sitting| at.is_connected(chair.player);
        if table.has_people() { table.people().any(is_there) } else { at.strangers > 0 || at.connected > 0 }
    }

    /// Somebody has come or gone: the table may go on.
    fn tell(&self, table: TableId, at: &mut AtTable) {
        self.tell_of(table, at);
        self.deadlines.hurry(table, self.clock.now());
    }

    /// It has changed who is there.
    fn tell_of(&self, table: TableId, at: &mut AtTable) {
        at.told = None;
        at.changed.send_replace(());
        self.listing.tell_of_presence(table);
    }

    fn leave(&self, table: TableId, who: Who) {
        let mut tables = self.tables();
        let now = self.clock.now();
        let Some(at) = tables.get_mut(&table) else { return };
        match who {
            Who::Nobody => {}
            Who::Stranger => {
                at.strangers = at.strangers.saturating_sub(1);
                self.tell_of(table, at);
            }
            Who::Player(player) => {
                if let Some(attendant) = at.players.get_mut(&player) {
                    attendant.connections = attendant.connections.saturating_sub(1);
                    attendant.left = now;
                }
            }
        }
        self.sweep_later(table, at);
    }

    fn sweep_later(&self, table: TableId, at: &mut AtTable) {
        // Without a runtime nothing is left that could be told.
        if !at.sweeping
            && let Ok(runtime) = tokio::runtime::Handle::try_current()
        {
            at.sweeping = true;
            runtime.spawn(self.clone().sweep(table));
        }
    }

    /// Looks after a while who has gone, until nobody is left of whom that is open.
    async fn sweep(self, table: TableId) {
        let mut looks_at = later(self.clock.now(), GRACE);
        loop {
            self.clock.sleep_until(looks_at).await;
            let mut tables = self.tables();
            let now = self.clock.now();
            let Some(at) = tables.get_mut(&table) else { return };
            if at.part(now) {
                // Those who are there may not have to wait for them.
                self.tell(table, at);
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
        whole(&self.tables)
    }
}

impl AtTable {
    fn is_connected(&self, player: PlayerId) -> bool {
        self.players.get(&player).is_some_and(|attendant| attendant.connected)
    }

    /// How many are there without one of these chairs. They are counted as they come and go: a thousand watchers are told
    /// of each other.
    fn watching(&self, chairs: &[Sitting]) -> u32 {
        let is_there = |chair: &&Sitting| chair.bot.is_none() && self.is_connected(chair.player);
        let players = self.connected.saturating_sub(chairs.iter().filter(is_there).count());
        self.strangers.saturating_add(u32::try_from(players).unwrap_or(u32::MAX))
    }

    /// When the next one who leaves is gone.
    fn looks_again(&self) -> Option<Timestamp> {
        let leaving = self.players.values().filter(|attendant| attendant.is_leaving());
        leaving.map(|attendant| later(attendant.left, GRACE)).min()
    }

    /// When it need not be known any more since when each of them is gone: they have been for long enough.
    fn forgotten_at(&self) -> Option<Timestamp> {
        self.players.values().map(|attendant| later(attendant.left, GONE_TIME)).max()
    }

    /// This player is there; whether that is news.
    fn see(&mut self, player: PlayerId, now: Timestamp) -> bool {
        let new = Attendant { connections: 0, connected: false, since: now, left: now };
        let attendant = self.players.entry(player).or_insert(new);
        let news = !attendant.connected;
        if news {
            attendant.connected = true;
            attendant.since = now;
            self.connected += 1;
        }
        attendant.left = now;
        news
    }

    /// Marks who has gone; whether there is any. Of those who went long ago the first are forgotten.
    fn part(&mut self, now: Timestamp) -> bool {
        let mut news = false;
        while self.players.values().filter(|attendant| !attendant.connected).count() > MOST_GONE {
            let gone = self.players.iter().filter(|(_, attendant)| !attendant.connected);
            let Some(first) = gone.min_by_key(|(_, gone)| gone.left).map(|(&player, _)| player) else {
                break;
            };
            self.players.remove(&first);
            // Nobody is told of it; but who looks is told as it is.
            self.told = None;
        }
        for attendant in self.players.values_mut() {
            if attendant.is_leaving() && later(attendant.left, GRACE) <= now {
                attendant.connected = false;
                attendant.since = attendant.left;
                self.connected -= 1;
                news = true;
            }
        }
        news
    }
}

impl Attendant {
    fn is_leaving(&self) -> bool {
        self.connected && self.connections == 0
    }
}

impl Attending {
    /// Returns when it has changed who is connected.
    pub(super) async fn changed(&mut self) {
        if self.changed.changed().await.is_err() {
            std::future::pending::<()>().await;
        }
    }
}

impl Drop for Attending {
    fn drop(&mut self) {
        self.all.leave(self.table, self.who);
    }
}
