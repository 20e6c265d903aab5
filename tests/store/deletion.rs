//! The end of a player, in the file itself: their names and their login are nowhere in it, and every movement of their chips
//! is.

use jiff::Timestamp;
use reqwest::Method;
use serde_json::{Value, json};
use sqlx::{AssertSqlSafe, Connection, Row, SqliteConnection};

use crate::server::{Client, TestServer, reopen};

/// The player's name, login and key.
const NAMES: [&str; 5] = ["Zerubbabel", "Methuselah", "nebuchadnezzar", "artaxerxes", "jehoshaphat"];
const PASSWORD: &str = "correct horse";

async fn open(host: &Client, seats: u8) -> String {
    let options = json!({
        "name": "Main", "seats": seats, "min_buy_in": 100, "max_buy_in": 1_000, "dealing": {"type": "by_hand"},
        "game": {"holdem": {"betting": "no_limit", "small_blind": 5, "big_blind": 10, "showdown_seconds": 0}},
    });
    let opened = host.post("/v1/tables", options).await.created();
    format!("/v1/tables/{}", opened["table"]["id"].as_str().unwrap())
}

async fn sit(client: &Client, path: &str) {
    client.post(&format!("{path}/seats"), json!({"buy_in": 500, "entry": "post"})).await.ok();
}

/// The seat whose turn it is folds.
async fn play(path: &str, clients: [&Client; 2]) {
    clients[0].post(&format!("{path}/hands"), Value::Null).await.ok();
    for client in clients {
        let view = client.get(path).await.ok();
        if view["you"]["options"].is_object() {
            let fold = json!({"at": view["version"], "action": {"holdem": {"type": "fold"}}});
            client.post(&format!("{path}/actions"), fold).await.ok();
            return;
        }
    }
    panic!("no seat is asked");
}

/// A player does all that leaves a name somewhere, and is deleted.
async fn live_and_go(server: &TestServer) -> Value {
    let (ann, bob) = (server.guest("Ann").await, server.guest("Bob").await);
    let eve = server.guest(NAMES[0]).await;
    let account = json!({"login": NAMES[2], "password": PASSWORD});
    eve.put("/v1/me/account", account).await.ok();
    let (path, full) = (open(&ann, 3).await, open(&eve, 2).await);
    for client in [&ann, &eve] {
        sit(client, &path).await;
    }
    play(&path, [&ann, &eve]).await;
    eve.post(&format!("{path}/emotes"), json!({"emote": "hello"})).await.ok();
    eve.delete(&format!("{path}/seats/me")).await.ok();
    for client in [&ann, &bob] {
        sit(client, &full).await;
    }
    let waiting = eve.request(Method::POST, &format!("{full}/waiting")).header("idempotency-key", NAMES[4]);
    eve.send(waiting.json(&json!({}))).await.ok();
    eve.patch("/v1/me", json!({"name": NAMES[1]})).await.ok();
    sit(&eve, &path).await;
    bob.put(&format!("/v1/me/friends/{}", eve.me["id"].as_str().unwrap()), Value::Null).await.ok();
    eve.put("/v1/me/login", json!({"login": NAMES[3], "password": PASSWORD})).await.ok();
    eve.post("/v1/me/recovery-codes", json!({"password": PASSWORD})).await.created();
    ann.delete(&format!("{path}/players/{}", eve.me["id"].as_str().unwrap())).await.ok();
    eve.delete(&format!("{full}/waiting/me")).await.ok();
    eve.post(&format!("{full}/waiting"), json!({})).await.ok();
    eve.delete(&format!("{full}/waiting/me")).await.ok();
    let body = json!({"password": PASSWORD});
    eve.send(eve.request(Method::DELETE, "/v1/me").json(&body)).await.expect(204);
    // The server goes on.
    sit(&bob, &path).await;
    play(&path, [&ann, &bob]).await;
    server.assert_every_chip_is_accounted_for().await;
    eve.me["id"].clone()
}

/// Every cell of every table, as text.
async fn cells(db: &mut SqliteConnection) -> Vec<String> {
    let mut all = Vec::new();
    let tables = "select name, group_concat('quote(\"' || column || '\")', ' || '' '' || ') from (
        select sqlite_master.name, info.name as column from sqlite_master, pragma_table_info(sqlite_master.name) as info
        where sqlite_master.type = 'table') group by name";
    for table in sqlx::query(tables).fetch_all(&mut *db).await.unwrap() {
        let (name, columns): (String, String) = (table.get(0), table.get(1));
        let rows = format!("select {columns} from \"{name}\"");
        for row in sqlx::query(AssertSqlSafe(rows)).fetch_all(&mut *db).await.unwrap() {
            all.push(format!("{name}: {}", row.get::<String, _>(0)));
        }
    }
    all
}

/// The reasons of a player's movements, in alphabetical order, and the final balance of their wallet.
async fn ledger(db: &mut SqliteConnection, player: &Value) -> (Vec<String>, i64) {
    let rows = sqlx::query(
        "select reason, amount * ((credit = 'wallet:' || ?1) - (debit = 'wallet:' || ?1)) from ledger
        where player_id = ?1 order by reason",
    );
    let rows = rows.bind(player.as_str().unwrap()).fetch_all(db).await.unwrap();
    (rows.iter().map(|row| row.get(0)).collect(), rows.iter().map(|row| row.get::<i64, _>(1)).sum())
}

#[tokio::test]
async fn of_a_deleted_player_the_file_keeps_no_name_and_every_movement() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("cardroom.db");
    let server = TestServer::at(&path, Timestamp::from_second(1_800_000_000).unwrap()).await;
    let player = live_and_go(&server).await;
    server.close().await;
    reopen(&path).await.close().await;

    let mut db = SqliteConnection::connect(path.to_str().unwrap()).await.unwrap();
    let cells = cells(&mut db).await;
    let named = |name: &str| cells.iter().find(|cell| cell.to_lowercase().contains(&name.to_lowercase()));
    assert!(named("Bob").is_some(), "{} cells, and not even Bob", cells.len());
    for name in NAMES {
        assert_eq!(named(name), None, "{name}");
    }
    let (reasons, left) = ledger(&mut db, &player).await;
    let all = ["buy_in", "buy_in", "cash_out", "cash_out", "deletion", "grant", "loss"];
    assert_eq!((reasons.as_slice(), left), (all.map(str::to_owned).as_slice(), 0));
    db.close().await.unwrap();

    let file = std::fs::read(&path).unwrap().to_ascii_lowercase();
    for name in NAMES {
        let name = name.to_ascii_lowercase();
        let place = file.windows(name.len()).position(|bytes| bytes == name.as_bytes());
        assert_eq!(place, None, "{name} is still in the file");
    }
    // The next start finds every chip.
    let server = TestServer::at(&path, Timestamp::from_second(1_800_000_100).unwrap()).await;
    server.assert_every_chip_is_accounted_for().await;
}
