//! Advice in hands of which everything is known: the action, and that the reason fits it.

use cardroom_bots::advice::advise;
use cardroom_rules::cards::card::Card;
use cardroom_rules::cards::deck::Deck;
use cardroom_rules::games::any::{AnyHand, AnyRules};
use cardroom_rules::games::game::{Chair, Entry, Game, Step};
use cardroom_rules::games::seat::Seat;
use cardroom_rules::games::viewer::Viewer;
use serde_json::{Value, json};

use crate::deals::{doudizhu, shengji};

/// A hand of these rules from this deck, in which seats do this in turn.
struct Hand<'a> {
    rules: Value,
    chips: u64,
    deck: String,
    script: &'a [(u8, Value)],
}

impl Hand<'_> {
    /// The advice for this seat then, with its action.
    fn advice(&self, seat: u8) -> (Value, Value) {
        let rules: AnyRules = serde_json::from_value(self.rules.clone()).unwrap();
        let kind = rules.kind().name();
        let chair =
            |seat| Chair { seat, chips: self.chips, newcomer: false, entry: Entry::Wait, wishes: None };
        let seats = *AnyHand::seats(&rules).start();
        let chairs: Vec<_> = Seat::first(if kind == "holdem" { 3 } else { seats }).map(chair).collect();
        let setup = AnyHand::setup(&rules, &AnyHand::opening(&rules), &chairs).unwrap();
        let cards: Vec<Card> = self.deck.split(' ').map(|card| card.parse().unwrap()).collect();
        let mut hand = AnyHand::new(&setup, Deck::stacked(cards)).unwrap();
        let (mut seen, mut script) = (Vec::new(), self.script.iter());
        loop {
            let next = script.as_slice().first();
            let done =
                next.filter(|(seat, _)| hand.may_act().contains(Seat(*seat))).and_then(|(seat, action)| {
                    let action = serde_json::from_value(json!({ kind: action })).unwrap();
                    hand.accept(Seat(*seat), &action).ok()
                });
            let event = match (done, hand.step()) {
                (Some(event), _) => {
                    script.next();
                    event
                }
                (None, Step::Now(event)) => event,
                // At the end of a hand, seats choose in a pause what to show.
                (None, Step::After(_, event)) if kind != "holdem" || !hand.may_act().contains(Seat(seat)) => {
                    event
                }
                (None, Step::After(..) | Step::Await(_) | Step::Over(_)) => break,
            };
            hand.record(&event).unwrap();
            let derived = hand.derived_event(&event);
            seen.extend(
                [Some(event), derived]
                    .into_iter()
                    .flatten()
                    .map(|event| AnyHand::seen(&event, Viewer::Seat(Seat(seat)))),
            );
        }
        assert!(script.as_slice().is_empty(), "{:?} is not done", script.as_slice());
        let (action, why) = advise(&setup, Seat(seat), &seen, [7; 32]).unwrap().expect("it may act");
        assert!(hand.accept(Seat(seat), &action).is_ok(), "{action:?}");
        let [action, why] = [serde_json::to_value(action), serde_json::to_value(why)].map(Result::unwrap);
        (action[kind].clone(), why[kind].clone())
    }
}

/// Three at Hold'em; seat 2 has the button and acts first. Burnt cards and the board are on top of the rest.
fn holdem(hands: [&str; 3], board: &str, script: &[(u8, Value)], seat: u8) -> (Value, Value) {
    let held = hands.map(|hand| hand.split_once(' ').unwrap());
    let dealt = held.iter().map(|hand| hand.0).chain(held.iter().map(|hand| hand.1)).map(str::to_owned);
    let mut deck: Vec<String> = dealt.chain(board.split_whitespace().map(str::to_owned)).collect();
    let rest: Vec<String> =
        Card::french().map(|card| card.to_string()).filter(|card| !deck.contains(card)).collect();
    deck.extend(rest);
    let rules = json!({ "holdem": { "betting": "no_limit", "small_blind": 5, "big_blind": 10 } });
    Hand { rules, chips: 1_000, deck: deck.join(" "), script }.advice(seat)
}

fn does(kind: &str) -> Value {
    json!({ "type": kind })
}

#[test]
fn at_holdem_the_reason_fits_the_action() {
    let (action, why) = holdem(["Qs 9d", "8c 3d", "As Ad"], "", &[], 2);
    assert_eq!((&action["type"], &why["reason"]), (&json!("raise"), &json!("strong_start")));
    let (action, why) = holdem(["Qs 9d", "8c 3d", "7c 2d"], "", &[], 2);
    assert_eq!((&action["type"], &why["reason"]), (&json!("fold"), &json!("weak_hand_early")));
    // The big blind may check.
    let calls = [(2, does("call")), (0, does("call"))];
    let (action, why) = holdem(["Qs 9d", "8c 3d", "As Ad"], "", &calls, 1);
    assert_eq!((&action["type"], &why["reason"]), (&json!("check"), &json!("check_is_free")));
    assert_eq!(why["price_percent"], Value::Null);

    // On the flop, one has made the best hand, and another has nothing.
    let seen: Vec<_> = calls.iter().cloned().chain([(1, does("check"))]).collect();
    let (action, why) = holdem(["Qs Qd", "8c 3d", "Js 4d"], "Ac Qh 7s 2c", &seen, 0);
    assert_eq!((&action["type"], &why["reason"]), (&json!("bet"), &json!("bet_for_value")));
    assert!(why["equity_percent"].as_u64().unwrap() > 85, "{why}");
    let bet: Vec<_> = seen.iter().cloned().chain([(0, json!({ "type": "bet", "to": 200 }))]).collect();
    let (action, why) = holdem(["Qs Qd", "8c 3d", "Js 4d"], "Ac Qh 7s 2c", &bet, 1);
    assert_eq!((&action["type"], &why["reason"]), (&json!("fold"), &json!("price_is_bad")));
    assert!(why["equity_percent"].as_u64() < why["price_percent"].as_u64(), "{why}");
    assert_eq!(why["price_percent"], 47, "200 to win 430");
    // A small bet is worth a call with a draw.
    let bet: Vec<_> = seen.iter().cloned().chain([(0, json!({ "type": "bet", "to": 10 }))]).collect();
    let (action, why) = holdem(["Ts 9d", "Ah Kh", "Js 4d"], "Ac Qh 7h 2c", &bet, 1);
    let reason = why["reason"].as_str().unwrap();
    let fits = match action["type"].as_str().unwrap() {
        "call" => reason == "price_is_good",
        "raise" => ["bet_for_value", "semi_bluff"].contains(&reason),
        _ => false,
    };
    assert!(fits, "{action}: {why}");
    // A player who wins because all others have folded need not show.
    let folds = [(2, does("fold")), (0, does("fold"))];
    let (action, why) = holdem(["Qs 9d", "8c 3d", "As Ad"], "", &folds, 1);
    assert_eq!((&action["type"], &why["reason"]), (&json!("muck"), &json!("keep_hidden")));
    assert_eq!(why["equity_percent"], Value::Null);
}

/// Three at Dou Dizhu. Seat 0 is asked first.
fn dou_dizhu(hands: [&str; 3], bottom: &str, script: &[(u8, Value)], seat: u8) -> (Value, Value) {
    let deck = doudizhu::Deal::of(hands, bottom).deck();
    let rules = json!({ "doudizhu": { "bidding": "points", "card_millis": 0 } });
    Hand { rules, chips: 1_000, deck, script }.advice(seat)
}

fn bid(points: u8) -> Value {
    json!({ "type": "bid", "points": points })
}

fn play(cards: &str) -> Value {
    json!({ "type": "play", "cards": cards.split(' ').collect::<Value>() })
}

fn cards(action: &Value) -> Vec<&str> {
    let mut cards: Vec<&str> =
        action["cards"].as_array().into_iter().flatten().filter_map(Value::as_str).collect();
    cards.sort_unstable();
    cards
}

const STRONG: &str = "3s 4s 5s 6s 7s 8s 9s Ts 2s 2h 2d 2c As Ah Kd X1 X2";
const WEAK: &str = "3h 3d 4h 5h 6d 7d 8d 9d 9h Jh Jd Qh 5c 6c 8c Tc Ts";

#[test]
fn at_dou_dizhu_the_reason_fits_the_action() {
    let (action, why) = dou_dizhu([STRONG, "", ""], "3c 4c Qc", &[], 0);
    assert_eq!((&action, &why["reason"]), (&bid(3), &json!("strong_enough_to_bid")));
    let (action, why) = dou_dizhu([WEAK, "", ""], "3c 4c Qc", &[], 0);
    assert_eq!((&action["type"], &why["reason"]), (&json!("pass"), &json!("too_weak_to_bid")));

    // The landlord leads, and the peasants answer.
    let (action, why) = dou_dizhu([STRONG, "", ""], "3c 4c Qc", &[(0, bid(3))], 0);
    assert_eq!((cards(&action), &why["reason"]), (vec!["3c", "3s"], &json!("lead_lowest")));
    let others = ["3h 3d 4h 5h 6d 7d 8d 9d 9h Jh Jd Qh 5c 6c 8c Tc Th", "Ks Kh Kc Ac Ad Js Jc Qs Qd"];
    let hands = [STRONG, others[0], others[1]];
    let led = [(0, bid(3)), (0, play("Kd"))];
    let (action, why) = dou_dizhu(hands, "3c 4c Qc", &led, 1);
    assert_eq!((&action["type"], &why["reason"]), (&json!("pass"), &json!("cannot_beat")));
    let led = [(0, bid(3)), (0, play("3s")), (1, play("Qh"))];
    let (action, why) = dou_dizhu(hands, "3c 4c Qc", &led, 2);
    assert_eq!((&action["type"], &why["reason"]), (&json!("pass"), &json!("let_partner_win")));
    let led = [(0, bid(3)), (0, play("4s"))];
    let (action, why) = dou_dizhu(hands, "3c 4c Qc", &led, 1);
    assert_eq!((&action["type"], &why["reason"]), (&json!("play"), &json!("win_cheaply")), "{action}");
}

#[test]
fn at_dou_dizhu_a_seat_that_can_end_the_hand_does() {
    let others = ["3h 3d 4h 5h 6d 7d 8d 9d 9h Jh Jd Qh 5c 6c 8c Tc Th", "Ks Kh Kc Ac Ad Js Jc Qs Qd"];
    let hands = [STRONG, others[0], others[1]];
    let pass = || does("pass");
    let script = [
        (0, bid(3)),
        (0, play("3s 4s 5s 6s 7s 8s 9s Ts")),
        (1, pass()),
        (2, pass()),
        (0, play("2s 2h 2d 2c")),
        (1, pass()),
        (2, pass()),
        (0, play("X1 X2")),
        (1, pass()),
        (2, pass()),
        (0, play("3c")),
        (1, pass()),
        (2, pass()),
        (0, play("4c")),
        (1, pass()),
        (2, pass()),
        (0, play("Qc")),
        (1, pass()),
        (2, pass()),
        (0, play("Kd")),
        (1, pass()),
        (2, pass()),
    ];
    let (action, why) = dou_dizhu(hands, "3c 4c Qc", &script, 0);
    assert_eq!((cards(&action), &why["reason"]), (vec!["Ah", "As"], &json!("go_out")));
}

/// Four at Shengji; seat 0 draws first and declares spades.
fn at_shengji(hands: [&str; 4], kitty: &str, script: &[(u8, Value)], seat: u8) -> (Value, Value) {
    let deck = shengji::Deal::of(hands, kitty).deck(0);
    let rules = json!({ "shengji": { "card_millis": 0, "declaring_seconds": 1 } });
    Hand { rules, chips: 1_000, deck, script }.advice(seat)
}

#[test]
fn at_shengji_the_reason_fits_the_action() {
    let north = "2s 2s Ah Ah Kh Kh Ac Ac As As Ks Ks Qs Qs Js Js Ts Ts 9s 9s 8s 8s 7s 7c 6c";
    let south = "3h 4h 5h 6h 7h 8h Tc 3c";
    let (west, east) = ("9h Th Jh Qh 4c 5c Kc", "9h Th Jh Qh 4c 5c Kc");
    let hands = [north, west, south, east];
    let kitty = "3d 3d 4d 4d 6d 6d 7d 7d";
    let declares = |pair: bool| json!({ "type": "declare", "card": "2s", "pair": pair });
    let buries = json!({ "type": "bury", "cards": kitty.split(' ').collect::<Value>() });
    let begun = [(0, declares(true))];
    let (action, why) = at_shengji(hands, kitty, &begun, 0);
    assert_eq!(action["type"], "bury");
    assert!(["bury_short_suits", "bury_no_points"].contains(&why["reason"].as_str().unwrap()), "{why}");
    let begun = [(0, declares(true)), (0, buries)];
    let (action, why) = at_shengji(hands, kitty, &begun, 0);
    assert!(
        ["lead_winner", "lead_tractor", "throw_winners"].contains(&why["reason"].as_str().unwrap()),
        "{action}: {why}"
    );
    let led: Vec<_> = begun.iter().cloned().chain([(0, play("Ah Ah"))]).collect();
    let (action, why) = at_shengji(hands, kitty, &led, 1);
    assert_eq!(action["type"], "play", "{why}");
    // The partner of the leader gives points to the trick that they win.
    let led: Vec<_> = begun.iter().cloned().chain([(0, play("Ah")), (1, play("9h"))]).collect();
    let (action, why) = at_shengji(hands, kitty, &led, 2);
    assert_eq!((cards(&action), &why["reason"]), (vec!["5h"], &json!("give_partner_points")));
}
