//! A table rests where no person is there.

use serde_json::json;

use super::{open, seat_bot, until};
use crate::events::Events;
use crate::house::House;

#[tokio::test]
async fn computers_alone_play_while_somebody_watches() {
    let house = House::open().await;
    let host = house.guest("Host").await;
    let path = open(&host, json!({})).await;
    for _ in 0..3 {
        seat_bot(&host, &path, "novice").await;
    }
    for _ in 0..50 {
        house.clock.advance(1);
        tokio::time::sleep(std::time::Duration::from_millis(1)).await;
    }
    let resting = host.get(&path).await.ok();
    assert!(resting["hand"].is_null() && resting["last_hand"].is_null(), "{resting}");
    assert!(resting["closes_at"].is_string(), "{resting}");

    let watcher = house.stranger();
    let mut stream = Events::open(&watcher, &format!("{path}/events"), None).await;
    let first = stream.next().await.unwrap();
    assert!(first.data["table"]["chairs"].is_array());
    until(&house, &host, &path, |table| table["last_hand"].is_string()).await;
    drop(stream);

    // The hand that is played comes to its end, and then nothing more.
    house.clock.advance(20);
    let rested =
        until(&house, &host, &path, |table| table["hand"].is_null() && table["closes_at"].is_string()).await;
    for _ in 0..50 {
        house.clock.advance(1);
        tokio::time::sleep(std::time::Duration::from_millis(1)).await;
    }
    assert_eq!(host.get(&path).await.ok()["version"], rested["version"]);
    house.clock.advance(25 * 3_600);
    until(&house, &watcher, &path, |table| table["closed_at"].is_string()).await;
    house.assert_every_chip_is_accounted_for().await;
}
