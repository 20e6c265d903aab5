//! The server's log as JSON: one object a line, with the fields that an operator counts and searches.

use std::fs::{self, File};
use std::net::IpAddr;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use futures::StreamExt;
use reqwest::{Client, RequestBuilder, Response, StatusCode};
use serde_json::{Value, json};
use tempfile::TempDir;
use tokio::net::TcpStream;
use tokio::time::{sleep, timeout};
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream, connect_async};

/// Longer than any line takes.
const PATIENCE: Duration = Duration::from_secs(30);

/// A server of its own, and the file of its log.
struct Logging {
    process: Child,
    folder: TempDir,
    url: String,
    http: Client,
}

fn cardroom(folder: &Path) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_cardroom"));
    command.env_clear().stdin(Stdio::null()).args(["--log-format", "json", "--data"]).arg(folder);
    command
}

/// The lines of a file. Each has to be an object with a timestamp.
fn objects(file: &Path) -> Vec<Value> {
    let text = fs::read_to_string(file).unwrap();
    // The last line may be incomplete.
    let whole = text.rfind('\n').map_or("", |end| &text[..end]);
    let line = |line: &str| serde_json::from_str::<Value>(line).unwrap_or_else(|_| panic!("no JSON: {line}"));
    let lines: Vec<Value> = whole.lines().map(line).collect();
    assert!(lines.iter().all(|line| line["timestamp"].is_string()), "{lines:?}");
    lines
}

impl Logging {
    async fn start() -> Self {
        Self::start_with(&[]).await
    }

    /// The same, with these variables.
    async fn start_with(variables: &[(&str, &str)]) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let file = |name| File::create(folder.path().join(name)).unwrap();
        let mut command = cardroom(&folder.path().join("data"));
        command.args(["--listen", "127.0.0.1:0", "--trusted-proxies", "127.0.0.1/32"]);
        command.envs(variables.iter().copied());
        let process = command.stdout(file("out")).stderr(file("err")).spawn().unwrap();
        let http = Client::builder().no_proxy().build().unwrap();
        let mut logging = Self { process, folder, url: String::new(), http };
        let listens = logging.line("out", |_| true).await;
        logging.url.push_str(listens["fields"]["url"].as_str().unwrap());
        logging
    }

    fn file(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    /// The first line of a file like this; waits for it.
    async fn line(&self, name: &str, is_it: impl Fn(&Value) -> bool) -> Value {
        let file = self.file(name);
        let comes = async {
            loop {
                if let Some(line) = objects(&file).into_iter().find(&is_it) {
                    return line;
                }
                sleep(Duration::from_millis(10)).await;
            }
        };
        timeout(PATIENCE, comes).await.expect("the line is written")
    }

    /// The line with which a stream of this route ended.
    async fn end(&self, route: &str) -> Value {
        let ended = |line: &Value| {
            line["fields"]["message"] == "a stream has ended" && line["span"]["route"] == route
        };
        let line = self.line("err", ended).await;
        assert!(line["fields"]["lasted_ms"].is_u64(), "{line}");
        line
    }

    fn get(&self, path: &str, token: &str) -> RequestBuilder {
        let asked = self.http.get(format!("{}{path}", self.url)).bearer_auth(token);
        asked.header("x-forwarded-for", "203.0.113.9")
    }

    /// A stream that has begun.
    async fn stream(&self, path: &str, token: &str) -> Response {
        let mut stream = self.get(path, token).header("accept", "text/event-stream").send().await.unwrap();
        assert_eq!(stream.status(), StatusCode::OK);
        stream.chunk().await.unwrap().expect("it begins");
        stream
    }

    /// A socket that has begun.
    async fn socket(&self, token: &str) -> WebSocketStream<MaybeTlsStream<TcpStream>> {
        let mut asked =
            format!("{}/v1/socket", self.url.replace("http", "ws")).into_client_request().unwrap();
        asked.headers_mut().insert("authorization", format!("Bearer {token}").parse().unwrap());
        let (mut socket, _) = connect_async(asked).await.unwrap();
        socket.next().await.unwrap().unwrap();
        socket
    }

    /// A new guest: their identifier and token.
    async fn guest(&self) -> (String, String) {
        let asked = self.http.post(format!("{}/v1/guests", self.url)).json(&json!({})).send();
        let welcome: Value = asked.await.unwrap().json().await.unwrap();
        let text = |value: &Value| value.as_str().unwrap().to_owned();
        (text(&welcome["player"]["id"]), text(&welcome["tokens"]["access_token"]))
    }
}

impl Drop for Logging {
    fn drop(&mut self) {
        self.process.kill().unwrap();
        self.process.wait().unwrap();
    }
}

#[tokio::test]
async fn a_log_line_has_the_route_the_problem_the_player_and_the_network() {
    let server = Logging::start().await;
    let (id, token) = server.guest().await;
    let table = format!("/v1/tables/{}", uuid::Uuid::nil());
    let refused = server.get(&table, &token).send().await.unwrap();
    assert_eq!(refused.status(), StatusCode::NOT_FOUND);
    let line = server.line("err", |line| line["span"]["path"] == table.as_str()).await;
    let (span, fields) = (&line["span"], &line["fields"]);
    assert_eq!((&span["route"], &span["method"]), (&json!("/v1/tables/{id}"), &json!("GET")));
    assert_eq!((&span["player"], &span["network"]), (&json!(id), &json!("203.0.113.9")));
    assert_eq!((&fields["status"], &fields["code"]), (&json!(404), &json!("no_such_table")));
    assert!(fields["latency_ms"].is_u64() && fields.get("latency").is_none(), "{line}");

    let unknown = server.http.get(format!("{}/v1/nowhere", server.url)).send().await.unwrap();
    assert_eq!(unknown.status(), StatusCode::NOT_FOUND);
    let line = server.line("err", |line| line["span"]["path"] == "/v1/nowhere").await;
    assert_eq!((&line["span"]["route"], &line["fields"]["code"]), (&json!(""), &json!("no_such_route")));
    assert!(line["span"].get("player").is_none() && line["span"]["network"] == "127.0.0.1", "{line}");
}

#[tokio::test]
async fn streams_and_sockets_are_logged_at_their_end() {
    let server = Logging::start().await;
    let (id, token) = server.guest().await;
    drop(server.stream("/v1/lobby/events", &token).await);
    let line = server.end("/v1/lobby/events").await;
    assert_eq!(line["fields"]["why"], "the connection ended");
    assert_eq!((&line["span"]["player"], &line["span"]["network"]), (&json!(id), &json!("203.0.113.9")));

    let mut socket = server.socket(&token).await;
    socket.close(None).await.unwrap();
    let line = server.end("/v1/socket").await;
    assert_eq!(
        (&line["fields"]["why"], &line["span"]["player"]),
        (&json!("the client closed it"), &json!(id))
    );

    let mut mine = server.stream("/v1/me/events", &token).await;
    let signs_out = server.http.delete(format!("{}/v1/sessions/current", server.url)).bearer_auth(&token);
    assert!(signs_out.send().await.unwrap().status().is_success());
    while let Ok(Some(_)) = mine.chunk().await {}
    assert_eq!(server.end("/v1/me/events").await["fields"]["why"], "signed_out");
}

/// A phone that leaves its network breaks no rule of the protocol.
#[tokio::test]
async fn a_socket_whose_connection_is_lost_ends_without_an_error() {
    let server = Logging::start().await;
    let (_, token) = server.guest().await;
    drop(server.socket(&token).await);
    assert_eq!(server.end("/v1/socket").await["fields"]["why"], "the connection ended");
}

/// All clients of a proxy whose header is not read share one quota, which its operator has to learn.
#[tokio::test]
async fn the_log_warns_once_of_each_proxy_whose_header_is_not_read() {
    let server = Logging::start().await;
    let ask = async |from: u8, forwarded: &str| {
        let http =
            Client::builder().no_proxy().local_address(IpAddr::from([127, 0, 0, from])).build().unwrap();
        let asked = http.get(format!("{}/v1/version", server.url)).header("x-forwarded-for", forwarded);
        assert_eq!(asked.send().await.unwrap().status(), StatusCode::OK);
    };
    // One that is trusted is at 127.0.0.1.
    ask(1, "203.0.113.9").await;
    for _ in 0..2 {
        ask(2, "203.0.113.9").await;
        ask(3, "203.0.113.9").await;
        ask(1, "unknown").await;
    }
    let lines = objects(&server.file("err"));
    let warnings: Vec<_> = lines.iter().filter(|line| line["fields"]["peer"].is_string()).collect();
    let peers: Vec<_> = warnings.iter().map(|line| line["fields"]["peer"].as_str().unwrap()).collect();
    assert_eq!(peers, ["127.0.0.2", "127.0.0.3", "127.0.0.1"], "{warnings:?}");
    for line in warnings {
        assert_eq!(line["level"], "WARN");
        assert!(line["fields"]["message"].as_str().unwrap().starts_with("X-Forwarded-For "), "{line}");
    }
}

#[tokio::test]
async fn the_log_warns_of_a_variable_that_is_no_setting() {
    let server = Logging::start_with(&[("CARDROOM_LISTNE", "127.0.0.1:8080")]).await;
    let line = server.line("err", |line| line["fields"]["name"] == "CARDROOM_LISTNE").await;
    let got = (&line["level"], &line["fields"]["message"]);
    assert_eq!(got, (&json!("WARN"), &json!("no setting has this name")));
}

#[tokio::test]
async fn the_log_names_the_replacement_of_an_old_setting() {
    let server = Logging::start_with(&[("CARDROOM_GUESTS_PER_HOUR", "5")]).await;
    let line = server.line("err", |line| line["fields"]["name"] == "CARDROOM_GUESTS_PER_HOUR").await;
    assert_eq!(line["level"], "WARN");
    let instead = line["fields"]["instead"].as_str().unwrap();
    assert!(instead.contains("[limits]") && instead.contains("CARDROOM_LIMITS_GUESTS_PER_HOUR"), "{line}");
}

#[test]
fn a_server_that_cannot_start_logs_json_too() {
    let output = cardroom(Path::new("/dev/null/cards")).output().unwrap();
    assert_eq!((output.status.code(), output.stdout.len()), (Some(1), 0));
    let said = String::from_utf8(output.stderr).unwrap();
    let lines: Vec<Value> = said.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let last = lines.last().expect("it says why");
    assert_eq!((&last["level"], &last["fields"]["message"]), (&json!("ERROR"), &json!("cannot go on")));
    assert!(last["fields"]["error"].as_str().unwrap().contains("/dev/null/cards"), "{last}");
}
