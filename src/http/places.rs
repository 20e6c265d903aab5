//! How many connections there may be: in all, and from one address.

use std::net::{IpAddr, SocketAddr};
use std::sync::Arc;
use std::time::Duration;

use ipnet::IpNet;
use tokio::net::TcpStream;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::time;

use super::address::{ClientNetwork, is_proxy, network};
use super::at_once::{AddressPlace, AtOnce};
use super::bounds::most;
use super::idle::{Activity, Idle};
use super::place::Place;
use super::problem::MEDIA_TYPE;
use super::settings::Settings;
use super::spare::{Spare, too_many_of_address};
use crate::service::counted::Counted;
use crate::service::newcomers::most_of;

/// How long whoever has as many connections as they may waits until they are told so, how much longer for each of their
/// address who waits already, and how long at most: who is told at once comes again at once, and takes the time of others with it.
const REFUSED_AFTER: Duration = Duration::from_secs(1);
const REFUSED_APART: Duration = Duration::from_millis(10);
const REFUSED_WITHIN: Duration = Duration::from_secs(4);
/// How many may wait for that: at most so many, one in so many of all connections, and so many of one address. Whoever comes then is
/// told at once.
const MOST_REFUSED: usize = 4_096;
const REFUSED_OF_ALL: usize = 4;
const MOST_REFUSED_OF_ADDRESS: usize = 512;
/// How many give way together where no place is left: one in so many of all connections. To look who gives way takes as long for
/// many as for one.
const GIVE_WAY_OF_ALL: usize = 256;
/// How many connections there may be beyond that, on which a monitor is answered while all others are in use.
const SPARE: usize = 16;
/// How often others are looked for before a connection has to make do with a spare place.
const LOOKS_BEFORE_SPARE: usize = 4;
/// How many connections an address may have beyond its bound, on which a monitor is answered.
const SPARE_OF_ADDRESS: usize = 2;
/// How long it takes until others are looked for: those who were to give way may be asked something by then.
const LOOKS: Duration = Duration::from_millis(50);

/// How many connections there may be: in all, of them such as are refused, and from one address.
pub struct Places {
    most: usize,
    all: Arc<Semaphore>,
    spare: Arc<Semaphore>,
    refused: Arc<Semaphore>,
    refused_of: Counted<IpAddr>,
    by_address: AtOnce,
    spare_by_address: AtOnce,
    most_of_address: usize,
    trusted_proxies: Vec<IpNet>,
    idle: Idle,
    too_many: Arc<str>,
}

/// A connection that has its place.
pub struct Placed {
    /// What counts it.
    pub place: Arc<Place>,
    /// What is asked on it.
    pub activity: Activity,
    /// Why its place is a spare one, if it is.
    pub spare: Option<Spare>,
}

/// One place of all.
struct OfAll {
    permit: Option<OwnedSemaphorePermit>,
    is_spare: bool,
}

impl Places {
    /// As set.
    pub fn new(settings: &Settings) -> Self {
        let most_in_all = most(settings.bounds.connections).min(Semaphore::MAX_PERMITS);
        Self {
            most: most_in_all,
            all: Arc::new(Semaphore::new(most_in_all)),
            spare: Arc::new(Semaphore::new(SPARE)),
            refused: Arc::new(Semaphore::new((most_in_all / REFUSED_OF_ALL).min(MOST_REFUSED))),
            refused_of: Counted::default(),
            by_address: AtOnce::default(),
            spare_by_address: AtOnce::default(),
            most_of_address: most(settings.bounds.connections_of_address),
            trusted_proxies: settings.trusted_proxies.clone(),
            idle: Idle::default(),
            too_many: too_many_connections(!settings.cors_origins.is_empty()).into(),
        }
    }

    /// A place for a new connection, once there is one; `None` where its address has as many as it may, and is told so.
    pub async fn take(&self, stream: TcpStream, peer: SocketAddr) -> Option<(TcpStream, Placed)> {
        // A proxy that is trusted stands for many clients: it is not bounded, and gives way to nobody.
        if is_proxy(peer.ip(), &self.trusted_proxies) {
            return Some((stream, self.placed(None, None).await));
        }
        let address = ClientNetwork(network(peer.ip().to_canonical()));
        if let Some(of_address) = self.of_address(address) {
            return Some((stream, self.placed(Some(address), Some(of_address)).await));
        }
        tracing::debug!(%peer, "too many connections from one address");
        if let Some(spare) = self.spare_of(address) {
            return Some((stream, spare));
        }
        self.refuse(stream, address.0);
        None
    }

    /// One more of an address. If it has as many as it may, the one gives way on which nothing was asked for longest.
    fn of_address(&self, address: ClientNetwork) -> Option<AddressPlace> {
        let taken = self.most - self.all.available_permits();
        let most = most_of(self.most_of_address, taken, self.most);
        let begin = |most| self.by_address.begin(address, most, self.most);
        // The next one takes the place of another, so the address has no more than before, even if few places are left.
        begin(most).or_else(|| if self.idle.give_place(address) { begin(self.most_of_address) } else { None })
    }

    /// A spare place for an address that has as many connections as it may. A monitor may share it with others, as one in the same
    /// container does with a proxy that is not trusted.
    fn spare_of(&self, address: ClientNetwork) -> Option<Placed> {
        let of_address = self.spare_by_address.begin(address, SPARE_OF_ADDRESS, SPARE)?;
        let permit = |places: &Arc<Semaphore>| Arc::clone(places).try_acquire_owned().ok();
        let permit = permit(&self.all).or_else(|| permit(&self.spare))?;
        let place = Arc::new(Place::new(Some(permit), Some(of_address)));
        let spare = Some(Spare::OfAddress(Arc::clone(&self.too_many)));
        Some(Placed { place, activity: Activity::default(), spare })
    }

    async fn placed(&self, address: Option<ClientNetwork>, of_address: Option<AddressPlace>) -> Placed {
        let OfAll { permit, is_spare } = self.of_all().await;
        let place = Arc::new(Place::new(permit, of_address));
        // A spare connection lasts for a moment only, and gives way to nobody.
        let address = address.filter(|_| !is_spare);
        let activity = address.map(|address| self.idle.open(address, &place)).unwrap_or_default();
        Placed { place, activity, spare: is_spare.then_some(Spare::OfAll) }
    }

    /// One more of all. If there is none, connections on which nothing is asked give way; if none of them does, it is a spare one.
    async fn of_all(&self) -> OfAll {
        let mut looks = 0;
        loop {
            if let Ok(place) = Arc::clone(&self.all).try_acquire_owned() {
                return OfAll { permit: Some(place), is_spare: false };
            }
            self.idle.make_room((self.most / GIVE_WAY_OF_ALL).max(1));
            // Nobody closes the semaphore, so there is always a place in the end.
            if let Ok(place) = time::timeout(LOOKS, Arc::clone(&self.all).acquire_owned()).await {
                return OfAll { permit: place.ok(), is_spare: false };
            }
            looks += 1;
            if looks >= LOOKS_BEFORE_SPARE
                && let Ok(place) = Arc::clone(&self.spare).try_acquire_owned()
            {
                return OfAll { permit: Some(place), is_spare: true };
            }
        }
    }

    /// Tells a connection that its address has as many as it may, and closes it: at once where it would have to wait in the place of
    /// somebody else.
    fn refuse(&self, stream: TcpStream, address: IpAddr) {
        // A new connection takes so much at once; where it does not, nobody waits.
        let told = Arc::clone(&self.too_many);
        let tell = move || drop(stream.try_write(told.as_bytes()));
        let place = Arc::clone(&self.all).try_acquire_owned();
        let (Ok(place), Ok(waits)) = (place, Arc::clone(&self.refused).try_acquire_owned()) else {
            return tell();
        };
        let others = u32::try_from(self.refused_of.count(address)).unwrap_or(u32::MAX);
        let Some(of_address) = self.refused_of.begin(address, MOST_REFUSED_OF_ADDRESS) else { return tell() };
        tokio::spawn(async move {
            time::sleep((REFUSED_AFTER + REFUSED_APART.saturating_mul(others)).min(REFUSED_WITHIN)).await;
            tell();
            drop((place, waits, of_address));
        });
    }
}

/// What a connection too many is told, before it is closed. No request of it has been read: a page of any origin may read this, if
/// pages may call at all.
fn too_many_connections(pages_may_call: bool) -> String {
    let problem = serde_json::to_string(&too_many_of_address()).unwrap_or_default();
    let length = problem.len();
    let origins = if pages_may_call {
        "access-control-allow-origin: *\r\naccess-control-expose-headers: retry-after\r\n"
    } else {
        ""
    };
    format!(
        "HTTP/1.1 429 Too Many Requests\r\n\
        retry-after: 1\r\n\
        connection: close\r\n\
        cache-control: no-store\r\n\
        x-content-type-options: nosniff\r\n\
        {origins}\
        content-type: {MEDIA_TYPE}\r\n\
        content-length: {length}\r\n\
        \r\n\
        {problem}"
    )
}
