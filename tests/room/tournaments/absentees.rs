//! Players who never come to a tournament that they have entered: they are away from their first decision on.

use std::time::Duration;

use cardroom::service::room::tournaments::commands::TournamentAction;
use cardroom::service::table::state::Sitting;
use cardroom_api::id::{PlayerId, TableId};
use cardroom_api::tournament::options::TournamentOptions;
use cardroom_api::tournament::view::TournamentPhase;
use cardroom_rules::games::game::Chips;
use serde_json::json;

use super::keeping::is_on_the_clock;
use super::{act, announced, holdem, run_until};
use crate::room::TestRoom;

/// A player's chair, as it is stored: to read it makes nobody present.
async fn chair(room: &TestRoom, table: TableId, player: PlayerId) -> Sitting {
    let record = room.store.table(table).await.unwrap().unwrap();
    record.state.chairs.iter().find(|chair| chair.player == player).unwrap().clone()
}

/// Lets the clock run for so long.
async fn runs(room: &TestRoom, seconds: u32) {
    for _ in 0..seconds * 4 {
        room.clock.think();
        tokio::time::sleep(Duration::from_micros(500)).await;
    }
}

/// Heads-up against a computer, with many chips; returns the table once it is played.
async fn heads_up(room: &TestRoom, ann: PlayerId) -> TableId {
    let terms = TournamentOptions { prize: 0, ..holdem(2, 2, &json!({"starting_chips": 100_000})) };
    let id = announced(room, ann, terms).await;
    act(room, id, ann, TournamentAction::Register).await.unwrap();
    run_until(room, id, |view| view.phase == TournamentPhase::Playing).await.tables[0].table
}

#[tokio::test(flavor = "multi_thread")]
async fn who_was_never_there_is_away_at_the_first_decision() {
    let room = TestRoom::open().await;
    let ann = room.player("Ann").await;
    let table = heads_up(&room, ann).await;
    assert!(chair(&room, table, ann).await.unseen);
    // Fifteen seconds to connect, of the eighty that a decision may take.
    runs(&room, 20).await;
    let own = chair(&room, table, ann).await;
    assert!(own.is_away(), "{own:?}");
    assert_eq!(own.bank_millis, 60_000);
    // The hands go on without her, and she pays for them.
    let before: Chips = own.chips;
    runs(&room, 20).await;
    let record = room.store.table(table).await.unwrap().unwrap();
    let after = chair(&room, table, ann).await;
    assert!(
        record.state.hands_dealt > 2 && after.chips < before,
        "{} and {after:?}",
        record.state.hands_dealt
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn who_was_there_keeps_the_time() {
    let room = TestRoom::open().await;
    let ann = room.player("Ann").await;
    let table = heads_up(&room, ann).await;
    // She looks once, and is gone again before she has to decide for the first time, or while she does.
    room.view(table, ann).await;
    runs(&room, 30).await;
    let own = chair(&room, table, ann).await;
    assert!(!own.is_away(), "{own:?}");
    assert!(is_on_the_clock(&room.view(table, ann).await));
}
