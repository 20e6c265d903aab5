//! Who may announce and enter tournaments, and how often.

use cardroom::service::limits::client_network::ClientNetwork;
use cardroom::service::ports::tournaments::TournamentFilter;
use cardroom::service::room::error::RoomError;
use cardroom::service::room::limits::{BotLimits, RoomLimits};
use cardroom::service::room::tournaments::commands::{MOST_ANNOUNCED, TournamentAction};
use cardroom::service::table::command::IdempotencyKey;
use cardroom::service::table::refused::Refused;
use cardroom_api::table::options::Access;
use cardroom_api::tournament::options::TournamentOptions;

use super::{act, announced, options};
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
    assert!(room.card_room.tournaments(public).await.unwrap().tournaments.is_empty());
    let entered = room.card_room.in_tournament(id, bob, TournamentAction::Register, Some(code), None).await;
    assert_eq!(entered.unwrap().entered, 1);
    assert_eq!(room.card_room.tournament(id, &caller(bob)).await.unwrap().you.unwrap().player, bob);
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
