//! The system's clock steps, because the machine slept or the clock was set. Deadlines move with it, so no decision
//! is cut short or lasts for ever.

use std::sync::Arc;

use cardroom::service::people::session::SignedIn;
use cardroom::service::people::tickets::{NoTicket, Tickets};
use cardroom::service::ports::clock::Clock;
use cardroom::service::room::deadlines::Deadlines;
use cardroom::service::table::command::Command;
use cardroom::store::sqlite::Sqlite;
use cardroom_api::id::{PlayerId, SessionId, TableId};
use cardroom_api::table::change::{Decision, SeenChange};
use cardroom_api::table::options::{Dealing, TableOptions};
use cardroom_api::table::view::TableView;
use cardroom_rules::games::holdem::action::Action;
use cardroom_rules::games::level::Level;
use cardroom_rules::games::seat::Seat;
use futures::FutureExt;
use jiff::{SignedDuration, Timestamp};
use tokio::sync::Notify;
use tokio::task::yield_now;
use uuid::Uuid;

use crate::manual::{ManualClock, StackedDealer};
use crate::room::{TestRoom, caller, options};
use crate::tables::heads_up;
use crate::watched::{CallOutcome, Watched};

const HOUR: i64 = 3_600;

/// Two players in a hand of which the first decision is open.
struct Playing {
    room: TestRoom,
    table: TableId,
    players: [PlayerId; 2],
}

impl Playing {
    /// Without a time bank, a decision is over before a player counts as absent.
    async fn begin() -> Self {
        Self::begin_on(TableOptions { time_bank_seconds: 0, ..options() }).await
    }

    async fn begin_on(options: TableOptions) -> Self {
        let room = TestRoom::open().await;
        let (ann, bob) = (room.player("Ann").await, room.player("Bob").await);
        let table = room.table(ann, options).await;
        room.sit(table, ann, 0, 500).await;
        room.sit(table, bob, 1, 500).await;
        room.command(table, ann, Command::Deal).await.unwrap();
        Self { room, table, players: [ann, bob] }
    }

    async fn view(&self) -> TableView {
        self.room.view(self.table, self.players[0]).await
    }

    async fn decision(&self) -> Decision {
        let hand = self.view().await.hand.expect("a hand is played");
        let [decision] = hand.decisions[..] else { panic!("one decides") };
        decision
    }

    /// The time that is left for the open decision.
    async fn left(&self) -> SignedDuration {
        let due = self.decision().await.clock.unwrap().due;
        due.duration_since(self.room.clock.now())
    }

    /// The system's clock steps, and a second passes; the change by which the deadlines move with it.
    async fn step(&self, seconds: i64) -> SeenChange {
        let version = self.view().await.version;
        self.room.clock.step(seconds);
        self.room.clock.advance(1);
        let change = self.room.change_after(self.table, self.players[0], version).await;
        assert!(change.events.is_empty(), "nothing was played: {change:?}");
        change
    }
}

async fn watched() -> (TestRoom, Arc<Watched>) {
    let store = Watched::new(Arc::new(Sqlite::open("sqlite::memory:").await.unwrap()));
    (TestRoom::over(store.clone()).await, store)
}

/// When an identifier was made.
fn made_at(id: Uuid) -> Timestamp {
    let (seconds, _) = id.get_timestamp().unwrap().to_unix();
    Timestamp::from_second(seconds.try_into().unwrap()).unwrap()
}

#[tokio::test]
async fn a_decision_has_as_much_time_after_the_machine_slept_as_before() {
    let playing = Playing::begin().await;
    let (before, left, began) = (playing.decision().await, playing.left().await, playing.room.clock.now());
    let change = playing.step(8 * HOUR).await;
    assert_eq!(change.at, began + SignedDuration::from_secs(8 * HOUR + 1), "the time has followed");
    assert_eq!(playing.left().await, left - SignedDuration::from_secs(1));
    assert_eq!(playing.decision().await.since, before.since, "and what was sent for it is not stale");

    playing.room.clock.advance(left.as_secs() - 2);
    let version = playing.view().await.version;
    assert_eq!(version, change.version, "its time is not over");
    playing.room.clock.advance(1);
    let played = playing.room.change_after(playing.table, playing.players[0], version).await;
    assert!(!played.events.is_empty(), "{played:?}");
}

#[tokio::test]
async fn the_time_bank_is_not_used_up_while_the_machine_sleeps() {
    let playing = Playing::begin_on(options()).await;
    playing.step(8 * HOUR).await;
    let seat = playing.decision().await.seat;
    let by = playing.players[usize::from(seat.0)];
    playing.room.act(playing.table, by, Action::Call {}).await.unwrap();
    let chairs = playing.view().await.chairs;
    assert!(chairs.iter().all(|chair| chair.time_bank_ms == 30_000), "{chairs:?}");
}

#[tokio::test]
async fn a_clock_set_back_delays_no_player() {
    let playing = Playing::begin().await;
    let left = playing.left().await;
    let (table, ann) = (playing.table, playing.players[0]);
    let change = playing.step(-3 * HOUR).await;
    assert!(playing.left().await <= left, "no more than a whole decision");
    playing.room.clock.advance(playing.left().await.as_secs());
    let played = playing.room.change_after(table, ann, change.version).await;
    assert!(!played.events.is_empty(), "{played:?}");
}

#[tokio::test]
async fn a_rest_between_two_hands_moves_with_the_clock() {
    for step in [8 * HOUR, -3 * HOUR] {
        let room = TestRoom::open().await;
        let (ann, bob) = (room.player("Ann").await, room.player("Bob").await);
        let dealing = Dealing::Automatic { pause_seconds: 10 };
        let table = room.table(ann, TableOptions { dealing, ..options() }).await;
        room.sit(table, ann, 0, 500).await;
        room.sit(table, bob, 1, 500).await;
        let playing = Playing { room, table, players: [ann, bob] };
        let change = playing.step(step).await;
        let view = playing.view().await;
        assert!(view.hand.is_none(), "not dealt before its time");
        playing.room.clock.advance(10);
        let dealt = playing.room.change_after(table, ann, change.version).await;
        assert!(!dealt.events.is_empty(), "{dealt:?}");
    }
}

#[tokio::test]
async fn identifiers_have_the_time_of_the_system() {
    let playing = Playing::begin().await;
    for hours in [8, -30] {
        playing.step(hours * HOUR).await;
        let now = playing.room.clock.now();
        let table = playing.room.table(playing.players[0], options()).await;
        assert_eq!(made_at(table.0), now);
    }
}

#[tokio::test]
async fn deadlines_that_arise_after_a_step_come_in_their_time() {
    for step in [8 * HOUR, -3 * HOUR] {
        let playing = Playing::begin().await;
        let (table, ann) = (playing.table, playing.players[0]);
        playing.step(step).await;
        let by = playing.players[usize::from(playing.decision().await.seat.0)];
        playing.room.act(table, by, Action::Call {}).await.unwrap();
        let version = playing.view().await.version;
        playing.room.clock.advance(playing.left().await.as_secs());
        let played = playing.room.change_after(table, ann, version).await;
        assert!(!played.events.is_empty(), "{played:?}");
    }
}

/// A read that has begun ends before the time steps.
#[tokio::test]
async fn a_table_in_use_is_not_judged_by_the_new_time() {
    let (room, store) = watched().await;
    let (ann, eve) = (room.player("Ann").await, room.player("Eve").await);
    let dealing = Dealing::Automatic { pause_seconds: 10 };
    let table = room.table(ann, TableOptions { dealing, ..options() }).await;
    room.sit(table, ann, 0, 500).await;
    let bot = Command::SeatBot { seat: Some(Seat(1)), level: Level::Novice, name: None };
    let version = room.command(table, ann, bot).await.unwrap().table.version;
    store.calls();
    store.hold(Some("won_enough"));
    // A command makes the clock look at the table.
    let _watches = room.card_room.follow(table, caller(eve), None).await.unwrap();
    while !store.calls().contains_key("won_enough") {
        yield_now().await;
    }
    room.clock.step(8 * HOUR);
    room.clock.advance(1);
    for _ in 0..100 {
        yield_now().await;
    }
    store.hold(None);
    let moved = room.change_after(table, ann, version).await;
    assert!(moved.events.is_empty(), "dealt before its time: {moved:?}");
    room.clock.advance(9);
    let dealt = room.change_after(table, ann, moved.version).await;
    assert!(!dealt.events.is_empty(), "{dealt:?}");
}

#[tokio::test]
async fn a_failure_at_one_table_stops_neither_others_nor_the_clock() {
    let (mut room, store) = watched().await;
    let mut tables = Vec::new();
    for _ in 0..2 {
        let (table, ann, _) = heads_up(&room, options()).await;
        let dealt = room.command(table, ann, Command::Deal).await.unwrap();
        tables.push((table, ann, dealt.table.version));
    }
    room.restart().await;
    let panicked = Arc::new(Notify::new());
    let (signal, mut is_first) = (Arc::clone(&panicked), true);
    store.plan(move |name, _| {
        if name != "table" || !std::mem::take(&mut is_first) {
            return CallOutcome::Goes;
        }
        signal.notify_one();
        CallOutcome::Panics
    });
    // The room's clock has begun to wait for the next second by then.
    assert!(room.card_room.is_ready().await);
    room.clock.step(8 * HOUR);
    room.clock.advance(1);
    panicked.notified().await;
    let mut moved = 0;
    while moved == 0 {
        for &(table, ann, dealt) in &tables {
            moved += usize::from(room.view(table, ann).await.version > dealt);
        }
        yield_now().await;
    }
    assert!(room.card_room.is_ready().await);
}

#[tokio::test]
async fn an_absent_player_loses_the_chair_in_time_after_the_clock_was_set_back() {
    let room = TestRoom::open().await;
    let (ann, bob) = (room.player("Ann").await, room.player("Bob").await);
    let table = room.table(ann, options()).await;
    room.sit(table, ann, 0, 500).await;
    room.sit(table, bob, 1, 500).await;
    let _stays = room.card_room.follow(table, caller(ann), None).await.unwrap();
    room.clock.advance(20);
    while room.view(table, ann).await.presence.chairs[1].connected {
        yield_now().await;
    }
    let playing = Playing { room, table, players: [ann, bob] };
    let change = playing.step(-3 * HOUR).await;
    let (view, now) = (playing.view().await, playing.room.clock.now());
    assert!(view.presence.chairs.iter().all(|chair| chair.since.is_some_and(|since| since <= now)));
    // As long as from the end of a hand at that moment.
    playing.room.clock.advance(30);
    let gone = playing.room.change_after(table, ann, change.version).await;
    assert!(!gone.events.is_empty(), "{gone:?}");
}

/// Absent players, retries and delayed moves are in no stored table.
#[tokio::test]
async fn plans_in_memory_come_no_later_after_the_clock_was_set_back() {
    let (clock, deadlines) = (ManualClock::start(), Deadlines::default());
    let table = TableId(Uuid::from_u128(1));
    deadlines.set(table, Some(clock.now() + SignedDuration::from_secs(30)));
    clock.step(-3 * HOUR);
    deadlines.follow(clock.follow().unwrap());
    assert_eq!(deadlines.next(&clock).now_or_never(), None);
    clock.advance(30);
    assert_eq!(deadlines.next(&clock).now_or_never(), Some(table));
}

#[tokio::test]
async fn a_ticket_lasts_no_longer_after_the_clock_was_set_back() {
    let clock = Arc::new(ManualClock::start());
    let store = Arc::new(Sqlite::open("sqlite::memory:").await.unwrap());
    let tickets = Tickets::new(store, clock.clone(), Arc::new(StackedDealer::default()));
    let to =
        SignedIn { player: PlayerId(Uuid::nil()), session: SessionId(Uuid::nil()), until: Timestamp::MAX };
    let give = async || tickets.give(to).await.unwrap().token.reveal();
    let (in_time, late) = (give().await, give().await);
    clock.step(-3 * HOUR);
    clock.follow().unwrap();
    clock.advance(29);
    assert_eq!(tickets.take(&in_time).await.unwrap(), to);
    clock.advance(1);
    assert!(matches!(tickets.take(&late).await, Err(NoTicket::Unknown)));
}
