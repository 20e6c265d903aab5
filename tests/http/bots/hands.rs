//! Whole hands of each game against each level.

use jiff::{SignedDuration, Timestamp};
use serde_json::{Value, json};

use super::person::{is_asked, play, play_some};
use super::{bots, games, open, seat_bot, sit};
use crate::server::{Client, TestServer};

/// A table of a game with one person, and computers of a level on all other chairs.
async fn table(server: &TestServer, (seats, game): (u8, Value), level: &str) -> (String, Client) {
    let ann = server.guest("Ann").await;
    let path = open(&ann, json!({ "seats": seats, "game": game })).await;
    sit(&ann, &path).await;
    for _ in 1..seats {
        seat_bot(&ann, &path, level).await;
    }
    (path, ann)
}

/// Plays until a hand is over in which something was played, and not only dealt; the table and the hand then.
async fn not_void(server: &TestServer, person: &Client, path: &str) -> (Value, Value) {
    for _ in 0..20 {
        let after = play(server, person, path).await;
        let hand = person.get(&format!("/v1/hands/{}", after["last_hand"].as_str().unwrap())).await.ok();
        let ended = hand["changes"].as_array().unwrap().last().unwrap()["events"].to_string();
        if ended.contains(r#""void":false"#) {
            return (after, hand);
        }
    }
    panic!("no seat ever plays");
}

/// The id of a hand in which this person has decided and has another decision. It cannot end before the person
/// decides.
async fn in_play(server: &TestServer, person: &Client, path: &str) -> Value {
    for _ in 0..20 {
        let table = play_some(server, person, path, 1).await;
        if is_asked(&table) {
            return table["hand"]["id"].clone();
        }
    }
    Value::Null
}

async fn a_person_plays_a_hand(game: usize) {
    let server = TestServer::open().await;
    for level in ["novice", "intermediate", "advanced"] {
        let (path, ann) = table(&server, games()[game].clone(), level).await;
        let (after, hand) = not_void(&server, &ann, &path).await;
        assert!(bots(&after).iter().all(|chair| chair["computer"]["level"] == level), "{after}");
        let computers = hand["players"].as_array().unwrap().iter().map(|player| &player["computer"]["level"]);
        assert_eq!(computers.filter(|&got| got == level).count(), bots(&after).len());
        // A viewer who cannot see a chair's cards sees no more of a computer's than of a person's.
        server.assert_every_chip_is_accounted_for().await;
        ann.delete(&path).await.ok();
    }
}

#[tokio::test]
async fn a_person_plays_holdem_against_every_level() {
    a_person_plays_a_hand(0).await;
}

#[tokio::test]
async fn a_person_plays_dou_dizhu_against_every_level() {
    a_person_plays_a_hand(1).await;
}

#[tokio::test]
async fn a_person_plays_shengji_against_every_level() {
    a_person_plays_a_hand(2).await;
}

#[tokio::test]
async fn a_hand_goes_on_after_a_restart() {
    let noon = Timestamp::from_second(1_800_000_000).unwrap();
    for (number, game) in games().into_iter().enumerate() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("cardroom.db");
        let server = TestServer::at(&file, noon).await;
        let (path, ann) = table(&server, game, "intermediate").await;
        let dealt = in_play(&server, &ann, &path).await;
        assert!(dealt.is_string(), "every hand of game {number} was over at once");
        server.close().await;

        let server = TestServer::at(&file, noon + SignedDuration::from_secs(1)).await;
        let ann = server.anonymous().with_token(ann.token.as_deref().unwrap());
        let after = play(&server, &ann, &path).await;
        assert_eq!(after["last_hand"], dealt);
        server.assert_every_chip_is_accounted_for().await;
        server.close().await;
    }
}
