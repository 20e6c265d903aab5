//! Time and chance in the test's hands.

use std::collections::VecDeque;
use std::sync::Mutex;

use async_trait::async_trait;
use cardroom::cards::card::Card;
use cardroom::service::clock::Clock;
use cardroom::service::dealer::{Dealer, NoEntropy, Shuffle};
use cardroom::service::id::TableId;
use jiff::{SignedDuration, Timestamp};
use tokio::sync::watch;

/// A clock that stands still until the test moves it.
pub struct ManualClock(watch::Sender<Timestamp>);

impl ManualClock {
    pub fn start() -> Self {
        Self(watch::Sender::new(Timestamp::from_second(1_800_000_000).unwrap()))
    }

    /// Moves the clock on.
    pub fn advance(&self, seconds: i64) {
        self.0.send_modify(|now| *now += SignedDuration::from_secs(seconds));
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

/// Deals stacked decks while there are any, then one that depends on nothing.
#[derive(Default)]
pub struct StackedDealer(Mutex<VecDeque<Vec<Card>>>);

impl StackedDealer {
    /// Puts these cards, in the order in which they are dealt, on top of the next hand's deck.
    pub fn stack(&self, top: &str) {
        let top: Vec<Card> = top.split(' ').map(|card| card.parse().unwrap()).collect();
        let rest: Vec<Card> = Card::french().filter(|card| !top.contains(card)).collect();
        self.0.lock().unwrap().push_back([top, rest].concat());
    }
}

impl Dealer for StackedDealer {
    fn shuffle(&self, _: TableId, _: &[Card]) -> Result<Shuffle, NoEntropy> {
        let stacked = self.0.lock().unwrap().pop_front();
        Ok(stacked.map_or(Shuffle::ChaCha20 { seed: [9; 32] }, |cards| Shuffle::Stacked { cards }))
    }
}
