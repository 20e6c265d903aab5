//! Hands of any game under the laws, and mixtures of games, which are refused.

use cardroom_rules::cards::deck::Deck;
use cardroom_rules::games::any::{
    AnyAction, AnyEvent, AnyHand, AnyRefusal, AnyRules, AnySetup, AnyStanding, AnyWishes,
};
use cardroom_rules::games::game::{Chair, Entry, Game, Outcome, Step};
use cardroom_rules::games::refusal::{NotAccepted, ReplayError};
use cardroom_rules::games::seat::Seat;
use cardroom_rules::games::viewer::Viewer;

use crate::doudizhu::at_doudizhu_tables;
use crate::holdem::at_holdem_tables;
use crate::law::Trial;
use crate::rng::TestRng;
use crate::shengji::at_shengji_tables;
use crate::{doudizhu, holdem, shengji};

/// An action of any game, mostly illegal.
pub fn any_action(rng: &mut TestRng) -> AnyAction {
    match rng.below(3) {
        0 => holdem::any_action(rng).into(),
        1 => doudizhu::any_action(rng).into(),
        _ => shengji::any_action(rng).into(),
    }
}

/// A game's own outcome out of that of any.
pub fn own<S>(outcome: Outcome<AnyStanding>, standing: fn(AnyStanding) -> Option<S>) -> Outcome<S> {
    let standing = standing(outcome.standing).expect("a standing of the game that was played");
    Outcome { void: outcome.void, stacks: outcome.stacks, rake: outcome.rake, standing }
}

#[test]
fn a_hand_of_any_game_keeps_the_laws() {
    at_holdem_tables(15, |setup, rng| {
        let setup = AnySetup::from(setup.clone());
        own(Trial::<AnyHand>::new(&setup, any_action).run(rng), |standing| {
            let AnyStanding::Holdem(standing) = standing else { return None };
            Some(standing)
        })
    });
    at_doudizhu_tables(3, |setup, rng| {
        let setup = AnySetup::from(setup.clone());
        own(Trial::<AnyHand>::new(&setup, any_action).run(rng), |standing| {
            let AnyStanding::Doudizhu(standing) = standing else { return None };
            Some(standing)
        })
    });
    at_shengji_tables(1, |setup, rng| {
        let setup = AnySetup::from(setup.clone());
        own(Trial::<AnyHand>::new(&setup, any_action).run(rng), |standing| {
            let AnyStanding::Shengji(standing) = standing else { return None };
            Some(standing)
        })
    });
}

/// Rules of every game.
fn rules() -> Vec<AnyRules> {
    let holdem = r#"{"holdem": {"betting": "no_limit", "small_blind": 5, "big_blind": 10}}"#;
    [holdem, r#"{"doudizhu": {}}"#, r#"{"shengji": {}}"#]
        .map(|text| serde_json::from_str(text).expect("options"))
        .to_vec()
}

fn chairs() -> Vec<Chair<AnyWishes>> {
    let chair = |seat| Chair { seat, chips: 100, newcomer: false, entry: Entry::Wait, wishes: None };
    Seat::first(4).map(chair).collect()
}

/// A hand of these rules that waits for a seat, and the events that led there.
fn begun(rules: &AnyRules) -> (AnyHand, Vec<AnyEvent>) {
    let setup = AnyHand::setup(rules, &AnyHand::opening(rules), &chairs()).expect("four players");
    let deck = Deck::shuffled(AnyHand::pack(&setup), [3; 32]);
    let mut hand = AnyHand::new(&setup, deck).expect("a whole deck");
    let mut log = Vec::new();
    while let Step::Now(event) | Step::After(_, event) = hand.step() {
        if !hand.may_act().is_empty() {
            break;
        }
        hand.record(&event).expect("its own event fits");
        log.push(event);
    }
    (hand, log)
}

#[test]
fn actions_and_events_of_another_game_are_refused() {
    for ours in rules() {
        for theirs in rules().into_iter().filter(|theirs| theirs.kind() != ours.kind()) {
            let (mut hand, (other, events)) = (begun(&ours).0, begun(&theirs));
            let before = hand.clone();
            assert_eq!(AnyHand::setup(&ours, &AnyHand::opening(&theirs), &chairs()), None);
            for action in (0..4).flat_map(|seat| other.moves(Seat(seat))) {
                let (played, given) = (ours.kind(), theirs.kind());
                let refusal = hand.accept(Seat(0), &action).expect_err("another game's action");
                let expected = AnyRefusal::OtherGame { played, given };
                assert_eq!(expected.code(), (None, "other_game"));
                assert_eq!(refusal, NotAccepted::Rule(expected));
            }
            for event in &events {
                assert_eq!(hand.record(event), Err(ReplayError("an event of another game")));
                assert_eq!(hand.derived_event(event), None);
            }
            assert!(!events.is_empty());
            assert_eq!(hand, before);
        }
    }
}

#[test]
fn values_of_a_game_carry_its_name() {
    for rules in rules() {
        let name = rules.kind().name();
        let (hand, log) = begun(&rules);
        let seat = (0..4).map(Seat).find(|&seat| hand.options(seat).is_some()).expect("a seat may act");
        let got = [
            serde_json::to_value(&rules),
            serde_json::to_value(AnyHand::opening(&rules)),
            serde_json::to_value(hand.options(seat)),
            serde_json::to_value(&hand.moves(seat)[0]),
            serde_json::to_value(hand.view(Viewer::Watcher)),
            serde_json::to_value(&log[0]),
            serde_json::to_value(AnyHand::seen(&log[0], Viewer::Watcher)),
        ];
        for got in got {
            let got = got.expect("JSON");
            assert!(got.get(name).is_some(), "{got} does not say {name}");
        }
        assert_eq!(serde_json::to_value(rules.kind()).expect("JSON"), name);
    }
}
