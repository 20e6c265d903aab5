//! Connections on which nothing is asked: where no place is left, they give way to whoever comes.
//!
//! Whoever has most of them gives way first, and of theirs the one on which nothing was asked for longest: so no few addresses keep
//! others out by holding all there are. If an address has as many connections as it may, its own give way to its next.

use std::cmp::Reverse;
use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use axum::body::{Body, HttpBody};
use tokio::sync::Notify;
use tokio::time::Instant;

use super::address::ClientNetwork;
use super::held_body::holding;
use super::place::Place;
use crate::service::whole::whole;

/// Which answers are on their way with their head: nothing is asked any more once they are made.
const SHORT: u64 = 64 * 1024;

/// How long nothing must have been asked on a connection before it gives way to another of its own address: whoever connects again and
/// again is not to wear the server out.
const RESTED: Duration = Duration::from_secs(1);

/// The connections that may give way.
#[derive(Clone, Debug, Default)]
pub struct Idle(Arc<Mutex<Open>>);

#[derive(Debug, Default)]
struct Open {
    next: u64,
    /// By their sites, which are the addresses themselves over IPv4.
    all: HashMap<IpAddr, HashMap<u64, Arc<State>>>,
}

/// What is asked on one connection, until it is dropped.
#[derive(Debug, Default)]
pub struct Activity {
    state: Arc<State>,
    among: Option<(Idle, IpAddr, u64)>,
}

#[derive(Debug, Default)]
struct State {
    asked: Mutex<Asked>,
    give_way: Notify,
    /// From which network, and what counts it; nothing for one that gives way to nobody.
    counted: Option<(IpAddr, Arc<Place>)>,
}

#[derive(Debug)]
struct Asked {
    now: usize,
    /// When something was asked last, or answered.
    last: Instant,
    /// Its place has been given to another: it answers nothing any more.
    is_over: bool,
    /// It was hung up on, and keeps its place from others of its address for a while.
    counts_on: bool,
}

/// That something is asked, until its answer is sent.
#[derive(Debug)]
pub struct Asking(Arc<State>);

impl Default for Asked {
    fn default() -> Self {
        Self { now: 0, last: Instant::now(), is_over: false, counts_on: false }
    }
}

impl Idle {
    /// One more connection, from this address, which this counts.
    pub fn open(&self, address: ClientNetwork, place: &Arc<Place>) -> Activity {
        let site = address.site().unwrap_or(address.0);
        let counted = Some((address.0, Arc::clone(place)));
        let (mut open, state) = (whole(&self.0), Arc::new(State { counted, ..State::default() }));
        let id = open.next;
        open.next += 1;
        open.all.entry(site).or_default().insert(id, Arc::clone(&state));
        Activity { state, among: Some((self.clone(), site, id)) }
    }

    /// Has the connection of an address give way on which nothing was asked for longest, if there is one, and frees its place.
    pub fn give_place(&self, address: ClientNetwork) -> bool {
        let open = whole(&self.0);
        let site = address.site().unwrap_or(address.0);
        let of_site = open.all.get(&site).into_iter().flat_map(HashMap::values);
        let rested = of_site
            .filter(|state| state.is_of(address))
            .filter_map(|state| Some((state.rested_since()?, state)));
        let longest = rested.min_by_key(|(since, _)| *since);
        longest.is_some_and(|(_, state)| state.give_place())
    }

    /// Has so many connections give way on which nothing is asked, where there are as many.
    pub fn make_room(&self, most: usize) {
        let open = whole(&self.0);
        let mut of_addresses: HashMap<IpAddr, Vec<(Reverse<Instant>, &State)>> = HashMap::new();
        for (address, states) in &open.all {
            for state in states.values() {
                if let Some(since) = state.idle_since() {
                    of_addresses.entry(*address).or_default().push((Reverse(since), state));
                }
            }
        }
        // Of each address the one that was asked last is the first, and the longest idle of the address with most the very last.
        let mut ranked = Vec::new();
        for of_address in of_addresses.values_mut() {
            of_address.sort_unstable_by_key(|(last, _)| *last);
            ranked.extend(
                (0_usize..).zip(of_address.iter()).map(|(place, (last, state))| (place, *last, *state)),
            );
        }
        ranked.sort_unstable_by_key(|&(place, last, _)| Reverse((place, last)));
        for (_, _, state) in ranked.into_iter().take(most) {
            state.give_way.notify_one();
        }
    }
}

impl Activity {
    /// Something is asked; `None` if the connection has given way.
    pub fn ask(&self) -> Option<Asking> {
        let mut asked = whole(&self.state.asked);
        if asked.is_over {
            return None;
        }
        asked.now += 1;
        Some(Asking(Arc::clone(&self.state)))
    }

    /// The connection was hung up on, and keeps its place from others of its address.
    pub fn counts_on(&self) {
        whole(&self.state.asked).counts_on = true;
    }

    /// Whether nothing is asked.
    pub fn is_idle(&self) -> bool {
        self.state.idle_since().is_some()
    }

    /// Returns once the connection is to give way, and nothing is asked on it.
    pub async fn gives_way(&self) {
        loop {
            self.state.give_way.notified().await;
            if self.is_idle() {
                return;
            }
        }
    }
}

impl State {
    fn is_of(&self, address: ClientNetwork) -> bool {
        self.counted.as_ref().is_some_and(|(network, _)| *network == address.0)
    }

    /// Since when nothing is asked, if that is long enough to give way to its own address.
    fn rested_since(&self) -> Option<Instant> {
        let since = self.idle_since().filter(|since| since.elapsed() >= RESTED)?;
        let asked = whole(&self.asked);
        (!asked.is_over && !asked.counts_on).then_some(since)
    }

    /// Frees its place, unless something is asked by now.
    fn give_place(&self) -> bool {
        let mut asked = whole(&self.asked);
        let Some((_, place)) = self.counted.as_ref().filter(|_| asked.now == 0 && !asked.is_over) else {
            return false;
        };
        asked.is_over = true;
        place.leave_to_others();
        self.give_way.notify_one();
        true
    }

    fn idle_since(&self) -> Option<Instant> {
        let asked = whole(&self.asked);
        (asked.now == 0).then_some(asked.last)
    }
}

impl Asking {
    /// It is asked until this is sent.
    pub fn until_sent(self, body: Body) -> Body {
        let is_short = body.size_hint().exact().is_some_and(|length| length <= SHORT);
        if is_short { body } else { holding(body, self) }
    }
}

impl Drop for Asking {
    fn drop(&mut self) {
        let mut asked = whole(&self.0.asked);
        asked.now -= 1;
        asked.last = Instant::now();
    }
}

impl Drop for Activity {
    fn drop(&mut self) {
        let Some((idle, site, id)) = &self.among else { return };
        let mut open = whole(&idle.0);
        if let Some(of_site) = open.all.get_mut(site) {
            of_site.remove(id);
            if of_site.is_empty() {
                open.all.remove(site);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::net::IpAddr;
    use std::sync::Arc;
    use std::time::Duration;

    use futures::FutureExt;
    use tokio::time::sleep;

    use super::{Activity, Idle, RESTED};
    use crate::http::address::ClientNetwork;

    fn address(last: u8) -> ClientNetwork {
        ClientNetwork(IpAddr::from([203, 0, 113, last]))
    }

    /// Which of these are to give way.
    fn giving_way(all: &[Activity]) -> Vec<usize> {
        let gives_way = |activity: &Activity| activity.gives_way().now_or_never().is_some();
        all.iter().enumerate().filter(|(_, activity)| gives_way(activity)).map(|(place, _)| place).collect()
    }

    #[tokio::test]
    async fn who_has_most_gives_way_first_and_never_where_something_is_asked() {
        let idle = Idle::default();
        let mut all = Vec::new();
        for last in [1, 1, 2, 1, 2, 1, 3] {
            all.push(idle.open(address(last), &Arc::default()));
            sleep(Duration::from_millis(1)).await;
        }
        let asking = all[0].ask().unwrap();
        idle.make_room(1);
        assert_eq!(giving_way(&all), [1], "the longest idle of the address with most");
        drop(all[2].ask().unwrap());
        idle.make_room(4);
        // Two of the first address, which has three; of the second the one that was not asked just now; and the longest idle of
        // those of whom each has one left.
        assert_eq!(giving_way(&all), [1, 3, 4, 5]);
        drop(asking);
        all.drain(1..);
        idle.make_room(9);
        assert_eq!(giving_way(&all), [0], "those that are gone are forgotten");
    }

    #[tokio::test]
    async fn the_longest_idle_connection_of_an_address_gives_its_place_to_the_next_of_the_same() {
        let idle = Idle::default();
        let [first, second, hung_up] = [(); 3].map(|()| idle.open(address(1), &Arc::default()));
        let other = idle.open(address(2), &Arc::default());
        assert!(!idle.give_place(address(1)), "none has rested");
        hung_up.counts_on();
        let asking = first.ask().unwrap();
        sleep(RESTED).await;
        assert!(idle.give_place(address(1)));
        assert!(second.ask().is_none(), "it answers nothing any more");
        assert!(!idle.give_place(address(1)), "on one something is asked, and one was hung up on");
        drop(asking);
        sleep(RESTED).await;
        assert!(idle.give_place(address(1)) && first.ask().is_none() && other.ask().is_some());
    }
}
