//! A hand adds to its players' figures what follows from its log: counted by the game as it goes, and again from the
//! log. `CARDROOM_TALLY_HANDS` sets how many hands of each game are played, of which at least half count; 20,000 take
//! some minutes.

use std::collections::BTreeMap;

use cardroom_rules::games::any::{AnyHand, AnySetup, AnyStanding};
use cardroom_rules::games::game::{Game, Outcome};
use serde_json::{Map, Value};

use crate::any::{any_action, own};
use crate::doudizhu::at_doudizhu_tables;
use crate::holdem::at_holdem_tables;
use crate::law::Trial;
use crate::recount::recount;
use crate::rng::TestRng;
use crate::shengji::at_shengji_tables;

/// How many hands of each game are played.
fn hands() -> u64 {
    std::env::var("CARDROOM_TALLY_HANDS").map_or(400, |hands| hands.parse().expect("a number"))
}

/// The sums of all seats, and how many hands counted.
#[derive(Default)]
struct Sums {
    hands: u64,
    counts: BTreeMap<String, i64>,
}

impl Sums {
    /// Plays a hand to its end, and compares what it adds with its log.
    fn play(&mut self, setup: impl Into<AnySetup>, rng: &mut TestRng) -> Outcome<AnyStanding> {
        let setup = setup.into();
        let (trial, outcome) = Trial::<AnyHand>::new(&setup, any_action).played(rng);
        if outcome.void {
            return outcome;
        }
        self.hands += 1;
        let dealt = AnyHand::new(&setup, trial.deck.clone()).expect("a whole deck");
        for seat in trial.seats() {
            let got = trial.hand.tally(seat);
            assert_eq!(got, recount(&dealt, &trial.log, seat), "seat {seat}: {:?}", trial.log);
            self.add(&flat(&serde_json::to_value(&got).expect("a tally as JSON")));
        }
        outcome
    }

    fn add(&mut self, tally: &Map<String, Value>) {
        for (figure, amount) in tally {
            let sum = self.counts.entry(figure.clone()).or_default();
            *sum += amount.as_i64().expect("a count");
        }
    }

    /// Every figure occurs, or a law about it proves nothing.
    fn assert_all_came_up(&self) {
        println!("{} hands: {:?}", self.hands, self.counts);
        assert!(self.hands * 2 >= hands(), "{} hands counted", self.hands);
        assert!(self.counts.values().all(|&count| count > 0), "{:?}", self.counts);
        assert!(!["hands", "net"].iter().any(|every_game| self.counts.contains_key(*every_game)));
    }
}

/// The counts of a tally of any game.
fn flat(tally: &Value) -> Map<String, Value> {
    let (_, counts) = tally.as_object().and_then(|any| any.iter().next()).expect("tagged by its game");
    counts.as_object().expect("a flat object").clone()
}

#[test]
fn figures_of_holdem_follow_from_its_logs() {
    let mut sums = Sums::default();
    at_holdem_tables(hands().div_ceil(5), |setup, rng| {
        own(sums.play(setup.clone(), rng), |standing| {
            let AnyStanding::Holdem(standing) = standing else { return None };
            Some(standing)
        })
    });
    sums.assert_all_came_up();
}

#[test]
fn figures_of_doudizhu_follow_from_its_logs() {
    let mut sums = Sums::default();
    at_doudizhu_tables(hands().div_ceil(5), |setup, rng| {
        own(sums.play(setup.clone(), rng), |standing| {
            let AnyStanding::Doudizhu(standing) = standing else { return None };
            Some(standing)
        })
    });
    sums.assert_all_came_up();
}

#[test]
fn figures_of_shengji_follow_from_its_logs() {
    let mut sums = Sums::default();
    at_shengji_tables(hands().div_ceil(2), |setup, rng| {
        own(sums.play(setup.clone(), rng), |standing| {
            let AnyStanding::Shengji(standing) = standing else { return None };
            Some(standing)
        })
    });
    sums.assert_all_came_up();
}
