//! Tables of every game through the same routes.

use serde_json::{Value, json};

use crate::server::{Client, Reply, TestServer};

/// Options of a table of each game, none of them for more than play.
fn tables() -> [(&'static str, Value); 3] {
    let holdem = json!({"holdem": {"betting": "no_limit", "small_blind": 5, "big_blind": 10}});
    let table = |game: Value, seats: u8, buy_in: u64| {
        json!({
            "name": "A table", "seats": seats, "min_buy_in": buy_in, "max_buy_in": buy_in,
            "dealing": {"type": "by_hand"}, "game": game,
        })
    };
    [
        ("holdem", table(holdem, 4, 100)),
        ("doudizhu", table(json!({"doudizhu": {"card_millis": 0}}), 3, 100)),
        ("shengji", table(json!({"shengji": {"card_millis": 0}}), 4, 0)),
    ]
}

async fn open(host: &Client, options: &Value) -> String {
    let opened = host.post("/v1/tables", options.clone()).await.created();
    opened["table"]["id"].as_str().unwrap().to_owned()
}

#[tokio::test]
async fn the_lobby_finds_the_tables_of_a_game() {
    let server = TestServer::open().await;
    let host = server.guest("Host").await;
    for (_, options) in tables() {
        open(&host, &options).await;
    }
    for (game, _) in tables() {
        let page = host.get(&format!("/v1/tables?game={game}")).await.ok();
        let found = page["tables"].as_array().unwrap();
        assert_eq!(found.len(), 1);
        assert!(found[0]["options"]["game"].get(game).is_some(), "{page}");
    }
    let for_chips = host.get("/v1/tables?min_stake=1").await.ok();
    assert_eq!(for_chips["tables"].as_array().unwrap().len(), 2);
    host.get("/v1/tables?game=snap").await.refused(400, "malformed_query");
}

#[tokio::test]
async fn invalid_options_are_named() {
    let server = TestServer::open().await;
    let host = server.guest("Host").await;
    let [.., (_, shengji)] = tables();
    let refused = async |at: &str, value: Value| {
        let mut options = shengji.clone();
        *options.pointer_mut(at).unwrap() = value;
        host.post("/v1/tables", options).await
    };
    for seats in [3, 5] {
        assert_eq!(refused("/seats", json!(seats)).await.refused(422, "bad_option")["option"], "seats");
    }
    let stake = refused("/game/shengji", json!({"stake": 10})).await;
    assert_eq!(stake.refused(422, "bad_option")["option"], "min_buy_in");
    let thresholds = refused("/game/shengji", json!({"thresholds": {"take": 7}})).await;
    assert_eq!(thresholds.refused(422, "bad_option")["option"], "thresholds.take");
    let unknown = refused("/game/shengji", json!({"betting": "no_limit"})).await;
    assert_eq!(unknown.refused(400, "malformed_body")["path"], "game.shengji.betting");
}

#[tokio::test]
async fn a_client_without_state_finds_its_tables() {
    let server = TestServer::open().await;
    let [host, guest] = [server.guest("Host").await, server.guest("Guest").await];
    let [(_, mut options), ..] = tables();
    options["access"] = json!("invite");
    let opened = host.post("/v1/tables", options.clone()).await.created();
    let path = format!("/v1/tables/{}", opened["table"]["id"].as_str().unwrap());
    host.post(&format!("{path}/seats"), json!({"buy_in": 100})).await.ok();
    let code = &opened["table"]["you"]["invite_code"];
    guest.post(&format!("{path}/seats"), json!({"buy_in": 100, "invite_code": code})).await.ok();
    let dealt = host.post(&format!("{path}/hands"), json!({})).await.ok();

    let found = guest.get("/v1/me/tables").await.ok();
    let [table] = found["tables"].as_array().unwrap().as_slice() else { panic!("{found}") };
    assert_eq!(table["table"]["id"], opened["table"]["id"]);
    assert_eq!((&table["table"]["in_hand"], &table["chair"]["seat"]), (&json!(true), &json!(1)));
    assert_eq!(table["decision"], dealt["change"]["decisions"][0], "heads-up the button acts first");
    let of_host = host.get("/v1/me/tables").await.ok();
    assert_eq!(of_host["tables"][0]["decision"], Value::Null);

    open(&guest, &options).await;
    assert_eq!(guest.get("/v1/me/tables").await.ok(), found, "opening a table takes no seat");
    let act = async |who: &Client, at: &Value, kind: &str| {
        let action = json!({"at": at, "action": {"holdem": {"type": kind}}});
        who.post(&format!("{path}/actions"), action).await.ok()
    };
    let folded = act(&guest, &dealt["table"]["version"], "fold").await;
    act(&host, &folded["table"]["version"], "muck").await;
    guest.delete(&format!("{path}/seats/me")).await.ok();
    assert_eq!(guest.get("/v1/me/tables").await.ok(), json!({"tables": [], "next": null}));
    server.anonymous().get("/v1/me/tables").await.refused(401, "token_missing");
    guest.get("/v1/me/tables?limit=0").await.refused(400, "malformed_query");
}

#[tokio::test]
async fn a_wish_that_the_table_does_not_offer_is_refused() {
    let server = TestServer::open().await;
    let host = server.guest("Host").await;
    for (game, mut options) in tables() {
        for straddle in ["none", "mandatory", "voluntary"] {
            if game == "holdem" {
                options["game"]["holdem"]["straddle"] = json!(straddle);
            }
            let table = format!("/v1/tables/{}", open(&host, &options).await);
            let seats = format!("{table}/seats");
            let path = format!("{seats}/me/wishes");
            let wish = async |wishes: Value| host.put(&path, wishes).await;
            let straddles = json!({"holdem": {"straddle": true}});
            let passes = json!({"doudizhu": {"auto_pass": true}});
            wish(straddles.clone()).await.refused(409, "not_seated");
            host.post(&seats, json!({"buy_in": options["min_buy_in"]})).await.ok();
            assert_eq!(host.get(&table).await.ok()["chairs"][0]["wishes"], Value::Null);
            match (game, straddle) {
                ("holdem", "voluntary") => grants(wish(straddles.clone()).await, &straddles),
                ("holdem", _) => drop(wish(straddles).await.refused(422, "holdem.no_straddle")),
                _ => drop(wish(straddles).await.refused(422, "other_game")),
            }
            match game {
                "doudizhu" => grants(wish(passes.clone()).await, &passes),
                _ => drop(wish(passes).await.refused(422, "other_game")),
            }
            // A client may leave out a wish of another game, and cannot set it.
            let none = json!({game: {}});
            let granted = wish(none).await.ok()["table"]["chairs"][0]["wishes"].clone();
            assert!(granted[game].as_object().unwrap().values().all(|wish| wish == false), "{granted}");
            let unknown = wish(json!({game: {"fly": true}})).await.refused(400, "malformed_body");
            assert_eq!(unknown["path"], format!("{game}.fly"));
        }
    }
}

/// Every player sees the wish, on the chair.
#[track_caller]
fn grants(reply: Reply, wishes: &Value) {
    let answer = reply.ok();
    let got = json!({"type": "wished", "seat": 0, "wishes": wishes});
    assert_eq!(answer["change"]["events"], json!([{"table": got}]));
    assert_eq!(&answer["table"]["chairs"][0]["wishes"], wishes);
}

#[tokio::test]
async fn a_wish_to_straddle_counts_from_the_next_deal() {
    let server = TestServer::open().await;
    let [(_, mut options), ..] = tables();
    options["game"]["holdem"]["straddle"] = json!("voluntary");
    let host = server.guest("Host").await;
    let path = format!("/v1/tables/{}", open(&host, &options).await);
    // The highest seat has the first hand's button, so the first that acts is left of the big blind: seat 2.
    let mut seats = vec![host];
    for name in ["Bea", "Cy", "Dee"] {
        seats.push(server.guest(name).await);
    }
    for (seat, client) in seats.iter().enumerate() {
        client.post(&format!("{path}/seats"), json!({"seat": seat, "buy_in": 100})).await.ok();
    }
    let wish = async |on: bool| {
        let wishes = json!({"holdem": {"straddle": on}});
        seats[2].put(&format!("{path}/seats/me/wishes"), wishes).await.ok();
    };
    let straddles = |dealt: &Value| -> Vec<Value> {
        let events = dealt["change"]["events"].as_array().unwrap().iter();
        let posts = events.filter(|event| event["hand"]["holdem"]["post"] == "straddle");
        posts.map(|event| event["hand"]["holdem"]["seat"].clone()).collect()
    };
    wish(true).await;
    let dealt = seats[0].post(&format!("{path}/hands"), Value::Null).await.ok();
    assert_eq!(straddles(&dealt), [json!(2)]);
    // If it is withdrawn during the hand, that counts from the next hand on; then seat 3, whose turn it is, is asked
    // about its wish, not seat 2.
    wish(false).await;
    server.admin().post(&format!("/v1/admin{}/void", &path["/v1".len()..]), Value::Null).await.expect(204);
    let dealt = seats[0].post(&format!("{path}/hands"), Value::Null).await.ok();
    assert_eq!(straddles(&dealt), Vec::<Value>::new());
}

#[tokio::test]
async fn an_action_of_another_game_is_refused() {
    let server = TestServer::open().await;
    for (game, options) in tables() {
        let host = server.guest("Host").await;
        let table = open(&host, &options).await;
        let path = format!("/v1/tables/{table}");
        let buy_in = json!({"buy_in": options["min_buy_in"]});
        host.post(&format!("{path}/seats"), buy_in.clone()).await.ok();
        for (_, name) in (1..options["seats"].as_u64().unwrap()).zip(["Bea", "Cy", "Dee"]) {
            server.guest(name).await.post(&format!("{path}/seats"), buy_in.clone()).await.ok();
        }
        let dealt = host.post(&format!("{path}/hands"), json!({})).await.ok();
        let at = &dealt["table"]["version"];
        let other = match game {
            "holdem" => json!({"shengji": {"type": "pass"}}),
            _ => json!({"holdem": {"type": "fold"}}),
        };
        let refused = host.post(&format!("{path}/actions"), json!({"at": at, "action": other})).await;
        assert_eq!(refused.refused(422, "other_game")["played"], game);
    }
}
