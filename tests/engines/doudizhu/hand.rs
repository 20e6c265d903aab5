//! Whole hands, from the deal to the score.

use cardroom_rules::cards::card::Card;
use cardroom_rules::cards::deck::Deck;
use cardroom_rules::games::doudizhu::action::Action;
use cardroom_rules::games::doudizhu::event::{Event, Landlord};
use cardroom_rules::games::doudizhu::hand::Doudizhu;
use cardroom_rules::games::doudizhu::rules::Bidding;
use cardroom_rules::games::doudizhu::rules::{Rules, Wild};
use cardroom_rules::games::doudizhu::score::Spring;
use cardroom_rules::games::doudizhu::setup::Setup;
use cardroom_rules::games::doudizhu::view::{Stage, View};
use cardroom_rules::games::game::{Absence, Game, Step};
use cardroom_rules::games::seat::Seat;
use cardroom_rules::games::viewer::Viewer;

use crate::deals::doudizhu::Deal;

/// A hand under way.
struct Hand(Doudizhu);

impl Hand {
    /// Before its first event, with these random numbers and after this many void deals.
    fn new(rules: Rules, void_deals: u8, lots: [u64; 4], deal: &Deal) -> Self {
        let setup = Setup { rules, void_deals, stacks: [1_000; 3] };
        Self(Doudizhu::new(&setup, Deck { cards: cards(&deal.deck()), lots }).expect("a pack"))
    }

    /// Deals all cards, and goes on until a seat has to decide.
    fn dealt(rules: Rules, deal: &Deal) -> Self {
        let mut hand = Self::new(rules, 0, [0; 4], deal);
        hand.go_on();
        hand
    }

    /// Goes on until a seat has to decide. Returns the events.
    fn go_on(&mut self) -> Vec<Event> {
        let mut events = Vec::new();
        while let Step::Now(event) | Step::After(_, event) = self.0.step() {
            self.0.record(&event).expect("it fits");
            events.push(event);
        }
        events
    }

    /// A seat acts, and the hand goes on.
    fn act(&mut self, seat: u8, action: &Action) {
        let event = self.0.accept(Seat(seat), action).expect("it is legal");
        self.0.record(&event).expect("it fits");
        self.go_on();
    }

    fn play(&mut self, seat: u8, named: &str) {
        self.act(seat, &Action::Play { cards: cards(named), named: None });
    }

    fn pass(&mut self, seats: impl IntoIterator<Item = u8>) {
        for seat in seats {
            self.act(seat, &Action::Pass {});
        }
    }

    fn view(&self, viewer: Viewer) -> View {
        self.0.view(viewer)
    }

    /// The clock's play for a seat: its cards, or none if it passes.
    fn clock(&self, seat: u8) -> Vec<Card> {
        match self.0.fallback(Seat(seat), Absence::Late) {
            Action::Play { cards, .. } => cards,
            _ => Vec::new(),
        }
    }
}

fn cards(text: &str) -> Vec<Card> {
    text.split_whitespace().map(|card| card.parse().expect("a card")).collect()
}

fn bid(points: u8) -> Action {
    Action::Bid { points }
}

/// Seat 0 can play everything out; seats 1 and 2 hold a bomb each.
fn deal() -> Deal {
    Deal::of(
        [
            "3s 4s 5s 6s 7s 8s 9s Ts Js Qs Ks As 3h 3c 3d 4h 4c",
            "5h 5c 5d 6h 6c 6d 7h 7c 7d 8h 8c 8d 9h 9c 9d Kd Kc",
            "2s 2h 2c 2d Ah Ac Ad Kh Qh Qc Qd Jh Jc Jd Th Tc Td",
        ],
        "4d X1 X2",
    )
}

#[test]
fn the_card_counter_knows_no_bottom_card_before_the_auction_is_over() {
    let mut hand = Hand::dealt(Rules::default(), &deal());
    let left = |hand: &Hand, viewer| -> Vec<u8> {
        hand.view(viewer).remaining.iter().map(|left| left.count).collect()
    };
    // Both jokers and a four are bottom cards; as far as seat 1 knows, others may have them.
    let before = left(&hand, Viewer::Seat(Seat(1)));
    assert_eq!((before[1], before[13], before[14]), (4, 1, 1));
    assert_eq!(left(&hand, Viewer::Watcher).iter().sum::<u8>(), 54);
    assert_eq!(hand.view(Viewer::Seat(Seat(0))).bottom, None);
    hand.act(0, &bid(3));
    assert_eq!(left(&hand, Viewer::Seat(Seat(1))), before, "the landlord holds them now");
    assert_eq!(hand.view(Viewer::Seat(Seat(1))).bottom, Some(cards("4d X1 X2")));
    hand.play(0, "X1 X2");
    assert_eq!(left(&hand, Viewer::Seat(Seat(1)))[13..], [0, 0]);
}

#[test]
fn after_three_void_deals_the_lot_makes_the_landlord() {
    let rules = Rules { force_landlord: true, bidding: Bidding::CallRob, ..Rules::default() };
    let lots = [1, 0, 0, 5];
    for void_deals in 0..3 {
        let mut hand = Hand::new(rules.clone(), void_deals, lots, &deal());
        hand.go_on();
        hand.pass([1, 2, 0]);
        let Step::Over(outcome) = hand.0.step() else { panic!("no seat would be landlord") };
        assert!(outcome.void && outcome.stacks.iter().all(|&(_, chips)| chips == 1_000));
        assert_eq!(outcome.standing.void_deals, void_deals + 1);
    }
    let mut hand = Hand::new(rules.clone(), 3, lots, &deal());
    let events = hand.go_on();
    let forced = Landlord { seat: Seat(2), base: 1, forced: true, bottom: cards("4d X1 X2") };
    assert_eq!(events.last(), Some(&Event::Landlord(forced)));
    assert_eq!(hand.view(Viewer::Watcher).awaited, [Seat(2)], "the leader");

    let mut asked = Hand::new(Rules { force_landlord: false, ..rules }, 3, lots, &deal());
    asked.go_on();
    assert_eq!(asked.view(Viewer::Watcher).awaited, [Seat(1)], "the seat that may call");
}

#[test]
fn a_hand_shown_while_it_is_dealt_counts_four_and_lies_open_from_then_on() {
    let mut hand = Hand::new(Rules { open_hand: true, ..Rules::default() }, 0, [0; 4], &deal());
    // The deal begins, and nine cards fall.
    for _ in 0..10 {
        let Step::After(_, event) = hand.0.step() else { panic!("cards fall one at a time") };
        hand.0.record(&event).expect("it fits");
    }
    let shown = hand.0.accept(Seat(1), &Action::Show {}).expect("it may show");
    hand.0.record(&shown).expect("it fits");
    let events = hand.go_on();
    let seen = |event: &Event| serde_json::to_value(Doudizhu::seen(event, Viewer::Watcher)).expect("JSON");
    for event in events.iter().filter(|event| matches!(event, Event::Drawn(_))) {
        assert_eq!(seen(event)["card"].is_string(), seen(event)["seat"] == 1);
    }
    hand.act(0, &bid(3));
    assert_eq!(hand.view(Viewer::Watcher).stage, Stage::Showing, "the landlord may show, too");
    hand.act(0, &Action::Show {});
    let view = hand.view(Viewer::Watcher);
    assert_eq!(view.players.iter().map(|player| player.open_factor).collect::<Vec<_>>(), [2, 4, 1]);
    assert_eq!(view.multiplier.map(|multiplier| multiplier.total), Some(3 * 4), "the highest, once");
}

#[test]
fn the_second_wild_rank_is_drawn_after_the_auction_and_is_another() {
    let rules = Rules { wild: Wild::Two, doubling: true, ..Rules::default() };
    let mut hand = Hand::new(rules, 0, [0, 12, 12, 0], &deal());
    hand.go_on();
    let wild = |hand: &Hand| -> Vec<String> {
        hand.view(Viewer::Watcher).wild.iter().map(ToString::to_string).collect()
    };
    assert_eq!(wild(&hand), ["2"]);
    hand.act(0, &bid(3));
    assert_eq!(wild(&hand), ["2", "3"]);
    for seat in [0, 1, 2] {
        assert_eq!(hand.view(Viewer::Watcher).awaited, [Seat(seat)], "the landlord doubles first");
        hand.act(seat, &Action::Double {});
    }
    assert_eq!(hand.view(Viewer::Watcher).stage, Stage::Playing);
}

#[test]
fn the_landlord_who_played_once_loses_by_an_anti_spring() {
    let deal =
        Deal::of(["3s 4h 4c", "4s 5s 6s 7s 8s 9s Ts Js Qs Ks As 5h 6h 7h 8h 9h Th", "3h 3c 3d"], "X1 X2 2s");
    let mut hand = Hand::dealt(Rules::default(), &deal);
    hand.act(0, &bid(2));
    hand.pass([1, 2]);
    hand.play(0, "3s");
    hand.play(1, "Th");
    hand.pass([2, 0]);
    hand.play(1, "5h 6h 7h 8h 9h");
    hand.pass([2, 0]);
    hand.play(1, "4s 5s 6s 7s 8s 9s Ts Js Qs Ks As");
    let score = hand.view(Viewer::Watcher).score.expect("it is over");
    assert_eq!((score.winner, score.landlord_won), (Seat(1), false));
    assert_eq!(score.multiplier.spring, Some(Spring::AntiSpring));
    assert_eq!((score.multiplier.total, score.stacks), (4, [992, 1_004, 1_004]));
}

#[test]
fn the_clock_spares_bombs_and_does_not_beat_its_partner() {
    let deal = Deal::of(["3s 3h 4s 4h 5s 6s 8s", "3c 4c 5h 5c 5d 6h 6c", "9s 9h 9c 9d X1 X2"], "3d Kd Kc");
    let mut hand = Hand::dealt(Rules::default(), &deal);
    hand.act(0, &bid(3));
    assert!(!hand.clock(0).is_empty(), "the leader must play");
    hand.play(0, "3s");
    assert_eq!(hand.clock(1).len(), 1, "the cheapest that beats the landlord");
    hand.play(1, "4c");
    assert_eq!(hand.clock(2), [], "its partner's card stays");
    hand.pass([2]);
    hand.pass([0]);
    hand.play(1, "5h 5c");
    hand.pass([2]);
    hand.play(0, "Kd Kc");
    hand.pass([1]);
    let may_bomb = |action: &Action| matches!(action, Action::Play { cards, .. } if cards.len() == 4);
    assert!(hand.0.moves(Seat(2)).iter().any(may_bomb));
    assert!(hand.clock(2).len() <= 2 && hand.clock(2) != cards("X1 X2"), "no bomb for a pair");
}

/// The landlord plays all cards. Returns the events from the last play on.
fn played_out(rules: Rules) -> (Hand, Vec<Event>) {
    let mut hand = Hand::dealt(rules, &deal());
    hand.act(0, &bid(3));
    hand.play(0, "3s 4s 5s 6s 7s 8s 9s Ts Js Qs Ks As");
    hand.pass([1, 2]);
    hand.play(0, "X1 X2");
    hand.pass([1, 2]);
    hand.play(0, "3h 3c 3d");
    hand.pass([1, 2]);
    let last =
        hand.0.accept(Seat(0), &Action::Play { cards: cards("4h 4c 4d"), named: None }).expect("legal");
    hand.0.record(&last).expect("it fits");
    let events = hand.go_on();
    (hand, events)
}

#[test]
fn remaining_cards_are_shown_when_a_seat_has_none() {
    let (hand, events) = played_out(Rules { reveal: Some(true), ..Rules::default() });
    let [Event::Revealed(revealed), Event::Scored(scored)] = &events[..] else { panic!("{events:?}") };
    let left = |seat: u8| cards(&deal().hands[usize::from(seat)].join(" "));
    let sorted = |mut cards: Vec<Card>| {
        cards.sort_unstable();
        cards
    };
    assert_eq!(revealed.hands.iter().map(|left| left.seat).collect::<Vec<_>>(), [Seat(1), Seat(2)]);
    let view = hand.view(Viewer::Watcher);
    for shown in &revealed.hands {
        assert_eq!(sorted(shown.cards.clone()), sorted(left(shown.seat.0)));
        assert_eq!(view.players[shown.seat.index()].open.as_ref(), Some(&shown.cards), "as hands are sorted");
        assert_eq!(hand.0.shown(shown.seat), shown.cards);
    }
    assert_eq!(view.players[0].open, None);
    assert!(view.players.iter().all(|player| player.open_factor == 1), "no hand was shown for more");
    assert_eq!((view.stake, view.rocket, view.players[0].bombs), (1, Some(Seat(0)), 1));
    // Three points, the rocket and a spring.
    assert_eq!((scored.multiplier.open, scored.multiplier.total), (1, 3 * 2 * 2));
    let seen = serde_json::to_value(Doudizhu::seen(&events[0], Viewer::Watcher)).expect("JSON");
    assert_eq!((&seen["type"], &seen["hands"][0]["seat"]), (&"revealed".into(), &1.into()));
}

#[test]
fn remaining_cards_stay_hidden_by_option_and_after_a_void_deal() {
    for reveal in [None, Some(false)] {
        let (hand, events) = played_out(Rules { reveal, ..Rules::default() });
        assert!(matches!(&events[..], [Event::Scored(_)]), "{events:?}");
        assert!(hand.view(Viewer::Watcher).players.iter().all(|player| player.open.is_none()));
    }
    let mut hand = Hand::dealt(Rules { reveal: Some(true), ..Rules::default() }, &deal());
    hand.pass([0, 1, 2]);
    assert!(matches!(hand.0.step(), Step::Over(outcome) if outcome.void));
    assert!(hand.view(Viewer::Watcher).players.iter().all(|player| player.open.is_none()));
}

#[test]
fn cards_are_dealt_at_once_if_no_hand_can_be_shown_meanwhile() {
    let pauses = |rules: Rules| {
        let mut hand = Hand::new(rules, 0, [0; 4], &deal());
        let mut pauses = Vec::new();
        while let Step::Now(event) | Step::After(_, event) = hand.0.step() {
            if let Step::After(pause, Event::Drawn(_)) = hand.0.step() {
                pauses.push(pause.millis);
            }
            hand.0.record(&event).expect("it fits");
        }
        pauses
    };
    assert_eq!(pauses(Rules::default()), [0; 51]);
    assert_eq!(pauses(Rules { open_hand: true, ..Rules::default() }), [250; 51]);
    let quick = pauses(Rules { open_hand: true, card_millis: 40, ..Rules::default() });
    assert_eq!(quick, [120, 0, 0].repeat(17), "a round at a time");
}

#[test]
fn omitted_options_are_defaults_or_stay() {
    let asked = |reveal| Rules { reveal, ..Rules::default() };
    assert_eq!(Doudizhu::filled_in(asked(None), None).reveal, Some(true));
    assert_eq!(Doudizhu::filled_in(asked(Some(false)), None).reveal, Some(false));
    for at in [None, Some(true), Some(false)] {
        let changed = Doudizhu::filled_in(Rules { stake: 7, ..asked(None) }, Some(&asked(at)));
        assert_eq!(changed.reveal, Some(at.unwrap_or(false)));
        assert!(Doudizhu::may_become(&asked(at), &changed));
    }
    assert!(!Doudizhu::may_become(&asked(None), &asked(Some(true))), "no player has accepted that");
    let stored: Rules = serde_json::from_str("{}").expect("all may be left out");
    assert!(!stored.reveals() && serde_json::to_string(&stored).expect("JSON").contains("\"reveal\":false"));
}
