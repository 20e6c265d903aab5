//! Names and pictures of players, and players who look alike.

use serde_json::{Value, json};

use super::id;
use crate::server::TestServer;
use crate::streams::{deal, fold, heads_up, open};

#[tokio::test]
async fn a_name_is_visible_and_stored_in_one_form() {
    let server = TestServer::open().await;
    let ada = server.guest("A\u{308}nne").await;
    assert_eq!(ada.me["name"], "Änne");
    for name in [
        "\u{301}\u{302}",
        "\u{200d}",
        "\u{fe0f}\u{fe0f}",
        "\u{2800}",
        "\u{34f}",
        "\u{20dd} \u{301}",
        "\u{200d}Ada",
    ] {
        server.anonymous().post("/v1/guests", json!({ "name": name })).await.refused(400, "malformed_body");
        let refused = ada.patch("/v1/me", json!({ "name": name })).await.refused(400, "malformed_body");
        assert_eq!(refused["path"], "name");
    }
    assert_eq!(
        ada.patch("/v1/me", json!({"name": "e\u{301}".repeat(30)})).await.ok()["name"],
        "é".repeat(30)
    );
}

#[tokio::test]
async fn a_name_of_marks_alone_or_with_too_many_is_refused() {
    let server = TestServer::open().await;
    let ada = server.guest("Ada").await;
    for name in [
        "\u{301}".repeat(27),
        format!("a{}", "\u{301}".repeat(5)),
        format!("á{}", "\u{316}".repeat(4)),
        // A spacing mark, a vowel of Hindi, separates no marks; marks at the start combine with the text before the
        // name.
        format!("क{}", "\u{301}\u{93e}".repeat(5)),
        format!("{}Ada", "\u{301}".repeat(4)),
    ] {
        server.anonymous().post("/v1/guests", json!({ "name": name })).await.refused(400, "malformed_body");
        let refused = ada.patch("/v1/me", json!({ "name": name })).await.refused(400, "malformed_body");
        assert_eq!(refused["path"], "name");
        let table = json!({
            "name": name, "seats": 2, "min_buy_in": 100, "max_buy_in": 100,
            "game": {"holdem": {"betting": "no_limit", "small_blind": 1, "big_blind": 2}},
        });
        assert_eq!(ada.post("/v1/tables", table).await.refused(422, "bad_option")["option"], "name");
    }
    for name in ["Việt မြို့", "ശ്രീലക്ഷ്മി", "ปิ่น", "བསྟན་འཛིན", "אַבְרָהָם", "مُحَمَّد"]
    {
        assert_eq!(ada.patch("/v1/me", json!({ "name": name })).await.ok()["name"], name);
    }
}

#[tokio::test]
async fn reserved_names_are_refused() {
    let server = TestServer::open().await;
    let ada = server.guest("Ada").await;
    for name in [
        "Admin",
        "ADMIN",
        "\u{410}dm1n",
        " deleted  player",
        "DeIeted player",
        "Cardroom",
        "管理员",
        "已删除的玩家",
        "ᴀᴅᴍɪɴ",
        "🅰🅳🅼🅸🅽",
        "🅐🅓🅜🅘🅝",
        "🇦🇩🇲🇮🇳",
        "Admin1",
        "The Admins",
        "Cardroom Support",
        "Mod",
    ] {
        server.anonymous().post("/v1/guests", json!({ "name": name })).await.refused(400, "malformed_body");
        let refused = ada.patch("/v1/me", json!({ "name": name })).await.refused(400, "malformed_body");
        assert_eq!(refused["path"], "name");
        assert!(refused["detail"].as_str().unwrap().contains("reserved"), "{refused}");
    }
    assert_eq!(ada.get("/v1/me").await.ok()["name"], "Ada");
    for name in ["Modesto", "Adminton", "Housemate", "House"] {
        assert_eq!(ada.patch("/v1/me", json!({ "name": name })).await.ok()["name"], name);
    }
}

#[tokio::test]
async fn a_picture_is_one_of_the_servers_list() {
    let server = TestServer::open().await;
    let ada = server.guest("Ada").await;
    let other = if ada.me["avatar"] == "otter" { "owl" } else { "otter" };
    let changed = ada.patch("/v1/me", json!({ "avatar": other })).await.ok();
    assert_eq!((&changed["avatar"], &changed["name"]), (&json!(other), &json!("Ada")));
    assert_eq!(ada.patch("/v1/me", json!({"name": "Ava"})).await.ok()["avatar"], other);
    assert_eq!(ada.get("/v1/me").await.ok()["avatar"], other);
    for avatar in [json!("unicorn"), json!("Otter"), json!(7)] {
        ada.patch("/v1/me", json!({ "avatar": avatar })).await.refused(400, "malformed_body");
    }
    let bob = server.guest("Bob").await;
    let seen = bob.get(&format!("/v1/players/{}", id(&ada))).await.ok();
    assert_eq!((&seen["avatar"], &seen["name"]), (&json!(other), &json!("Ava")));
    assert_eq!((&seen["friendship"], &seen["table"]), (&json!("none"), &Value::Null));
    assert_eq!(seen["created_at"], ada.me["created_at"]);
    assert!(seen.get("chips").is_none() && seen.get("login").is_none());
    bob.get(&format!("/v1/players/{}", uuid::Uuid::nil())).await.refused(404, "no_such_player");
    bob.get("/v1/players/x").await.refused(400, "malformed_path");
    server.anonymous().get(&format!("/v1/players/{}", id(&ada))).await.refused(401, "token_missing");
    let path = open(&ada, json!({})).await;
    ada.post(&format!("{path}/seats"), json!({"buy_in": 500})).await.ok();
    assert_eq!(bob.get(&path).await.ok()["chairs"][0]["avatar"], other);
}

#[tokio::test]
async fn players_who_look_alike_at_a_table_get_tags() {
    let server = TestServer::open().await;
    let (ada, cat) = (server.guest("Ada").await, server.guest("Cat").await);
    let path = open(&ada, json!({"seats": 4})).await;
    ada.post(&format!("{path}/seats"), json!({"buy_in": 500})).await.ok();
    cat.post(&format!("{path}/seats"), json!({"buy_in": 500})).await.ok();
    let tags = async || {
        let chairs = ada.get(&path).await.ok()["chairs"].clone();
        chairs.as_array().unwrap().iter().map(|chair| chair["tag"].clone()).collect::<Vec<_>>()
    };
    assert_eq!(tags().await, [Value::Null, Value::Null]);
    // The first letter is Cyrillic.
    let eve = server.guest("\u{410}da").await;
    eve.post(&format!("{path}/seats"), json!({"buy_in": 500})).await.ok();
    let tail = |id: &str| json!(id[id.len() - 4..]);
    assert_eq!(tags().await, [tail(id(&ada)), Value::Null, tail(id(&eve))]);
    let mine = eve.get("/v1/me/tables").await.ok();
    assert_eq!(mine["tables"][0]["chair"]["tag"], tail(id(&eve)));
    eve.delete(&format!("{path}/seats/me")).await.ok();
    assert_eq!(tags().await, [Value::Null, Value::Null]);
    // Spaces and case do not distinguish two names either.
    let dan = server.guest("  C\u{a0} at").await;
    assert_eq!(dan.me["name"], "C at");
    let fay = server.guest("c  At").await;
    for player in [&dan, &fay] {
        player.post(&format!("{path}/seats"), json!({"buy_in": 500})).await.ok();
    }
    assert_eq!(tags().await, [Value::Null, Value::Null, tail(id(&dan)), tail(id(&fay))]);
    // Nor do small capitals, or letters in squares.
    let (gus, hal) = (server.guest("ᴀᴅᴀ").await, server.guest("🅲🅰🆃").await);
    for (old, new) in [(&dan, &gus), (&fay, &hal)] {
        old.delete(&format!("{path}/seats/me")).await.ok();
        new.post(&format!("{path}/seats"), json!({"buy_in": 500})).await.ok();
    }
    assert_eq!(tags().await, [&ada, &cat, &gus, &hal].map(|player| tail(id(player))));
}

#[tokio::test]
async fn old_hands_show_the_new_name() {
    let server = TestServer::open().await;
    let (path, ann, bob) = heads_up(&server).await;
    deal(&ann, &path).await;
    fold(&path, &[&ann, &bob]).await;
    bob.patch("/v1/me", json!({"name": "Robert"})).await.ok();
    let view = ann.get(&path).await.ok();
    let names = |players: &Value| {
        players.as_array().unwrap().iter().map(|player| player["name"].clone()).collect::<Vec<_>>()
    };
    assert_eq!(names(&view["chairs"]), ["Ann", "Bob"], "a chair keeps its name");
    assert_eq!(names(&view["last_result"]["players"]), ["Ann", "Robert"]);
    let hands = ann.get(&format!("{path}/hands")).await.ok();
    assert_eq!(names(&hands["hands"][0]["players"]), ["Ann", "Robert"]);
}
