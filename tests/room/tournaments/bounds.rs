//! Who may announce and enter tournaments, and how often.

use std::time::Duration;

use cardroom::service::limits::client_network::ClientNetwork;
use cardroom::service::ports::clock::Clock;
use cardroom::service::ports::tournaments::TournamentFilter;
use cardroom::service::room::caller::Caller;
use cardroom::service::room::error::RoomError;
use cardroom::service::room::limits::{BotLimits, RoomLimits};
use cardroom::service::room::tournaments::commands::{
    MOST_ANNOUNCED, MOST_CODES, MOST_ENTERED, TournamentAction,
};
use cardroom::service::table::command::IdempotencyKey;
use cardroom::service::table::refused::Refused;
use cardroom_api::id::{PlayerId, TournamentId};
use cardroom_api::table::bots::FillWithBots;
use cardroom_api::table::options::Access;
use cardroom_api::tournament::options::TournamentOptions;
use cardroom_api::tournament::view::{TournamentPhase, TournamentView};
use cardroom_rules::games::level::Level;
use jiff::SignedDuration;
use serde_json::json;

use super::duplicate::doudizhu;
use super::{act, announced, holdem, options, run_until, seen};
use crate::room::{GRANT, TestRoom, caller};

#[tokio::test(flavor = "multi_thread")]
async fn open_tournaments_of_a_player_are_limited() {
    let room = TestRoom::open().await;
    let (ann, bob) = (room.player("Ann").await, room.player("Bob").await);
    let mut first = None;
    for _ in 0..MOST_ANNOUNCED {
        first = Some(announced(&room, ann, options(6, 6)).await);
    }
    let refused = room.card_room.announce_tournament(ann, options(6, 6), None).await.unwrap_err();
    assert!(matches!(refused, RoomError::Refused(Refused::TooManyTournaments { most: MOST_ANNOUNCED })));
    announced(&room, bob, options(6, 6)).await;
    act(&room, first.unwrap(), ann, TournamentAction::Cancel).await.unwrap();
    announced(&room, ann, options(6, 6)).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn entries_of_a_player_are_limited() {
    let room = TestRoom::open().await;
    let (ann, bob, cid) = (room.player("Ann").await, room.player("Bob").await, room.player("Cid").await);
    let free = || TournamentOptions { prize: 0, ..options(6, 6) };
    let mut ids = Vec::new();
    for nth in 0..=MOST_ENTERED {
        ids.push(announced(&room, if nth < MOST_ANNOUNCED { ann } else { bob }, free()).await);
    }
    let last = ids.pop().unwrap();
    for &id in &ids {
        act(&room, id, cid, TournamentAction::Register).await.unwrap();
    }
    let refused = act(&room, last, cid, TournamentAction::Register).await.unwrap_err();
    assert!(matches!(refused, RoomError::Refused(Refused::TooManyEntered { most: MOST_ENTERED })));
    act(&room, ids[0], cid, TournamentAction::Unregister).await.unwrap();
    // Of many requests at once, one is carried out.
    let both = futures::future::join(
        act(&room, ids[0], cid, TournamentAction::Register),
        act(&room, last, cid, TournamentAction::Register),
    );
    let (one, other) = both.await;
    assert_eq!(u8::from(one.is_ok()) + u8::from(other.is_ok()), 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn invite_codes_of_a_tournament_are_limited() {
    let room = TestRoom::open().await;
    let ann = room.player("Ann").await;
    let id = announced(&room, ann, TournamentOptions { access: Access::Invite, ..options(6, 6) }).await;
    for _ in 0..MOST_CODES {
        act(&room, id, ann, TournamentAction::ReplaceInvite).await.unwrap();
    }
    let refused = act(&room, id, ann, TournamentAction::ReplaceInvite).await.unwrap_err();
    assert!(matches!(refused, RoomError::Refused(Refused::TooManyCodes { most: MOST_CODES })));
}

#[tokio::test(flavor = "multi_thread")]
async fn watchers_of_a_tournament_are_limited() {
    let mut room = TestRoom::open().await;
    room.restart_within(RoomLimits { streams_of_table: 2, ..RoomLimits::default() }).await;
    let (ann, bob) = (room.player("Ann").await, room.player("Bob").await);
    let id = announced(&room, ann, options(6, 6)).await;
    act(&room, id, bob, TournamentAction::Register).await.unwrap();
    let follow = async |player| {
        let caller = Caller { player, ..Caller::default() };
        room.card_room.follow_tournament(id, &caller, None).await
    };
    let held = [follow(None).await.unwrap(), follow(Some(ann)).await.unwrap()];
    let refused = follow(None).await.err().unwrap();
    assert!(matches!(refused, RoomError::Refused(Refused::TooManyStreams { most: 2, .. })));
    // An entrant is no watcher.
    follow(Some(bob)).await.unwrap();
    drop(held);
    follow(None).await.unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn open_tournaments_of_an_address_count_as_tables() {
    let mut room = TestRoom::open().await;
    room.restart_within(RoomLimits { tables_of_address: 2, ..RoomLimits::default() }).await;
    let network = ClientNetwork { network: 7, site: None };
    let mut first = None;
    for name in ["Ann", "Bob"] {
        let player = room.player(name).await;
        room.card_room.note_network(player, network);
        first = Some((announced(&room, player, options(6, 6)).await, player));
    }
    let cid = room.player("Cid").await;
    room.card_room.note_network(cid, network);
    let refused = room.card_room.announce_tournament(cid, options(6, 6), None).await.unwrap_err();
    assert!(matches!(refused, RoomError::Refused(Refused::TooManyTablesOfAddress { most: 2 })));
    let (id, player) = first.unwrap();
    act(&room, id, player, TournamentAction::Cancel).await.unwrap();
    announced(&room, cid, options(6, 6)).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn entries_of_an_address_are_limited() {
    let mut room = TestRoom::open().await;
    room.restart_within(RoomLimits { chairs_of_address: 1, ..RoomLimits::default() }).await;
    let host = room.player("Host").await;
    let id = announced(&room, host, options(6, 6)).await;
    let (ann, bob) = (room.player("Ann").await, room.player("Bob").await);
    for player in [ann, bob] {
        room.card_room.note_network(player, ClientNetwork { network: 7, site: None });
    }
    act(&room, id, ann, TournamentAction::Register).await.unwrap();
    let refused = act(&room, id, bob, TournamentAction::Register).await.unwrap_err();
    assert!(matches!(refused, RoomError::Refused(Refused::TooManyFromAddress { most: 1 })));
    act(&room, id, ann, TournamentAction::Unregister).await.unwrap();
    act(&room, id, bob, TournamentAction::Register).await.unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn computers_that_fill_a_tournament_are_limited() {
    let mut room = TestRoom::open().await;
    let bots = BotLimits { most_of_host: 4, ..BotLimits::default() };
    room.restart_within(RoomLimits { bots, ..RoomLimits::default() }).await;
    let ann = room.player("Ann").await;
    let refused = room.card_room.announce_tournament(ann, options(6, 6), None).await.unwrap_err();
    assert!(matches!(refused, RoomError::Refused(Refused::TooManyBotsOfHost { most: 4 })));
    announced(&room, ann, options(5, 5)).await;
}

/// Two tournaments of one host, or of one address, that computers would fill up; there may be as many as one of them needs.
#[tokio::test(flavor = "multi_thread")]
async fn computers_of_all_tournaments_are_counted() {
    let of_host = BotLimits { most_of_host: 4, ..BotLimits::default() };
    let of_server = BotLimits { most: 4, ..BotLimits::default() };
    let limits = RoomLimits::default();
    for limits in [
        RoomLimits { bots: of_host, ..limits },
        RoomLimits { bots: of_server, ..limits },
        RoomLimits { bots_of_address: 4, ..limits },
    ] {
        let mut room = TestRoom::open().await;
        room.restart_within(limits).await;
        let ann = room.player("Ann").await;
        room.card_room.note_network(ann, ClientNetwork { network: 7, site: None });
        let (first, second) =
            (announced(&room, ann, options(5, 5)).await, announced(&room, ann, options(5, 5)).await);
        act(&room, first, ann, TournamentAction::Register).await.unwrap();
        run_until(&room, first, |view| view.phase == TournamentPhase::Playing).await;
        act(&room, second, ann, TournamentAction::Register).await.unwrap();
        room.clock.advance(30);
        tokio::time::sleep(Duration::from_millis(50)).await;
        let waits = seen(&room, second).await;
        assert_eq!((waits.phase, waits.entered), (TournamentPhase::Registering, 1), "{limits:?}");
        // It is filled up once the computers of the first one are gone.
        run_until(&room, first, |view| view.phase == TournamentPhase::Finished).await;
        run_until(&room, second, |view| view.phase == TournamentPhase::Playing).await;
    }
}

/// The two who may take the seats that are left at a table of Dou Dizhu count from the announcement on.
#[tokio::test(flavor = "multi_thread")]
async fn computers_for_the_seats_that_are_left_are_limited() {
    let evening = || TournamentOptions { fill_with_bots: None, ..doudizhu(6, &json!({"deals": 1})) };
    let of_host = BotLimits { most_of_host: 3, ..BotLimits::default() };
    let of_server = BotLimits { most: 3, ..BotLimits::default() };
    for (bots, is_of_host) in [(of_host, true), (of_server, false)] {
        let mut room = TestRoom::open().await;
        room.restart_within(RoomLimits { bots, ..RoomLimits::default() }).await;
        let (ann, bob) = (room.player("Ann").await, room.player("Bob").await);
        let first = announced(&room, ann, options(3, 3)).await;
        act(&room, first, ann, TournamentAction::Register).await.unwrap();
        run_until(&room, first, |view| view.phase == TournamentPhase::Playing).await;
        let host = if is_of_host { ann } else { bob };
        let refused = room.card_room.announce_tournament(host, evening(), None).await.unwrap_err();
        let RoomError::Refused(refused) = refused else { panic!("{refused}") };
        match refused {
            Refused::TooManyBotsOfHost { most: 3 } => assert!(is_of_host),
            Refused::TooManyBots { most: 3 } => assert!(!is_of_host),
            _ => panic!("{refused}"),
        }
        run_until(&room, first, |view| view.phase == TournamentPhase::Finished).await;
        announced(&room, host, evening()).await;
    }

    let mut room = TestRoom::open().await;
    room.restart_within(RoomLimits { bots_of_address: 3, ..RoomLimits::default() }).await;
    let (ann, bob) = (room.player("Ann").await, room.player("Bob").await);
    for player in [ann, bob] {
        room.card_room.note_network(player, ClientNetwork { network: 7, site: None });
    }
    let first = announced(&room, ann, evening()).await;
    let refused = room.card_room.announce_tournament(bob, evening(), None).await.unwrap_err();
    assert!(matches!(refused, RoomError::Refused(Refused::TooManyBotsOfAddress { most: 3 })), "{refused}");
    act(&room, first, ann, TournamentAction::Cancel).await.unwrap();
    announced(&room, bob, evening()).await;
}

/// Both places are paid, so that she wins from the computer in any case; then no more computers come to her.
#[tokio::test(flavor = "multi_thread")]
async fn who_has_won_enough_meets_no_more_computers() {
    let mut room = TestRoom::open().await;
    let bots = BotLimits { winnings_a_day: 1, ..BotLimits::default() };
    room.restart_within(RoomLimits { bots, ..RoomLimits::default() }).await;
    let ann = room.player("Ann").await;
    let weights = json!({"payouts": {"type": "weights", "weights": [1, 1]}});
    let later = FillWithBots { level: Level::Novice, after_seconds: 600 };
    let waits = TournamentOptions { fill_with_bots: Some(later), ..holdem(2, 2, &weights) };
    let (first, second) =
        (announced(&room, ann, holdem(2, 2, &weights)).await, announced(&room, ann, waits).await);
    for id in [first, second] {
        act(&room, id, ann, TournamentAction::Register).await.unwrap();
    }
    run_until(&room, first, |view| view.phase == TournamentPhase::Finished).await;
    let refused = act(&room, first, ann, TournamentAction::Register).await;
    assert!(refused.is_err());
    let given_back = run_until(&room, second, |view| view.entered != 1).await;
    assert_eq!((given_back.phase, given_back.entered), (TournamentPhase::Registering, 0));
    assert_eq!(room.chips(ann).await, GRANT);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_host_who_plays_for_chips_does_not_stop_the_clock() {
    let room = TestRoom::open().await;
    let (ann, bob) = (room.player("Ann").await, room.player("Bob").await);
    let two = || TournamentOptions { fill_with_bots: None, ..options(2, 2) };
    for (terms, may) in [
        (two(), false),
        (TournamentOptions { prize: 0, ..two() }, true),
        (TournamentOptions { access: Access::Invite, ..two() }, true),
    ] {
        let announced = room.card_room.announce_tournament(ann, terms, None).await.unwrap();
        let (id, code) = (announced.id, announced.invite_code);
        for player in [ann, bob] {
            let enters = TournamentAction::Register;
            room.card_room.in_tournament(id, player, enters, code.clone(), None).await.unwrap();
        }
        run_until_seen(&room, id, ann).await;
        for action in [TournamentAction::NextLevel, TournamentAction::Pause] {
            let done = act(&room, id, ann, action).await;
            let is_refused = matches!(done, Err(RoomError::Refused(Refused::HostPlays)));
            assert_eq!((done.is_ok(), is_refused), (may, !may));
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_tournament_starts_in_the_future() {
    let room = TestRoom::open().await;
    let ann = room.player("Ann").await;
    let at = |seconds: i64| {
        let starts_at = Some(room.clock.now() + SignedDuration::from_secs(seconds));
        TournamentOptions { starts_at, fill_with_bots: None, ..options(6, 6) }
    };
    for wrong in [-1, 0] {
        let refused = room.card_room.announce_tournament(ann, at(wrong), None).await.unwrap_err();
        let RoomError::Refused(Refused::BadOption(bad)) = refused else { panic!("{refused}") };
        assert_eq!(bad.option, "starts_at");
    }
    announced(&room, ann, at(1)).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_private_tournament_needs_its_code() {
    let room = TestRoom::open().await;
    let (ann, bob) = (room.player("Ann").await, room.player("Bob").await);
    let options = TournamentOptions { access: Access::Invite, ..options(6, 6) };
    let announced = room.card_room.announce_tournament(ann, options, None).await.unwrap();
    let (id, code) = (announced.id, announced.invite_code.unwrap());
    let closed = room.card_room.tournament(id, &caller(bob)).await.unwrap_err();
    assert!(matches!(closed, RoomError::Refused(Refused::InviteNeeded)));
    let refused = act(&room, id, bob, TournamentAction::Register).await.unwrap_err();
    assert!(matches!(refused, RoomError::Refused(Refused::InviteNeeded)));
    let public = TournamentFilter { public: true, limit: 10, ..TournamentFilter::default() };
    assert!(room.card_room.tournaments(public, None).await.unwrap().tournaments.is_empty());
    let entered = room.card_room.in_tournament(id, bob, TournamentAction::Register, Some(code), None).await;
    assert_eq!(entered.unwrap().entered, 1);
    assert_eq!(room.card_room.tournament(id, &caller(bob)).await.unwrap().you.unwrap().player, bob);
    // Its code opens its tables, and the new one those that are open when it is replaced.
    let started = run_until_seen(&room, id, bob).await;
    let table = started.tables[0].table;
    let with = |code: &Option<String>| Caller { invite_code: code.clone(), ..Caller::default() };
    let first = started.invite_code.clone();
    assert!(room.card_room.table(table, &with(&None)).await.is_err());
    assert!(room.card_room.table(table, &with(&first)).await.is_ok());
    let second = act(&room, id, ann, TournamentAction::ReplaceInvite).await.unwrap().invite_code;
    assert_ne!(first, second);
    assert!(room.card_room.table(table, &with(&first)).await.is_err());
    assert!(room.card_room.table(table, &with(&second)).await.is_ok());
}

#[tokio::test(flavor = "multi_thread")]
async fn a_request_with_a_key_is_done_once() {
    let room = TestRoom::open().await;
    let ann = room.player("Ann").await;
    let key = || Some("again".parse::<IdempotencyKey>().unwrap());
    let first = room.card_room.announce_tournament(ann, options(6, 6), key()).await.unwrap();
    let again = room.card_room.announce_tournament(ann, options(6, 6), key()).await.unwrap();
    assert_eq!(first.id, again.id);
    let reused = room.card_room.announce_tournament(ann, options(5, 5), key()).await.unwrap_err();
    assert!(matches!(reused, RoomError::Refused(Refused::KeyReused)));
    let key = || Some("enter".parse::<IdempotencyKey>().unwrap());
    for _ in 0..2 {
        let enters = TournamentAction::Register;
        room.card_room.in_tournament(first.id, ann, enters, None, key()).await.unwrap();
    }
    assert_eq!(room.chips(ann).await, GRANT - 100);
}

/// A tournament as its entrant sees it, once it is played.
async fn run_until_seen(room: &TestRoom, id: TournamentId, entrant: PlayerId) -> TournamentView {
    for _ in 0..5_000 {
        let view = room.card_room.tournament(id, &caller(entrant)).await.unwrap();
        if view.phase == TournamentPhase::Playing {
            return view;
        }
        room.clock.think();
        tokio::time::sleep(Duration::from_millis(1)).await;
    }
    panic!("it does not start");
}
