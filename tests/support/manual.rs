//! Time and chance in the test's hands.

#![allow(dead_code, reason = "each test takes what it needs")]

use std::collections::VecDeque;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};

use async_trait::async_trait;
use cardroom::cards::card::Card;
use cardroom::cards::deck::Deck;
use cardroom::service::entropy::{Entropy, NoEntropy};
use cardroom::service::ports::clock::Clock;
use cardroom::service::table::dealer::Dealer;
use cardroom::service::table::fairness;
use cardroom::service::table::shuffle::Shuffle;
use chacha20::ChaCha20Rng;
use chacha20::rand_core::{Rng, SeedableRng};
use jiff::{SignedDuration, Timestamp};
use tokio::sync::watch;

/// A clock that stands still until the test moves it.
pub struct ManualClock(watch::Sender<Timestamp>);

impl ManualClock {
    pub fn start() -> Self {
        Self::at(Timestamp::from_second(1_800_000_000).unwrap())
    }

    /// A clock that stands at this moment.
    pub fn at(now: Timestamp) -> Self {
        Self(watch::Sender::new(now))
    }

    /// The time, as answers have it.
    pub fn text(&self) -> String {
        format!("{:.3}", *self.0.borrow())
    }

    /// Moves the clock on.
    pub fn advance(&self, seconds: i64) {
        self.0.send_modify(|now| *now += SignedDuration::from_secs(seconds));
    }

    /// Moves the clock on to this moment, where it is not beyond it.
    pub fn advance_to(&self, moment: Timestamp) {
        self.0.send_modify(|now| *now = moment.max(*now));
    }
}

#[async_trait]
impl Clock for ManualClock {
    fn now(&self) -> Timestamp {
        *self.0.borrow()
    }

    async fn sleep_until(&self, due: Timestamp) {
        self.0.subscribe().wait_for(|&now| now >= due).await.unwrap();
    }
}

/// Deals stacked decks while there are any, then one that depends on nothing. Its other bytes follow from a seed.
pub struct StackedDealer {
    decks: Mutex<VecDeque<Vec<Card>>>,
    bytes: Mutex<ChaCha20Rng>,
    alike: AtomicBool,
}

impl Default for StackedDealer {
    fn default() -> Self {
        Self {
            decks: Mutex::default(),
            alike: AtomicBool::default(),
            bytes: Mutex::new(ChaCha20Rng::seed_from_u64(9)),
        }
    }
}

impl StackedDealer {
    /// Puts these cards, in the order in which they are dealt, on top of the next hand's deck.
    pub fn stack(&self, top: &str) {
        let top: Vec<Card> = top.split(' ').map(|card| card.parse().unwrap()).collect();
        let rest: Vec<Card> = Card::french().filter(|card| !top.contains(card)).collect();
        self.decks.lock().unwrap().push_back([top, rest].concat());
    }

    /// The same, for one of several worlds: no commitment tells from then on which deck lies in it.
    pub fn stack_alike(&self, top: &str) {
        self.stack(top);
        self.alike.store(true, Ordering::Relaxed);
    }
}

impl Entropy for StackedDealer {
    fn fill(&self, bytes: &mut [u8]) -> Result<(), NoEntropy> {
        self.bytes.lock().unwrap().fill_bytes(bytes);
        Ok(())
    }
}

impl Dealer for StackedDealer {
    fn shuffle(&self, _: &[Card]) -> Result<Shuffle, NoEntropy> {
        let stacked = self.decks.lock().unwrap().pop_front();
        Ok(stacked.map_or(Shuffle::ChaCha20 { seed: [9; 32] }, |cards| Shuffle::Stacked { cards }))
    }

    fn root(&self, shuffle: &Shuffle, deck: &Deck) -> String {
        if self.alike.load(Ordering::Relaxed) { "alike".to_owned() } else { fairness::root(shuffle, deck) }
    }
}

/// All of its bytes follow from a seed, and with them its shuffles.
pub struct SeededDealer(Mutex<ChaCha20Rng>);

impl SeededDealer {
    pub fn new(seed: u64) -> Self {
        Self(Mutex::new(ChaCha20Rng::seed_from_u64(seed)))
    }
}

impl Entropy for SeededDealer {
    fn fill(&self, bytes: &mut [u8]) -> Result<(), NoEntropy> {
        self.0.lock().unwrap().fill_bytes(bytes);
        Ok(())
    }
}

impl Dealer for SeededDealer {}
