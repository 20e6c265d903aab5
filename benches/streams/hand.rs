//! Requests and bytes for each player and hand: a player who follows by one compressed stream and acts.

use std::time::Duration;

use cardroom_rules::games::any::{AnyAction, AnyHand};
use cardroom_rules::games::game::Game;
use serde_json::{Value, json};

use crate::server::{At, Cardroom, next_move};
use crate::wire;

/// Longer than a change needs to reach the streams.
const QUIET: Duration = Duration::from_millis(300);

pub async fn measure() {
    let cardroom = Cardroom::open().await;
    let holdem = json!({"betting": "no_limit", "small_blind": 5, "big_blind": 10, "showdown_seconds": 0});
    let holdem = cardroom.client.table("holdem", holdem, 6, 1_000).await;
    print("holdem", &cardroom, &holdem, 5).await;
    let shengji = cardroom.client.table("shengji", json!({}), 4, 0).await;
    print("shengji", &cardroom, &shengji, 1).await;
    let doudizhu = cardroom.client.table("doudizhu", json!({}), 3, 1_000).await;
    print("doudizhu", &cardroom, &doudizhu, 2).await;
}

async fn print(game: &str, cardroom: &Cardroom, at: &At, hands: u32) {
    let mut streams = Vec::new();
    for player in &at.players {
        streams.push(wire::stream(cardroom.address, "/v1/me/events", Some(&player.token), true).await);
    }
    let mut bytes = 0;
    for stream in &mut streams {
        // The first messages of a stream are read once, not for each hand.
        wire::drained(stream, QUIET).await;
    }
    let (mut requests, mut answers, mut changes) = (0, 0, 0);
    for _ in 0..hands {
        let before = cardroom.kept(at.id).await.version();
        let counted = play(cardroom, at).await;
        requests += counted.0;
        answers += counted.1;
        changes += cardroom.kept(at.id).await.version() - before;
        for stream in &mut streams {
            bytes += wire::drained(stream, QUIET).await;
        }
    }
    let each = f64::from(hands) * at.players.len() as f64;
    println!("{game}: {hands} hands, {changes} changes, {} seats", at.players.len());
    println!("figure requests_{game} {:.1}", f64::from(requests) / each);
    println!("figure bytes_{game} {:.0}", (bytes + answers) as f64 / each);
    println!("figure stream_bytes_{game} {:.0}", bytes as f64 / each);
}

/// Plays a hand over HTTP. Returns the number of requests, and the bytes of their answers.
async fn play(cardroom: &Cardroom, at: &At) -> (u32, usize) {
    let http = reqwest::Client::builder().no_proxy().build().unwrap();
    let (mut requests, mut bytes, mut turn, mut declared) = (0, 0, 0_usize, false);
    let mut ask = async |seat: usize, path: &str, body: Value| {
        let url = format!("http://{}/v1/tables/{}/{path}", cardroom.address, at.id);
        let request = http
            .post(url)
            .bearer_auth(&at.players[seat].token)
            .header("accept-encoding", "gzip")
            .header("prefer", "return=minimal")
            .json(&body);
        let answer = request.send().await.unwrap();
        let status = answer.status();
        let body = answer.bytes().await.unwrap();
        requests += 1;
        bytes += body.len();
        status.is_success()
    };
    assert!(ask(0, "hands", Value::Null).await);
    loop {
        let table = cardroom.kept(at.id).await;
        let Some(hand) = &table.hand else { return (requests, bytes) };
        if let Some((seat, action)) = declaration(&hand.game).filter(|_| !declared) {
            declared = ask(seat, "actions", json!({"at": table.version(), "action": action})).await;
            continue;
        }
        let Some((seat, moves)) = next_move(&table, &hand.game) else {
            tokio::time::sleep(Duration::from_millis(5)).await;
            continue;
        };
        turn += 1;
        // Ordinary play: calls, checks and shows more than it raises, and plays any cards.
        let quiet = moves.iter().filter(|action| !is_loud(action)).count().max(1);
        let action = moves.iter().filter(|action| !is_loud(action)).nth(turn % quiet).unwrap_or(&moves[0]);
        ask(seat, "actions", json!({"at": table.version(), "action": action})).await;
    }
}

/// A possible declaration of the trump suit: without one, a first hand of Shengji is dealt again.
fn declaration(hand: &AnyHand) -> Option<(usize, AnyAction)> {
    let may = hand.may_act().iter().find_map(|seat| {
        let action = hand.moves(seat).into_iter().find(|action| printed(action).contains("\"declare\""))?;
        Some((usize::from(seat.0), action))
    });
    may.filter(|_| matches!(hand, AnyHand::Shengji(_)))
}

/// Actions that end or enlarge a hand of Hold'em early.
fn is_loud(action: &AnyAction) -> bool {
    ["\"raise\"", "\"bet\"", "\"muck\""].iter().any(|kind| printed(action).contains(kind))
}

fn printed(action: &AnyAction) -> String {
    serde_json::to_string(action).unwrap()
}
