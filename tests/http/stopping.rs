//! The binary itself: what it prints, what it refuses to start with, and how it stops.

use std::io::{BufRead, BufReader, Read};
use std::process::{Child, ChildStderr, Command, Output, Stdio};

use serde_json::{Value, json};
use tempfile::TempDir;

#[cfg(target_os = "linux")]
use crate::processor::with_one_processor;

fn cardroom() -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_cardroom"));
    command.env_clear().stdin(Stdio::null());
    command
}

/// A process of its own, over a folder of its own.
struct Process {
    child: Child,
    url: String,
    log: BufReader<ChildStderr>,
    logged: String,
    _folder: TempDir,
}

impl Process {
    fn start() -> Self {
        let folder = tempfile::tempdir().unwrap();
        let mut command = cardroom();
        // So that the log shows when a request arrives.
        command
            .args(["--log", "info,cardroom::http::request_log=debug", "--listen", "127.0.0.1:0", "--data"])
            .arg(folder.path());
        let mut child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        let mut said = BufReader::new(child.stdout.take().unwrap()).lines();
        let greeting = said.next().unwrap().unwrap();
        let url = greeting.split("http://").nth(1).unwrap().trim_end_matches("/docs");
        let log = BufReader::new(child.stderr.take().unwrap());
        Self { url: format!("http://{url}"), child, log, logged: String::new(), _folder: folder }
    }

    /// Returns once it has logged a line with these words.
    fn wait_for(&mut self, words: &str) {
        loop {
            let line = self.logged.len();
            assert_ne!(
                self.log.read_line(&mut self.logged).unwrap(),
                0,
                "ended without {words}: {}",
                self.logged
            );
            if self.logged[line..].contains(words) {
                return;
            }
        }
    }

    #[cfg(unix)]
    fn signal(&self, name: &str) {
        let sent = Command::new("kill").args([name, &self.child.id().to_string()]).status().unwrap();
        assert!(sent.success());
    }

    /// Its exit code and its log, once it has ended.
    fn end(mut self) -> (Option<i32>, String) {
        self.log.read_to_string(&mut self.logged).unwrap();
        (self.child.wait().unwrap().code(), self.logged)
    }
}

fn output(command: &mut Command) -> (Option<i32>, String, String) {
    let Output { status, stdout, stderr } = command.output().unwrap();
    (status.code(), String::from_utf8(stdout).unwrap(), String::from_utf8(stderr).unwrap())
}

#[test]
fn a_wrong_value_exits_with_code_2_and_its_name() {
    for (variable, value, key) in [
        ("CARDROOM_LISTEN", "nowhere", "listen"),
        ("CARDROOM_DATABASE_URL", "mysql://host/db", "database_url"),
        ("CARDROOM_LOG_FORMAT", "xml", "log_format"),
        ("CARDROOM_ADMIN_TOKEN", "short", "admin_token"),
        ("CARDROOM_GRANTS_GUEST_CHIPS", "-5", "grants.guest_chips"),
        ("CARDROOM_GUEST_CHIPS", "-5", "grants.guest_chips"),
    ] {
        let (code, said, complained) = output(cardroom().env(variable, value));
        assert_eq!(code, Some(2), "{variable}: {complained}");
        assert!(said.is_empty());
        assert!(complained.starts_with(&format!("cardroom: {key} must be ")), "{complained}");
        assert!(complained.ends_with(&format!(" ({variable})\n")), "{complained}");
    }
    assert_eq!(output(cardroom().arg("deal")).0, Some(2));
}

#[test]
fn an_unusable_file_exits_with_code_2_and_its_name() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("cardroom.toml");
    for (text, says) in [
        ("listn = \"[::]:80\"", "there is no setting listn; allowed here: listen, data"),
        ("[limits]\nprofile = \"home\"", "limits.profile must be private, public or off, not \"home\""),
        ("listen = nowhere", "is not TOML"),
    ] {
        std::fs::write(&file, text).unwrap();
        // It is in the working directory, or named.
        for named in [false, true] {
            let mut command = cardroom();
            if named {
                command.arg("--config").arg(&file);
            } else {
                command.current_dir(folder.path());
            }
            let (code, _, complained) = output(&mut command);
            assert_eq!(code, Some(2), "{text}: {complained}");
            assert!(
                complained.contains(says) && complained.contains("cardroom.toml"),
                "{text}: {complained}"
            );
        }
    }
    let (code, _, complained) = output(cardroom().args(["--config", "/nowhere.toml"]));
    assert_eq!(code, Some(2), "{complained}");
    assert!(complained.contains("cannot read /nowhere.toml"), "{complained}");
}

#[test]
fn the_settings_in_force_are_printed_with_their_sources() {
    let folder = tempfile::tempdir().unwrap();
    let text = "log = \"warn\"\nlisten = \"[::]:80\"\n[limits]\nprofile = \"public\"\nbots = 7\n";
    std::fs::write(folder.path().join("cardroom.toml"), text).unwrap();
    let mut command = cardroom();
    command.current_dir(folder.path()).env("CARDROOM_ADMIN_TOKEN", "0123456789abcdef");
    command
        .env("CARDROOM_LISTEN", "[::]:81")
        .env("CARDROOM_DATA", "cards")
        .env("CARDROOM_GUESTS_PER_HOUR", "5");
    let (code, said, complained) = output(command.args(["config", "--data", "cellar"]));
    assert_eq!((code, &*complained), (Some(0), ""));
    let said: Vec<&str> = said.lines().collect();
    assert!(said[0].starts_with("# the next release removes CARDROOM_GUESTS_PER_HOUR"), "{said:?}");
    for (setting, origin) in [
        ("data = \"cellar\"", "--data"),
        ("listen = \"[::]:81\"", "CARDROOM_LISTEN"),
        ("log = \"warn\"", "cardroom.toml"),
        ("log_format = \"text\"", "default"),
        ("admin_token = \"(hidden)\"", "CARDROOM_ADMIN_TOKEN"),
        ("bots = 7", "cardroom.toml"),
        ("guests_per_hour = 5", "CARDROOM_GUESTS_PER_HOUR"),
        ("reads_of_address = 50", "profile public"),
    ] {
        let line = format!("{setting:<40} # {origin}");
        assert!(said.contains(&&*line), "{line}: {said:?}");
    }
    let (code, said, _) = output(command.arg("--json"));
    let said: Value = serde_json::from_str(&said).unwrap();
    assert_eq!((code, &said["data"]), (Some(0), &json!({"value": "cellar", "from": "--data"})));
}

#[test]
fn an_inaccessible_folder_exits_with_code_1() {
    let (code, _, complained) = output(cardroom().args(["--data", "/dev/null/cards"]));
    assert_eq!(code, Some(1));
    assert!(complained.starts_with("cardroom: "), "{complained}");
}

#[test]
fn the_description_is_printed() {
    let (code, said, _) = output(cardroom().arg("openapi"));
    assert_eq!(code, Some(0));
    assert!(said.starts_with("openapi: 3.1.0\n"), "{said}");
}

#[cfg(unix)]
#[tokio::test(flavor = "multi_thread")]
async fn a_signal_to_stop_lets_running_requests_finish() {
    stop_while_a_request_runs(Process::start()).await;
}

#[cfg(target_os = "linux")]
#[tokio::test(flavor = "multi_thread")]
async fn a_signal_to_stop_lets_running_requests_finish_on_one_processor() {
    stop_while_a_request_runs(with_one_processor(Process::start)).await;
}

#[cfg(unix)]
async fn stop_while_a_request_runs(mut process: Process) {
    let listen = process.url.trim_start_matches("http://").to_owned();
    assert_eq!(output(cardroom().args(["health", "--listen", &listen])).0, Some(0));
    let http = reqwest::Client::builder().no_proxy().build().unwrap();
    let guest = http.post(format!("{}/v1/guests", process.url)).json(&json!({}));
    let welcome: Value = guest.send().await.unwrap().json().await.unwrap();
    let token = welcome["tokens"]["access_token"].as_str().unwrap().to_owned();
    let options = json!({
        "name": "Main", "seats": 2, "min_buy_in": 100, "max_buy_in": 1000, "dealing": {"type": "by_hand"},
        "game": {"holdem": {"betting": "no_limit", "small_blind": 5, "big_blind": 10}},
    });
    let table = http.post(format!("{}/v1/tables", process.url)).bearer_auth(&token).json(&options);
    let opened: Value = table.send().await.unwrap().json().await.unwrap();
    let path = format!("{}/v1/tables/{}", process.url, opened["table"]["id"].as_str().unwrap());

    let poll = tokio::spawn(http.get(format!("{path}/events?after=1&wait=30")).bearer_auth(&token).send());
    process.wait_for("/events");
    process.signal("-TERM");
    let page = poll.await.unwrap().unwrap();
    assert_eq!(page.status(), 200);
    assert_eq!(page.json::<Value>().await.unwrap()["changes"], json!([]));
    let (code, log) = process.end();
    assert_eq!(code, Some(0), "{log}");
    assert!(log.contains("closed"), "{log}");
    assert!(!log.contains(&token) && !log.contains(&token[4..]), "a token was logged");
    assert_eq!(output(cardroom().args(["health", "--listen", &listen])).0, Some(1));
}
