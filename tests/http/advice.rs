//! Advice: what a good player would do. It is for people who play among computers, and is made from what their seat
//! has seen.

use cardroom::http::limit_settings::LimitSettings;
use cardroom::http::settings::Settings;
use cardroom_rules::cards::card::Card;
use serde_json::{Value, json};

use crate::bots::{games, open, seat_bot, sit, until};
use crate::deals::{doudizhu, shengji};
use crate::server::{Client, TestServer, settings};

/// Whether this player is on the clock.
fn is_asked(table: &Value) -> bool {
    let mine = &table["you"]["seat"];
    let decisions = table["hand"]["decisions"].as_array();
    decisions.is_some_and(|decisions| {
        decisions.iter().any(|decision| decision["seat"] == *mine && decision["clock"].is_object())
    })
}

async fn act(player: &Client, path: &str, advice: &Value) {
    let body = json!({ "at": advice["version"], "action": advice["action"] });
    let reply = player.post(&format!("{path}/actions"), body).await;
    assert!(reply.status == 200 || reply.body["code"] == "stale", "{}: {advice}", reply.text);
}

#[tokio::test]
async fn a_player_who_follows_advice_plays_whole_hands_of_each_game() {
    let server = TestServer::open().await;
    for (seats, game) in games() {
        let ada = server.guest("Ada").await;
        let path = open(&ada, json!({ "game": game, "seats": seats })).await;
        sit(&ada, &path).await;
        for _ in 1..seats {
            seat_bot(&ada, &path, "novice").await;
        }
        let (mut advised, mut asked_again) = (0, 0);
        loop {
            let is_so = |table: &Value| is_asked(table) || table["last_hand"].is_string() && advised > 0;
            let table = until(&server, &ada, &path, is_so).await;
            if !is_asked(&table) {
                break;
            }
            let advice = ada.get(&format!("{path}/advice")).await.ok();
            let kind = game.as_object().unwrap().keys().next().unwrap();
            assert!(advice["why"][kind]["reason"].is_string(), "{advice}");
            let again = ada.get(&format!("{path}/advice")).await.ok();
            // If several seats decide at once, a computer may have moved in between.
            if again["version"] == advice["version"] {
                assert_eq!(again, advice);
                asked_again += 1;
            }
            act(&ada, &path, &advice).await;
            advised += 1;
        }
        assert!(advised > 0 && asked_again > 0);
    }
}

#[tokio::test]
async fn advice_is_only_for_the_players_own_decision_among_computers() {
    let server = TestServer::open().await;
    let (ada, bob) = (server.guest("Ada").await, server.guest("Bob").await);
    let path = open(&ada, json!({ "dealing": { "type": "by_hand" } })).await;
    let advice = format!("{path}/advice");
    ada.get(&advice).await.refused(409, "no_hand");
    server.anonymous().get(&advice).await.refused(401, "token_missing");
    ada.get("/v1/tables/0197a1b2-0000-7000-8000-000000000000/advice").await.refused(404, "no_such_table");
    sit(&ada, &path).await;
    seat_bot(&ada, &path, "novice").await;
    ada.post(&format!("{path}/hands"), Value::Null).await.ok();
    bob.get(&advice).await.refused(409, "not_in_hand");
    let table = until(&server, &ada, &path, is_asked).await;
    let got = ada.get(&advice).await.ok();
    act(&ada, &path, &got).await;
    // If it is another seat's turn, or the hand is over, there is no advice.
    let again = ada.get(&path).await.ok();
    assert_ne!(again["version"], table["version"]);
    if !is_asked(&again) && again["hand"]["decisions"].as_array().is_some_and(|open| !open.is_empty()) {
        ada.get(&advice).await.refused(422, "not_your_turn");
    }

    // With another person in the hand there is no advice.
    let path = open(&ada, json!({ "dealing": { "type": "by_hand" } })).await;
    for player in [&ada, &bob] {
        sit(player, &path).await;
    }
    seat_bot(&ada, &path, "novice").await;
    ada.post(&format!("{path}/hands"), Value::Null).await.ok();
    for player in [&ada, &bob] {
        player.get(&format!("{path}/advice")).await.refused(422, "not_alone");
    }
}

#[tokio::test]
async fn advice_has_a_quota() {
    let limits = LimitSettings { advice_of_player: 1, ..LimitSettings::NONE };
    let server = TestServer::set(Settings { limits, ..settings() }).await;
    let ada = server.guest("Ada").await;
    let path = open(&ada, json!({})).await;
    for _ in 0..30 {
        ada.get(&format!("{path}/advice")).await.refused(409, "no_hand");
    }
    let refused = ada.get(&format!("{path}/advice")).await.refused(429, "too_many_requests");
    assert_eq!((&refused["bound"], &refused["most"]), (&json!("player-advice"), &json!(30)));
    ada.get(&path).await.ok();
    server.guest("Bob").await.get(&format!("{path}/advice")).await.refused(409, "no_hand");
    server.clock.advance(1);
    ada.get(&format!("{path}/advice")).await.refused(409, "no_hand");
}

/// Each advice and view that a player at this seat, among computers, gets when this deck is dealt.
async fn advised(game: &Value, seats: u8, seat: u8, deck: &str) -> Vec<(Value, Value)> {
    let server = TestServer::open().await;
    let ada = server.guest("Ada").await;
    let path = open(&ada, json!({ "game": game, "seats": seats, "dealing": { "type": "by_hand" } })).await;
    ada.post(&format!("{path}/seats"), json!({ "buy_in": 1_000, "seat": seat, "entry": "post" })).await.ok();
    for _ in 1..seats {
        seat_bot(&ada, &path, "intermediate").await;
    }
    server.dealer.stack(deck);
    ada.post(&format!("{path}/hands"), Value::Null).await.ok();
    let mut got = Vec::new();
    for _ in 0..4 {
        let table = until(&server, &ada, &path, |table| is_asked(table) || table["hand"].is_null()).await;
        if !is_asked(&table) {
            break;
        }
        let mut advice = ada.get(&format!("{path}/advice")).await.ok();
        act(&ada, &path, &advice).await;
        advice["version"].take();
        got.push((json!([table["hand"]["state"], table["you"]["options"]]), advice));
    }
    got
}

/// In two worlds a seat gets the same advice as long as they look the same to it. Returns how often that was.
async fn alike(game: &Value, seats: u8, seat: u8, decks: [&str; 2]) -> usize {
    let [one, other] = decks;
    assert_ne!(one, other);
    let (one, other) = (advised(game, seats, seat, one).await, advised(game, seats, seat, other).await);
    let alike = one.iter().zip(&other).take_while(|((view, _), (other, _))| view == other);
    let compared: Vec<_> = alike.map(|((_, advice), (_, other))| (advice, other)).collect();
    for (advice, other) in &compared {
        assert_eq!(advice, other);
    }
    compared.len()
}

/// The cards of three players of Hold'em (seat 2 has the button and acts first), and the rest of the pack.
fn at_holdem(hands: [&str; 3]) -> String {
    let held: Vec<[&str; 2]> = hands.iter().map(|hand| hand.split_once(' ').unwrap().into()).collect();
    let dealt = (0..2).flat_map(|round| held.iter().map(move |hand| hand[round].to_owned()));
    let dealt: Vec<String> = dealt.collect();
    let rest = Card::french().map(|card| card.to_string()).filter(|card| !dealt.contains(card));
    dealt.iter().cloned().chain(rest).collect::<Vec<_>>().join(" ")
}

#[tokio::test(flavor = "multi_thread")]
async fn hidden_cards_do_not_change_advice() {
    let [(_, holdem), ..] = games();
    for own in ["As Kd", "7c 2d", "9h 8h"] {
        let decks = [["Qs Qd", "3c 4d"], ["2h 3d", "Ac Ah"]].map(|[one, other]| at_holdem([one, other, own]));
        assert!(alike(&holdem, 3, 2, [&decks[0], &decks[1]]).await >= 1);
    }
    let own = "3s 3h 3c 4s 5s 6s 7s 8s 9s Ts Js Qs Ks As 2s X1 X2";
    let others = [["4c 4d 4h 6c", "Kh Kc Kd 9c"], ["9c 9d 9h Kc", "4c 4d 6h 6c"]];
    let decks = others.map(|[one, other]| doudizhu::Deal::of([own, one, other], "5d 5h 7h").deck());
    let game = json!({ "doudizhu": { "bidding": "points", "card_millis": 0 } });
    assert!(alike(&game, 3, 0, [&decks[0], &decks[1]]).await >= 2);

    // Seats 1 and 3 exchange one card for another of its suit, so that all declare as before. Some of these worlds
    // are not played until the first decision.
    let game = json!({ "shengji": { "card_millis": 0, "declaring_seconds": 5 } });
    let one = at_shengji();
    let mut compared = 0;
    for place in 0..8 {
        let mut hands = one.hands.clone();
        let [_, left, _, right] = &mut hands;
        let is_alike = |card: &String| card[1..] == left[place][1..] && !card.starts_with('2');
        let other = right.iter().position(is_alike).unwrap();
        std::mem::swap(&mut left[place], &mut right[other]);
        let other = shengji::Deal { hands, kitty: one.kitty.clone() };
        compared += alike(&game, 4, 0, [&one.deck(0), &other.deck(0)]).await;
    }
    assert!(compared >= 4, "{compared}");
}

/// Seat 0 has all aces and kings; of the rest each of the others has as many of a suit.
fn at_shengji() -> shengji::Deal {
    let all: Vec<String> = Card::french().map(|card| card.to_string()).collect();
    let is_high = |card: &String| card.starts_with('A') || card.starts_with('K');
    let (high, low): (Vec<String>, Vec<String>) = all.into_iter().partition(is_high);
    let (twice, jokers) = (low.iter().chain(&low).cloned(), ["X1", "X1", "X2", "X2"].map(str::to_owned));
    let mut hands: [Vec<String>; 4] = Default::default();
    hands[0] = high
        .iter()
        .chain(&high)
        .cloned()
        .chain(["3s", "3s", "3h", "3h", "4s", "4s", "4h", "4h", "5s"].map(str::to_owned))
        .collect();
    let mut rest: Vec<String> = twice.chain(jokers).collect();
    for card in &hands[0][16..] {
        rest.remove(rest.iter().position(|other| other == card).unwrap());
    }
    for (place, card) in rest.drain(..75).enumerate() {
        hands[1 + place % 3].push(card);
    }
    shengji::Deal { hands, kitty: rest }
}
