//! What a broadcast shows beside hands that are all in and tabled, over HTTP.

use serde_json::{Value, json};

use crate::server::TestServer;

const CHIPS: u64 = 1_000;
/// One card each and then another, from the small blind on: its hand is folded, the others' are tabled.
const FOLDED: [&str; 2] = ["Qh", "2c"];
const TABLED: [[&str; 2]; 2] = [["Ah", "Kh"], ["Qd", "Qs"]];
/// The boards with the cards burnt before each street.
const BOARDS: &str = "8c 2h 7h Tc 8d Ts 8s 3h 9d 4s 9s 5c";

/// The deck of a hand in which the small blind has these cards.
fn deck([first, second]: [&str; 2]) -> String {
    let [big_blind, button] = TABLED;
    let hands = [first, big_blind[0], button[0], second, big_blind[1], button[1]];
    format!("{} {BOARDS}", hands.join(" "))
}

/// A hand of three: the button is all in, the small blind folds, the big blind calls; if that is offered, both want
/// two boards. Returns all events that a watcher gets.
async fn watched(deck: &str, run_it_twice: bool) -> Vec<Value> {
    let server = TestServer::open().await;
    let (small, big, button) =
        (server.guest("Ann").await, server.guest("Bob").await, server.guest("Cy").await);
    let game = json!({
        "betting": "no_limit", "small_blind": 5, "big_blind": 10, "run_it_twice": run_it_twice,
    });
    let options = json!({
        "name": "Broadcast", "seats": 3, "min_buy_in": CHIPS, "max_buy_in": CHIPS,
        "dealing": {"type": "by_hand"}, "game": {"holdem": game},
    });
    let opened = small.post("/v1/tables", options).await.created();
    let path = format!("/v1/tables/{}", opened["table"]["id"].as_str().unwrap());
    for (seat, client) in [&small, &big, &button].into_iter().enumerate() {
        client.post(&format!("{path}/seats"), json!({"seat": seat, "buy_in": CHIPS})).await.ok();
    }
    server.dealer.stack(deck);
    small.post(&format!("{path}/hands"), Value::Null).await.ok();
    let all_in = json!({"type": "raise", "to": CHIPS});
    let agree = json!({"type": "run_twice", "agree": true});
    let mut script =
        vec![(&button, all_in), (&small, json!({"type": "fold"})), (&big, json!({"type": "call"}))];
    if run_it_twice {
        script.extend([(&big, agree.clone()), (&button, agree)]);
    }
    for (client, action) in script {
        let at = client.get(&path).await.ok()["version"].clone();
        let action = json!({"at": at, "action": {"holdem": action}});
        client.post(&format!("{path}/actions"), action).await.ok();
    }
    let got = server.anonymous().get(&format!("{path}/events?after=0")).await.ok();
    let changes = got["changes"].as_array().unwrap();
    changes.iter().flat_map(|change| change["events"].as_array().unwrap().clone()).collect()
}

fn is_equity(event: &Value) -> bool {
    event.pointer("/hand/holdem/type").is_some_and(|kind| kind == "equity")
}

fn equities(events: &[Value]) -> Vec<Value> {
    let got = events.iter().filter(|event| is_equity(event));
    got.map(|event| event["hand"]["holdem"].clone()).collect()
}

/// Board, street, and each seat's wins, ties and losses.
fn counts(equity: &Value) -> Value {
    let hands = equity["hands"].as_array().unwrap();
    let hands: Vec<Value> =
        hands.iter().map(|hand| json!([hand["seat"], hand["win"], hand["tie"], hand["lose"]])).collect();
    json!([equity["board"], equity["street"], hands])
}

#[tokio::test]
async fn tabled_hands_come_with_their_equity_on_each_street() {
    let events = watched(&deck(FOLDED), false).await;
    let got = equities(&events);
    let expected = [
        json!([0, "preflop", [[1, 787_966, [6_732], 917_606], [2, 917_606, [6_732], 787_966]]]),
        json!([0, "flop", [[1, 539, [0], 451], [2, 451, [0], 539]]]),
        json!([0, "turn", [[1, 13, [0], 31], [2, 31, [0], 13]]]),
        json!([0, "river", [[1, 1, [0], 0], [2, 0, [0], 1]]]),
    ];
    assert_eq!(got.iter().map(counts).collect::<Vec<_>>(), expected);
    let share = |equity: &Value, hand: usize| equity["hands"][hand]["equity"].as_f64().unwrap();
    assert!((share(&got[1], 0) - 539.0 / 990.0).abs() < 1e-12);
    assert!(got.iter().all(|equity| (share(equity, 0) + share(equity, 1) - 1.0).abs() < 1e-12));
    let follows = |event: &Value| event.pointer("/hand/holdem/type").cloned().unwrap_or_default();
    let before = events.windows(2).filter(|two| is_equity(&two[1]));
    let before: Vec<Value> = before.map(|two| follows(&two[0])).collect();
    assert_eq!(before, ["shown", "street", "street", "street"]);
}

#[tokio::test]
async fn two_boards_have_equities_of_their_own() {
    let got = equities(&watched(&deck(FOLDED), true).await);
    let places: Vec<_> = got.iter().map(|equity| json!([equity["board"], equity["street"]])).collect();
    let first = [json!([0, "preflop"]), json!([0, "flop"]), json!([0, "turn"]), json!([0, "river"])];
    let second = [json!([1, "flop"]), json!([1, "turn"]), json!([1, "river"])];
    assert_eq!(places, [&first[..], &second[..]].concat());
    let boards = |equity: &Value| {
        let hand = &equity["hands"][0];
        [&hand["win"], &hand["tie"][0], &hand["lose"]]
            .map(|count| count.as_u64().unwrap())
            .iter()
            .sum::<u64>()
    };
    let totals: Vec<u64> = got.iter().map(boards).collect();
    assert_eq!(totals[..4], [1_712_304, 990, 44, 1]);
    assert_eq!(totals[4..], [780, 39, 1], "less the five cards of the first board");
}

/// A hidden hand leaves no trace: whatever was folded, and whatever is still to come or burnt, every equity up to
/// there is the same.
#[tokio::test]
async fn folded_cards_leave_no_trace() {
    for run_it_twice in [false, true] {
        let got = equities(&watched(&deck(FOLDED), run_it_twice).await);
        for folded in [["3c", "4d"], ["Ac", "Qc"]] {
            assert_eq!(equities(&watched(&deck(folded), run_it_twice).await), got, "{folded:?}");
        }
        let other_burns = deck(FOLDED).replace("8c", "Jc").replace("8s", "As");
        assert_eq!(equities(&watched(&other_burns, run_it_twice).await), got);
        let other_river = equities(&watched(&deck(FOLDED).replace("3h", "6d"), run_it_twice).await);
        assert_eq!(other_river[..3], got[..3]);
        assert_ne!(other_river[3], got[3]);
    }
}
