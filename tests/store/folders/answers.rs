//! The answers of the server of an older release are the answers of today.

use serde_json::{Value, json};

use super::today::{Then, versioned, without_what_is_new};
use super::{FOLDERS, Folder, Opened};

/// Sends all recorded requests again, and compares the answers. Returns how many there are.
pub async fn assert_same_answers(opened: &Opened, is_asked: impl Fn(&str) -> bool) -> usize {
    let then = Then::of(&opened.recorded);
    let mut compared = 0;
    for got in opened.recorded.answers.iter().filter(|got| is_asked(&got.path)) {
        let client = opened.client(got.caller.as_deref());
        // The first releases took the code in the address; today it is in a header.
        let in_address = got.path.split_once("?invite_code=").filter(|_| got.status == 200);
        let (path, code) = in_address.unwrap_or((&got.path, ""));
        let request = client.request(reqwest::Method::GET, path);
        let request = if code.is_empty() { request } else { request.header("Invite-Code", code) };
        let mut reply = client.send(request).await;
        without_what_is_new(opened.recorded.number, &mut reply.body);
        let expected = then.today(&got.body);
        let place = format!("{} by {:?}", got.path, got.caller);
        assert_eq!(reply.status.as_u16(), got.status, "{place}: {}", reply.text);
        assert_alike(&place, &hands_by_id(versioned(&reply.body)), &hands_by_id(expected));
        compared += 1;
    }
    compared
}

/// A player's hands have another order now; a table's hands have no names of tables.
fn hands_by_id(mut answer: Value) -> Value {
    let hands = answer.get_mut("hands").and_then(Value::as_array_mut);
    if let Some(hands) = hands.filter(|hands| hands.iter().all(|hand| hand.get("table_name").is_some())) {
        hands.sort_by_key(|hand| hand["id"].to_string());
    }
    answer
}

/// Panics at the first difference between two values.
#[track_caller]
fn assert_alike(place: &str, ours: &Value, theirs: &Value) {
    match (ours, theirs) {
        (Value::Object(a), Value::Object(b)) if a.keys().eq(b.keys()) => {
            a.iter().for_each(|(name, ours)| assert_alike(&format!("{place}.{name}"), ours, &b[name]));
        }
        (Value::Array(a), Value::Array(b)) if a.len() == b.len() => {
            let pairs = a.iter().zip(b).enumerate();
            pairs.for_each(|(at, (ours, theirs))| assert_alike(&format!("{place}[{at}]"), ours, theirs));
        }
        _ => assert_eq!(ours, theirs, "{place}"),
    }
}

#[tokio::test]
async fn every_answer_of_release_1_is_given_again() {
    assert_all_same_answers(1).await;
}

#[tokio::test]
async fn every_answer_of_release_2_is_given_again() {
    assert_all_same_answers(2).await;
}

#[tokio::test]
async fn every_answer_of_release_3_is_given_again() {
    assert_all_same_answers(3).await;
}

async fn assert_all_same_answers(number: u32) {
    let folder = Folder::copy(number);
    let opened = folder.open().await;
    assert_eq!(opened.tables().len(), if number < 3 { 13 } else { 14 });
    assert!(opened.recorded.answers.len() > 200);
    assert_eq!(assert_same_answers(&opened, |_| true).await, opened.recorded.answers.len());
    opened.audit().await;
    opened.close().await;
}

#[tokio::test]
async fn requests_under_a_key_get_their_old_answers() {
    for number in FOLDERS {
        assert_keyed_are_done(number).await;
    }
}

async fn assert_keyed_are_done(number: u32) {
    let folder = Folder::copy(number);
    let opened = folder.open().await;
    let then = Then::of(&opened.recorded);
    for keyed in &opened.recorded.keyed {
        let client = opened.client(Some(&keyed.caller));
        let send = async |body: &Value| {
            let method = keyed.method.parse().unwrap();
            let request = client.request(method, &keyed.path).json(body);
            client.send(request.header("idempotency-key", &keyed.key)).await
        };
        if number == 1 && keyed.path == "/v1/tables" {
            // The form of a table's options has changed since, so the old form asks for something else.
            let refused = send(&keyed.body).await.refused(400, "malformed_body");
            assert_eq!(refused["path"], "card_millis");
            let today = then.today(&json!({"options": keyed.body}))["options"].take();
            send(&today).await.refused(422, "key_reused");
            continue;
        }
        let again = send(&keyed.body).await;
        let again = if keyed.path == "/v1/tables" { again.created() } else { again.ok() };
        assert_eq!(again["change"]["version"], keyed.version, "{}", keyed.path);
        let other = json!({
            "amount": 1, "at": 1, "action": {"holdem": {"type": "fold"}}, "holdem": {"straddle": true},
            "name": "Another table",
        });
        let names = keyed.body.as_object().unwrap().iter();
        let other = names.map(|(name, value)| (name.clone(), other.get(name).unwrap_or(value).clone()));
        send(&other.collect()).await.refused(422, "key_reused");
    }
    assert!(opened.recorded.keyed.len() > 3);
    opened.close().await;
}

#[tokio::test]
async fn players_sign_in_by_password_and_by_token() {
    for number in FOLDERS {
        assert_players_come_back(number).await;
    }
}

async fn assert_players_come_back(number: u32) {
    let folder = Folder::copy(number);
    let opened = folder.open().await;
    let mut accounts = 0;
    for player in opened.recorded.players.values() {
        let refresh = json!({"refresh_token": player.refresh_token});
        let tokens = opened.server.anonymous().post("/v1/sessions/refresh", refresh).await.ok();
        let client = opened.server.anonymous().with_token(tokens["access_token"].as_str().unwrap());
        assert_eq!(client.get("/v1/me").await.ok()["id"], player.id.as_str());
        if let (Some(login), Some(password)) = (&player.login, &player.password) {
            let welcome = opened
                .server
                .anonymous()
                .post("/v1/sessions", json!({"login": login, "password": password}))
                .await;
            assert_eq!(welcome.created()["player"]["id"], player.id.as_str());
            accounts += 1;
        }
    }
    assert_eq!(accounts, 1);
    opened.close().await;
}
