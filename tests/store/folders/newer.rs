//! Hands that were dealt under rules that this build does not have: they are not played here, and nothing else stops.

use std::io::{self, Write};
use std::sync::{Arc, Mutex};

use cardroom_rules::games::game::RULES_RELEASE;
use serde_json::{Value, json};
use sqlx::{AssertSqlSafe, Connection, Executor, Row};
use tracing::subscriber::{DefaultGuard, set_default, set_global_default};

use super::answers::assert_same_answers;
use super::damage::{assert_out_of_order, id_of};
use super::{Folder, Opened};

/// A table of each game in the middle of a hand.
const TABLES: [&str; 3] = ["Straddled flop", "Landlords in play", "Tractors in a trick"];

/// Marks hands as dealt under the release after this build's.
async fn deal_under_newer_rules(folder: &Folder, table: &str, which: &str) {
    let newer = RULES_RELEASE + 1;
    folder
        .tamper(&format!("update hands set rules_version = {newer} where table_id = '{table}' and {which}"))
        .await;
}

/// All changes of a table, as they are stored.
async fn changes(folder: &Folder, table: &str) -> Vec<String> {
    let mut behind = folder.behind().await;
    let rows = format!(
        "select changes.version || body from changes join heads on number = head where table_id = '{table}' order by changes.version"
    );
    let rows = behind.fetch_all(AssertSqlSafe(rows)).await.unwrap();
    behind.close().await.unwrap();
    rows.iter().map(|row| row.get(0)).collect()
}

/// The hands of a table in the recording, by their paths: finished ones, or the open one.
fn recorded_hands<'a>(folder: &'a Folder, table: &str, over: bool) -> Vec<&'a str> {
    let got = folder.recorded.answers.iter();
    got.filter(|got| got.body["table"] == table && got.body["over"] == over)
        .map(|got| got.path.as_str())
        .collect()
}

/// The lines of the log.
#[derive(Clone, Default)]
struct Log(Arc<Mutex<Vec<u8>>>);

impl Write for Log {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.lock().unwrap().write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl Log {
    /// The lines that this thread logs, until the guard is dropped.
    fn listen() -> (Self, DefaultGuard) {
        // A line that another thread logged first, before there was a subscriber, would be left out here too.
        set_global_default(tracing_subscriber::registry()).ok();
        let log = Self::default();
        let writer = log.clone();
        let writing = tracing_subscriber::fmt().with_writer(move || writer.clone()).with_ansi(false).finish();
        (log, set_default(writing))
    }

    /// The lines that an alarm has written about a table.
    fn alarms(&self, table: &str) -> Vec<String> {
        let log = String::from_utf8(self.0.lock().unwrap().clone()).unwrap();
        let lines = log.lines().filter(|line| line.contains("ERROR") && line.contains(table));
        lines.map(str::to_owned).collect()
    }
}

#[tokio::test]
async fn a_hand_under_newer_rules_is_not_played_and_everything_else_goes_on() {
    for name in TABLES {
        let folder = Folder::copy(1);
        // Migrated first: from here on the database has to stay as it is.
        folder.open().await.close().await;
        let table = id_of(&folder, name);
        let before = changes(&folder, &table).await;
        let in_play = "place not in (select place from ended_hands)";
        deal_under_newer_rules(&folder, &table, in_play).await;
        let (log, listening) = Log::listen();
        let opened = folder.open().await;
        assert_out_of_order(&opened, &table).await;
        let alarms = log.alarms(&table);
        let why = format!("release {} of the rules", RULES_RELEASE + 1);
        assert!(!alarms.is_empty() && alarms.iter().all(|alarm| alarm.contains(&why)), "{alarms:?}");
        drop(listening);

        let hand = recorded_hands(&folder, &table, false)[0];
        opened.client(Some("Ada")).get(hand).await.refused(503, "out_of_order");
        assert_others_go_on(&folder, &opened, &table).await;
        // Whatever was due at this table, the clock does not play it.
        opened.server.clock.advance(100_000);
        let fresh = opened.server.guest("Somebody").await;
        fresh.get("/readyz").await.ok();
        opened.close().await;
        assert_eq!(changes(&folder, &table).await, before);

        // A build with those rules goes on with it as if nothing had happened.
        folder.tamper(&format!("update hands set rules_version = 1 where table_id = '{table}'")).await;
        let opened = folder.open().await;
        assert_same_answers(&opened, |path| path.contains(&table)).await;
        opened.close().await;
    }
}

/// Other tables, lists, and finished hands of the same table have the same answers as before, for their players.
async fn assert_others_go_on(folder: &Folder, opened: &Opened, table: &str) {
    let hands = [recorded_hands(folder, table, true), recorded_hands(folder, table, false)].concat();
    let is_other = |path: &str| !path.contains(table) && !hands.iter().any(|hand| path.starts_with(hand));
    assert!(assert_same_answers(opened, is_other).await > 150);
    for got in folder.recorded.answers.iter().filter(|got| got.body["table"] == table) {
        let played = got.body["players"].as_array().unwrap().iter().any(|player| {
            got.caller.as_ref().is_some_and(|caller| opened.recorded.players[caller].id == player["player"])
        });
        let answer = opened.client(got.caller.as_deref()).get(&got.path).await;
        if played && got.body["over"] == true {
            answer.ok();
        } else {
            answer.refused(503, "out_of_order");
        }
    }
}

#[tokio::test]
async fn a_finished_hand_under_newer_rules_is_not_shown_and_its_table_plays_on() {
    let folder = Folder::copy(1);
    let table = id_of(&folder, TABLES[0]);
    deal_under_newer_rules(&folder, &table, "last_version is not null").await;
    let opened = folder.open().await;
    for hand in recorded_hands(&folder, &table, true) {
        for caller in [Some("Ada"), None] {
            opened.client(caller).get(hand).await.refused(503, "out_of_order");
            opened.client(caller).get(&format!("{hand}/phh")).await.refused(503, "out_of_order");
        }
    }
    assert_same_answers(&opened, |path| path == format!("/v1/tables/{table}")).await;
    assert_same_answers(&opened, |path| path == format!("/v1/tables/{table}/hands")).await;
    let view = opened.client(Some("Dan")).get(&format!("/v1/tables/{table}")).await.ok();
    let fold = json!({"at": view["version"], "action": {"holdem": {"type": "fold"}}});
    opened.client(Some("Dan")).post(&format!("/v1/tables/{table}/actions"), fold).await.ok();
    opened.audit().await;
    opened.close().await;
}

/// An event that this release does not know: the change with it is not shown, and later ones are.
#[tokio::test]
async fn an_unknown_event_stops_only_its_change() {
    let folder = Folder::copy(1);
    folder.open().await.close().await;
    let table = id_of(&folder, TABLES[0]);
    deal_under_newer_rules(&folder, &table, "number = 2").await;
    let event = json!({"hand": {"holdem": {"type": "from_tomorrow", "seat": 0}}});
    let last = format!(
        "(select last_version from hands join ended_hands using (place) where table_id = '{table}' and number = 2)"
    );
    folder
        .tamper(&format!(
            "update changes set body = json_insert(body, '$.events[#]', json('{event}'))
            where head = (select number from heads where table_id = '{table}') and version = {last}"
        ))
        .await;
    let opened = folder.open().await;
    let (ada, path) = (opened.client(Some("Ada")), format!("/v1/tables/{table}"));
    let hands = ada.get(&format!("{path}/hands")).await.ok();
    let hand = |number: u64| {
        let mut hands = hands["hands"].as_array().unwrap().iter();
        format!("/v1/hands/{}", hands.find(|hand| hand["number"] == number).unwrap()["id"].as_str().unwrap())
    };
    for got in [hand(2), format!("{}/phh", hand(2)), format!("{path}/events?after=0")] {
        ada.get(&got).await.refused(503, "out_of_order");
    }
    let is_sound = |got: &str| got == path || got.starts_with(&hand(1)) || got.starts_with(&hand(3));
    assert!(assert_same_answers(&opened, is_sound).await > 10);
    let page = ada.get(&format!("{path}/events?after=55")).await.ok();
    assert_eq!(page["changes"].as_array().unwrap().len(), 7);
    opened.close().await;
}

#[tokio::test]
async fn a_hand_under_newer_rules_can_be_voided() {
    let folder = Folder::copy(1);
    let table = id_of(&folder, TABLES[2]);
    deal_under_newer_rules(&folder, &table, "last_version is null").await;
    let opened = folder.open().await;
    assert_out_of_order(&opened, &table).await;
    let void = format!("/v1/admin/tables/{table}/void");
    opened.client(Some("admin")).post(&void, Value::Null).await.expect(204);
    let path = format!("/v1/tables/{table}");
    assert_eq!(opened.client(Some("Ada")).get(&path).await.ok()["hand"], Value::Null);
    opened.client(Some("Ada")).post(&format!("{path}/hands"), Value::Null).await.ok();
    opened.audit().await;
    opened.close().await;
}
