//! The load generator on the command line, against a real server.

use std::process::{Command, Output};

use serde_json::Value;

use crate::process::Server;
#[cfg(target_os = "linux")]
use crate::processor::with_one_processor;

fn load(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_cardroom")).arg("load").args(arguments).output().unwrap()
}

#[tokio::test]
async fn every_game_is_played_by_its_rules_and_every_table_is_closed() {
    let folder = tempfile::tempdir().unwrap();
    play_every_game(&Server::start(folder.path())).await;
}

#[cfg(target_os = "linux")]
#[tokio::test]
async fn every_game_is_played_on_one_thread() {
    let folder = tempfile::tempdir().unwrap();
    play_every_game(&with_one_processor(|| Server::start(folder.path()))).await;
}

async fn play_every_game(server: &Server) {
    let games = "holdem,doudizhu,shengji";
    let flags =
        [&server.url, "--games", games, "--tables", "2", "--seconds", "4", "--streams", "--keys", "--json"];
    let out = load(&flags);
    assert!(out.status.success(), "{}", String::from_utf8_lossy(&out.stderr));
    let report: Value = serde_json::from_slice(&out.stdout).unwrap();
    assert_eq!(report["all"]["refused"], 0, "{report}");
    assert_eq!(report["refusal"], Value::Null);
    let played = report["games"].as_array().unwrap();
    assert_eq!(
        played.iter().map(|of| of["game"].as_str().unwrap()).collect::<Vec<_>>(),
        games.split(',').collect::<Vec<_>>()
    );
    for of in played {
        let (moves, messages) = (of["moves"].as_u64().unwrap(), of["messages"].as_u64().unwrap());
        assert!(moves > 5, "{report}");
        // Every seat gets every move, its own too; the streams may lag a little at either end.
        assert!(messages > moves, "{report}");
        assert!(of["p50_ms"].as_f64().unwrap() <= of["p99_ms"].as_f64().unwrap(), "{report}");
    }
    let sum: u64 = played.iter().map(|of| of["moves"].as_u64().unwrap()).sum();
    assert_eq!(report["all"]["moves"], sum);

    // Every chip is accounted for, and all tables are closed.
    let audit = server.audit().await;
    assert_eq!(audit["holds"], true, "{audit}");
    let lobby = reqwest::get(format!("{}/v1/tables", server.url)).await.unwrap();
    let lobby: Value = lobby.json().await.unwrap();
    assert_eq!(lobby["tables"].as_array().map(Vec::len), Some(0), "{lobby}");
}

#[test]
fn results_are_for_people_and_for_programs() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::start(folder.path());
    let out = load(&[&server.url, "--tables", "1", "--seconds", "1"]);
    let text = String::from_utf8(out.stdout).unwrap();
    assert!(out.status.success(), "{}", String::from_utf8_lossy(&out.stderr));
    for line in ["game ", "holdem ", "all ", "figure moves_per_second ", "figure p99_ms ", "figure p999_ms "]
    {
        assert!(text.lines().any(|got| got.starts_with(line)), "{line}: {text}");
    }
}

#[test]
fn a_load_that_cannot_run_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let mut command = Command::new(env!("CARGO_BIN_EXE_cardroom"));
    command.env("CARDROOM_LIMITS_GUESTS_PER_HOUR", "1");
    let server = Server::start_by(command, folder.path(), &[]);
    for (arguments, says) in [
        (&["https://127.0.0.1:1"][..], "write http://HOST:PORT"),
        (&["http://127.0.0.1:1"], "cannot be asked"),
        (&[&server.url], "429"),
        (&[&server.url, "--games", "chess"], "invalid value 'chess'"),
    ] {
        let out = load(arguments);
        let got = String::from_utf8_lossy(&out.stderr).into_owned();
        assert!(!out.status.success() && got.contains(says), "{arguments:?}: {got}");
    }
}
