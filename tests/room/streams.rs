//! How many may follow one table.

use cardroom::service::room::asker::Asker;
use cardroom::service::room::bounds::RoomBounds;
use cardroom::service::table::message::Message;
use cardroom::service::table::refused::{Crowd, Refused};

use crate::house::{House, asker, judged, options};
use crate::tables::heads_up;

#[tokio::test]
async fn a_table_is_followed_by_so_many_and_no_more() {
    let house = House::open().await;
    let (table, ann, _) = heads_up(&house, options()).await;
    let watcher = house.player("Cid").await;
    let elsewhere = house.table(ann, options()).await;
    let stranger = Asker::default();
    let mut following = Vec::new();
    let most = RoomBounds::default().streams_of_table;
    for _ in 0..most {
        following.push(house.room.follow(table, stranger.clone(), None).await.unwrap());
    }
    house.room.follow(table, asker(ann), None).await.expect("who has a chair is kept out by nobody");
    for one_more in [stranger.clone(), asker(watcher)] {
        let refused = judged(house.room.follow(table, one_more, None).await.map(drop));
        let full = Refused::TooManyStreams { of: Crowd::Table, most };
        assert_eq!(format!("{refused:?}"), format!("{:?}", Err::<(), _>(full)));
    }
    house.room.follow(elsewhere, stranger.clone(), None).await.unwrap();
    assert!(matches!(following[0].next().await, Some(Message::Table(_))), "those who came first stay");
    following.pop();
    house.room.follow(table, stranger, None).await.unwrap();
}
