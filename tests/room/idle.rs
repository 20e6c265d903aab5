//! Idle tables.

use cardroom::service::table::command::Command;
use cardroom::service::table::refused::Refused;
use cardroom_api::player::ledger::Reason;
use cardroom_api::table::event::TableEvent;
use cardroom_rules::games::holdem::action::Action;

use crate::room::{GRANT, TestRoom, options, sit};
use crate::tables::{heads_up, table_events};

const DAY: i64 = 24 * 3_600;

#[tokio::test]
async fn a_table_closes_after_an_idle_day_and_returns_the_chips() {
    let mut room = TestRoom::open().await;
    let (table, ann, bob) = heads_up(&room, options()).await;
    room.clock.advance(DAY - 1);
    let busy = room.command(table, ann, Command::SitOut).await.unwrap().table;
    room.clock.advance(DAY - 1);
    // A restart changes none of this.
    room.restart().await;
    let view = room.view(table, ann).await;
    assert_eq!((view.version, view.closes_at), (busy.version, busy.closes_at));
    room.clock.advance(1);
    let closed = room.change_after(table, ann, busy.version).await;
    assert!(matches!(
        table_events(&closed)[..],
        [TableEvent::Left { .. }, TableEvent::Left { .. }, TableEvent::Closed {}]
    ));
    assert_eq!((room.chips(ann).await, room.chips(bob).await), (GRANT, GRANT));
    assert_eq!(room.view(table, ann).await.closes_at, None);
    assert!(matches!(room.command(table, bob, sit(None, 100)).await, Err(Refused::TableClosed)));
    // No player ever came to this one.
    let empty = room.table(ann, options()).await;
    room.clock.advance(DAY);
    room.change_after(empty, ann, 1).await;
    assert!(room.view(empty, ann).await.closed_at.is_some());
}

/// The room was closed for a day: more are due than are looked at at once.
#[tokio::test]
async fn every_table_that_is_due_is_handled() {
    let mut room = TestRoom::open().await;
    let mut tables = Vec::new();
    for _ in 0..30 {
        let host = room.player("Ann").await;
        for _ in 0..5 {
            tables.push((room.table(host, options()).await, host));
        }
    }
    room.card_room.drain().await;
    room.clock.advance(DAY);
    room.restart().await;
    for (table, host) in tables {
        room.change_after(table, host, 1).await;
        assert!(room.view(table, host).await.closed_at.is_some());
    }
}

#[tokio::test]
async fn a_table_with_a_hand_is_not_idle() {
    let room = TestRoom::open().await;
    let (table, ann, _) = heads_up(&room, options()).await;
    assert!(room.view(table, ann).await.closes_at.is_some());
    let dealt = room.command(table, ann, Command::Deal).await.unwrap().table;
    assert_eq!(dealt.closes_at, None);
}

#[tokio::test]
async fn only_a_table_with_dealing_by_readiness_takes_ready() {
    let room = TestRoom::open().await;
    let (table, ann, _) = heads_up(&room, options()).await;
    assert!(matches!(room.command(table, ann, Command::Ready).await, Err(Refused::OtherDealing)));
}

/// Identifiers of one millisecond sort at random: ten hands make a wrong order certain to be seen.
#[tokio::test]
async fn a_ledger_lists_movements_in_order() {
    let room = TestRoom::open().await;
    let (table, ann, bob) = heads_up(&room, options()).await;
    for _ in 0..10 {
        room.command(table, ann, Command::Deal).await.unwrap();
        let first = room.view(table, ann).await.hand.unwrap().decisions[0].seat;
        let (first, other) = if first.0 == 0 { (ann, bob) } else { (bob, ann) };
        room.command(table, other, Command::StandUp).await.unwrap();
        room.clock.advance(1);
        room.act(table, first, Action::Fold {}).await.unwrap();
        room.clock.advance(1);
        let movements = room.store.ledger(other, None, 2).await.unwrap();
        let reasons: Vec<Reason> = movements.iter().map(|movement| movement.reason).collect();
        assert_eq!(reasons, [Reason::CashOut, Reason::Win], "newest first");
        room.sit(table, other, u8::from(other == bob), 1_000).await;
    }
}
