//! Permits of connections: of all that the server may have, and of each address.

use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use ipnet::IpNet;
use tokio::net::TcpStream;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::time;

use super::idle::{Activity, IdleConnections};
use crate::http::address::{is_proxy, network_of};
use crate::http::limit_settings::most;
use crate::http::limits::connection_permit::ConnectionPermit;
use crate::http::limits::spare::{SpareConnection, too_many_of_address};
use crate::http::problem::MEDIA_TYPE;
use crate::http::settings::Settings;
use crate::service::limits::client_network::ClientNetwork;
use crate::service::limits::network_permits::{NetworkPermit, NetworkPermits};
use crate::service::limits::permits::PermitCounts;
use crate::service::limits::reserve::most_beside_reserve;

/// How long a refusal waits if an address has as many connections as it may, how much longer for each refusal of the address that waits
/// already, and how long at most. A client that is refused at once connects again at once, and takes time from others.
const REFUSAL_DELAY: Duration = Duration::from_secs(1);
const REFUSAL_DELAY_FOR_EACH: Duration = Duration::from_millis(10);
const LONGEST_REFUSAL_DELAY: Duration = Duration::from_secs(4);
/// How many refusals may wait: in all, as a part of all connections, and of one address. Further ones are sent at
/// once.
const MOST_REFUSALS: usize = 4_096;
const REFUSALS_OF_ALL: usize = 4;
const MOST_REFUSALS_OF_ADDRESS: usize = 512;
/// How many idle connections are closed together if no permit is free: one in this many of all. Finding many takes as long as finding one.
const CLOSED_OF_ALL: usize = 256;
/// How many spare connections there are beyond all others, so that a monitor gets an answer while those are in use.
const SPARE: usize = 16;
/// How often the server tries to close idle connections before a new one becomes a spare one.
const TRIES_BEFORE_SPARE: usize = 4;
/// How many spare connections an address may have beyond its limit, for a monitor.
const SPARE_OF_ADDRESS: usize = 2;
/// How long to wait for a permit between two tries: connections that were about to close may have got a request meanwhile.
const BETWEEN_TRIES: Duration = Duration::from_millis(50);

/// The permits of connections.
pub struct ConnectionPermits {
    most: usize,
    all: Arc<Semaphore>,
    spare: Arc<Semaphore>,
    refusals: Arc<Semaphore>,
    refusals_of: PermitCounts<u128>,
    of_addresses: NetworkPermits,
    spare_of_addresses: NetworkPermits,
    most_of_address: usize,
    trusted_proxies: Vec<IpNet>,
    idle: IdleConnections,
    refusal: Arc<str>,
}

/// A connection with its permit.
pub struct Admitted {
    /// The permit.
    pub permit: Arc<ConnectionPermit>,
    /// The requests on the connection.
    pub activity: Activity,
    /// Why the connection is a spare one, if it is.
    pub spare: Option<SpareConnection>,
}

/// A permit of all connections.
struct OfAll {
    permit: Option<OwnedSemaphorePermit>,
    is_spare: bool,
}

impl ConnectionPermits {
    /// As many as the settings allow.
    pub fn new(settings: &Settings) -> Self {
        let most_in_all = most(settings.limits.connections).min(Semaphore::MAX_PERMITS);
        Self {
            most: most_in_all,
            all: Arc::new(Semaphore::new(most_in_all)),
            spare: Arc::new(Semaphore::new(SPARE)),
            refusals: Arc::new(Semaphore::new((most_in_all / REFUSALS_OF_ALL).min(MOST_REFUSALS))),
            refusals_of: PermitCounts::default(),
            of_addresses: NetworkPermits::default(),
            spare_of_addresses: NetworkPermits::default(),
            most_of_address: most(settings.limits.connections_of_address),
            trusted_proxies: settings.trusted_proxies.clone(),
            idle: IdleConnections::default(),
            refusal: refusal(!settings.cors_origins.is_empty()).into(),
        }
    }

    /// Waits for a permit for a new connection. Returns `None` if its address has as many as it may; then the connection is refused.
    pub async fn admit(&self, stream: TcpStream, peer: SocketAddr) -> Option<(TcpStream, Admitted)> {
        // A trusted proxy carries many clients, so its connections are not limited, and never closed for others.
        if is_proxy(peer.ip(), &self.trusted_proxies) {
            return Some((stream, self.admitted(None, None).await));
        }
        let address = network_of(peer.ip().to_canonical());
        if let Some(of_address) = self.acquire_of_address(address) {
            return Some((stream, self.admitted(Some(address), Some(of_address)).await));
        }
        tracing::debug!(%peer, "too many connections from one address");
        if let Some(spare) = self.acquire_spare(address) {
            return Some((stream, spare));
        }
        self.refuse(stream, address.network);
        None
    }

    /// Acquires a permit of an address. If the address holds as many as it may, its longest idle connection gives up its own.
    fn acquire_of_address(&self, address: ClientNetwork) -> Option<NetworkPermit> {
        let in_use = self.most - self.all.available_permits();
        let most = most_beside_reserve(self.most_of_address, in_use, self.most);
        let acquire = |most| self.of_addresses.acquire(address, most, self.most);
        // The second permit replaces one that was given up, so the address has no more connections than before, even if few are left in
        // all.
        acquire(most)
            .or_else(|| if self.idle.give_up_permit(address) { acquire(self.most_of_address) } else { None })
    }

    /// A spare connection for an address that has as many as it may. A monitor may share the address with other clients, for instance in
    /// the container of a proxy that is not trusted.
    fn acquire_spare(&self, address: ClientNetwork) -> Option<Admitted> {
        let of_address = self.spare_of_addresses.acquire(address, SPARE_OF_ADDRESS, SPARE)?;
        let acquire = |permits: &Arc<Semaphore>| Arc::clone(permits).try_acquire_owned().ok();
        let permit = acquire(&self.all).or_else(|| acquire(&self.spare))?;
        let permit = Arc::new(ConnectionPermit::new(Some(permit), Some(of_address)));
        let spare = Some(SpareConnection::OfAddress(Arc::clone(&self.refusal)));
        Some(Admitted { permit, activity: Activity::default(), spare })
    }

    async fn admitted(&self, address: Option<ClientNetwork>, of_address: Option<NetworkPermit>) -> Admitted {
        let OfAll { permit, is_spare } = self.of_all().await;
        let permit = Arc::new(ConnectionPermit::new(permit, of_address));
        // A spare connection ends soon, so it is never closed for others.
        let address = address.filter(|_| !is_spare);
        let activity = address.map(|address| self.idle.open(address, &permit)).unwrap_or_default();
        Admitted { permit, activity, spare: is_spare.then_some(SpareConnection::OfAll) }
    }

    /// Waits for a permit of all connections. If none is free, idle connections are closed. If none of them closes, the new one is a spare
    /// one.
    async fn of_all(&self) -> OfAll {
        let mut tries = 0;
        loop {
            if let Ok(permit) = Arc::clone(&self.all).try_acquire_owned() {
                return OfAll { permit: Some(permit), is_spare: false };
            }
            self.idle.close_some((self.most / CLOSED_OF_ALL).max(1));
            // Nothing closes the semaphore, so a permit becomes free in the end.
            if let Ok(permit) = time::timeout(BETWEEN_TRIES, Arc::clone(&self.all).acquire_owned()).await {
                return OfAll { permit: permit.ok(), is_spare: false };
            }
            tries += 1;
            if tries >= TRIES_BEFORE_SPARE
                && let Ok(permit) = Arc::clone(&self.spare).try_acquire_owned()
            {
                return OfAll { permit: Some(permit), is_spare: true };
            }
        }
    }

    /// Refuses a connection of an address that has as many as it may, and closes it. The refusal is delayed, unless it would hold a permit
    /// that others need.
    fn refuse(&self, stream: TcpStream, network: u128) {
        // The send buffer of a new connection has room for this. If it has not, the client gets nothing.
        let refusal = Arc::clone(&self.refusal);
        let send = move || drop(stream.try_write(refusal.as_bytes()));
        let of_all = Arc::clone(&self.all).try_acquire_owned();
        let (Ok(of_all), Ok(waits)) = (of_all, Arc::clone(&self.refusals).try_acquire_owned()) else {
            return send();
        };
        let others = u32::try_from(self.refusals_of.count(network)).unwrap_or(u32::MAX);
        let Some(of_address) = self.refusals_of.acquire(network, MOST_REFUSALS_OF_ADDRESS) else {
            return send();
        };
        let delay = REFUSAL_DELAY + REFUSAL_DELAY_FOR_EACH.saturating_mul(others);
        tokio::spawn(async move {
            time::sleep(delay.min(LONGEST_REFUSAL_DELAY)).await;
            send();
            drop((of_all, waits, of_address));
        });
    }
}

/// The answer on a connection that is refused. No request has been read, so if pages of other origins may send requests at all, a page of
/// any origin may read this.
fn refusal(pages_may_read: bool) -> String {
    let problem = serde_json::to_string(too_many_of_address().body()).unwrap_or_default();
    let length = problem.len();
    let origins = if pages_may_read {
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
