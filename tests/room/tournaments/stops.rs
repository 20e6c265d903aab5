//! A stop of all servers takes no time from those who decide; and a player who was moved learns it from every server.

use std::sync::Arc;
use std::time::Duration;

use cardroom::service::people::session_cache::SessionCache;
use cardroom::service::ports::clock::Clock;
use cardroom::service::ports::store::Store;
use cardroom::service::room::card_room::CardRoom;
use cardroom::service::room::limits::RoomLimits;
use cardroom::service::room::tournaments::commands::TournamentAction;
use cardroom::service::room::tournaments::operating::HouseAction;
use cardroom::service::table::command::Command;
use cardroom::service::table::refused::Refused;
use cardroom::store::database::Database;
use cardroom::store::schema::Migrate;
use cardroom::store::sqlite::Sqlite;
use cardroom::store::sqlite::open::OnLoss;
use cardroom_api::id::{PlayerId, TableId};
use cardroom_api::table::change::DecisionClock;
use cardroom_api::tournament::options::TournamentOptions;
use cardroom_api::tournament::view::TournamentPhase;
use jiff::{SignedDuration, Timestamp};

use super::keeping::{is_on_the_clock, table_until};
use super::{act, announced, options, run_slowly_until};
use crate::postgres;
use crate::room::{TestRoom, judged};

/// The clock of a player's decision; panics if they have none.
async fn clock_of(room: &TestRoom, table: TableId, player: PlayerId) -> DecisionClock {
    let view = room.view(table, player).await;
    assert!(is_on_the_clock(&view), "{view:?}");
    let seat = view.you.unwrap().seat.unwrap();
    let decisions = view.hand.unwrap().decisions;
    decisions.iter().find(|decision| decision.seat == seat).unwrap().clock.unwrap()
}

/// How long a decision lasts from now on: its own time, and all of it.
fn left(clock: DecisionClock, now: Timestamp) -> (SignedDuration, SignedDuration) {
    (clock.bank_from.duration_since(now), clock.due.duration_since(now))
}

/// Ann decides; all servers stop for two minutes, at first early in her time, then at its end.
async fn decides_over_stops(store: Arc<dyn Store>, pause: Duration) {
    let mut room = TestRoom::over(store).await;
    let is_shared = room.store.shared().is_some();
    let ann = room.player("Ann").await;
    let id = announced(&room, ann, options(2, 2)).await;
    act(&room, id, ann, TournamentAction::Register).await.unwrap();
    let is_played = |view: &super::Seen| view.phase == TournamentPhase::Playing;
    let table = run_slowly_until(pause, &room, id, is_played).await.tables[0].table;
    table_until(&room, table, ann, is_on_the_clock).await;
    let number = room.view(table, ann).await.hand.unwrap().number;
    let bank = |record: &cardroom::service::table::stored::record::TableRecord| {
        let own = record.state.chairs.iter().find(|chair| chair.player == ann).unwrap();
        (own.bank_millis, own.timeouts)
    };
    let before = bank(&room.store.table(table).await.unwrap().unwrap());
    assert_eq!(before, (60_000, 0));
    for spends in [5, 66] {
        room.clock.advance(spends);
        let had = left(clock_of(&room, table, ann).await, room.clock.now());
        room.card_room.drain().await;
        room.clock.advance(120);
        room.restart().await;
        let started_at = room.clock.now();
        // The servers' clocks do what they believe is due.
        for _ in 0..if is_shared { 12 } else { 1 } {
            tokio::time::sleep(Duration::from_millis(100)).await;
            if is_shared {
                room.clock.think();
            }
        }
        let (own, all) = left(clock_of(&room, table, ann).await, started_at);
        let least = SignedDuration::from_secs(10);
        // A server that takes over does so a moment after the start.
        let late = SignedDuration::from_millis(if is_shared { 1_000 } else { 0 });
        let is_near = |now: SignedDuration, then: SignedDuration| (then..=then + late).contains(&now);
        assert!(is_near(own, had.0) && is_near(all, had.1.max(least)), "{own:?}, {all:?} of {had:?}");
        let record = room.store.table(table).await.unwrap().unwrap();
        assert_eq!((bank(&record), record.state.hands_dealt), (before, number));
    }
    // Ten seconds later the time is up.
    room.clock.advance(11);
    table_until(&room, table, ann, |view| !is_on_the_clock(view)).await;
    room.card_room.drain().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_stop_takes_no_time_from_a_decision() {
    decides_over_stops(Arc::new(Sqlite::open("sqlite::memory:").await.unwrap()), Duration::from_micros(200))
        .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_stop_of_all_servers_takes_no_time_from_a_decision() {
    let Some((server, name)) = postgres::database().await else { return };
    let opened = Database::open(&server.url(&name), OnLoss::Refuse, Migrate::AtStart).await.unwrap();
    decides_over_stops(opened.store(), Duration::from_millis(20)).await;
}

/// A server that has never read the tournament says where a moved player sits now.
#[tokio::test(flavor = "multi_thread")]
async fn every_server_says_where_a_moved_player_sits() {
    let Some((server, name)) = postgres::database().await else { return };
    let url = server.url(&name);
    let opened = Database::open(&url, OnLoss::Refuse, Migrate::AtStart).await.unwrap();
    let room = TestRoom::over(opened.store()).await;
    let host = room.player("Host").await;
    let id = announced(&room, host, TournamentOptions { fill_with_bots: None, ..options(7, 3) }).await;
    for name in ["Ann", "Bob", "Cat", "Dan", "Eve", "Fay", "Gus"] {
        let player = room.player(name).await;
        act(&room, id, player, TournamentAction::Register).await.unwrap();
    }
    let pause = Duration::from_millis(20);
    let is_played = |view: &super::Seen| view.phase == TournamentPhase::Playing && view.tables.len() == 3;
    let started = run_slowly_until(pause, &room, id, is_played).await;
    let [full, .., last] = &started.tables[..] else { panic!("there are three tables") };
    let at = |table: TableId| {
        let seated = started.entries.iter().filter(move |entry| entry.table == Some(table));
        seated.map(|entry| entry.player).collect::<Vec<_>>()
    };
    let moved = at(last.table)[0];
    for entry in &started.entries {
        // One may be away since the first hand.
        drop(room.card_room.command(entry.table.unwrap(), entry.player, Command::Away, None).await);
    }
    // With one fewer the last table breaks.
    let out = HouseAction::Disqualify { player: at(full.table)[0] };
    room.card_room.in_tournament_for_house(id, out).await.unwrap();
    let is_moved = |view: &super::Seen| {
        let own = view.entries.iter().find(|entry| entry.player == moved).unwrap();
        own.table.is_some_and(|table| table != last.table)
    };
    let seen = run_slowly_until(pause, &room, id, is_moved).await;
    let now = seen.entries.iter().find(|entry| entry.player == moved).unwrap().table.unwrap();
    let opened = Database::open(&url, OnLoss::Refuse, Migrate::AtStart).await.unwrap();
    let (store, clock): (_, Arc<dyn Clock>) = (opened.store(), room.clock.clone());
    let (cache, limits) = (SessionCache::of(&*store), RoomLimits::default());
    let other = CardRoom::start(store, clock, room.dealer.clone(), cache, limits).await.unwrap();
    let refused = judged(other.command(last.table, moved, Command::Away, None).await).unwrap_err();
    assert!(matches!(refused, Refused::SeatedElsewhere { table } if table == now), "{refused}");
    other.drain().await;
    room.card_room.drain().await;
}
