//! Damaged rows in the folder of an older release: the server opens, the tables that they belong to are out of order,
//! and everything else goes on.

use serde_json::{Value, json};

use super::answers::assert_same_answers;
use super::{Folder, Opened};

/// The damage, in a column of JSON.
const GARBAGE: [&str; 10] = [
    "",
    "no JSON",
    "{\"options\":",
    "null",
    "5",
    "[]",
    "[[1], {}]",
    "\"text\"",
    "{}",
    "{\"game\": {\"holdem\": 5}, \"chairs\": [\"x\", 5, null], \"pause\": 5, \"events\": [\"lightning\", 5, null], \"asks\": {}, \
     \"holdem\": \"x\", \"doudizhu\": [], \"shengji\": 5}",
];

/// The columns of a table, each at a table of its own, whose hand has no deadline.
const COLUMNS: [(&str, &str); 4] = [
    ("Straddled flop", "update tables set options = '{}' where id = '{id}'"),
    ("Fixed limit before the flop", "update tables set state = '{}' where id = '{id}'"),
    (
        "Landlords in play",
        "update changes set body = '{}' where table_id = '{id}' and version = (select version from tables where id = '{id}')",
    ),
    ("Tractors in a trick", "update hands set setup = '{}' where table_id = '{id}' and last_version is null"),
];

/// A table of the recording by its name: its identifier.
pub fn id_of(folder: &Folder, name: &str) -> String {
    let got = folder.recorded.answers.iter().find(|got| got.body["options"]["name"] == name).unwrap();
    got.body["id"].as_str().unwrap().to_owned()
}

#[tokio::test]
async fn damaged_rows_put_their_tables_out_of_order_and_nothing_else() {
    for garbage in GARBAGE {
        let folder = Folder::copy(1);
        let mut damaged = Vec::new();
        for (name, statement) in COLUMNS {
            let id = id_of(&folder, name);
            let (before, after) = statement.split_once("'{}'").unwrap();
            let after = after.replace("{id}", &id);
            folder.tamper(&format!("{before}'{garbage}'{after}")).await;
            damaged.push(id);
        }
        let opened = folder.open().await;
        for id in &damaged {
            assert_out_of_order(&opened, id).await;
        }
        assert_left_out(&opened, &damaged).await;
        assert_others_go_on(&folder, &opened, &damaged).await;
        opened.close().await;
    }
}

/// Every route of the table answers that it is out of order.
pub async fn assert_out_of_order(opened: &Opened, id: &str) {
    let path = format!("/v1/tables/{id}");
    let ada = opened.client(Some("Ada"));
    for at in [path.clone(), format!("{path}/events"), format!("{path}/hands")] {
        ada.get(&at).await.refused(503, "out_of_order");
        opened.client(None).get(&at).await.refused(503, "out_of_order");
    }
    ada.post(&format!("{path}/hands"), Value::Null).await.refused(503, "out_of_order");
    let fold = json!({"at": 1, "action": {"holdem": {"type": "fold"}}});
    ada.post(&format!("{path}/actions"), fold).await.refused(503, "out_of_order");
    ada.delete(&format!("{path}/seats/me")).await.refused(503, "out_of_order");
}

/// A player at damaged tables still gets the others. So does the lobby, which shows options and seated players.
async fn assert_left_out(opened: &Opened, damaged: &[String]) {
    let ids = |page: &Value| -> Vec<String> {
        let tables = page["tables"].as_array().unwrap().iter();
        tables.map(|table| table.get("table").unwrap_or(table)["id"].as_str().unwrap().to_owned()).collect()
    };
    for name in opened.recorded.players.keys() {
        let mine = ids(&opened.client(Some(name)).get("/v1/me/tables").await.ok());
        let got = opened.recorded.answers.iter();
        let before = got.filter(|got| got.path == "/v1/me/tables" && got.caller.as_ref() == Some(name));
        let mut expected = before.flat_map(|got| ids(&got.body)).collect::<Vec<_>>();
        // A hand's setup is not looked at for a list.
        expected.retain(|id| !damaged[..3].contains(id));
        assert_eq!(mine, expected, "{name}");
    }
    let lobby = ids(&opened.client(None).get("/v1/tables?limit=100").await.ok());
    assert!(!damaged[..2].iter().any(|id| lobby.contains(id)) && lobby.len() > 5, "{lobby:?}");
}

/// All other tables have the same answers as before; so do finished hands of damaged tables, if the table does not
/// matter; and a new table can be opened.
async fn assert_others_go_on(folder: &Folder, opened: &Opened, damaged: &[String]) {
    let hands: Vec<&str> = folder
        .recorded
        .answers
        .iter()
        .filter(|got| damaged.iter().any(|id| got.body["table"] == id.as_str()))
        .map(|got| got.path.as_str())
        .collect();
    let is_sound = |path: &str| {
        let is_list = ["/v1/tables", "/v1/me/tables", "/v1/admin"].iter().any(|list| path.starts_with(list));
        let is_table =
            path.starts_with("/v1/tables/") && !damaged.iter().any(|id| path.contains(id.as_str()));
        let is_hand = path.starts_with("/v1/hands/") && !hands.iter().any(|hand| path.starts_with(hand));
        is_table || is_hand || !is_list && !path.starts_with("/v1/hands/")
    };
    assert!(assert_same_answers(opened, is_sound).await > 120);
    let options = json!({
        "name": "Another", "seats": 2, "min_buy_in": 100, "max_buy_in": 1000,
        "game": {"holdem": {"betting": "no_limit", "small_blind": 5, "big_blind": 10}},
    });
    let table = opened.client(Some("Ada")).post("/v1/tables", options).await.created();
    let seats = format!("/v1/tables/{}/seats", table["table"]["id"].as_str().unwrap());
    opened.client(Some("Bob")).post(&seats, json!({"buy_in": 100})).await.ok();
    opened.client(None).get("/readyz").await.ok();
}

/// If only the hand is damaged, the admin can end it as if it had never been dealt.
#[tokio::test]
async fn a_hand_that_is_damaged_can_be_voided() {
    let folder = Folder::copy(1);
    let (name, statement) = COLUMNS[3];
    let id = id_of(&folder, name);
    folder.tamper(&statement.replace("{id}", &id)).await;
    let opened = folder.open().await;
    assert_out_of_order(&opened, &id).await;
    let void = format!("/v1/admin/tables/{id}/void");
    opened.client(Some("admin")).post(&void, Value::Null).await.expect(204);
    let ada = opened.client(Some("Ada"));
    let path = format!("/v1/tables/{id}");
    assert_eq!(ada.get(&path).await.ok()["hand"], Value::Null);
    opened.audit().await;
    let dealt = ada.post(&format!("{path}/hands"), Value::Null).await.ok();
    assert!(dealt["table"]["hand"].is_object());
    opened.close().await;
}
