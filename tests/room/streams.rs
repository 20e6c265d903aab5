//! The limit of followers of a table, and their messages.

use cardroom::service::ports::clock::Clock;
use cardroom::service::room::caller::Caller;
use cardroom::service::room::limits::RoomLimits;
use cardroom::service::room::streams::following::Following;
use cardroom::service::room::tables::authors_view::AuthorsView;
use cardroom::service::table::command::Command;
use cardroom::service::table::refused::{Refused, StreamsOf};
use cardroom_api::cached_json::CachedJson;
use cardroom_api::table::message::{EndReason, Message};
use cardroom_api::table::presence::Presence;
use cardroom_api::table::view::TableView;
use cardroom_rules::games::holdem::action::Action;
use jiff::SignedDuration;

use crate::room::{TestRoom, caller, judged, options};
use crate::tables::heads_up;

#[tokio::test]
async fn followers_of_a_table_are_limited() {
    let room = TestRoom::open().await;
    let (table, ann, _) = heads_up(&room, options()).await;
    let watcher = room.player("Cid").await;
    let elsewhere = room.table(ann, options()).await;
    let anonymous = Caller::default();
    let mut following = Vec::new();
    let most = RoomLimits::default().streams_of_table;
    for _ in 0..most {
        following.push(room.card_room.follow(table, anonymous.clone(), None).await.unwrap());
    }
    room.card_room.follow(table, caller(ann), None).await.expect("a seated player can always follow");
    for one_more in [anonymous.clone(), caller(watcher)] {
        let refused = judged(room.card_room.follow(table, one_more, None).await.map(drop));
        let full = Refused::TooManyStreams { of: StreamsOf::Table, most };
        assert_eq!(format!("{refused:?}"), format!("{:?}", Err::<(), _>(full)));
    }
    room.card_room.follow(elsewhere, anonymous.clone(), None).await.unwrap();
    assert!(matches!(following[0].next().await, Some(Message::Table(_))), "earlier followers stay");
    following.pop();
    room.card_room.follow(table, anonymous, None).await.unwrap();
}

async fn next_view(following: &mut Following) -> CachedJson<TableView> {
    match following.next().await {
        Some(Message::Table(message)) => message.table.unwrap(),
        other => panic!("{other:?}"),
    }
}

#[tokio::test]
async fn the_actor_gets_the_same_in_answer_and_stream_and_others_do_not() {
    let room = TestRoom::open().await;
    let (table, ann, bob) = heads_up(&room, options()).await;
    room.command(table, ann, Command::Deal).await.unwrap();
    let mut streams = Vec::new();
    for caller in [caller(ann), caller(bob), Caller::default()] {
        let mut stream = room.card_room.follow(table, caller, None).await.unwrap();
        next_view(&mut stream).await;
        streams.push(stream);
    }
    let [of_ann, of_bob, of_a_watcher] = &mut streams[..] else { panic!() };

    let answer = room.act(table, bob, Action::Call {}).await.unwrap();
    assert!(next_view(of_bob).await.is(&answer.table), "it is not built again");
    let to_ann = next_view(of_ann).await;
    assert_eq!(*to_ann, room.view(table, ann).await);
    assert!(!to_ann.is(&answer.table) && to_ann.you != answer.table.you && to_ann.hand != answer.table.hand);

    // An older answer does not have the current time.
    let answer = room.act(table, ann, Action::Check {}).await.unwrap();
    room.clock.advance(1);
    let (to_ann, to_bob) = (next_view(of_ann).await, next_view(of_bob).await);
    assert_eq!([&to_ann, &to_bob].map(|view| view.now), [room.clock.now(); 2]);
    assert!(!to_ann.is(&answer.table) && to_ann.hand == answer.table.hand);
    assert_eq!(*to_ann, room.view(table, ann).await);
    assert_eq!(
        *next_view(of_a_watcher).await,
        room.card_room.table(table, &Caller::default()).await.unwrap()
    );
}

#[tokio::test]
async fn a_view_is_reused_only_for_its_actor_and_while_it_is_current() {
    let room = TestRoom::open().await;
    let (table, ann, bob) = heads_up(&room, options()).await;
    let view = room.command(table, bob, Command::SitOut).await.unwrap().table;
    let kept = AuthorsView::default();
    kept.keep(bob, &view);
    let is_sent = |caller, presence: &CachedJson<Presence>, millis| {
        kept.again(caller, presence, view.now + SignedDuration::from_millis(millis)).is_some()
    };
    let of_millis = [-51, -50, 0, 50, 51].map(|millis| is_sent(bob, &view.presence, millis));
    assert_eq!(of_millis, [false, true, true, true, false]);
    assert!(!is_sent(ann, &view.presence, 0), "it is of another player");
    assert!(!is_sent(bob, &Presence::clone(&view.presence).into(), 0), "presence has changed");
}

#[tokio::test]
async fn a_stream_ends_when_its_table_closes() {
    let room = TestRoom::open().await;
    let (table, ann, _) = heads_up(&room, options()).await;
    let mut stream = room.card_room.follow(table, caller(ann), None).await.unwrap();
    next_view(&mut stream).await;
    room.command(table, ann, Command::Close).await.unwrap();
    assert!(next_view(&mut stream).await.closed_at.is_some());
    assert_eq!(stream.next().await, Some(Message::end(EndReason::TableClosed)));
    assert_eq!(stream.next().await, None);
}
