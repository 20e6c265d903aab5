//! The addresses of hosts, over a restart: no address is stored, so a table counts once its host sends a request.

use cardroom::service::limits::client_network::ClientNetwork;
use cardroom::service::ports::clock::Clock;
use cardroom::service::room::limits::BotLimits;
use cardroom::service::room::limits::RoomLimits;
use cardroom::service::table::command::Command;
use cardroom::service::table::refused::Refused;
use cardroom_api::id::{PlayerId, TableId};
use cardroom_rules::games::level::Level;

use crate::room::{TestRoom, options};

const HERE: ClientNetwork = ClientNetwork { network: 1, site: None };

async fn seat_bot(room: &TestRoom, table: TableId, host: PlayerId) -> Result<(), Refused> {
    let bot = Command::SeatBot { seat: None, level: Level::Novice, name: None };
    room.command(table, host, bot).await.map(drop)
}

#[tokio::test]
async fn computer_players_from_before_a_restart_count() {
    let mut room = TestRoom::open().await;
    let (ann, bob) = (room.player("Ann").await, room.player("Bob").await);
    let (first, second) = (room.table(ann, options()).await, room.table(bob, options()).await);
    for _ in 0..2 {
        seat_bot(&room, first, ann).await.unwrap();
    }
    room.restart_within(RoomLimits { bots_of_address: 4, ..RoomLimits::default() }).await;
    for player in [ann, bob] {
        room.card_room.note_network(player, HERE);
    }
    seat_bot(&room, first, ann).await.unwrap();
    seat_bot(&room, second, bob).await.unwrap();
    let is_full = async || {
        let one_more = seat_bot(&room, second, bob).await;
        matches!(one_more, Err(Refused::TooManyBotsOfAddress { most: 4 }))
    };
    assert!(is_full().await);
    // A later request from elsewhere has not moved the table there.
    room.card_room.note_network(bob, ClientNetwork { network: 2, site: None });
    assert!(is_full().await);
    room.command(first, ann, Command::Close).await.unwrap();
    for _ in 0..3 {
        seat_bot(&room, second, bob).await.unwrap();
    }
    assert!(is_full().await);
}

/// A site of IPv6 has as much as four of its networks.
#[tokio::test]
async fn the_networks_of_a_site_share_computer_players() {
    let mut room = TestRoom::open().await;
    room.restart_within(RoomLimits { bots_of_address: 1, ..RoomLimits::default() }).await;
    let mut seated = 0;
    for network in 0..6 {
        let host = room.player("Host").await;
        room.card_room.note_network(host, ClientNetwork { network, site: Some(7) });
        let table = room.table(host, options()).await;
        seated += usize::from(seat_bot(&room, table, host).await.is_ok());
        assert!(seat_bot(&room, table, host).await.is_err());
    }
    assert_eq!(seated, 4);
}

/// One site cannot use up the quota that all share.
#[tokio::test]
async fn a_site_has_at_most_half_of_the_rooms_computer_players() {
    let mut room = TestRoom::open().await;
    let bots = BotLimits { most: 6, ..BotLimits::default() };
    room.restart_within(RoomLimits { bots, bots_of_address: 2, ..RoomLimits::default() }).await;
    let mut seated = 0;
    for network in 0..4 {
        let host = room.player("Host").await;
        room.card_room.note_network(host, ClientNetwork { network, site: Some(7) });
        let table = room.table(host, options()).await;
        for _ in 0..2 {
            seated += usize::from(seat_bot(&room, table, host).await.is_ok());
        }
    }
    assert_eq!(seated, 3);
    let other = room.player("Other").await;
    room.card_room.note_network(other, HERE);
    let table = room.table(other, options()).await;
    seat_bot(&room, table, other).await.unwrap();
}

/// If a table has its maximum number of bans, bans of guests are dropped, and bans of accounts are not.
#[tokio::test]
async fn bans_of_accounts_are_not_replaced() {
    let room = TestRoom::open().await;
    let (host, at) = (room.player("Host").await, room.clock.now());
    let table = room.table(host, options()).await;
    let mut banned = Vec::new();
    for number in 0..100 {
        let player = room.player("Somebody").await;
        room.store.name_account(player, &format!("login{number}"), "hash", at).await.unwrap();
        room.command(table, host, Command::Ban { player }).await.unwrap();
        banned.push(player);
    }
    let player = room.player("Guest").await;
    let refused = room.command(table, host, Command::Ban { player }).await;
    assert!(matches!(refused, Err(Refused::TooManyBanned { most: 100 })));
    room.command(table, host, Command::Unban { player: banned[0] }).await.unwrap();
    room.command(table, host, Command::Ban { player }).await.unwrap();
    let answer = room.command(table, host, Command::Ban { player: banned[0] }).await.unwrap();
    assert!(!answer.table.banned.contains(&player) && answer.table.banned.len() == 100);
}
