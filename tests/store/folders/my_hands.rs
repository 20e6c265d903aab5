//! Hands that are older than the lists of players' hands.

use serde_json::{Value, json};

use super::Folder;
use crate::server::Client;

/// The result of a hand for a seat, by its last change; null if it is not over, or was void.
fn net(hand: &Value, seat: &Value) -> Value {
    let events =
        hand["changes"].as_array().unwrap().iter().flat_map(|change| change["events"].as_array().unwrap());
    let mut tables = events.map(|event| &event["table"]);
    let Some(ended) = tables.find(|event| event["type"] == "hand_ended" && event["void"] == false) else {
        return Value::Null;
    };
    let chips = |stacks: &Value| {
        let mut stacks = stacks.as_array().unwrap().iter();
        stacks.find(|stack| stack["seat"] == *seat).unwrap()["chips"].as_i64().unwrap()
    };
    json!(chips(&ended["stacks"]) - chips(&hand["players"]))
}

/// Compares a player's hands with the log of each of them. Returns their number.
async fn assert_listed(player: &Client) -> usize {
    let (mut listed, mut path) = (0, "/v1/me/hands?limit=7".to_owned());
    loop {
        let page = player.get(&path).await.ok();
        for mine in page["hands"].as_array().unwrap() {
            let hand = player.get(&format!("/v1/hands/{}", mine["id"].as_str().unwrap())).await.ok();
            assert_eq!(mine["your_seat"], hand["your_seat"]);
            assert_eq!((&mine["players"], &mine["over"]), (&hand["players"], &hand["over"]));
            assert_eq!(mine["net"], net(&hand, &hand["your_seat"]), "{mine}");
            assert_eq!(mine["shown"], Value::Null, "kept since");
            assert_eq!(mine["void"], json!(hand["over"] == true && mine["net"].is_null()));
            listed += 1;
        }
        let Some(next) = page["next"].as_str() else { return listed };
        path = format!("/v1/me/hands?limit=7&after={next}");
    }
}

#[tokio::test]
async fn hands_of_older_releases_are_listed_with_their_results() {
    // From the third folder on, shown cards and figures are stored.
    for number in [1, 2] {
        let folder = Folder::copy(number);
        let opened = folder.open().await;
        let mut listed = 0;
        for name in opened.recorded.players.keys() {
            let player = opened.client(Some(name));
            listed += assert_listed(&player).await;
            assert_eq!(
                player.get("/v1/me/statistics").await.ok(),
                json!({"open_to": "nobody", "figures": [], "tournaments": []}),
                "they begin now"
            );
        }
        assert_eq!(listed, 84);
        opened.close().await;
    }
}
