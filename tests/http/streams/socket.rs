//! The socket: the same messages, and the way back for actions.

use std::time::Duration;

use futures::{SinkExt, StreamExt};
use serde_json::{Value, json};
use tokio::net::TcpStream;
use tokio::time::Instant;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::tungstenite::{Error, Message};
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream, connect_async};

use cardroom::http::limit_settings::LimitSettings;
use cardroom::http::settings::Settings;

use super::{deal, heads_up};
use crate::server::{Client, TestServer, settings};

struct Socket(WebSocketStream<MaybeTlsStream<TcpStream>>);

/// Opens a socket; with an origin, from a page of this origin.
async fn open(
    server: &TestServer,
    client: &Client,
    query: &str,
    origin: Option<&str>,
) -> Result<Socket, u16> {
    let mut request = format!("ws://{}/v1/socket{query}", server.address).into_client_request().unwrap();
    let headers = request.headers_mut();
    if let Some(token) = &client.token {
        headers.insert("authorization", format!("Bearer {token}").parse().unwrap());
    }
    if let Some(origin) = origin {
        headers.insert("origin", origin.parse().unwrap());
    }
    match connect_async(request).await {
        Ok((socket, _)) => Ok(Socket(socket)),
        Err(Error::Http(response)) => Err(response.status().as_u16()),
        Err(error) => panic!("{error}"),
    }
}

impl Socket {
    /// The next frame; `None` once the socket is closed.
    async fn next(&mut self) -> Option<Value> {
        loop {
            let frame = tokio::time::timeout(Duration::from_secs(20), self.0.next()).await.expect("a frame");
            match frame? {
                Ok(Message::Text(text)) => return Some(serde_json::from_str(&text).unwrap()),
                Ok(Message::Close(_)) | Err(_) => return None,
                Ok(_) => {}
            }
        }
    }

    /// The next message of this kind.
    async fn message(&mut self, kind: &str) -> Value {
        loop {
            let frame = self.next().await.expect("a message");
            if let Some(message) = frame["message"]["message"].get(kind) {
                return message.clone();
            }
        }
    }

    /// The reply to a request.
    async fn ask(&mut self, request: Value) -> Value {
        self.0.send(Message::text(request.to_string())).await.unwrap();
        self.reply().await
    }

    /// The next reply.
    async fn reply(&mut self) -> Value {
        loop {
            let frame = self.next().await.expect("a reply");
            if let Some(reply) = frame.get("reply") {
                return reply.clone();
            }
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_socket_sends_what_the_stream_sends_and_takes_actions() {
    let server = TestServer::open().await;
    let (path, ann, bob) = heads_up(&server).await;
    let table = path.rsplit('/').next().unwrap();
    let dealt = deal(&ann, &path).await;
    let turn = dealt["table"]["hand"]["decisions"][0]["seat"].as_u64().unwrap();
    let mut socket = open(&server, [&ann, &bob][usize::try_from(turn).unwrap()], "", None).await.unwrap();
    assert_eq!(socket.message("me").await["chips"], 9_000);
    let view = socket.message("table").await["table"].clone();
    assert_eq!(view["you"]["seat"], turn);
    let fold =
        json!({"table": table, "key": "1", "at": view["version"], "action": {"holdem": {"type": "fold"}}});
    let mut only_judged = fold.clone();
    only_judged["dry_run"] = json!(true);
    let judged = socket.ask(json!({"id": "6", "act": only_judged})).await;
    assert_eq!(judged["answer"]["accepted"], true, "{judged}");
    let done = socket.ask(json!({"id": "7", "act": fold})).await;
    assert_eq!(done["answer"]["change"]["version"], view["version"].as_u64().unwrap() + 1, "{done}");
    assert_eq!((&done["id"], &done["problem"]), (&json!("7"), &Value::Null));
    let again = socket.ask(json!({"id": "8", "act": fold})).await;
    assert_eq!(again["answer"]["change"], done["answer"]["change"], "a retry does it once");
    let mut another = fold.clone();
    another["key"] = json!("2");
    let refused = socket.ask(json!({"id": "9", "act": another})).await;
    assert_eq!((&refused["answer"], &refused["problem"]["code"]), (&Value::Null, &json!("not_your_turn")));

    let cid = server.guest("Cid").await;
    let mut watching = open(&server, &cid, "", None).await.unwrap();
    assert_eq!(watching.ask(json!({"id": "1", "watch": table})).await["problem"], Value::Null);
    assert_eq!(watching.message("table").await["id"], table);
    assert_eq!(watching.ask(json!({"id": "2", "unwatch": table})).await["problem"], Value::Null);
    let unknown = json!({"id": "3", "watch": uuid::Uuid::nil()});
    assert_eq!(watching.ask(unknown).await["problem"]["code"], "no_such_table");
}

#[tokio::test(flavor = "multi_thread")]
async fn invalid_frames_get_an_error_and_do_not_end_the_socket() {
    let server = TestServer::open().await;
    let ann = server.guest("Ann").await;
    let mut socket = open(&server, &ann, "", None).await.unwrap();
    for text in ["", "x", "{}", "[]", "{\"id\": 1}", "{\"id\": \"1\"}", "{\"id\": \"1\", \"fold\": true}"] {
        socket.0.send(Message::text(text)).await.unwrap();
        assert_eq!(socket.reply().await["problem"]["code"], "malformed_body", "{text}");
    }
    socket.0.send(Message::binary(vec![0; 100])).await.unwrap();
    assert_eq!(socket.reply().await["problem"]["code"], "malformed_body");
    // A frame that the description does not allow is refused, and its id comes back if it can be read.
    socket.0.send(Message::text("[\"7\", null, null, null]")).await.unwrap();
    assert_eq!(socket.reply().await["problem"]["code"], "malformed_body");
    let fly = json!({"id": "4", "act": {"table": uuid::Uuid::nil(), "at": 1, "action": {"holdem": {"type": "fly"}}}});
    let refused = socket.ask(fly).await;
    assert_eq!((&refused["id"], &refused["problem"]["code"]), (&json!("4"), &json!("malformed_body")));
    // A frame that is too large is not read.
    let _ = socket.0.send(Message::text("x".repeat(1_000_000))).await;
    while socket.next().await.is_some() {}
}

#[tokio::test(flavor = "multi_thread")]
async fn every_frame_costs_a_read() {
    let limits = LimitSettings { reads_of_player: 1, ..LimitSettings::NONE };
    let server = TestServer::set(Settings { limits, ..settings() }).await;
    let ann = server.guest("Ann").await;
    let mut socket = open(&server, &ann, "", None).await.unwrap();
    for _ in 0..30 {
        socket.0.feed(Message::binary(vec![0])).await.unwrap();
    }
    socket.0.flush().await.unwrap();
    let mut got = Vec::new();
    for _ in 0..30 {
        got.push(socket.reply().await["problem"]["code"].as_str().unwrap().to_owned());
    }
    // Opening it was the first.
    assert_eq!(got.iter().filter(|code| *code == "malformed_body").count(), 29);
    assert_eq!(got[29], "too_many_requests");
    // Frames beyond the limit are not even read for a second, among them frames that need no answer.
    let refused = Instant::now();
    socket.0.feed(Message::Ping(vec![1].into())).await.unwrap();
    socket.0.send(Message::binary(vec![0])).await.unwrap();
    assert_eq!(socket.reply().await["problem"]["code"], "too_many_requests");
    assert!(refused.elapsed() > Duration::from_millis(1_900), "{:?}", refused.elapsed());
}

#[tokio::test(flavor = "multi_thread")]
async fn a_socket_needs_an_allowed_origin_and_a_token() {
    let server = TestServer::open().await;
    let ann = server.guest("Ann").await;
    assert_eq!(open(&server, &server.anonymous(), "", None).await.err(), Some(401));
    assert_eq!(open(&server, &ann, "", Some("https://elsewhere.example")).await.err(), Some(403));
    let own = format!("http://{}", server.address);
    assert!(open(&server, &ann, "", Some(&own)).await.is_ok());
    let ticket = ann.post("/v1/me/tickets", Value::Null).await.created();
    let query = format!("?ticket={}", ticket["ticket"].as_str().unwrap());
    assert!(open(&server, &server.anonymous(), &query, Some(&own)).await.is_ok());
    assert_eq!(open(&server, &server.anonymous(), &query, Some(&own)).await.err(), Some(401));
    assert_eq!(open(&server, &ann, "?after=x", None).await.err(), Some(400));
    ann.get("/v1/socket").await.refused(400, "malformed_header");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_socket_resumes_and_ends_like_the_stream() {
    let server = TestServer::open().await;
    let (path, ann, bob) = heads_up(&server).await;
    let mut socket = open(&server, &bob, "", None).await.unwrap();
    let mut cursor = Value::Null;
    for _ in 0..2 {
        cursor = socket.next().await.unwrap()["message"]["cursor"].clone();
    }
    drop(socket);
    deal(&ann, &path).await;
    let query = format!("?after={}", cursor.as_str().unwrap());
    let mut resumed = open(&server, &bob, &query, None).await.unwrap();
    let got = resumed.message("table").await;
    assert_eq!(got["changes"].as_array().unwrap().len(), 1);
    assert_eq!(open(&server, &ann, &query, None).await.err(), Some(422));
    bob.delete("/v1/sessions/current").await.expect(204);
    assert_eq!(resumed.message("end").await["reason"], "signed_out");
    assert_eq!(resumed.next().await, None);
}
