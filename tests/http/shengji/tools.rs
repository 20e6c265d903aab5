//! The rules of Shengji as a calculator.

use serde_json::{Value, json};

use crate::server::{Reply, TestServer};

/// Cards as a test writes them, as JSON has them.
fn list(cards: &str) -> Value {
    cards.split_whitespace().collect()
}

fn lists(all: &[&str]) -> Value {
    all.iter().map(|cards| list(cards)).collect()
}

fn spades_at_two() -> Value {
    json!({"suit": "spades", "level": "2"})
}

struct Tools(TestServer);

impl Tools {
    async fn open() -> Self {
        Self(TestServer::open().await)
    }

    async fn ask(&self, tool: &str, question: Value) -> Reply {
        self.0.anonymous().post(&format!("/v1/shengji/{tool}"), question).await
    }

    async fn check(&self, lead: &str, hand: &str, play: &str) -> Reply {
        let cards = json!({
            "trump": spades_at_two(), "lead": list(lead), "hand": list(hand), "play": list(play),
        });
        self.ask("check", cards).await
    }
}

#[tokio::test]
async fn a_follow_is_judged_with_what_was_demanded_and_given() {
    let tools = Tools::open().await;
    let hand = "7h 7h 6h 5h 4h 3h Kd";
    let answer = tools.check("3h 3h 4h 4h", hand, "6h 5h 4h 3h").await.ok();
    assert_eq!((&answer["legal"], &answer["why"]["code"]), (&json!(false), &json!("must_serve")));
    assert_eq!((&answer["why"]["demanded"], &answer["why"]["given"]), (&json!([1]), &json!([])));
    assert_eq!(answer["says"], "the hand has a pair to play, not no pairs");
    let options = &answer["options"];
    assert_eq!(options["owed"]["says"], "4 hearts, among them a pair");
    assert_eq!((&options["must"], &options["suggested"]), (&list("7h 7h"), &list("3h 4h 7h 7h")));
    let groups: Vec<_> = answer["hand"].as_array().unwrap().iter().map(|of| &of["cards"]).collect();
    assert_eq!(groups[1], &list("3h 4h 5h 6h 7h 7h"));

    let answer = tools.check("3h 3h 4h 4h", hand, "7h 3h 7h 4h").await.ok();
    assert_eq!(
        (&answer["legal"], &answer["why"], &answer["says"]),
        (&json!(true), &Value::Null, &Value::Null)
    );
    for (play, code) in [
        ("7h 7h 6h Kd", "must_follow"),
        ("7h 7h 6h", "wrong_number"),
        ("7h 7h 8h 3h", "not_held"),
        ("7h 7h 7h 3h", "not_held"),
        ("", "wrong_number"),
    ] {
        let answer = tools.check("3h 3h 4h 4h", hand, play).await.ok();
        assert_eq!((&answer["legal"], &answer["why"]["code"]), (&json!(false), &json!(code)), "{play}");
    }
}

#[tokio::test]
async fn a_lead_is_judged_with_every_legal_kind() {
    let tools = Tools::open().await;
    let hand = "9h 8h 8h 7h 7h 2c 2c As As X1";
    let answer = tools.check("", hand, "9h 2c").await.ok();
    assert_eq!(answer["why"], json!({"code": "mixed_groups", "groups": ["hearts", "trump"]}));
    let options = &answer["options"];
    assert_eq!(options["singles"], list("7h 8h 9h As 2c X1"));
    assert_eq!(options["pairs"], list("7h 8h As 2c"));
    assert_eq!(options["tractors"], lists(&["7h 7h 8h 8h", "As As 2c 2c"]));
    assert_eq!(options["throws"], lists(&["7h 7h 8h 8h 9h", "As As 2c 2c X1"]));
    assert_eq!(tools.check("", hand, "9h 8h 8h").await.ok()["legal"], true, "a throw");
    assert_eq!(tools.check("", hand, "").await.ok()["why"]["code"], "no_cards");
}

#[tokio::test]
async fn a_trick_has_a_winner_and_points() {
    let tools = Tools::open().await;
    let trick = async |plays: &[&str]| {
        tools.ask("trick", json!({"trump": spades_at_two(), "plays": lists(plays)})).await
    };
    let plays = ["5h 4h 4h", "9s 7s 7s", "8s 8s 4s", "Kh Kh 3h"];
    let answer = trick(&plays).await.ok();
    assert_eq!((&answer["winner"], &answer["points"]), (&json!(2), &json!(25)));
    assert_eq!(
        answer["components"][0],
        json!({"cards": ["4h", "4h"], "pairs": 1, "group": "hearts", "top": 1})
    );
    assert_eq!(trick(&plays[..2]).await.ok()["winner"], 1);
    let by_card = json!({
        "trump": spades_at_two(), "evaluation": "highest_card", "plays": lists(&plays),
    });
    assert_eq!(tools.ask("trick", by_card).await.ok()["winner"], 1);

    let refused = trick(&["5h 4h 4h", "9s 7s"]).await.refused(422, "shengji.wrong_number");
    assert_eq!((&refused["path"], &refused["demanded"]), (&json!("plays[1]"), &json!(3)));
    let refused = trick(&["5h 4c"]).await.refused(422, "shengji.mixed_groups");
    assert_eq!((&refused["path"], &refused["groups"]), (&json!("plays[0]"), &json!(["hearts", "clubs"])));
    assert_eq!(trick(&[""]).await.refused(422, "shengji.no_cards")["path"], "plays[0]");
    assert_eq!(trick(&[]).await.refused(422, "shengji.list_count")["most"], 4);
    assert_eq!(trick(&["5h"; 5]).await.refused(422, "shengji.list_count")["given"], 5);
    let refused = trick(&["5h", "6h", "5h", "5h"]).await.refused(422, "shengji.third_copy");
    assert_eq!((&refused["path"], &refused["card"]), (&json!("plays[3][0]"), &json!("5h")));
}

#[tokio::test]
async fn a_throw_stands_or_its_smallest_beaten_part_is_forced() {
    let tools = Tools::open().await;
    let throw = async |others: &[&str], penalty: &str| {
        let lead = list("9h 8h 8h 4h 4h");
        let question = json!({
            "trump": spades_at_two(), "lead": lead, "others": lists(others), "penalty": penalty,
        });
        tools.ask("throw", question).await
    };
    let answer = throw(&["3h Th Th", "", "7h 7h"], "per_card").await.ok();
    assert_eq!((&answer["stands"], &answer["led"]), (&json!(false), &json!(["9h"])));
    assert_eq!((&answer["penalty"], &answer["returned"]), (&json!(50), &list("4h 4h 8h 8h")));
    assert_eq!(answer["beaten"].as_array().unwrap().len(), 3);
    let answer = throw(&["5h 5h 7h 7h", "As As", "X2"], "none").await.ok();
    assert_eq!((&answer["stands"], &answer["led"]), (&json!(false), &list("4h 4h")));
    let answer = throw(&["3h 3h", "As As", "X2"], "per_attempt").await.ok();
    assert_eq!((&answer["stands"], &answer["penalty"]), (&json!(true), &json!(0)));
    assert_eq!(answer["led"], list("4h 4h 8h 8h 9h"));

    let refused = throw(&["3h", "8h"], "none").await.refused(422, "shengji.third_copy");
    assert_eq!(refused["path"], "others[1][0]");
    assert_eq!(throw(&[], "none").await.refused(422, "shengji.list_count")["path"], "others");
}

#[tokio::test]
async fn a_value_out_of_range_is_refused_with_its_path() {
    let tools = Tools::open().await;
    let many = "3h ".repeat(26);
    let refused = tools.check("4h", &many, "").await.refused(422, "shengji.too_many_cards");
    assert_eq!((&refused["path"], &refused["most"]), (&json!("hand"), &json!(25)));
    assert_eq!(tools.check("4h", "3h", &many).await.refused(422, "shengji.too_many_cards")["path"], "play");
    assert_eq!(
        tools.check("4h", "3h 3h 3h", "3h").await.refused(422, "shengji.third_copy")["path"],
        "hand[2]"
    );
    assert_eq!(tools.check("4h 4c", "3h", "3h").await.refused(422, "shengji.mixed_groups")["path"], "lead");
    assert_eq!(tools.check("4h 10c", "3h", "3h").await.refused(400, "malformed_body")["path"], "lead[1]");
    for (trump, path) in [
        (json!({"suit": "stars", "level": "2"}), "trump.suit"),
        (json!({"suit": "spades", "level": "10"}), "trump.level"),
        (json!({"suit": "spades", "rank": "2"}), "trump.rank"),
    ] {
        let question = json!({"trump": trump, "hand": [], "play": []});
        assert_eq!(tools.ask("check", question).await.refused(400, "malformed_body")["path"], path);
    }
}
