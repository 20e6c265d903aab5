//! Answers of a server of a newer release: they may have more members than requests.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use cardroom_api::table::options::{NewChairOptions, TableOptions};
use serde_json::json;

#[test]
fn only_answers_may_have_unknown_members_of_fill_with_bots() {
    let filling = json!({ "level": "novice", "after_seconds": 5, "from_a_newer_release": true });
    let options = json!({
        "name": "A", "seats": 4, "min_buy_in": 0, "max_buy_in": 0, "game": { "shengji": {} },
        "fill_with_bots": filling,
    });
    let read: TableOptions = serde_json::from_value(options.clone()).unwrap();
    assert_eq!(read.fill_with_bots.unwrap().after_seconds, 5);
    assert!(serde_json::from_value::<NewChairOptions>(options).is_err());
}
