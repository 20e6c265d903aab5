//! Many requests at once: one succeeds, every client gets an answer, and every count is right.

use std::sync::Arc;

use cardroom::service::table::command::Command;
use cardroom::service::table::refused::Refused;
use cardroom::store::sqlite::Sqlite;
use cardroom_rules::games::holdem::action::Action;
use futures::future::join_all;
use tokio::task::JoinSet;

use crate::room::{TestRoom, act, judged, options, sit};
use crate::tables::heads_up;
use crate::watched::Watched;

#[tokio::test]
async fn of_a_hundred_requests_for_one_seat_one_succeeds() {
    let room = TestRoom::open().await;
    let host = room.player("Host").await;
    let table = room.table(host, options()).await;
    let mut rushing = JoinSet::new();
    for number in 0..100 {
        let player = room.player(&format!("Rusher {number}")).await;
        let room = room.card_room.clone();
        rushing.spawn(async move { judged(room.command(table, player, sit(Some(4), 100), None).await) });
    }
    let answers = rushing.join_all().await;
    assert_eq!(answers.iter().filter(|answer| answer.is_ok()).count(), 1);
    let taken = |answer: &Result<_, Refused>| matches!(answer, Err(Refused::SeatTaken { .. }));
    assert_eq!(answers.iter().filter(|answer| taken(answer)).count(), 99);
    assert_eq!(room.view(table, host).await.version, 2);

    let (table, ann, bob) = heads_up(&room, options()).await;
    let at = room.command(table, ann, Command::Deal).await.unwrap().table.version;
    let mut rushing = JoinSet::new();
    for _ in 0..100 {
        let room = room.card_room.clone();
        rushing.spawn(async move { judged(room.command(table, bob, act(at, Action::Call {}), None).await) });
    }
    let answers = rushing.join_all().await;
    assert_eq!(answers.iter().filter(|answer| answer.is_ok()).count(), 1);
    assert_eq!(room.view(table, ann).await.version, at + 1);
    room.assert_every_chip_is_accounted_for().await;
}

#[tokio::test]
async fn a_player_has_at_most_twenty_open_tables() {
    let room = TestRoom::open().await;
    let ann = room.player("Ann").await;
    let first = room.table(ann, options()).await;
    for _ in 1..20 {
        room.table(ann, options()).await;
    }
    let one_more = judged(room.card_room.open_table(ann, options(), None, None).await);
    assert!(matches!(one_more, Err(Refused::TooManyTables { most: 20 })), "{one_more:?}");
    room.command(first, ann, Command::Close).await.unwrap();
    room.table(ann, options()).await;
}

#[tokio::test]
async fn simultaneous_openings_are_counted_one_by_one() {
    let room = TestRoom::open().await;
    let ann = room.player("Ann").await;
    for _ in 0..15 {
        room.table(ann, options()).await;
    }
    let mut rushing = JoinSet::new();
    for _ in 0..10 {
        let room = room.card_room.clone();
        rushing.spawn(async move { judged(room.open_table(ann, options(), None, None).await) });
    }
    let answers = rushing.join_all().await;
    assert_eq!(answers.iter().filter(|answer| answer.is_ok()).count(), 5);
}

/// No opening waits for another: all of them share one write.
#[tokio::test]
async fn openings_of_many_hosts_share_a_write_and_each_host_is_counted() {
    let store = Watched::new(Arc::new(Sqlite::open("sqlite::memory:").await.unwrap()));
    let room = TestRoom::over(store.clone()).await;
    let hosts = [room.player("Ann").await, room.player("Bob").await, room.player("Cy").await];
    for host in hosts {
        for _ in 0..10 {
            room.table(host, options()).await;
        }
    }
    store.batches();
    // One thread runs the test: all of them have begun before the first is written.
    let openings = (0..48).map(|number| room.card_room.open_table(hosts[number % 3], options(), None, None));
    let answers = join_all(openings).await;
    assert_eq!(store.batches(), [48]);
    let refused = |answer: &Result<_, _>| matches!(answer, Err(Refused::TooManyTables { most: 20 }));
    for host in 0..3 {
        let of_host = answers.iter().skip(host).step_by(3).cloned().map(judged);
        let (refusals, opened): (Vec<_>, Vec<_>) = of_host.partition(refused);
        assert_eq!((opened.iter().filter(|answer| answer.is_ok()).count(), refusals.len()), (10, 6));
    }
}

#[tokio::test]
async fn a_player_cannot_fill_a_tables_queue() {
    let room = TestRoom::open().await;
    let (table, ann, bob) = heads_up(&room, options()).await;
    let mut rushing = JoinSet::new();
    // No future is polled twice before all of them have begun: one thread runs the test.
    for _ in 0..100 {
        let room = room.card_room.clone();
        rushing.spawn(async move { judged(room.command(table, ann, Command::SitOut, None).await) });
    }
    let answers = rushing.join_all().await;
    let refused = |answer: &&Result<_, Refused>| matches!(answer, Err(Refused::TooManyAtOnce { most: 16 }));
    assert_eq!(answers.iter().filter(refused).count(), 84);
    // Finished requests do not count any more, and other players are not counted with her.
    room.command(table, ann, Command::SitOut).await.unwrap();
    room.command(table, bob, Command::SitOut).await.unwrap();
}
