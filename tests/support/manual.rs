//! A clock, and random numbers, that the test controls.

#![allow(dead_code, reason = "each test takes what it needs")]

use std::collections::VecDeque;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use async_trait::async_trait;
use cardroom::service::entropy::{Entropy, NoEntropy};
use cardroom::service::ports::clock::Clock;
use cardroom::service::table::randomness::dealer::Dealer;
use cardroom::service::table::randomness::fairness;
use cardroom::service::table::randomness::shuffle::Shuffle;
use cardroom_rules::cards::card::Card;
use cardroom_rules::cards::deck::Deck;
use chacha20::ChaCha20Rng;
use chacha20::rand_core::{Rng, SeedableRng};
use jiff::{SignedDuration, Timestamp};
use tokio::sync::watch;

/// A clock that stands still until the test moves it.
pub struct ManualClock {
    /// How long it has run; for how long it sleeps.
    lived: watch::Sender<SignedDuration>,
    /// The time when it had not run.
    began: Mutex<Timestamp>,
    /// By how much the system's clock has stepped since this one followed it.
    stepped: Mutex<SignedDuration>,
}

impl ManualClock {
    pub fn start() -> Self {
        Self::at(Timestamp::from_second(1_800_000_000).unwrap())
    }

    /// A clock that starts at this moment.
    pub fn at(now: Timestamp) -> Self {
        let lived = watch::Sender::new(SignedDuration::ZERO);
        Self { lived, began: Mutex::new(now), stepped: Mutex::default() }
    }

    /// The time, as answers have it.
    pub fn text(&self) -> String {
        format!("{:.3}", self.now())
    }

    /// Moves the clock on by whole seconds.
    pub fn advance(&self, seconds: i64) {
        self.advance_by(SignedDuration::from_secs(seconds));
    }

    /// Moves the clock on.
    pub fn advance_by(&self, time: SignedDuration) {
        self.lived.send_modify(|lived| *lived += time);
    }

    /// Moves the clock on by the time that a computer thinks among people.
    pub fn think(&self) {
        self.advance_by(SignedDuration::from_millis(250));
    }

    /// Moves the clock on to this moment, if it is later.
    pub fn advance_to(&self, moment: Timestamp) {
        let began = *self.began.lock().unwrap();
        self.lived.send_modify(|lived| *lived = moment.duration_since(began).max(*lived));
    }

    /// Sets the system's clock; this one steps when it follows it.
    pub fn step(&self, seconds: i64) {
        *self.stepped.lock().unwrap() += SignedDuration::from_secs(seconds);
    }
}

#[async_trait]
impl Clock for ManualClock {
    fn now(&self) -> Timestamp {
        *self.began.lock().unwrap() + *self.lived.borrow()
    }

    fn lived(&self) -> Duration {
        self.lived.borrow().unsigned_abs()
    }

    fn has_stepped(&self) -> bool {
        !self.stepped.lock().unwrap().is_zero()
    }

    fn follow(&self) -> Option<SignedDuration> {
        let stepped = std::mem::take(&mut *self.stepped.lock().unwrap());
        *self.began.lock().unwrap() += stepped;
        (!stepped.is_zero()).then_some(stepped)
    }

    async fn sleep_until(&self, due: Timestamp) {
        let until = due.duration_since(*self.began.lock().unwrap());
        self.lived.subscribe().wait_for(|&lived| lived >= until).await.unwrap();
    }
}

/// Deals stacked decks while there are any, then a fixed one. Its other bytes follow from a seed.
pub struct StackedDealer {
    decks: Mutex<VecDeque<Vec<Card>>>,
    bytes: Mutex<ChaCha20Rng>,
    alike: AtomicBool,
    varies: AtomicBool,
}

impl Default for StackedDealer {
    fn default() -> Self {
        Self {
            decks: Mutex::default(),
            alike: AtomicBool::default(),
            varies: AtomicBool::default(),
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

    /// The same, for one of several worlds: from then on, commitments do not depend on the deck.
    pub fn stack_alike(&self, top: &str) {
        self.stack(top);
        self.alike.store(true, Ordering::Relaxed);
    }

    /// From now on, decks that are not stacked follow from the seed of its other bytes, and differ from each other.
    pub fn vary(&self) {
        self.varies.store(true, Ordering::Relaxed);
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
        if let Some(cards) = self.decks.lock().unwrap().pop_front() {
            return Ok(Shuffle::Stacked { cards });
        }
        let mut seed = [9; 32];
        if self.varies.load(Ordering::Relaxed) {
            self.fill(&mut seed)?;
        }
        Ok(Shuffle::ChaCha20 { seed })
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
