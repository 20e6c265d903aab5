//! How many connections there may be: in all, and from one address.

use std::net::{IpAddr, SocketAddr};
use std::sync::{Arc, LazyLock};
use std::time::Duration;

use ipnet::IpNet;
use tokio::net::TcpStream;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::time;

use super::address::{ClientNetwork, is_proxy, network};
use super::at_once::{AddressPlace, AtOnce};
use super::bounds::most;
use super::code::Code;
use super::idle::{Activity, Idle};
use super::problem::{MEDIA_TYPE, Problem};
use super::settings::Settings;
use crate::service::counted::Counted;

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
/// How long it takes until others are looked for: those who were to give way may be asked something by then.
const LOOKS: Duration = Duration::from_millis(50);

/// How many connections there may be: in all, of them such as are refused, and from one address.
pub struct Places {
    most: usize,
    all: Arc<Semaphore>,
    refused: Arc<Semaphore>,
    refused_of: Counted<IpAddr>,
    by_address: AtOnce,
    most_of_address: usize,
    trusted_proxies: Vec<IpNet>,
    idle: Idle,
}

/// What counts a connection, until it is dropped.
#[derive(Debug, Default)]
pub struct Place {
    _of_all: Option<OwnedSemaphorePermit>,
    _of_address: Option<AddressPlace>,
}

/// A connection that has its place.
pub struct Placed {
    /// What counts it.
    pub place: Place,
    /// What is asked on it.
    pub activity: Activity,
}

impl Places {
    /// As set.
    pub fn new(settings: &Settings) -> Self {
        let most_in_all = most(settings.bounds.connections).min(Semaphore::MAX_PERMITS);
        Self {
            most: most_in_all,
            all: Arc::new(Semaphore::new(most_in_all)),
            refused: Arc::new(Semaphore::new((most_in_all / REFUSED_OF_ALL).min(MOST_REFUSED))),
            refused_of: Counted::default(),
            by_address: AtOnce::default(),
            most_of_address: most(settings.bounds.connections_of_address),
            trusted_proxies: settings.trusted_proxies.clone(),
            idle: Idle::default(),
        }
    }

    /// A place for a new connection, once there is one; `None` where its address has as many as it may, and is told so.
    pub async fn take(&self, stream: TcpStream, peer: SocketAddr) -> Option<(TcpStream, Placed)> {
        // A proxy that is trusted stands for many clients: it is not bounded, and gives way to nobody.
        if is_proxy(peer.ip(), &self.trusted_proxies) {
            let place = Place { _of_all: self.of_all().await, _of_address: None };
            return Some((stream, Placed { place, activity: Activity::default() }));
        }
        let address = ClientNetwork(network(peer.ip().to_canonical()));
        let Some(of_address) = self.by_address.begin(address, self.most_of_address, self.most) else {
            tracing::debug!(%peer, "too many connections from one address");
            self.refuse(stream, address.0);
            return None;
        };
        let place = Place { _of_all: self.of_all().await, _of_address: Some(of_address) };
        let activity = self.idle.open(address.site().unwrap_or(address.0));
        Some((stream, Placed { place, activity }))
    }

    /// One more of all. Where there is none, connections on which nothing is asked give way.
    async fn of_all(&self) -> Option<OwnedSemaphorePermit> {
        loop {
            if let Ok(place) = Arc::clone(&self.all).try_acquire_owned() {
                return Some(place);
            }
            self.idle.make_room((self.most / GIVE_WAY_OF_ALL).max(1));
            // Nobody closes the semaphore, so there is always a place in the end.
            if let Ok(place) = time::timeout(LOOKS, Arc::clone(&self.all).acquire_owned()).await {
                return place.ok();
            }
        }
    }

    /// Tells a connection that its address has as many as it may, and closes it: at once where it would have to wait in the place of
    /// somebody else.
    fn refuse(&self, stream: TcpStream, address: IpAddr) {
        // A new connection takes so much at once; where it does not, nobody waits.
        let tell = move || drop(stream.try_write(TOO_MANY_CONNECTIONS.as_bytes()));
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

/// What a connection too many is told, before it is closed.
static TOO_MANY_CONNECTIONS: LazyLock<String> = LazyLock::new(|| {
    let why = "your address has as many connections as it may; close one";
    let problem = serde_json::to_string(&Problem::new(Code::TooManyConnections, why)).unwrap_or_default();
    let length = problem.len();
    format!(
        "HTTP/1.1 429 Too Many Requests\r\n\
        retry-after: 1\r\n\
        connection: close\r\n\
        cache-control: no-store\r\n\
        x-content-type-options: nosniff\r\n\
        content-type: {MEDIA_TYPE}\r\n\
        content-length: {length}\r\n\
        \r\n\
        {problem}"
    )
});
