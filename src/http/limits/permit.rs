//! Permits: how much each address may use at once. A permit is free again when it is dropped.

use std::net::IpAddr;
use std::pin::Pin;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};
use std::task::{Context, Poll};

use axum::body::{Body, Bytes, HttpBody};
use hyper::body::{Frame, SizeHint};
use tokio::sync::OwnedSemaphorePermit;

use crate::http::address::ClientNetwork;
use crate::service::in_flight::{InFlight, InFlightPermit};
use crate::service::lock::lock;
use crate::service::room::quotas::network::most_of_site;

/// How many permits each address holds: of connections, streams or requests. A site of IPv6 may hold as many as a few of its networks,
/// and at most half of all.
#[derive(Debug, Default)]
pub struct AddressPermits {
    of_network: InFlight<IpAddr>,
    of_site: InFlight<IpAddr>,
}

/// A permit of an address.
#[derive(Debug)]
pub struct AddressPermit {
    _of_network: InFlightPermit<IpAddr>,
    _of_site: Option<InFlightPermit<IpAddr>>,
}

impl AddressPermits {
    /// Acquires a permit. Returns `None` if the network already holds `most`, or if its site holds its part of `all`.
    pub fn acquire(&self, from: ClientNetwork, most: usize, all: usize) -> Option<AddressPermit> {
        let of_network = self.of_network.begin(from.0, most)?;
        let of_site = match from.site() {
            Some(site) => Some(self.of_site.begin(site, most_of_site(most, all))?),
            None => None,
        };
        Some(AddressPermit { _of_network: of_network, _of_site: of_site })
    }

    /// How many permits a network holds.
    pub fn count(&self, from: ClientNetwork) -> usize {
        self.of_network.count(from.0)
    }
}

/// The permit of a connection. A socket keeps the permit of the connection that it was.
#[derive(Debug, Default)]
pub struct ConnectionPermit {
    _of_all: Option<OwnedSemaphorePermit>,
    of_address: Mutex<Option<AddressPermit>>,
    is_drained: AtomicBool,
}

impl ConnectionPermit {
    /// A permit of all connections, and one of the address if the address is limited.
    pub fn new(of_all: Option<OwnedSemaphorePermit>, of_address: Option<AddressPermit>) -> Self {
        Self { _of_all: of_all, of_address: Mutex::new(of_address), is_drained: AtomicBool::new(false) }
    }

    /// Releases the permit of the address before the connection has ended, so that the address may open another.
    pub fn release_address(&self) {
        drop(lock(&self.of_address).take());
    }

    /// Has the connection drained once it is closed: the client is still sending, and would lose the last answer otherwise.
    pub fn drain(&self) {
        self.is_drained.store(true, Ordering::Relaxed);
    }

    /// Whether the connection is drained once it is closed.
    pub fn is_drained(&self) -> bool {
        self.is_drained.load(Ordering::Relaxed)
    }
}

/// A body that holds a permit until it is sent, or until the client no longer wants it.
struct HoldingBody<T> {
    body: Body,
    _held: T,
}

/// Makes a body hold a permit.
pub fn holding(body: Body, held: impl Send + Unpin + 'static) -> Body {
    Body::new(HoldingBody { body, _held: held })
}

impl<T: Unpin> HttpBody for HoldingBody<T> {
    type Data = Bytes;
    type Error = axum::Error;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, axum::Error>>> {
        Pin::new(&mut self.body).poll_frame(context)
    }

    fn is_end_stream(&self) -> bool {
        self.body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.body.size_hint()
    }
}

#[cfg(test)]
mod tests {
    use super::AddressPermits;
    use crate::http::address::{ClientNetwork, network};

    #[test]
    fn a_site_has_as_much_as_four_of_its_networks() {
        let all = AddressPermits::default();
        let from = |address: String| ClientNetwork(network(address.parse().unwrap()));
        let acquire = |address: String| all.acquire(from(address), 2, usize::MAX);
        let held: Vec<_> =
            (0..20).filter_map(|number| acquire(format!("2001:db8:1:{}::7", number / 2))).collect();
        assert_eq!(held.len(), 8);
        assert!(acquire("2001:db8:2:1::7".to_owned()).is_some());
        drop(held);
        let of_one: Vec<_> = (0..5).filter_map(|_| acquire("2001:db8:1:1::7".to_owned())).collect();
        assert_eq!(of_one.len(), 2);
        let of_four: Vec<_> = (0..5).filter_map(|_| acquire("203.0.113.9".to_owned())).collect();
        assert_eq!(of_four.len(), 2);
    }

    #[test]
    fn a_site_has_at_most_half_of_a_common_quota() {
        let held = |of_network: usize, whole: usize| {
            let all = AddressPermits::default();
            let from = |number: usize| network(format!("2001:db8:1:{number:x}::7").parse().unwrap());
            let acquire = |number: usize| all.acquire(ClientNetwork(from(number % 100)), of_network, whole);
            (0..1_000).filter_map(acquire).collect::<Vec<_>>().len()
        };
        assert_eq!(held(5, 100), 20, "as much as four networks");
        assert_eq!(held(25, 100), 50);
        assert_eq!(held(50, 100), 50);
        // What one network may have, it may have.
        assert_eq!(held(80, 100), 80);
    }
}
