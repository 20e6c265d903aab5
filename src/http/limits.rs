//! How often something may be asked for, by address and by player.

use std::fmt;
use std::hash::Hash;
use std::net::IpAddr;
use std::num::NonZeroUsize;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use lru::LruCache;

use super::address::ClientNetwork;
use super::at_once::{AddressPlace, AtOnce};
use super::bounds::{Bounds, a_day, a_second, an_hour, most};
use super::refusals::Refusals;
use super::turns::Turns;
use crate::service::counted::{Counted, Place};
use crate::service::id::PlayerId;
use crate::service::people::throttle::{Rate, Throttle, TooOften};
use crate::service::ports::clock::Clock;
use crate::service::room::origins::NETWORKS_OF_A_SITE;
use crate::service::whole::whole;
use crate::service::work::share::Share;

/// What a request costs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cost {
    /// It changes nothing that lasts.
    Read,
    /// It makes a durable change.
    Write,
    /// It wishes something for the hands to come, as often as one likes and without waiting for a turn.
    Wish,
    /// It may open a table.
    Opening,
    /// It takes another name or picture, so tables that tell it are read again.
    Rename,
}

/// What counts a question about rules, until it is dropped.
pub type QuestionPlace = (Place<IpAddr>, Place<()>);

/// How often something may be asked for, by whoever asks.
#[derive(Debug)]
pub struct Limits {
    of_address: Budgets,
    of_player: Budgets,
    /// Guests let in, by address.
    pub guests: Bound,
    /// Passwords and codes tried or set, by address.
    pub passwords: Bound,
    /// Invite codes looked up, by address.
    pub invites: Bound,
    /// Requests at the admin's doors, by address.
    pub admin: Bound,
    friend_requests: Bound,
    /// Advice, by player.
    advice: Bound,
    /// What costs nothing, as often.
    free: Bound,
    /// Those who are refused.
    pub refusals: Refusals,
    streams: AtOnce,
    most_streams: usize,
    /// How many all who have no chair share at one table, and in the lobby.
    most_streams_of_table: usize,
    requests: AtOnce,
    most_requests: usize,
    turns: Turns,
    questions: Counted<IpAddr>,
    all_questions: Counted<()>,
}

/// One bound, or none.
#[derive(Debug)]
pub struct Bound {
    /// As it is told.
    name: &'static str,
    throttle: Option<Throttle>,
    /// The same for sites of IPv6, which count as so many networks.
    of_site: Option<Throttle>,
    shut: Shut,
}

/// Networks that have spent their share, and until when: what one of IPv6 asks meanwhile is not taken from what its site has.
struct Shut {
    until: Mutex<LruCache<IpAddr, Duration>>,
    clock: Arc<dyn Clock>,
}

/// How many such networks are remembered.
const MOST_SHUT: NonZeroUsize = NonZeroUsize::new(4_096).unwrap();

/// Whoever asks, as they are counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Who {
    /// The network that they ask from,
    Network(ClientNetwork),
    /// the player,
    Player(PlayerId),
    /// or all of a network, or of a site where it has one, who ask something of this player.
    Asking(IpAddr, PlayerId),
}

/// What is left of a bound.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Left {
    /// The bound's name.
    pub name: &'static str,
    /// What it allows.
    pub rate: Rate,
    /// How often at once from now on.
    pub times: u32,
    /// When the next may succeed, where none is left.
    pub wait: Option<Duration>,
}

/// Nothing is left of a bound.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("at most {} times in {} seconds", .0.rate.times, .0.rate.within.as_secs())]
pub struct Spent(pub Left);

/// The bounds of what requests cost.
#[derive(Debug)]
struct Budgets {
    reads: Bound,
    writes: Bound,
    writes_a_day: Bound,
    wishes: Bound,
    openings: Bound,
    renames: Bound,
}

impl Limits {
    /// As set.
    pub fn new(bounds: &Bounds, clock: &Arc<dyn Clock>) -> Self {
        let bound = |name, rate| Bound::new(name, rate, clock);
        Self {
            of_address: Budgets {
                reads: bound("address-reads", a_second(bounds.reads_of_address)),
                writes: bound("address-writes", a_second(bounds.writes_of_address)),
                writes_a_day: bound("address-writes-a-day", a_day(bounds.writes_of_address_a_day)),
                wishes: bound("address-wishes", None),
                openings: bound("address-openings", an_hour(bounds.openings_of_address)),
                renames: bound("address-renames", an_hour(bounds.renames_of_address)),
            },
            of_player: Budgets {
                reads: bound("player-reads", a_second(bounds.reads_of_player)),
                writes: bound("player-writes", a_second(bounds.writes_of_player)),
                writes_a_day: bound("player-writes-a-day", None),
                wishes: bound("player-wishes", a_second(bounds.wishes_of_player)),
                openings: bound("player-openings", an_hour(bounds.openings_of_player)),
                renames: bound("player-renames", an_hour(bounds.renames_of_player)),
            },
            guests: bound("address-guests", an_hour(bounds.guests_per_hour)),
            passwords: bound("address-passwords", an_hour(bounds.passwords_per_hour)),
            invites: bound("address-invites", an_hour(bounds.invites_per_hour)),
            admin: bound("address-admin", an_hour(bounds.admin_requests_per_hour)),
            friend_requests: bound("address-friend-requests", a_day(bounds.friend_requests_of_address)),
            advice: bound("player-advice", a_second(bounds.advice_of_player)),
            free: bound("address-free", a_second(bounds.free_of_address)),
            refusals: Refusals::default(),
            streams: AtOnce::default(),
            most_streams: most(bounds.streams_of_address),
            most_streams_of_table: most(bounds.streams_of_table),
            requests: AtOnce::default(),
            most_requests: most(bounds.requests_of_address),
            turns: Turns::new((bounds.turns_of_address > 0).then(|| most(bounds.turns_of_address))),
            questions: Counted::default(),
            all_questions: Counted::default(),
        }
    }

    /// Counts what a request costs its address; what is left.
    pub fn of_address(&self, address: ClientNetwork, cost: Cost) -> Result<Option<Left>, Spent> {
        self.of_address.take(Who::Network(address), cost)
    }

    /// Counts what a request costs its player; what is left.
    pub fn of_player(&self, player: PlayerId, cost: Cost) -> Result<Option<Left>, Spent> {
        self.of_player.take(Who::Player(player), cost)
    }

    /// Whether an address may ask once more for what costs nothing.
    pub fn is_free(&self, address: ClientNetwork) -> bool {
        self.free.check(Who::Network(address)).is_ok()
    }

    /// Counts that somebody of an address asks this player to be a friend; what is left.
    pub fn friend_request(&self, from: ClientNetwork, to: PlayerId) -> Result<Option<Left>, Spent> {
        self.friend_requests.check(Who::Asking(from.site().unwrap_or(from.0), to))
    }

    /// Counts that a player asks for advice; what is left.
    pub fn advice(&self, player: PlayerId) -> Result<Option<Left>, Spent> {
        self.advice.check(Who::Player(player))
    }

    /// A place for one more request of an address, from its head to the end of its answer, where there is one.
    pub fn request(&self, address: ClientNetwork) -> Option<AddressPlace> {
        self.requests.begin(address, self.most_requests, usize::MAX)
    }

    /// What an address has of the house's time, where that is bounded.
    pub fn share(&self, address: ClientNetwork) -> Option<Arc<Share>> {
        self.turns.of(address)
    }

    /// A place for one more question of an address about rules, if there is one. Half of all places at most are its own; of the other
    /// half each address has one, so that a few addresses leave some to others.
    pub fn question(&self, address: ClientNetwork, places: usize) -> Option<QuestionPlace> {
        let half = places / 2;
        let is_plenty_left = places.saturating_sub(self.all_questions.count(())) > half;
        let most = if is_plenty_left { half.max(1) } else { 1 };
        let of_address = self.questions.begin(address.site().unwrap_or(address.0), most)?;
        Some((of_address, self.all_questions.begin((), places)?))
    }

    /// A place for one more stream or wait from an address, where there is one.
    pub fn stream(&self, address: ClientNetwork) -> Option<AddressPlace> {
        self.streams.begin(address, self.most_streams, self.most_streams_of_table)
    }

    /// How many streams and waits may run from one address.
    pub fn most_streams(&self) -> usize {
        self.most_streams
    }
}

impl Budgets {
    /// What is more than a write is a write as well.
    fn take(&self, of: Who, cost: Cost) -> Result<Option<Left>, Spent> {
        let rarer = match cost {
            Cost::Read => return self.reads.check(of),
            Cost::Write => None,
            Cost::Wish => self.wishes.check(of)?,
            Cost::Opening => self.openings.check(of)?,
            Cost::Rename => self.renames.check(of)?,
        };
        let left = self.writes.check(of)?;
        let left_today = self.writes_a_day.check(of)?;
        Ok(left.or(rarer).or(left_today))
    }
}

impl Bound {
    fn new(name: &'static str, rate: Option<Rate>, clock: &Arc<dyn Clock>) -> Self {
        let throttle = |rate: Rate| Throttle::new(rate, Arc::clone(clock));
        let of_site = rate.map(|rate| Rate { times: rate.times.saturating_mul(NETWORKS_OF_A_SITE), ..rate });
        let shut = Shut { until: Mutex::new(LruCache::sparse(MOST_SHUT)), clock: Arc::clone(clock) };
        Self { name, throttle: rate.and_then(throttle), of_site: of_site.and_then(throttle), shut }
    }

    /// Counts one more; what is left, where there is a bound.
    pub fn check(&self, of: Who) -> Result<Option<Left>, Spent> {
        // The site first: its networks are so many that they would share the allowance of all others.
        let network = match of {
            Who::Network(network) => network.site().map(|site| (network.0, site)),
            Who::Player(_) | Who::Asking(..) => None,
        };
        let Some((network, site)) = network else { return self.count(self.throttle.as_ref(), of) };
        self.is_open(ClientNetwork(network))?;
        self.count(self.of_site.as_ref(), site)?;
        self.count(self.throttle.as_ref(), of).inspect_err(|Spent(left)| self.shut.put(network, left.wait))
    }

    /// Whether a network has something left, as far as that was seen lately; counts nothing.
    pub fn is_open(&self, network: ClientNetwork) -> Result<(), Spent> {
        match (self.shut.wait(network.0), &self.throttle) {
            (Some(wait), Some(throttle)) => {
                Err(Spent(Left { name: self.name, rate: throttle.rate(), times: 0, wait: Some(wait) }))
            }
            _ => Ok(()),
        }
    }

    /// Counts one more of a network, which is shut where that was one too many.
    pub fn spend(&self, network: ClientNetwork) -> Result<Option<Left>, Spent> {
        let left = self.check(Who::Network(network));
        left.inspect_err(|Spent(left)| self.shut.put(network.0, left.wait))
    }

    fn count(&self, throttle: Option<&Throttle>, of: impl Hash) -> Result<Option<Left>, Spent> {
        let Some(throttle) = throttle else { return Ok(None) };
        let (name, rate) = (self.name, throttle.rate());
        match throttle.check(of) {
            Ok(times) => Ok(Some(Left { name, rate, times, wait: None })),
            Err(TooOften { retry_after }) => {
                Err(Spent(Left { name, rate, times: 0, wait: Some(retry_after) }))
            }
        }
    }
}

impl fmt::Debug for Shut {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.debug_struct("Shut").finish_non_exhaustive()
    }
}

impl Shut {
    /// How long this network is still shut.
    fn wait(&self, network: IpAddr) -> Option<Duration> {
        let until = whole(&self.until).peek(&network).copied()?;
        let wait = until.saturating_sub(self.clock.lived());
        (!wait.is_zero()).then_some(wait)
    }

    fn put(&self, network: IpAddr, wait: Option<Duration>) {
        let until = self.clock.lived().saturating_add(wait.unwrap_or_default());
        whole(&self.until).put(network, until);
    }
}

#[cfg(test)]
mod tests {
    use std::net::IpAddr;
    use std::sync::Arc;

    use super::{Cost, Limits};
    use crate::http::address::{ClientNetwork, network};
    use crate::http::bounds::Bounds;
    use crate::service::ports::clock::{Clock, SystemClock};

    /// Of how many networks one question is answered each, of a thousand that ask.
    fn answered(addresses: impl Fn(u16) -> String) -> usize {
        let clock: Arc<dyn Clock> = Arc::new(SystemClock::start());
        // Ten an hour, so that none comes back while this runs.
        let limits = Limits::new(&Bounds { openings_of_address: 10, ..Bounds::NONE }, &clock);
        let address = |number| network(addresses(number).parse::<IpAddr>().unwrap());
        (0..1_000)
            .filter(|&number| limits.of_address(ClientNetwork(address(number)), Cost::Opening).is_ok())
            .count()
    }

    #[test]
    fn the_networks_of_a_site_share_what_four_have() {
        assert_eq!(answered(|number| format!("2001:db8:1:{number:x}::7")), 40);
        assert_eq!(answered(|number| format!("2001:db8:{number:x}::7")), 1_000);
        assert_eq!(answered(|number| format!("203.0.{}.{}", number / 256, number % 256)), 1_000);
        assert_eq!(answered(|_| "203.0.113.9".to_owned()), 10);
    }

    #[test]
    fn a_network_that_asks_too_often_leaves_its_neighbours_their_share() {
        // Its first hundreds come from one network of the site, the rest from another.
        assert_eq!(answered(|number| format!("2001:db8:1:{}::7", number / 900)), 20);
    }
}
