//! Idle connections: those without a request. If no permit is free, they are closed for new connections.
//!
//! The address with the most idle connections loses one first, and of these the one that has been idle for longest. So a few addresses
//! cannot keep others out by holding all connections. If an address has as many connections as it may, its own idle ones are closed for
//! its new ones.

use std::cmp::Reverse;
use std::collections::HashMap;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use axum::body::{Body, HttpBody};
use tokio::sync::Notify;
use tokio::time::Instant;

use crate::http::limits::connection_permit::ConnectionPermit;
use crate::http::limits::holding_body::holding;
use crate::service::limits::client_network::ClientNetwork;
use crate::service::lock::lock;

/// An answer of at most this many bytes is sent together with its head: the request ends when the answer is made.
const SHORT: u64 = 64 * 1024;

/// How long a connection must have been idle before it is closed for another one of its own address, so that a client that connects
/// again and again does not wear the server out.
const RESTED: Duration = Duration::from_secs(1);

/// The connections that may be closed when they are idle.
#[derive(Clone, Debug, Default)]
pub struct IdleConnections(Arc<Mutex<Connections>>);

#[derive(Debug, Default)]
struct Connections {
    next: u64,
    /// By site; over IPv4 that is the address itself.
    of_sites: HashMap<u128, HashMap<u64, Arc<State>>>,
}

/// The requests on one connection.
#[derive(Debug, Default)]
pub struct Activity {
    state: Arc<State>,
    among: Option<(IdleConnections, u128, u64)>,
}

#[derive(Debug, Default)]
struct State {
    requests: Mutex<Requests>,
    close: Notify,
    /// The network and the permit; `None` for a connection that is never closed for others.
    permit: Option<(ClientNetwork, Arc<ConnectionPermit>)>,
}

#[derive(Debug)]
struct Requests {
    in_flight: usize,
    /// When the last request came, or was answered.
    last: Instant,
    /// The connection has given up its permit, and answers no request any more.
    is_over: bool,
    /// The connection was ended by the server, and keeps its permit for a while.
    keeps_permit: bool,
}

/// A request in flight on a connection, until its answer is sent.
#[derive(Debug)]
pub struct RequestInFlight(Arc<State>);

impl Default for Requests {
    fn default() -> Self {
        Self { in_flight: 0, last: Instant::now(), is_over: false, keeps_permit: false }
    }
}

impl IdleConnections {
    /// Adds a connection from this address, with its permit.
    pub fn open(&self, address: ClientNetwork, permit: &Arc<ConnectionPermit>) -> Activity {
        let site = address.widest();
        let permit = Some((address, Arc::clone(permit)));
        let (mut connections, state) = (lock(&self.0), Arc::new(State { permit, ..State::default() }));
        let id = connections.next;
        connections.next += 1;
        connections.of_sites.entry(site).or_default().insert(id, Arc::clone(&state));
        Activity { state, among: Some((self.clone(), site, id)) }
    }

    /// Closes the connection of an address that has been idle for longest, and releases its permit at once. Returns whether there was one.
    pub fn give_up_permit(&self, address: ClientNetwork) -> bool {
        let connections = lock(&self.0);
        let site = address.widest();
        let of_site = connections.of_sites.get(&site).into_iter().flat_map(HashMap::values);
        let rested = of_site
            .filter(|state| state.is_of(address))
            .filter_map(|state| Some((state.rested_since()?, state)));
        let longest = rested.min_by_key(|(since, _)| *since);
        longest.is_some_and(|(_, state)| state.give_up_permit())
    }

    /// Closes this many idle connections, if there are as many.
    pub fn close_some(&self, most: usize) {
        let connections = lock(&self.0);
        let mut idle_of_sites: HashMap<u128, Vec<(Reverse<Instant>, &State)>> = HashMap::new();
        for (site, states) in &connections.of_sites {
            for state in states.values() {
                if let Some(since) = state.idle_since() {
                    idle_of_sites.entry(*site).or_default().push((Reverse(since), state));
                }
            }
        }
        // Within each site the connection with the latest request ranks first. The longest idle one of the site with the most ranks last.
        let mut ranked = Vec::new();
        for of_site in idle_of_sites.values_mut() {
            of_site.sort_unstable_by_key(|(last, _)| *last);
            ranked.extend((0_usize..).zip(of_site.iter()).map(|(rank, (last, state))| (rank, *last, *state)));
        }
        ranked.sort_unstable_by_key(|&(rank, last, _)| Reverse((rank, last)));
        for (_, _, state) in ranked.into_iter().take(most) {
            state.close.notify_one();
        }
    }
}

impl Activity {
    /// Begins a request. Returns `None` if the connection has given up its permit.
    pub fn begin(&self) -> Option<RequestInFlight> {
        let mut requests = lock(&self.state.requests);
        if requests.is_over {
            return None;
        }
        requests.in_flight += 1;
        Some(RequestInFlight(Arc::clone(&self.state)))
    }

    /// Keeps the permit of a connection that the server has ended from being given up.
    pub fn keep_permit(&self) {
        lock(&self.state.requests).keeps_permit = true;
    }

    /// Whether no request is in flight.
    pub fn is_idle(&self) -> bool {
        self.state.idle_since().is_some()
    }

    /// Returns once the connection has to close for others, and is idle.
    pub async fn must_close(&self) {
        loop {
            self.state.close.notified().await;
            if self.is_idle() {
                return;
            }
        }
    }
}

impl State {
    fn is_of(&self, address: ClientNetwork) -> bool {
        self.permit.as_ref().is_some_and(|(network, _)| *network == address)
    }

    /// Since when the connection is idle, if that is long enough to close it for its own address.
    fn rested_since(&self) -> Option<Instant> {
        let since = self.idle_since().filter(|since| since.elapsed() >= RESTED)?;
        let requests = lock(&self.requests);
        (!requests.is_over && !requests.keeps_permit).then_some(since)
    }

    /// Releases the permit, unless a request has come meanwhile.
    fn give_up_permit(&self) -> bool {
        let mut requests = lock(&self.requests);
        let is_idle = requests.in_flight == 0 && !requests.is_over;
        let Some((_, permit)) = self.permit.as_ref().filter(|_| is_idle) else { return false };
        requests.is_over = true;
        permit.release_address();
        self.close.notify_one();
        true
    }

    fn idle_since(&self) -> Option<Instant> {
        let requests = lock(&self.requests);
        (requests.in_flight == 0).then_some(requests.last)
    }
}

impl RequestInFlight {
    /// Keeps the request in flight until this body is sent.
    pub fn hold_until_sent(self, body: Body) -> Body {
        let is_short = body.size_hint().exact().is_some_and(|length| length <= SHORT);
        if is_short { body } else { holding(body, self) }
    }
}

impl Drop for RequestInFlight {
    fn drop(&mut self) {
        let mut requests = lock(&self.0.requests);
        requests.in_flight -= 1;
        requests.last = Instant::now();
    }
}

impl Drop for Activity {
    fn drop(&mut self) {
        let Some((idle, site, id)) = &self.among else { return };
        let mut connections = lock(&idle.0);
        if let Some(of_site) = connections.of_sites.get_mut(site) {
            of_site.remove(id);
            if of_site.is_empty() {
                connections.of_sites.remove(site);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;
    use std::time::Duration;

    use futures::FutureExt;
    use tokio::time::sleep;

    use super::{Activity, IdleConnections, RESTED};
    use crate::service::limits::client_network::ClientNetwork;

    fn address(last: u8) -> ClientNetwork {
        ClientNetwork { network: last.into(), site: None }
    }

    /// Which of these have to close.
    fn closing(all: &[Activity]) -> Vec<usize> {
        let must_close = |activity: &Activity| activity.must_close().now_or_never().is_some();
        all.iter().enumerate().filter(|(_, activity)| must_close(activity)).map(|(index, _)| index).collect()
    }

    #[tokio::test]
    async fn the_address_with_most_loses_one_first_and_none_with_a_request() {
        let idle = IdleConnections::default();
        let mut all = Vec::new();
        for last in [1, 1, 2, 1, 2, 1, 3] {
            all.push(idle.open(address(last), &Arc::default()));
            sleep(Duration::from_millis(1)).await;
        }
        let request = all[0].begin().unwrap();
        idle.close_some(1);
        assert_eq!(closing(&all), [1], "the longest idle of the address with most");
        drop(all[2].begin().unwrap());
        idle.close_some(4);
        // Two of the first address, which has three; of the second the one without a recent request; and the longest idle of those whose
        // address has one left.
        assert_eq!(closing(&all), [1, 3, 4, 5]);
        drop(request);
        all.drain(1..);
        idle.close_some(9);
        assert_eq!(closing(&all), [0], "closed connections are forgotten");
    }

    #[tokio::test]
    async fn the_longest_idle_connection_of_an_address_gives_up_its_permit_for_the_next() {
        let idle = IdleConnections::default();
        let [first, second, ended] = [(); 3].map(|()| idle.open(address(1), &Arc::default()));
        let other = idle.open(address(2), &Arc::default());
        assert!(!idle.give_up_permit(address(1)), "none has rested");
        ended.keep_permit();
        let request = first.begin().unwrap();
        sleep(RESTED).await;
        assert!(idle.give_up_permit(address(1)));
        assert!(second.begin().is_none(), "it answers no request any more");
        assert!(!idle.give_up_permit(address(1)), "one has a request, and one was ended");
        drop(request);
        sleep(RESTED).await;
        assert!(idle.give_up_permit(address(1)) && first.begin().is_none() && other.begin().is_some());
    }
}
