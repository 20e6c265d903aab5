//! Tournaments in the streams of their players: what is written is sent, also if it becomes known late, or on another server.

use std::sync::Arc;
use std::time::Duration;

use cardroom::service::people::session_cache::SessionCache;
use cardroom::service::ports::clock::Clock;
use cardroom::service::room::card_room::CardRoom;
use cardroom::service::room::limits::RoomLimits;
use cardroom::service::room::streams::inbox::{Inbox, WatchList};
use cardroom::service::room::tournaments::commands::TournamentAction;
use cardroom::store::database::Database;
use cardroom::store::schema::Migrate;
use cardroom::store::sqlite::Sqlite;
use cardroom::store::sqlite::open::OnLoss;
use cardroom_api::id::{PlayerId, TournamentId};
use cardroom_api::table::message::{MeMessage, Message};
use cardroom_api::table::options::Access;
use cardroom_api::tournament::options::TournamentOptions;
use cardroom_api::tournament::view::{TournamentPhase, TournamentView};

use super::{act, announced, options};
use crate::postgres;
use crate::room::{TestRoom, caller};
use crate::watched::{WRITTEN, Watched};

async fn inbox(room: &CardRoom, player: PlayerId) -> Inbox {
    room.inbox(player, None, WatchList::default(), None).await.unwrap()
}

/// The next message about the player.
async fn me(inbox: &mut Inbox) -> MeMessage {
    loop {
        if let Message::Me(me) = inbox.next().await.unwrap() {
            return me;
        }
    }
}

/// The next message about a tournament.
async fn tournament(inbox: &mut Inbox) -> TournamentView {
    loop {
        if let Message::Tournament(message) = inbox.next().await.unwrap() {
            return message.tournament;
        }
    }
}

/// A player does this while the answer of the database is on its way; the player's stream already finds it in the database.
async fn does_unnoticed(
    (store, room): (&Watched, &Arc<TestRoom>),
    inbox: &mut Inbox,
    (id, by, action): (TournamentId, PlayerId, TournamentAction),
    code: Option<String>,
) -> MeMessage {
    store.hold(Some(WRITTEN));
    let before = room.store.registered(by).await.unwrap();
    tokio::spawn({
        let room = Arc::clone(room);
        async move { room.card_room.in_tournament(id, by, action, code, None).await.unwrap() }
    });
    while room.store.registered(by).await.unwrap() == before {
        tokio::time::sleep(Duration::from_millis(1)).await;
    }
    room.card_room.news().notify(by, ());
    let me = me(inbox).await;
    let early = tokio::time::timeout(Duration::from_millis(100), inbox.next()).await;
    assert!(early.is_err(), "{early:?}");
    store.hold(None);
    me
}

#[tokio::test(flavor = "multi_thread")]
async fn a_change_that_is_published_late_reaches_the_stream_of_its_player() {
    let store = Watched::new(Arc::new(Sqlite::open("sqlite::memory:").await.unwrap()));
    let room = Arc::new(TestRoom::over(Arc::clone(&store) as _).await);
    let (ann, bob) = (room.player("Ann").await, room.player("Bob").await);
    let private = TournamentOptions { access: Access::Invite, ..options(6, 6) };
    let (public, private) =
        (announced(&room, ann, options(6, 6)).await, announced(&room, ann, private).await);
    let seen = room.card_room.tournament(private, &caller(ann)).await.unwrap();
    act(&room, public, bob, TournamentAction::Register).await.unwrap();
    let mut inbox = inbox(&room.card_room, bob).await;
    assert_eq!(me(&mut inbox).await.tournaments, [public]);
    assert_eq!(tournament(&mut inbox).await.entered, 1);

    // The last version of what they have left.
    let leaves = (public, bob, TournamentAction::Unregister);
    let me = does_unnoticed((&store, &room), &mut inbox, leaves, None).await;
    assert_eq!(me.tournaments, []);
    let last = tournament(&mut inbox).await;
    assert_eq!((last.id, last.entered), (public, 0));

    // The first version of what was not open to them before.
    let enters = (private, bob, TournamentAction::Register);
    let me = does_unnoticed((&store, &room), &mut inbox, enters, seen.invite_code).await;
    assert_eq!(me.tournaments, [private]);
    let first = tournament(&mut inbox).await;
    assert_eq!((first.id, first.entered), (private, 1));
}

/// The player's stream is at one server, and everything happens at the other.
#[tokio::test(flavor = "multi_thread")]
async fn a_players_stream_has_what_happens_in_a_tournament_on_another_server() {
    let Some((server, name)) = postgres::database().await else { return };
    let url = server.url(&name);
    let opened = Database::open(&url, OnLoss::Refuse, Migrate::AtStart).await.unwrap();
    let room = TestRoom::over(opened.store()).await;
    let opened = Database::open(&url, OnLoss::Refuse, Migrate::AtStart).await.unwrap();
    let (clock, store): (Arc<dyn Clock>, _) = (room.clock.clone(), opened.store());
    let (cache, limits) = (SessionCache::of(&*store), RoomLimits::default());
    let other = CardRoom::start(store, clock, room.dealer.clone(), cache, limits).await.unwrap();
    let bob = room.player("Bob").await;
    let mut inbox = inbox(&other, bob).await;
    assert_eq!(me(&mut inbox).await.tournaments, []);
    let id = announced(&room, bob, options(3, 3)).await;
    act(&room, id, bob, TournamentAction::Register).await.unwrap();
    let follows = async {
        let mut known = 0;
        loop {
            let view = tournament(&mut inbox).await;
            assert!(view.version > known && view.you.is_some());
            known = view.version;
            if view.phase == TournamentPhase::Finished {
                return known;
            }
        }
    };
    let plays = async {
        for _ in 0..20_000 {
            room.clock.think();
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    };
    let last = tokio::select! {
        last = follows => last,
        () = plays => panic!("the stream does not get to the end"),
    };
    let ended = room.card_room.tournament(id, &caller(bob)).await.unwrap();
    assert_eq!((last, ended.phase), (ended.version, TournamentPhase::Finished));
    other.drain().await;
    room.card_room.drain().await;
}
