//! The result of the last hand: shown until the next deal, to each viewer as they may know it, also after a restart.

use cardroom::service::room::caller::Caller;
use cardroom::service::table::command::Command;
use cardroom_api::cached_json::CachedJson;
use cardroom_api::id::{PlayerId, TableId};
use cardroom_api::table::view::{HandResult, TableView};
use cardroom_rules::games::any::AnyView;
use cardroom_rules::games::holdem::action::Action;
use cardroom_rules::games::holdem::view::View;
use cardroom_rules::games::seat::Seat;

use crate::room::{TestRoom, caller, options};
use crate::tables::{heads_up, my_options};

/// A hand to the river, in which Ann's aces win and Bob's kings are mucked.
async fn showdown(room: &TestRoom, table: TableId, ann: PlayerId, bob: PlayerId) -> CachedJson<TableView> {
    room.stack("As Kd Ah Kc 2s 7h 8h 9c 3s Tc 4s 2d");
    room.command(table, ann, Command::Deal).await.unwrap();
    let mut last = None;
    for by in [bob, ann, ann, bob, ann, bob, ann, bob] {
        let may = my_options(&room.view(table, by).await).unwrap();
        let passive = if may.check { Action::Check {} } else { Action::Call {} };
        last = Some(room.act(table, by, passive).await.unwrap().table);
    }
    last.unwrap()
}

fn sees(result: &HandResult, card: &str) -> bool {
    serde_json::to_string(result).unwrap().contains(&format!("\"{card}\""))
}

fn state(result: &HandResult) -> &View {
    let AnyView::Holdem(view) = &result.state else { panic!("{result:?}") };
    view
}

async fn result(room: &TestRoom, table: TableId, caller: &Caller) -> Option<HandResult> {
    room.card_room.table(table, caller).await.unwrap().last_result
}

#[tokio::test]
async fn a_result_is_shown_until_the_next_deal_to_each_viewer_as_allowed() {
    let room = TestRoom::open().await;
    let (table, ann, bob) = heads_up(&room, options()).await;
    assert_eq!(room.view(table, ann).await.last_result, None, "no hand has ended");
    let after = showdown(&room, table, ann, bob).await;
    let to_bob = after.last_result.clone().unwrap();
    assert_eq!(Some(to_bob.id), after.last_hand);
    assert_eq!((to_bob.number, to_bob.void, to_bob.rake), (1, false, 0));
    let net =
        |result: &HandResult| result.players.iter().map(|each| (each.stack, each.net)).collect::<Vec<_>>();
    assert_eq!(net(&to_bob), [(1_010, 10), (990, -10)]);
    let to_ann = result(&room, table, &caller(ann)).await.unwrap();
    let to_all = result(&room, table, &Caller::default()).await.unwrap();
    let seats = [&to_ann, &to_bob, &to_all].map(|got| got.your_seat);
    assert_eq!(seats, [Some(Seat(0)), Some(Seat(1)), None]);
    for got in [&to_ann, &to_bob, &to_all] {
        assert_eq!(state(got).boards[0].len(), 5);
        assert_eq!(state(got).awards[0].shares[0].amount, 20);
        assert!(state(got).over && sees(got, "As"), "shown");
    }
    assert!(sees(&to_bob, "Kd") && !sees(&to_ann, "Kd") && !sees(&to_all, "Kd"), "mucked");
    let history = room.card_room.hand(to_bob.id, &caller(bob), None).await.unwrap();
    assert_eq!(history.state, to_bob.state, "as in the hand's own answer");

    let dealt = room.command(table, ann, Command::Deal).await.unwrap();
    assert_eq!(dealt.table.last_result, None);
    assert_eq!(room.view(table, bob).await.last_result, None);
}

#[tokio::test]
async fn another_player_on_the_chair_does_not_see_its_result() {
    let room = TestRoom::open().await;
    let (table, ann, bob) = heads_up(&room, options()).await;
    let to_bob = showdown(&room, table, ann, bob).await.last_result.clone();
    room.command(table, bob, Command::StandUp).await.unwrap();
    let eve = room.player("Eve").await;
    let to_eve = room.sit(table, eve, 1, 500).await.table.last_result.clone().unwrap();
    assert!(!sees(&to_eve, "Kd"));
    assert_eq!((to_eve.your_seat, to_eve.players[1].player), (None, bob));
    assert_eq!(result(&room, table, &caller(bob)).await, to_bob, "he may still know his own cards");
}

#[tokio::test]
async fn a_result_survives_a_restart() {
    let mut room = TestRoom::open().await;
    let (table, ann, bob) = heads_up(&room, options()).await;
    showdown(&room, table, ann, bob).await;
    let callers = [caller(ann), caller(bob), Caller::default()];
    let mut before = Vec::new();
    for each in &callers {
        before.push(result(&room, table, each).await);
    }
    assert!(before.iter().all(Option::is_some));
    room.restart().await;
    for (each, before) in callers.iter().zip(before) {
        assert_eq!(result(&room, table, each).await, before);
    }
    room.command(table, ann, Command::Deal).await.unwrap();
    room.restart().await;
    assert_eq!(result(&room, table, &caller(bob)).await, None);
}

#[tokio::test]
async fn a_voided_hand_has_no_result() {
    let mut room = TestRoom::open().await;
    let (table, ann, bob) = heads_up(&room, options()).await;
    showdown(&room, table, ann, bob).await;
    room.command(table, ann, Command::Deal).await.unwrap();
    room.card_room.void_hand(table).await.unwrap();
    let voided = room.view(table, ann).await;
    assert!(voided.hand.is_none() && voided.last_result.is_none() && voided.last_hand.is_some());
    room.restart().await;
    assert_eq!(room.view(table, ann).await.last_result, None);
}
