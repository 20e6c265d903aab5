//! Advice at tables of any rules: it is a legal action, with a reason that its list has, and every reason comes up.

use std::collections::{BTreeMap, BTreeSet};

use cardroom_bots::advice::advise;
use cardroom_rules::cards::deck::Deck;
use cardroom_rules::games::any::{AnyEvent, AnyHand, AnySeen, AnySetup, AnyStanding};
use cardroom_rules::games::game::{Game, Outcome, Step};
use cardroom_rules::games::seat::{Seat, Seats};
use cardroom_rules::games::viewer::Viewer;
use cardroom_rules::games::{doudizhu, holdem, shengji};
use serde::Serialize;
use strum::VariantArray;

use crate::any::own;
use crate::doudizhu::at_doudizhu_tables;
use crate::holdem::at_holdem_tables;
use crate::rng::TestRng;
use crate::shengji::at_shengji_tables;

/// A hand in which every player follows the advice.
struct Table<'a> {
    setup: &'a AnySetup,
    hand: AnyHand,
    got: Vec<(Seat, Vec<AnySeen>)>,
    reasons: &'a mut BTreeMap<String, u32>,
}

impl<'a> Table<'a> {
    fn new(setup: &'a AnySetup, rng: &mut TestRng, reasons: &'a mut BTreeMap<String, u32>) -> Self {
        let hand = AnyHand::new(setup, Deck::shuffled(AnyHand::pack(setup), rng.seed()));
        let got = AnyHand::players(setup).into_iter().map(|(seat, _)| (seat, Vec::new())).collect();
        Self { setup, hand: hand.expect("a whole deck"), got, reasons }
    }

    fn run(mut self) -> Outcome<AnyStanding> {
        loop {
            let event = match self.hand.step() {
                Step::Over(outcome) => return outcome,
                Step::Now(event) => event,
                Step::After(_, event) => self.acted(self.hand.may_act()).unwrap_or(event),
                Step::Await(seats) => self.acted(seats).expect("an awaited seat gets advice"),
            };
            self.learn(&event);
            if let Some(derived) = self.hand.derived_event(&event) {
                self.learn(&derived);
            }
        }
    }

    /// The first of these follows the advice.
    fn acted(&mut self, seats: Seats) -> Option<AnyEvent> {
        let (seat, seen) = self.got.iter().find(|(seat, _)| seats.contains(*seat))?;
        let asked = || advise(self.setup, *seat, seen, [7; 32]).expect("seen events can be replayed");
        let (action, why) = asked().expect("a seat that may act gets advice");
        assert_eq!(asked(), Some((action.clone(), why)), "asked again");
        let got = serde_json::to_value(why).unwrap();
        let (_, advice) = got.as_object().unwrap().iter().next().unwrap();
        *self.reasons.entry(advice["reason"].as_str().unwrap().to_owned()).or_default() += 1;
        Some(self.hand.accept(*seat, &action).unwrap_or_else(|why| panic!("{action:?}: {why}")))
    }

    fn learn(&mut self, event: &AnyEvent) {
        self.hand.record(event).expect("its own event fits");
        for (seat, got) in &mut self.got {
            got.push(AnyHand::seen(event, Viewer::Seat(*seat)));
        }
    }
}

/// Every reason of a game's list was given, but for these, which come up in few hands.
fn assert_given<R: Serialize + VariantArray>(reasons: &BTreeMap<String, u32>, rare: &[&str]) {
    println!("{reasons:?}");
    let text = |reason: &R| serde_json::to_value(reason).unwrap().as_str().unwrap().to_owned();
    let never: BTreeSet<String> =
        R::VARIANTS.iter().map(text).filter(|reason| !reasons.contains_key(reason)).collect();
    let unknown: Vec<&String> = never.iter().filter(|reason| !rare.contains(&reason.as_str())).collect();
    assert!(unknown.is_empty(), "never given: {unknown:?}");
}

#[test]
fn advice_at_holdem_is_legal_and_has_a_reason() {
    let mut reasons = BTreeMap::new();
    at_holdem_tables(25, |setup, rng| {
        own(Table::new(&setup.clone().into(), rng, &mut reasons).run(), |standing| match standing {
            AnyStanding::Holdem(standing) => Some(standing),
            _ => None,
        })
    });
    assert_given::<holdem::advice::Reason>(&reasons, &[]);
}

#[test]
fn advice_at_dou_dizhu_is_legal_and_has_a_reason() {
    let mut reasons = BTreeMap::new();
    at_doudizhu_tables(40, |setup, rng| {
        own(Table::new(&setup.clone().into(), rng, &mut reasons).run(), |standing| match standing {
            AnyStanding::Doudizhu(standing) => Some(standing),
            _ => None,
        })
    });
    assert_given::<doudizhu::advice::Reason>(&reasons, &[]);
}

#[test]
fn advice_at_shengji_is_legal_and_has_a_reason() {
    let mut reasons = BTreeMap::new();
    at_shengji_tables(10, |setup, rng| {
        own(Table::new(&setup.clone().into(), rng, &mut reasons).run(), |standing| match standing {
            AnyStanding::Shengji(standing) => Some(standing),
            _ => None,
        })
    });
    assert_given::<shengji::advice::Reason>(&reasons, &["bury_least_needed", "lead_tractor"]);
}
