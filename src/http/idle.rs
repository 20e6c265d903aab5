//! Connections on which nothing is asked: where no place is left, they give way to whoever comes.
//!
//! Whoever has most of them gives way first, and of theirs the one on which nothing was asked for longest: so no few addresses keep
//! others out by holding all there are.

use std::cmp::Reverse;
use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Arc, Mutex};

use axum::body::{Body, HttpBody};
use tokio::sync::Notify;
use tokio::time::Instant;

use super::held_body::holding;
use crate::service::whole::whole;

/// Which answers are on their way with their head: nothing is asked any more once they are made.
const SHORT: u64 = 64 * 1024;

/// The connections that may give way.
#[derive(Clone, Debug, Default)]
pub struct Idle(Arc<Mutex<Open>>);

#[derive(Debug, Default)]
struct Open {
    next: u64,
    all: HashMap<u64, (IpAddr, Arc<State>)>,
}

/// What is asked on one connection, until it is dropped.
#[derive(Debug, Default)]
pub struct Activity {
    state: Arc<State>,
    among: Option<(Idle, u64)>,
}

#[derive(Debug)]
struct State {
    asked: Mutex<Asked>,
    give_way: Notify,
}

#[derive(Debug)]
struct Asked {
    now: usize,
    /// When something was asked last, or answered.
    last: Instant,
}

/// That something is asked, until its answer is sent.
#[derive(Debug)]
pub struct Asking(Arc<State>);

impl Default for State {
    fn default() -> Self {
        Self { asked: Mutex::new(Asked { now: 0, last: Instant::now() }), give_way: Notify::new() }
    }
}

impl Idle {
    /// One more connection, from this address.
    pub fn open(&self, address: IpAddr) -> Activity {
        let (mut open, state) = (whole(&self.0), Arc::default());
        let id = open.next;
        open.next += 1;
        open.all.insert(id, (address, Arc::clone(&state)));
        Activity { state, among: Some((self.clone(), id)) }
    }

    /// Has so many connections give way on which nothing is asked, where there are as many.
    pub fn make_room(&self, most: usize) {
        let open = whole(&self.0);
        let mut of_addresses: HashMap<IpAddr, Vec<(Reverse<Instant>, &State)>> = HashMap::new();
        for (address, state) in open.all.values() {
            if let Some(since) = state.idle_since() {
                of_addresses.entry(*address).or_default().push((Reverse(since), state));
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
    /// Something is asked.
    pub fn ask(&self) -> Asking {
        whole(&self.state.asked).now += 1;
        Asking(Arc::clone(&self.state))
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
        if let Some((idle, id)) = &self.among {
            whole(&idle.0).all.remove(id);
        }
    }
}

#[cfg(test)]
mod tests {
    use std::net::IpAddr;
    use std::time::Duration;

    use futures::FutureExt;
    use tokio::time::sleep;

    use super::{Activity, Idle};

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
            all.push(idle.open(IpAddr::from([203, 0, 113, last])));
            sleep(Duration::from_millis(1)).await;
        }
        let asking = all[0].ask();
        idle.make_room(1);
        assert_eq!(giving_way(&all), [1], "the longest idle of the address with most");
        drop(all[2].ask());
        idle.make_room(4);
        // Two of the first address, which has three; of the second the one that was not asked just now; and the longest idle of
        // those of whom each has one left.
        assert_eq!(giving_way(&all), [1, 3, 4, 5]);
        drop(asking);
        all.drain(1..);
        idle.make_room(9);
        assert_eq!(giving_way(&all), [0], "those that are gone are forgotten");
    }
}
