//! Failures: the answers, what goes on, and how they are noticed.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use async_trait::async_trait;
use cardroom::service::people::session_cache::SessionCache;
use cardroom::service::ports::clock::Clock;
use cardroom::service::room::card_room::CardRoom;
use cardroom::service::room::error::{Failed, RoomError};
use cardroom::service::room::limits::RoomLimits;
use cardroom::service::table::command::Command;
use cardroom::store::sqlite::Sqlite;
use cardroom_rules::games::holdem::event::Seen;
use jiff::{SignedDuration, Timestamp};
use tokio::sync::Notify;
use tokio::task::yield_now;

use crate::manual::{ManualClock, StackedDealer};
use crate::room::{GRANT, TestRoom, options, sit};
use crate::tables::{hand_events, heads_up};
use crate::watched::{CallOutcome, Watched};

async fn room() -> (TestRoom, Arc<Watched>) {
    let store = Watched::new(Arc::new(Sqlite::open("sqlite::memory:").await.unwrap()));
    (TestRoom::over(store.clone()).await, store)
}

fn is_store_failure<T>(answer: &Result<T, RoomError>) -> bool {
    matches!(answer, Err(RoomError::Failed(Failed::Store(_))))
}

#[tokio::test]
async fn a_commit_that_fails_at_one_table_is_written_at_the_others() {
    let (room, store) = room().await;
    let (one, ann, _) = heads_up(&room, options()).await;
    let (other, cy, _) = heads_up(&room, options()).await;
    store.plan(move |name, batch| {
        let is_bad = name == "commit" && batch.iter().any(|commit| commit.table.record.id == one);
        if is_bad { CallOutcome::Fails } else { CallOutcome::Goes }
    });
    let (failed, done) = tokio::join!(
        room.card_room.command(one, ann, Command::SitOut, None),
        room.card_room.command(other, cy, Command::SitOut, None),
    );
    assert!(is_store_failure(&failed), "{:?}", failed.err());
    assert_eq!(done.unwrap().table.version, 4);
    // Nothing is left of the failed commit, and the table goes on.
    store.plan(|_, _| CallOutcome::Goes);
    assert_eq!(room.view(one, ann).await.version, 3);
    room.command(one, ann, Command::SitOut).await.unwrap();
    assert!(room.card_room.is_ready().await);
}

/// It is unknown whether it was written, so the table in memory is dropped, and read again.
#[tokio::test]
async fn after_a_lost_answer_the_table_is_read_again() {
    let (room, store) = room().await;
    let (table, ann, _) = heads_up(&room, options()).await;
    let eve = room.player("Eve").await;
    store.plan(|name, _| if name == "commit" { CallOutcome::IsLost } else { CallOutcome::Goes });
    let lost = room.keyed_anyway(table, eve, sit(Some(3), 500), "once").await;
    assert!(is_store_failure(&lost));
    store.plan(|_, _| CallOutcome::Goes);
    assert_eq!(room.view(table, ann).await.chairs.len(), 3, "it was written after all");
    let again = room.keyed(table, eve, sit(Some(3), 500), "once").await.unwrap();
    assert_eq!(again.change.version, 4);
    assert_eq!(room.chips(eve).await, GRANT - 500, "once");
}

#[tokio::test]
async fn a_writer_that_died_is_noticed() {
    let (room, store) = room().await;
    let (table, ann, _) = heads_up(&room, options()).await;
    assert!(room.card_room.is_ready().await);
    store.plan(|name, _| if name == "commit" { CallOutcome::Panics } else { CallOutcome::Goes });
    let unwritten = room.card_room.command(table, ann, Command::SitOut, None).await;
    assert!(matches!(unwritten, Err(RoomError::Failed(Failed::Stopping))), "{:?}", unwritten.err());
    assert_eq!(room.card_room.ended().await, "writer");
    store.plan(|_, _| CallOutcome::Goes);
    assert!(!room.card_room.is_ready().await, "however well the database is");
    let late = room.card_room.command(table, ann, Command::SitOut, None).await;
    assert!(matches!(late, Err(RoomError::Failed(Failed::Stopping))));
    room.card_room.drain().await;
}

/// A clock that panics when it is waited on, once the test wants it to.
struct Fragile {
    clock: ManualClock,
    is_broken: AtomicBool,
}

#[async_trait]
impl Clock for Fragile {
    fn now(&self) -> Timestamp {
        self.clock.now()
    }

    fn lived(&self) -> Duration {
        self.clock.lived()
    }

    fn has_stepped(&self) -> bool {
        self.clock.has_stepped()
    }

    fn follow(&self) -> Option<SignedDuration> {
        self.clock.follow()
    }

    async fn sleep_until(&self, due: Timestamp) {
        assert!(!self.is_broken.load(Ordering::Relaxed), "the clock breaks on purpose");
        self.clock.sleep_until(due).await;
    }
}

#[tokio::test]
async fn a_clock_that_died_is_noticed() {
    let (_, store) = room().await;
    let clock = Arc::new(Fragile { clock: ManualClock::start(), is_broken: AtomicBool::new(false) });
    let dealer = Arc::new(StackedDealer::default());
    let room = CardRoom::start(store, clock.clone(), dealer, SessionCache::default(), RoomLimits::default());
    let room = room.await.unwrap();
    assert!(room.is_ready().await);
    clock.is_broken.store(true, Ordering::Relaxed);
    // Near deadlines are loaded, and then the clock sleeps again.
    clock.clock.advance(900);
    assert_eq!(room.ended().await, "clock");
    assert!(!room.is_ready().await);
    room.drain().await;
}

/// A panic in one table's clock stops no other clock; the table's own goes on at its next read.
#[tokio::test]
async fn a_failure_at_one_table_stops_no_other() {
    let (mut room, store) = room().await;
    let mut tables = Vec::new();
    for _ in 0..2 {
        let (table, ann, _) = heads_up(&room, options()).await;
        let dealt = room.command(table, ann, Command::Deal).await.unwrap();
        tables.push((table, ann, dealt.table.version));
    }
    room.restart().await;
    let panicked = Arc::new(Notify::new());
    let (got, mut is_first) = (Arc::clone(&panicked), true);
    store.plan(move |name, _| {
        if name != "table" || !std::mem::take(&mut is_first) {
            return CallOutcome::Goes;
        }
        got.notify_one();
        CallOutcome::Panics
    });
    room.clock.advance(50);
    panicked.notified().await;
    for (table, ann, _) in &tables {
        room.view(*table, *ann).await;
    }
    room.clock.advance(1);
    for (table, ann, dealt) in tables {
        let played = room.change_after(table, ann, dealt).await;
        assert!(matches!(hand_events(&played)[0], Seen::Folded(_)), "{played:?}");
    }
    assert!(room.card_room.is_ready().await);
}

#[tokio::test]
async fn a_stopping_room_has_not_died() {
    let (room, _) = room().await;
    heads_up(&room, options()).await;
    room.card_room.end_waits();
    let ended = room.card_room.ended();
    tokio::pin!(ended);
    for _ in 0..100 {
        tokio::select! {
            biased;
            part = &mut ended => panic!("the {part} has died"),
            () = yield_now() => {}
        }
    }
    assert!(!room.card_room.is_ready().await, "but it takes no more");
    room.card_room.drain().await;
    assert_eq!(ended.await, "writer");
}

#[tokio::test]
async fn a_database_that_does_not_answer_is_not_ready() {
    let (room, store) = room().await;
    store.plan(|name, _| if name == "ping" { CallOutcome::Fails } else { CallOutcome::Goes });
    assert!(!room.card_room.is_ready().await);
    store.plan(|_, _| CallOutcome::Goes);
    room.clock.advance(1);
    assert!(room.card_room.is_ready().await, "and is, once it answers again");
}

/// A far deadline is only on disk; if it cannot be read when it comes near, the room tries again.
#[tokio::test]
async fn a_far_deadline_is_kept_while_the_disk_fails() {
    const DAY: i64 = 24 * 3_600;
    let (room, store) = room().await;
    let ann = room.player("Ann").await;
    let empty = room.table(ann, options()).await;
    store.plan(|name, _| if name == "due_tables" { CallOutcome::Fails } else { CallOutcome::Goes });
    store.calls();
    room.clock.advance(DAY - 300);
    while !store.calls().contains_key("due_tables") {
        yield_now().await;
    }
    store.plan(|_, _| CallOutcome::Goes);
    room.clock.advance(5);
    while !store.calls().contains_key("due_tables") {
        yield_now().await;
    }
    assert!(room.view(empty, ann).await.closed_at.is_none());
    room.clock.advance(300);
    room.change_after(empty, ann, 1).await;
    assert!(room.view(empty, ann).await.closed_at.is_some());
}
