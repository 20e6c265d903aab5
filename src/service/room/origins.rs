//! Where tables come from: what computers and the clock do at the tables of one address is bounded, as what its players ask for
//! is. It is known in memory alone: no address is ever written down.

use std::collections::HashMap;
use std::num::{NonZeroU32, NonZeroUsize};
use std::sync::{Arc, Mutex};

use jiff::{SignedDuration, Timestamp};
use lru::LruCache;

use super::bounds::RoomBounds;
use crate::service::counted::{Counted, Place};
use crate::service::id::{PlayerId, TableId};
use crate::service::newcomers::most_of;
use crate::service::people::throttle::{Rate, Throttle};
use crate::service::ports::clock::Clock;
use crate::service::table::commit::{Commit, Write};
use crate::service::table::options::Access;
use crate::service::table::record::TableRecord;
use crate::service::table::refused::Refused;
use crate::service::whole::whole;

/// As how many networks a site counts: who has 48 bits of IPv6 has 65,536 of them.
pub const NETWORKS_OF_A_SITE: NonZeroU32 = NonZeroU32::new(4).unwrap();

/// How many a site may have of something of which each of its networks may have so many: as many as some of these, and half of the
/// whole where all share that, for two sites are not to leave nothing to others.
pub fn most_of_site(most: usize, whole: usize) -> usize {
    let of_networks = most.saturating_mul(NETWORKS_OF_A_SITE.get() as usize);
    of_networks.min(most.max(whole / 2))
}

/// Of how many players it is known where they asked from last.
const MOST_PLAYERS: NonZeroUsize = NonZeroUsize::new(16_384).unwrap();

/// How many bans hold for where somebody came from, at all tables.
const MOST_BARRED: NonZeroUsize = NonZeroUsize::new(16_384).unwrap();

/// How long a table waits to move by itself where its address has spent what it has.
pub(super) const HELD_BACK: SignedDuration = SignedDuration::from_millis(250);

/// The network that somebody asks from, and the site that it belongs to where that has many: as the bits of their addresses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Origin {
    /// The network.
    pub network: u128,
    /// The site.
    pub site: Option<u128>,
}

impl Origin {
    /// Where that is, as one place: the site, where there is one, for it has many networks.
    pub fn place(self) -> u128 {
        self.site.unwrap_or(self.network)
    }
}

/// Where the tables of a house come from.
pub(super) struct Origins {
    most_tables: usize,
    most_bots: usize,
    /// How many computer players all share.
    bots_of_house: usize,
    most_waiting: usize,
    of_players: Mutex<LruCache<PlayerId, Origin>>,
    /// Open tables: whoever is handed one is not charged for it.
    of_tables: Mutex<HashMap<TableId, KnownTable>>,
    tables: Places,
    bots: Places,
    moves: Vec<Moves>,
    most_chairs: usize,
    /// Where guests came from who are banned from a table.
    barred: Mutex<LruCache<(TableId, u128), Bar>>,
    /// Who waits for a chair, and what counts them where they asked from: who is called and does not come keeps a chair for a
    /// minute.
    waiting: Mutex<HashMap<(TableId, PlayerId), WaitPlace>>,
    waiting_from: Counted<(TableId, u128)>,
}

/// Who was banned from a table, and until when that holds for where they came from.
struct Bar {
    player: PlayerId,
    until: Timestamp,
}

/// What counts somebody who waits for a chair, for the network or the site that they asked from.
type WaitPlace = Place<(TableId, u128)>;

struct KnownTable {
    origin: Origin,
    _place: Option<OriginPlace>,
    bots: Vec<OriginPlace>,
}

/// How much of something each address has at once.
#[derive(Default)]
struct Places {
    networks: Counted<u128>,
    sites: Counted<u128>,
    all: Counted<()>,
}

/// One of them, until it is dropped.
type OriginPlace = (Place<u128>, Option<Place<u128>>, Place<()>);

/// What a commit takes of what its address has, and gives back.
pub(super) struct Taken {
    table: TableId,
    opened: Option<KnownTable>,
    came: Vec<OriginPlace>,
    left: usize,
    closes: bool,
    waits: Vec<(PlayerId, WaitPlace)>,
    stops_waiting: Vec<PlayerId>,
}

impl Places {
    /// One more, where its network has not so many, nor its site its part of the whole. Of what all share, a part is kept for those
    /// who have little.
    fn begin(&self, Origin { network, site }: Origin, most: usize, whole: usize) -> Option<OriginPlace> {
        let most = most_of(most, self.all.count(()), whole);
        let of_network = self.networks.begin(network, most)?;
        let of_site = match site {
            Some(site) => Some(self.sites.begin(site, most_of_site(most, whole))?),
            None => None,
        };
        Some((of_network, of_site, self.all.begin((), usize::MAX)?))
    }
}

/// How often tables may move by themselves.
struct Moves {
    of_network: Throttle,
    of_site: Throttle,
}

impl Moves {
    fn new(rate: Rate, clock: &Arc<dyn Clock>) -> Option<Self> {
        let of_site = Rate { times: rate.times.saturating_mul(NETWORKS_OF_A_SITE), ..rate };
        let throttle = |rate| Throttle::new(rate, Arc::clone(clock));
        Some(Self { of_network: throttle(rate)?, of_site: throttle(of_site)? })
    }

    fn take(&self, origin: Option<Origin>, host: PlayerId) -> bool {
        // Until the host has asked for something since the start, the host is all that is known.
        let Some(Origin { network, site }) = origin else { return self.of_network.check(host).is_ok() };
        site.is_none_or(|site| self.of_site.check(site).is_ok()) && self.of_network.check(network).is_ok()
    }
}

impl Origins {
    pub(super) fn new(bounds: &RoomBounds, clock: &Arc<dyn Clock>) -> Self {
        let rates = [bounds.moves_of_address, bounds.moves_of_address_a_day];
        Self {
            most_tables: bounds.tables_of_address,
            most_bots: bounds.bots_of_address,
            bots_of_house: bounds.bots.most as usize,
            most_waiting: bounds.waiting_of_address,
            most_chairs: bounds.chairs_of_address,
            barred: Mutex::new(LruCache::sparse(MOST_BARRED)),
            of_players: Mutex::new(LruCache::sparse(MOST_PLAYERS)),
            of_tables: Mutex::default(),
            tables: Places::default(),
            bots: Places::default(),
            moves: rates.into_iter().flatten().filter_map(|rate| Moves::new(rate, clock)).collect(),
            waiting: Mutex::default(),
            waiting_from: Counted::default(),
        }
    }

    /// A player asks from there.
    pub(super) fn note(&self, player: PlayerId, origin: Origin) {
        let mut of_players = whole(&self.of_players);
        // Who asks again from there keeps their place in the order, for to change it touches three others' with each request: whoever
        // loses it is noted again with the next one.
        if of_players.peek(&player) != Some(&origin) {
            of_players.put(player, origin);
        }
    }

    /// Whether a table may move by itself now; counts it. Whoever asks has the table's turn.
    pub(super) fn may_move(&self, table: &TableRecord) -> bool {
        self.moves.is_empty() || self.take_move(self.of(table, bots(table)), table.state.host)
    }

    /// The same for who does not have its turn: it may be closed by now, and takes no place any more.
    pub(super) fn may_still_move(&self, table: &TableRecord) -> bool {
        let known = || whole(&self.of_tables).get(&table.id).map(|known| known.origin);
        let origin = || known().or_else(|| whole(&self.of_players).peek(&table.state.host).copied());
        self.moves.is_empty() || self.take_move(origin(), table.state.host)
    }

    fn take_move(&self, origin: Option<Origin>, host: PlayerId) -> bool {
        self.moves.iter().all(|moves| moves.take(origin, host))
    }

    /// Where a player asked from last: their site, where that has many networks.
    pub(super) fn whence(&self, player: PlayerId) -> Option<u128> {
        whole(&self.of_players).peek(&player).map(|origin| origin.place())
    }

    /// Whether these are two players or more who all ask from one place, and this one asks from another: strangers might play
    /// together against them. Of whom it is not known, they come from elsewhere.
    pub(super) fn come_from_one_place(&self, players: &[PlayerId], newcomer: PlayerId) -> bool {
        let [first, others @ ..] = players else { return false };
        let Some(place) = self.whence(*first) else { return false };
        !others.is_empty()
            && others.iter().all(|&other| self.whence(other) == Some(place))
            && self.whence(newcomer) != Some(place)
    }

    /// Nobody from where this player comes from is to sit down at a table until then. Who comes from where its host does is no stranger.
    pub(super) fn bar(&self, table: TableId, player: PlayerId, host: PlayerId, until: Timestamp) {
        if let Some(whence) = self.whence(player).filter(|&whence| self.whence(host) != Some(whence)) {
            whole(&self.barred).put((table, whence), Bar { player, until });
        }
    }

    /// A player may sit at a table again, and with them who comes from there.
    pub(super) fn unbar(&self, table: TableId, player: PlayerId) {
        let mut barred = whole(&self.barred);
        let of_player = barred.iter().find(|(at, bar)| at.0 == table && bar.player == player);
        if let Some(at) = of_player.map(|(&at, _)| at) {
            barred.pop(&at);
        }
    }

    /// Whether somebody who came from where this player comes from is banned from a table.
    pub(super) fn is_barred(&self, table: TableId, player: PlayerId, now: Timestamp) -> bool {
        let Some(whence) = self.whence(player) else { return false };
        whole(&self.barred).peek(&(table, whence)).is_some_and(|bar| bar.until > now)
    }

    /// Whether too many from where somebody comes from who sits down have chairs at a public table of somebody else's: others are
    /// to find one there.
    fn check_chairs(&self, commit: &Commit) -> Result<(), Refused> {
        let table = &commit.table.record;
        if commit.sat_down.is_empty()
            || self.most_chairs == usize::MAX
            || table.options.access != Access::Public
        {
            return Ok(());
        }
        let most = self.most_chairs.min(usize::from(table.options.seats.saturating_sub(1)));
        let host = self.whence(table.state.host);
        for &player in commit.sat_down.iter().filter(|&&player| player != table.state.host) {
            let Some(whence) = self.whence(player).filter(|&whence| host != Some(whence)) else { continue };
            let people = commit.table.seated_or_promised();
            if people.filter(|&player| self.whence(player) == Some(whence)).count() > most {
                return Err(Refused::TooManyFromAddress { most });
            }
        }
        Ok(())
    }

    /// Places for a table that a commit opens, and for the computer players that sit down by it, where their address has them; `None`
    /// where it changes nothing of what its address has, as most do.
    pub(super) fn take(&self, commit: &Commit) -> Result<Option<Box<Taken>>, Refused> {
        let (table, host) = (commit.table.record.id, commit.table.record.state.host);
        self.check_chairs(commit)?;
        let closes = commit.table.record.closed_at.is_some();
        let (waits, stops_waiting) = (self.wait(table, &commit.waits)?, commit.stops_waiting.clone());
        let left = commit.bots.left.len();
        let (opens, seats) = (commit.write == Write::Open, !commit.bots.sat_down.is_empty());
        let changes = opens || seats || closes || left > 0 || !waits.is_empty() || !stops_waiting.is_empty();
        if !changes {
            return Ok(None);
        }
        let mut taken =
            Box::new(Taken { table, opened: None, came: vec![], left, closes, waits, stops_waiting });
        if !(opens || seats) {
            return Ok(Some(taken));
        }
        let before = || bots(&commit.table.record).saturating_sub(commit.bots.sat_down.len());
        let origin = if opens {
            whole(&self.of_players).get(&host).copied()
        } else {
            self.of(&commit.table.record, before())
        };
        let Some(origin) = origin else { return Ok(Some(taken)) };
        if opens {
            let most = self.most_tables;
            let place = self.tables.begin(origin, most, usize::MAX);
            let place = place.ok_or(Refused::TooManyTablesOfAddress { most: most as u64 })?;
            taken.opened = Some(KnownTable { origin, _place: Some(place), bots: Vec::new() });
        }
        let most = self.most_bots;
        let places = commit.bots.sat_down.iter().map(|_| self.bots.begin(origin, most, self.bots_of_house));
        let places: Option<Vec<OriginPlace>> = places.collect();
        taken.came = places.ok_or(Refused::TooManyBotsOfAddress { most: most as u64 })?;
        Ok(Some(taken))
    }

    /// Places for those who begin to wait for a chair, where their addresses have them.
    fn wait(&self, table: TableId, waits: &[PlayerId]) -> Result<Vec<(PlayerId, WaitPlace)>, Refused> {
        let most = self.most_waiting;
        let mut places = Vec::new();
        for &player in waits {
            let Some(origin) = whole(&self.of_players).get(&player).copied() else { continue };
            let place = self.waiting_from.begin((table, origin.place()), most);
            places.push((player, place.ok_or(Refused::TooManyWaiting { most })?));
        }
        Ok(places)
    }

    /// A commit that does this has been written.
    pub(super) fn taken(&self, taken: Taken) {
        let Taken { table, opened, came, left, closes, waits, stops_waiting } = taken;
        if !(waits.is_empty() && stops_waiting.is_empty()) {
            let mut waiting = whole(&self.waiting);
            for player in stops_waiting {
                waiting.remove(&(table, player));
            }
            waiting.extend(waits.into_iter().map(|(player, place)| ((table, player), place)));
        }
        let mut tables = whole(&self.of_tables);
        if closes {
            tables.remove(&table);
            return;
        }
        if let Some(opened) = opened {
            tables.insert(table, opened);
        }
        if let Some(known) = tables.get_mut(&table) {
            known.bots.truncate(known.bots.len().saturating_sub(left));
            known.bots.extend(came);
        }
    }

    /// Where a table comes from: where its host asked from when that was first of interest. What is there already, so many
    /// computer players among it, is counted from then on.
    fn of(&self, table: &TableRecord, bots: usize) -> Option<Origin> {
        let mut tables = whole(&self.of_tables);
        if let Some(known) = tables.get(&table.id) {
            return Some(known.origin);
        }
        let origin = whole(&self.of_players).get(&table.state.host).copied()?;
        let bots = (0..bots).filter_map(|_| self.bots.begin(origin, usize::MAX, usize::MAX)).collect();
        let place = self.tables.begin(origin, usize::MAX, usize::MAX);
        tables.insert(table.id, KnownTable { origin, _place: place, bots });
        Some(origin)
    }
}

/// How many computer players sit at a table.
fn bots(table: &TableRecord) -> usize {
    table.state.chairs.iter().filter(|chair| chair.bot.is_some()).count()
}
