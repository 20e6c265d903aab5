//! The binary's memory, while clients try many passwords.

use std::env;

use serde_json::json;

use crate::process::Server;

/// The memory that a process uses, in bytes, as the system reports it.
pub fn memory(process: u32) -> u64 {
    let status = std::fs::read_to_string(format!("/proc/{process}/status")).unwrap();
    let line = status.lines().find(|line| line.starts_with("VmRSS:")).unwrap();
    line.split_whitespace().nth(1).unwrap().parse::<u64>().unwrap() * 1_024
}

/// How many wrong passwords are tried: `CARDROOM_WRONG_PASSWORDS`, or 480.
fn attempts() -> usize {
    env::var("CARDROOM_WRONG_PASSWORDS").map_or(480, |text| text.parse().expect("a number of passwords"))
}

#[cfg(target_os = "linux")]
#[tokio::test]
async fn wrong_passwords_leak_no_memory() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::start(folder.path());
    let http = reqwest::Client::builder().no_proxy().build().unwrap();
    let url = format!("{}/v1/sessions", server.url);
    let attempt = async |number: usize| {
        let body = json!({"login": format!("nobody{number}"), "password": "wrong horse"});
        let status = http.post(&url).json(&body).send().await.unwrap().status();
        // Of 80 at once, some may wait too long for their turn.
        assert!(matches!(status.as_u16(), 403 | 429 | 503), "{status}");
        status == 403
    };
    attempt(0).await;
    let before = memory(server.process());
    let mut tried = 0;
    for first in (0..attempts()).step_by(80) {
        let many = futures::future::join_all((first..first + 80).map(&attempt)).await;
        tried += many.into_iter().filter(|&tried| tried).count();
    }
    assert!(tried > attempts() / 5, "only {tried} were tried");
    let more = memory(server.process()).saturating_sub(before);
    println!("{tried} wrong passwords tried: {more} bytes more");
    assert!(more < 60 << 20, "{more} bytes more");
}
