//! What HTTP and WebSocket require of a server, also before a request reaches its route.

use std::net::SocketAddr;
use std::time::Duration;

use cardroom::http::limit_settings::LimitSettings;
use cardroom::http::settings::Settings;
use futures::{SinkExt, StreamExt};
use reqwest::Method;
use serde_json::{Value, json};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::time::timeout;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::tungstenite::protocol::CloseFrame;
use tokio_tungstenite::tungstenite::protocol::frame::Frame;
use tokio_tungstenite::tungstenite::protocol::frame::coding::{CloseCode, Data, OpCode};
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream, connect_async};

use crate::server::{Client, TestServer, settings};

/// Longer than anything takes: a test that waits in vain fails.
const PATIENCE: Duration = Duration::from_secs(30);
const PAGE: &str = "https://play.example";

/// The answer to these exact bytes, on a connection of their own, until it is closed.
async fn speak(address: SocketAddr, bytes: &str) -> String {
    let mut stream = TcpStream::connect(address).await.unwrap();
    stream.write_all(bytes.as_bytes()).await.unwrap();
    let mut answer = Vec::new();
    timeout(PATIENCE, stream.read_to_end(&mut answer)).await.expect("an answer in time").unwrap();
    String::from_utf8_lossy(&answer).into_owned()
}

async fn for_pages(limits: LimitSettings) -> TestServer {
    let cors_origins = vec![PAGE.parse().unwrap(), "capacitor://localhost".parse().unwrap()];
    TestServer::set(Settings { cors_origins, limits, ..settings() }).await
}

#[tokio::test]
async fn a_request_names_one_host() {
    let server = TestServer::open().await;
    let ask = async |hosts: &str| {
        speak(server.address, &format!("GET /v1/version HTTP/1.1\r\n{hosts}connection: close\r\n\r\n")).await
    };
    for hosts in ["", "host: a\r\nhost: b\r\n", "host: a b\r\n", "host: http://a/\r\n"] {
        let refused = ask(hosts).await;
        assert!(
            refused.starts_with("HTTP/1.1 400 ") && refused.contains("\"malformed_header\""),
            "{refused}"
        );
    }
    for hosts in ["host: a\r\n", "host: [::1]:80\r\n", "host:\r\n"] {
        assert!(ask(hosts).await.starts_with("HTTP/1.1 200 "), "{hosts}");
    }
    // HTTP/1.0 needs none: `cardroom health` relies on that.
    assert!(speak(server.address, "GET /healthz HTTP/1.0\r\n\r\n").await.starts_with("HTTP/1.0 200 "));
}

#[tokio::test]
async fn an_http_2_request_names_one_host() {
    let server = TestServer::open().await;
    let anonymous = server.anonymous().over_http_2();
    let ask = async |host: &str| {
        let asked = anonymous.request(Method::GET, "/v1/version").header("host", host);
        asked.send().await.unwrap().status().as_u16()
    };
    assert_eq!([ask(&server.address.to_string()).await, ask("elsewhere.example").await], [200, 400]);
}

/// A request that makes no sense costs as much as any other.
#[tokio::test]
async fn a_request_without_a_host_counts() {
    let server = TestServer::set(Settings {
        limits: LimitSettings { reads_of_address: 1, ..LimitSettings::NONE },
        ..settings()
    })
    .await;
    let ask = async || {
        let got = speak(server.address, "GET /v1/version HTTP/1.1\r\nconnection: close\r\n\r\n").await;
        got.split(' ').nth(1).unwrap_or_default().to_owned()
    };
    for number in 0..30 {
        assert_eq!(ask().await, "400", "{number}");
    }
    assert_eq!(ask().await, "429");
}

#[tokio::test]
async fn a_compressed_body_is_refused() {
    let server = TestServer::open().await;
    let send = async |coding: &str| {
        let head =
            "POST /v1/guests HTTP/1.1\r\nhost: x\r\nconnection: close\r\ncontent-type: application/json\r\n";
        speak(server.address, &format!("{head}{coding}\r\n2\r\n{{}}\r\n0\r\n\r\n")).await
    };
    let refused = send("transfer-encoding: gzip, chunked\r\n").await;
    assert!(refused.starts_with("HTTP/1.1 400 "), "{refused}");
    assert!(send("transfer-encoding: chunked\r\n").await.starts_with("HTTP/1.1 201 "));
}

#[tokio::test]
async fn an_address_is_the_same_however_its_letters_are_encoded() {
    let server = TestServer::open().await;
    let anonymous = server.anonymous();
    let path = "/v1/%74ables";
    let answer = anonymous.request(Method::GET, path).send().await.unwrap();
    assert_eq!(answer.status(), 200);
    assert_eq!(answer.json::<Value>().await.unwrap()["tables"], json!([]));
    // An encoded slash is not a separator.
    assert_eq!(anonymous.request(Method::GET, "/v1%2Ftables").send().await.unwrap().status(), 404);
}

#[tokio::test]
async fn errors_of_a_body_are_plain_sentences() {
    let server = TestServer::open().await;
    let anonymous = server.anonymous();
    let send = async |body: &'static [u8], coding: Option<&str>| {
        let request =
            anonymous.request(Method::POST, "/v1/guests").header("content-type", "application/json");
        let request = match coding {
            Some(coding) => request.header("content-encoding", coding),
            None => request,
        };
        anonymous.send(request.body(body)).await
    };
    let packed = send(b"\x1f\x8b\x08", Some("gzip")).await;
    assert_eq!(packed.header("accept-encoding"), Some("identity"));
    let got = packed.refused(415, "unsupported_media_type");
    assert!(got["detail"].as_str().unwrap().contains("not as gzip"), "{got}");
    send(b"{}", Some("Identity")).await.created();
    let got = send(b"\xef\xbb\xbf{}", None).await.refused(400, "malformed_body");
    assert!(got["detail"].as_str().unwrap().contains("byte order mark"), "{got}");
    for body in [&b"[]"[..], b"[\"Ada\"]", b"7"] {
        let got = send(body, None).await.refused(400, "malformed_body");
        let detail = got["detail"].as_str().unwrap();
        assert!(detail.contains("object") && !detail.contains("struct"), "{got}");
    }
    let got = send(b"{\"name\": \"a\", \"name\": 1.0}", None).await.refused(400, "malformed_body");
    assert_eq!(got["detail"], "duplicate field `name`");
    // The media type is another matter than the coding.
    let text = anonymous.send(anonymous.request(Method::POST, "/v1/guests").body("{}")).await;
    assert_eq!(text.header("accept-encoding"), None);
    text.refused(415, "unsupported_media_type");
}

/// The detail speaks of JSON, and not of types of the program.
#[tokio::test]
async fn a_value_of_another_type_is_named_by_its_path() {
    let server = TestServer::open().await;
    let ada = server.guest("Ada").await;
    let actions = format!("/v1/tables/{}/actions", uuid::Uuid::nil());
    for wrong in [json!(7), json!([]), Value::Null] {
        for (path, body, place) in [
            ("/v1/quick-seat", json!({"game": wrong}), "game"),
            ("/v1/quick-seat", json!({"game": "holdem", "bots": [wrong]}), "bots"),
            (&*actions, json!({"at": 1, "action": wrong}), "action"),
            (&*actions, json!({"at": 1, "action": {"holdem": wrong}}), "action.holdem"),
        ] {
            let got = ada.post(path, body).await.refused(400, "malformed_body");
            let detail = got["detail"].as_str().unwrap();
            assert_eq!(got["path"], place, "{got}");
            assert!(detail.contains("must be of type") && !detail.contains("enum"), "{got}");
        }
    }
}

#[tokio::test]
async fn a_repeated_member_is_refused_also_beside_decimal_numbers() {
    let server = TestServer::open().await;
    let ada = server.guest("Ada").await;
    let options = r#""name": "Main", "seats": 2.0, "min_buy_in": 100, "max_buy_in": 1000,
        "game": {"holdem": {"betting": "no_limit", "small_blind": 5, "big_blind": 10}}"#;
    let open = async |besides: &str| {
        let request = ada.request(Method::POST, "/v1/tables").header("content-type", "application/json");
        ada.send(request.body(format!("{{{options}{besides}}}"))).await
    };
    let got = open(r#", "seats": 3"#).await.refused(400, "malformed_body");
    assert_eq!(got["detail"], "duplicate field `seats`");
    open("").await.created();
}

/// A client that sends `Expect: 100-continue` is refused before it sends the body.
#[tokio::test]
async fn an_announced_body_that_is_too_large_is_not_read() {
    let server = TestServer::open().await;
    let announce = |length: usize| {
        format!(
            "POST /v1/guests HTTP/1.1\r\nhost: x\r\nexpect: 100-continue\r\nconnection: close\r\n\
            content-type: application/json\r\ncontent-length: {length}\r\n\r\n"
        )
    };
    let refused = speak(server.address, &announce(100_000)).await;
    assert!(refused.starts_with("HTTP/1.1 413 "), "{refused}");
    let mut stream = TcpStream::connect(server.address).await.unwrap();
    stream.write_all(announce(2).as_bytes()).await.unwrap();
    let mut first = [0; 12];
    timeout(PATIENCE, stream.read_exact(&mut first)).await.expect("a word in time").unwrap();
    assert_eq!(&first, b"HTTP/1.1 100");
    stream.write_all(b"{}").await.unwrap();
    let mut answer = String::new();
    stream.read_to_string(&mut answer).await.unwrap();
    assert!(answer.contains("HTTP/1.1 201 "), "{answer}");
}

#[tokio::test]
async fn a_socket_of_another_version_learns_the_right_one() {
    let server = TestServer::open().await;
    let ada = server.guest("Ada").await;
    let ticket = ada.post("/v1/me/tickets", Value::Null).await.created();
    let ask = async |version: u8| {
        let credentials = format!("?ticket={}", ticket["ticket"].as_str().unwrap());
        asks_for_socket(server.address, &credentials, "", version).await
    };
    let answer = ask(8).await;
    assert!(answer.starts_with("HTTP/1.1 426 "), "{answer}");
    assert!(
        answer.contains("\r\nsec-websocket-version: 13\r\n") && answer.contains("\"status\":426"),
        "{answer}"
    );
    // The ticket is not spent.
    let answer = ask(13).await;
    assert!(answer.starts_with("HTTP/1.1 101 "), "{answer}");
    let answer = ask(13).await;
    assert!(answer.starts_with("HTTP/1.1 401 "), "{answer}");
}

/// The first bytes of the answer to a request for a socket in this version of the protocol.
async fn asks_for_socket(address: SocketAddr, query: &str, header: &str, version: u8) -> String {
    let ask = format!(
        "GET /v1/socket{query} HTTP/1.1\r\nhost: x\r\n{header}connection: upgrade\r\nupgrade: websocket\r\n\
        sec-websocket-version: {version}\r\nsec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
    );
    let mut stream = TcpStream::connect(address).await.unwrap();
    stream.write_all(ask.as_bytes()).await.unwrap();
    let mut answer = vec![0; 2_048];
    let read = timeout(PATIENCE, stream.read(&mut answer)).await.expect("an answer in time").unwrap();
    String::from_utf8_lossy(&answer[..read]).into_owned()
}

type Wire = WebSocketStream<MaybeTlsStream<TcpStream>>;

/// An open socket, which has sent its first frame.
async fn opened(client: &Client) -> Wire {
    let mut request = format!("ws://{}/v1/socket", client.address).into_client_request().unwrap();
    let token = format!("Bearer {}", client.token.as_deref().unwrap());
    request.headers_mut().insert("authorization", token.parse().unwrap());
    let (mut socket, _) = connect_async(request).await.unwrap();
    socket.next().await.unwrap().unwrap();
    socket
}

/// Sends a socket a frame, and returns the code with which it is closed.
async fn closes_with(mut socket: Wire, frame: Option<Message>) -> u16 {
    if let Some(frame) = frame {
        socket.send(frame).await.unwrap();
    }
    let close = async {
        loop {
            if let Message::Close(close) = socket.next().await.expect("a word").expect("a frame") {
                return close.expect("a code").code.into();
            }
        }
    };
    timeout(PATIENCE, close).await.expect("the socket is closed in time")
}

#[tokio::test(flavor = "multi_thread")]
async fn a_socket_is_closed_with_the_matching_code() {
    let server = TestServer::open().await;
    let ada = server.guest("Ada").await;
    let frame = |payload: &'static [u8], code| {
        Some(Message::Frame(Frame::message(payload, OpCode::Data(code), true)))
    };
    let closes = async |frame| closes_with(opened(&ada).await, frame).await;
    assert_eq!(closes(Some(Message::text("x".repeat(100_000)))).await, 1009);
    // The server reads the rest of a frame that it refuses. Otherwise the connection would be reset while the client sends.
    assert_eq!(closes(Some(Message::text("x".repeat(4_000_000)))).await, 1009);
    assert_eq!(closes(frame(b"\xff\xfe", Data::Text)).await, 1007);
    assert_eq!(closes(frame(b"x", Data::Reserved(3))).await, 1002);
    let goodbye = CloseFrame { code: CloseCode::Normal, reason: "".into() };
    assert_eq!(closes(Some(Message::Close(Some(goodbye)))).await, 1000);
    let stopped = tokio::spawn(closes_with(opened(&ada).await, None));
    server.close().await;
    assert_eq!(stopped.await.unwrap(), 1012);
}

/// A monitor can only learn that a server is stopping as long as it listens.
#[tokio::test(flavor = "multi_thread")]
async fn a_stopping_server_says_so() {
    let server = TestServer::open().await;
    let address = server.address;
    let ada = server.guest("Ada").await;
    let mut slow = TcpStream::connect(address).await.unwrap();
    let head =
        "POST /v1/guests HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 2\r\n\r\n";
    slow.write_all(head.as_bytes()).await.unwrap();
    // Its request is under way once another is answered that came after it.
    server.anonymous().get("/readyz").await.ok();
    let closing = tokio::spawn(server.close());
    let ask = |path: &str| format!("GET {path} HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n");
    let stops = async { while !speak(address, &ask("/readyz")).await.starts_with("HTTP/1.1 503 ") {} };
    timeout(PATIENCE, stops).await.expect("it says that it stops");
    assert!(speak(address, &ask("/healthz")).await.starts_with("HTTP/1.1 200 "));
    // No socket is opened any more, for which the server would wait.
    let token = format!("authorization: Bearer {}\r\n", ada.token.as_deref().unwrap());
    let socket = asks_for_socket(address, "", &token, 13).await;
    assert!(socket.starts_with("HTTP/1.1 503 ") && socket.contains("\r\nretry-after: 1\r\n"), "{socket}");
    // A connection without a request does not keep the server running.
    let _silent = TcpStream::connect(address).await.unwrap();
    slow.write_all(b"{}").await.unwrap();
    let mut answer = String::new();
    slow.read_to_string(&mut answer).await.unwrap();
    assert!(answer.starts_with("HTTP/1.1 201 "), "{answer}");
    timeout(PATIENCE, closing).await.expect("it ends").unwrap();
    assert!(TcpStream::connect(address).await.is_err(), "nothing listens any more");
}

#[tokio::test]
async fn a_page_can_read_answers_of_the_layers() {
    let limits = LimitSettings { reads_of_address: 1, ..LimitSettings::NONE };
    let server = for_pages(limits).await;
    let anonymous = server.anonymous();
    let from_page = |request: reqwest::RequestBuilder| request.header("origin", PAGE);
    let large = anonymous.request(Method::POST, "/v1/guests").body("x".repeat(100_000));
    let mut answers = vec![(413, from_page(large).send().await.unwrap())];
    loop {
        let read = from_page(anonymous.request(Method::GET, "/v1/version")).send().await.unwrap();
        if read.status() == 429 {
            answers.push((429, read));
            break;
        }
    }
    for (status, answer) in answers {
        assert_eq!(answer.status(), status);
        assert_eq!(answer.headers()["access-control-allow-origin"], PAGE);
        assert!(answer.headers().contains_key("access-control-expose-headers"), "{status}");
    }
    let head = "POST /v1/guests HTTP/1.1\r\nhost: x\r\norigin: https://play.example\r\nconnection: close\r\n\
        content-type: application/json\r\ncontent-length: 2\r\n\r\n";
    let slow = speak(server.address, head).await;
    assert!(slow.starts_with("HTTP/1.1 408 "), "{slow}");
    assert!(slow.contains("\r\naccess-control-allow-origin: https://play.example\r\n"), "{slow}");
}

#[tokio::test]
async fn a_page_can_read_that_its_address_has_too_many_connections() {
    let server = for_pages(LimitSettings { connections_of_address: 1, ..LimitSettings::NONE }).await;
    let _held = TcpStream::connect(server.address).await.unwrap();
    let refused = speak(server.address, "").await;
    assert!(refused.starts_with("HTTP/1.1 429 "), "{refused}");
    assert!(refused.contains("\r\naccess-control-allow-origin: *\r\n"), "{refused}");
    assert!(refused.contains("\r\naccess-control-expose-headers: retry-after\r\n"), "{refused}");
}

#[tokio::test]
async fn pages_and_apps_may_send_what_the_description_has() {
    let server = for_pages(LimitSettings::NONE).await;
    let anonymous = server.anonymous();
    for origin in [PAGE, "capacitor://localhost"] {
        let asked = anonymous.request(Method::OPTIONS, "/v1/me").header("origin", origin);
        let asked = asked.header("access-control-request-method", "POST");
        let allowed = anonymous.send(asked).await;
        assert_eq!(allowed.header("access-control-allow-origin"), Some(origin));
        let headers = allowed.header("access-control-allow-headers").unwrap().to_owned();
        for header in ["prefer", "idempotency-key", "last-event-id", "if-none-match", "authorization"] {
            assert!(headers.contains(header), "{header}: {headers}");
        }
    }
}

/// The names in all `Vary` of an answer.
fn varies(answer: &reqwest::Response) -> Vec<String> {
    let lists = answer.headers().get_all("vary").iter().map(|list| list.to_str().unwrap());
    lists.flat_map(|list| list.split(',')).map(|name| name.trim().to_lowercase()).collect()
}

#[tokio::test]
async fn vary_is_sent_also_with_304_and_to_head() {
    let server = TestServer::open().await;
    let anonymous = server.anonymous();
    let ask = async |method: Method, path: &str, tag: Option<&str>| {
        let request = anonymous.request(method, path);
        let request = match tag {
            Some(tag) => request.header("if-none-match", tag),
            None => request,
        };
        request.send().await.unwrap()
    };
    let full = ask(Method::GET, "/openapi.yaml", None).await;
    let tag = full.headers()["etag"].to_str().unwrap().to_owned();
    let same = ask(Method::GET, "/openapi.yaml", Some(&tag)).await;
    assert_eq!(same.status(), 304);
    let head = ask(Method::HEAD, "/openapi.yaml", None).await;
    for answer in [full, same, head] {
        assert_eq!(varies(&answer), ["accept-encoding"], "{}", answer.status());
    }
    // One client asks for a stream, another for a page.
    let events = "/v1/me/events";
    let ada = server.guest("Ada").await;
    for accept in ["*/*", "Text/Event-Stream"] {
        let got = ada.request(Method::GET, events).header("accept", accept).send().await.unwrap();
        let names = varies(&got);
        assert!(
            ["accept", "accept-encoding"].iter().all(|name| names.iter().any(|is| is == name)),
            "{names:?}"
        );
    }
    let page = ask(Method::HEAD, "/nowhere", None).await;
    assert!(varies(&page).contains(&"accept".to_owned()), "{:?}", page.headers());
}

/// The length of an answer that GET sends packed is not that of the plain one.
#[tokio::test]
async fn head_and_get_have_the_same_length() {
    let server = TestServer::open().await;
    let anonymous = server.anonymous();
    let ask = async |method: Method, path: &str, coding: &str| {
        let answer = anonymous.request(method, path).header("accept-encoding", coding).send().await.unwrap();
        answer.headers().get("content-length").map(|length| length.to_str().unwrap().to_owned())
    };
    for path in ["/errors", "/openapi.yaml"] {
        for coding in ["gzip", "identity"] {
            let (head, get) = (ask(Method::HEAD, path, coding).await, ask(Method::GET, path, coding).await);
            assert!(head.is_none() || head == get, "{path} {coding}: {head:?}, {get:?}");
            assert!(head.is_some() || coding == "gzip", "{path}");
        }
    }
}

#[tokio::test]
async fn media_types_ignore_case_and_a_weight_of_0_excludes() {
    let server = TestServer::open().await;
    let ada = server.guest("Ada").await;
    let kind = async |accept: &str| {
        let asked = ada.request(Method::GET, "/v1/me/events").header("accept", accept).send().await.unwrap();
        asked.headers()["content-type"].to_str().unwrap().to_owned()
    };
    assert_eq!(kind("TEXT/Event-Stream").await, "text/event-stream");
    assert_eq!(kind("application/json, text/event-stream;q=0").await, "application/json");
    assert_eq!(kind("text/event-stream;q=0.1, application/json").await, "application/json");
    assert_eq!(kind("text/event-stream;q=0.5, */*;q=0.1").await, "text/event-stream");
    // There is no other lobby than the stream.
    let lobby = ada.request(Method::GET, "/v1/lobby/events");
    let lobby = lobby.header("accept", "text/event-stream;q=0.1, application/json").send().await.unwrap();
    assert_eq!(lobby.status(), 200);
    let coding = async |accept: &str| {
        let request = ada.request(Method::GET, "/v1/me/events").header("accept", "text/event-stream");
        let answer = request.header("accept-encoding", accept).send().await.unwrap();
        answer.headers().get("content-encoding").is_some()
    };
    assert!(coding("br, GZIP").await);
    assert!(!coding("gzip;q=0, *").await);
    let page = async |accept: &str| {
        let asked = ada.request(Method::GET, "/nowhere").header("accept", accept).send().await.unwrap();
        asked.status().as_u16()
    };
    assert_eq!([page("Text/HTML").await, page("text/html;q=0").await], [200, 404]);
}

/// The identifiers of requests reveal nothing about other requests.
#[tokio::test]
async fn a_requests_identifier_is_random() {
    let server = TestServer::open().await;
    for _ in 0..5 {
        let answer = server.anonymous().get("/healthz").await;
        let id = uuid::Uuid::try_parse(answer.header("x-request-id").unwrap()).unwrap();
        assert_eq!(id.get_version(), Some(uuid::Version::Random));
    }
}
