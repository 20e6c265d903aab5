//! Blinds that rise at a table among friends.

use std::sync::Arc;

use cardroom::service::ports::store::Store;
use cardroom::service::table::command::Command;
use cardroom::store::database::Database;
use cardroom::store::schema::Migrate;
use cardroom::store::sqlite::Sqlite;
use cardroom::store::sqlite::open::OnLoss;
use cardroom_api::id::{PlayerId, TableId};
use cardroom_api::table::change::SeenEvent;
use cardroom_api::table::event::TableEvent;
use cardroom_api::table::level_clock::LevelClock;
use cardroom_api::table::options::{Absent, Access, TableChanges, TableOptions};
use cardroom_api::table::view::TableView;
use cardroom_rules::games::any::AnyRules;
use cardroom_rules::games::game::{Chips, Entry};
use cardroom_rules::games::holdem::action::Action;
use cardroom_rules::tournament::levels::structure::Level;
use jiff::SignedDuration;
use serde_json::{Value, json};

use crate::postgres;
use crate::room::{TestRoom, options};

/// A table with the levels 5/10, 10/20 and 20/40 of this length.
fn rising(length: &Value) -> TableOptions {
    TableOptions { access: Access::Invite, levels: levels(length), absent: Absent::Wait, ..options() }
}

fn levels(length: &Value) -> Vec<Level> {
    let level = |big: Chips| json!({"small_blind": big / 2, "big_blind": big, "length": length});
    serde_json::from_value([10, 20, 40].map(level).into()).unwrap()
}

/// Two friends at a table.
struct Friends {
    room: TestRoom,
    table: TableId,
    ann: PlayerId,
    bob: PlayerId,
}

impl Friends {
    async fn open(options: TableOptions) -> Self {
        let store = Sqlite::open("sqlite::memory:").await.unwrap();
        Self::over(Arc::new(store), options).await
    }

    async fn over(store: Arc<dyn Store>, options: TableOptions) -> Self {
        let room = TestRoom::over(store).await;
        let (ann, bob) = (room.player("Ann").await, room.player("Bob").await);
        let table = room.table(ann, options).await;
        room.sit(table, ann, 0, 1_000).await;
        let invite_code = room.view(table, ann).await.you.unwrap().invite_code;
        let sits = Command::Sit { seat: None, buy_in: 1_000, entry: Entry::Post, invite_code };
        room.command(table, bob, sits).await.unwrap();
        Self { room, table, ann, bob }
    }

    async fn view(&self) -> TableView {
        self.room.view(self.table, self.ann).await
    }

    async fn level(&self) -> LevelClock {
        self.view().await.level.unwrap()
    }

    /// The big blind of the table.
    async fn big_blind(&self) -> Chips {
        let AnyRules::Holdem(rules) = &self.view().await.options.game else { panic!("it is Hold'em") };
        rules.big_blind
    }

    /// Deals a hand; returns the level that began with it.
    async fn deal(&self) -> Option<u32> {
        let dealt = self.room.command(self.table, self.ann, Command::Deal).await.unwrap();
        dealt.change.events.iter().find_map(|event| match event {
            SeenEvent::Table(TableEvent::LevelBegan { number, .. }) => Some(*number),
            _ => None,
        })
    }

    /// The seat whose turn it is folds.
    async fn fold(&self) {
        let view = self.view().await;
        let seat = view.hand.unwrap().decisions[0].seat;
        let player = view.chairs.iter().find(|chair| chair.seat == seat).unwrap().player;
        self.room.act(self.table, player, Action::Fold {}).await.unwrap();
    }

    /// Plays a hand; returns the level that began with it.
    async fn play(&self) -> Option<u32> {
        let level = self.deal().await;
        self.fold().await;
        level
    }

    async fn change(&self, levels: Vec<Level>) -> TableView {
        let changes = TableChanges { levels: Some(levels), ..TableChanges::default() };
        let changed = self.room.command(self.table, self.ann, Command::Change { changes }).await.unwrap();
        TableView::clone(&changed.table)
    }

    /// How many seconds of the level are left, by its clock that runs.
    async fn left(&self) -> i64 {
        let view = self.view().await;
        let level = view.level.unwrap();
        assert_eq!(level.left_millis, None, "{level:?}");
        level.ends_at.unwrap().duration_since(view.now).as_secs()
    }

    /// How many seconds of the level are left, by its clock that stands still.
    async fn left_still(&self) -> u64 {
        let level = self.level().await;
        assert_eq!(level.ends_at, None, "{level:?}");
        level.left_millis.unwrap() / 1_000
    }
}

#[tokio::test]
async fn blinds_rise_by_hands_and_the_last_level_stays() {
    let friends = Friends::open(rising(&json!({"hands": 2}))).await;
    let first = friends.level().await;
    assert_eq!((first.number, first.left_hands, first.next.unwrap().big_blind), (1, Some(2), 20));
    let mut began = Vec::new();
    let mut blinds = Vec::new();
    for _ in 0..8 {
        began.push(friends.play().await);
        blinds.push(friends.big_blind().await);
    }
    assert_eq!(began, [None, None, Some(2), None, Some(3), None, None, None]);
    assert_eq!(blinds, [10, 10, 20, 20, 40, 40, 40, 40]);
    let last = friends.level().await;
    assert_eq!((last.number, last.next, last.left_hands, last.ends_at), (3, None, None, None));
    let view = friends.view().await;
    assert!(view.chairs.iter().all(|chair| chair.entry != Entry::Out), "nobody was asked anew");
}

#[tokio::test]
async fn blinds_rise_by_time_between_hands() {
    let friends = Friends::open(rising(&json!({"seconds": 60}))).await;
    friends.room.clock.advance(1_000);
    assert_eq!(friends.left_still().await, 60, "the time begins with the first deal");
    friends.play().await;
    assert_eq!(friends.left().await, 60);
    friends.room.clock.advance(30);
    assert_eq!((friends.deal().await, friends.left().await), (None, 30));
    friends.room.clock.advance(40);
    // The hand goes on at its own level.
    let level = friends.level().await;
    assert_eq!((level.number, friends.big_blind().await), (1, 10));
    assert!(level.ends_at.unwrap() < friends.view().await.now);
    friends.fold().await;
    assert_eq!((friends.deal().await, friends.big_blind().await), (Some(2), 20));
    // The level has begun while the last hand was played.
    assert_eq!(friends.left().await, 50);
}

#[tokio::test]
async fn a_table_that_cannot_deal_stands_still() {
    let friends = Friends::open(rising(&json!({"seconds": 60}))).await;
    let Friends { room, table, ann, bob } = &friends;
    friends.play().await;
    room.clock.advance(10);
    room.command(*table, *ann, Command::Pause).await.unwrap();
    room.clock.advance(1_000);
    assert_eq!(friends.left_still().await, 50);
    room.command(*table, *ann, Command::Resume).await.unwrap();
    assert_eq!(friends.left().await, 50);
    room.clock.advance(10);
    room.command(*table, *bob, Command::SitOut).await.unwrap();
    room.clock.advance(1_000);
    assert_eq!(friends.left_still().await, 40);
    room.command(*table, *bob, Command::ComeBack { entry: Entry::Post }).await.unwrap();
    assert_eq!(friends.left().await, 40);
}

/// What the server was down does not count; the rest goes on.
async fn goes_on_over_a_restart(store: Arc<dyn Store>) {
    let mut friends = Friends::over(store, rising(&json!({"seconds": 60}))).await;
    friends.play().await;
    friends.room.clock.advance(20);
    assert_eq!((friends.play().await, friends.left().await), (None, 40));
    friends.room.card_room.drain().await;
    friends.room.clock.advance(3_600);
    friends.room.restart().await;
    assert_eq!((friends.level().await.number, friends.left().await), (1, 40));
    friends.room.clock.advance(45);
    assert_eq!((friends.play().await, friends.left().await), (Some(2), 55));
    assert_eq!(friends.big_blind().await, 20);
    friends.room.card_room.drain().await;
}

#[tokio::test]
async fn levels_go_on_over_a_restart() {
    goes_on_over_a_restart(Arc::new(Sqlite::open("sqlite::memory:").await.unwrap())).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn levels_go_on_over_a_restart_on_postgres() {
    let Some((server, name)) = postgres::database().await else { return };
    let opened = Database::open(&server.url(&name), OnLoss::Refuse, Migrate::AtStart).await.unwrap();
    goes_on_over_a_restart(opened.store()).await;
}

/// A step of the clock is no time that was played.
#[tokio::test]
async fn a_step_of_the_clock_does_not_count() {
    let friends = Friends::open(rising(&json!({"seconds": 60}))).await;
    friends.play().await;
    let version = friends.view().await.version;
    friends.room.clock.step(3_600);
    friends.room.clock.advance(1);
    friends.room.change_after(friends.table, friends.ann, version).await;
    let left = friends.left().await;
    assert!((58..=60).contains(&left), "{left}");
    friends.room.clock.advance_by(SignedDuration::from_secs(70));
    assert_eq!(friends.deal().await, Some(2));
}

#[tokio::test]
async fn the_host_changes_levels_between_hands() {
    let friends = Friends::open(TableOptions { access: Access::Invite, ..options() }).await;
    assert_eq!(friends.view().await.level, None);
    friends.deal().await;
    let planned = friends.change(levels(&json!({"hands": 1}))).await;
    assert!(planned.level.is_none() && planned.next_options.unwrap().levels.len() == 3);
    friends.fold().await;
    // Nobody plays for stakes that rise without having agreed.
    let view = friends.view().await;
    assert_eq!((view.level.unwrap().number, view.options.levels.len()), (1, 3));
    let entries: Vec<Entry> = view.chairs.iter().map(|chair| chair.entry).collect();
    assert_eq!(entries, [Entry::Post, Entry::Out]);
    let returns = Command::ComeBack { entry: Entry::Post };
    friends.room.command(friends.table, friends.bob, returns.clone()).await.unwrap();
    assert_eq!((friends.play().await, friends.play().await), (None, Some(2)));
    // The level decides the blinds, and the stakes of the game do not.
    let game = options().game;
    let changes = TableChanges { game: Some(game), name: Some("Late".to_owned()), ..TableChanges::default() };
    friends.room.command(friends.table, friends.ann, Command::Change { changes }).await.unwrap();
    assert_eq!(friends.big_blind().await, 20);
    // Without levels the blinds stay as they are.
    let removed = friends.change(Vec::new()).await;
    assert!(removed.level.is_none() && removed.options.levels.is_empty());
    assert!(removed.chairs.iter().all(|chair| chair.entry != Entry::Out));
    assert_eq!((friends.play().await, friends.big_blind().await), (None, 20));
    let again = friends.change(levels(&json!({"hands": 1}))).await;
    assert_eq!((again.level.unwrap().number, friends.big_blind().await), (1, 10));
}
