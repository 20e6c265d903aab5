//! How many may follow one table, and what those who follow are told.

use cardroom::service::ports::clock::Clock;
use cardroom::service::room::bounds::RoomBounds;
use cardroom::service::room::caller::Caller;
use cardroom::service::room::following::Following;
use cardroom::service::table::command::Command;
use cardroom::service::table::refused::{Crowd, Refused};
use cardroom::service::table::view_cache::ViewCache;
use cardroom_api::cached_json::CachedJson;
use cardroom_api::table::message::{EndReason, Message};
use cardroom_api::table::presence::Presence;
use cardroom_api::table::view::TableView;
use cardroom_rules::games::holdem::action::Action;
use jiff::SignedDuration;

use crate::room::{TestRoom, caller, judged, options};
use crate::tables::heads_up;

#[tokio::test]
async fn a_table_is_followed_by_so_many_and_no_more() {
    let room = TestRoom::open().await;
    let (table, ann, _) = heads_up(&room, options()).await;
    let watcher = room.player("Cid").await;
    let elsewhere = room.table(ann, options()).await;
    let stranger = Caller::default();
    let mut following = Vec::new();
    let most = RoomBounds::default().streams_of_table;
    for _ in 0..most {
        following.push(room.room.follow(table, stranger.clone(), None).await.unwrap());
    }
    room.room.follow(table, caller(ann), None).await.expect("who has a chair is kept out by nobody");
    for one_more in [stranger.clone(), caller(watcher)] {
        let refused = judged(room.room.follow(table, one_more, None).await.map(drop));
        let full = Refused::TooManyStreams { of: Crowd::Table, most };
        assert_eq!(format!("{refused:?}"), format!("{:?}", Err::<(), _>(full)));
    }
    room.room.follow(elsewhere, stranger.clone(), None).await.unwrap();
    assert!(matches!(following[0].next().await, Some(Message::Table(_))), "those who came first stay");
    following.pop();
    room.room.follow(table, stranger, None).await.unwrap();
}

async fn told(following: &mut Following) -> CachedJson<TableView> {
    match following.next().await {
        Some(Message::Table(message)) => message.table.unwrap(),
        other => panic!("{other:?}"),
    }
}

#[tokio::test]
async fn whoever_moves_is_told_by_their_stream_what_they_were_answered_and_nobody_else_is() {
    let room = TestRoom::open().await;
    let (table, ann, bob) = heads_up(&room, options()).await;
    room.command(table, ann, Command::Deal).await.unwrap();
    let mut streams = Vec::new();
    for caller in [caller(ann), caller(bob), Caller::default()] {
        let mut stream = room.room.follow(table, caller, None).await.unwrap();
        told(&mut stream).await;
        streams.push(stream);
    }
    let [of_ann, of_bob, of_a_watcher] = &mut streams[..] else { panic!() };

    let answer = room.act(table, bob, Action::Call {}).await.unwrap();
    assert!(told(of_bob).await.is(&answer.table), "it is not built again");
    let to_ann = told(of_ann).await;
    assert_eq!(*to_ann, room.view(table, ann).await);
    assert!(!to_ann.is(&answer.table) && to_ann.you != answer.table.you && to_ann.hand != answer.table.hand);

    // What was answered a while ago tells no longer what time it is.
    let answer = room.act(table, ann, Action::Check {}).await.unwrap();
    room.clock.advance(1);
    let (to_ann, to_bob) = (told(of_ann).await, told(of_bob).await);
    assert_eq!([&to_ann, &to_bob].map(|told| told.now), [room.clock.now(); 2]);
    assert!(!to_ann.is(&answer.table) && to_ann.hand == answer.table.hand);
    assert_eq!(*to_ann, room.view(table, ann).await);
    assert_eq!(*told(of_a_watcher).await, room.room.table(table, &Caller::default()).await.unwrap());
}

#[tokio::test]
async fn a_view_is_told_again_only_to_its_author_and_where_it_is_still_true() {
    let room = TestRoom::open().await;
    let (table, ann, bob) = heads_up(&room, options()).await;
    let view = room.command(table, bob, Command::SitOut).await.unwrap().table;
    let views = ViewCache::of(&[]);
    let kept = &views.authors;
    kept.keep(bob, &view);
    let is_told = |caller, presence: &CachedJson<Presence>, millis| {
        kept.again(caller, presence, view.now + SignedDuration::from_millis(millis)).is_some()
    };
    let of_millis = [-51, -50, 0, 50, 51].map(|millis| is_told(bob, &view.presence, millis));
    assert_eq!(of_millis, [false, true, true, true, false]);
    assert!(!is_told(ann, &view.presence, 0), "it is of somebody else");
    assert!(!is_told(bob, &Presence::clone(&view.presence).into(), 0), "somebody has come or gone");
    assert!(views.clone().authors.again(bob, &view.presence, view.now).is_none(), "a copy is to be changed");
}

#[tokio::test]
async fn a_stream_that_has_told_all_ends_where_its_table_closes() {
    let room = TestRoom::open().await;
    let (table, ann, _) = heads_up(&room, options()).await;
    let mut stream = room.room.follow(table, caller(ann), None).await.unwrap();
    told(&mut stream).await;
    room.command(table, ann, Command::Close).await.unwrap();
    assert!(told(&mut stream).await.closed_at.is_some());
    assert_eq!(stream.next().await, Some(Message::end(EndReason::TableClosed)));
    assert_eq!(stream.next().await, None);
}
