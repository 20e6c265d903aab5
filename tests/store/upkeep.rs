//! The commands `migrate` and `copy`, as processes.

use std::path::Path;
use std::process::{Child, Command, Output, Stdio};

use cardroom::service::ports::store::DATA_RELEASE;

use crate::postgres::{PASSWORD, database};
use crate::process::Server;
use crate::unbounded::UNBOUNDED;

/// Starts `cardroom` without settings of the tests' own.
fn cardroom(arguments: &[&str]) -> Child {
    let mut command = Command::new(env!("CARGO_BIN_EXE_cardroom"));
    command.env_clear().current_dir(std::env::temp_dir()).args(arguments);
    command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap()
}

/// Its exit code, and all that it says.
fn said(output: &Output) -> (Option<i32>, String) {
    let said = String::from_utf8_lossy(&output.stdout) + String::from_utf8_lossy(&output.stderr);
    for password in [PASSWORD, "s3cret"] {
        assert!(!said.contains(password), "{said}");
    }
    (output.status.code(), said.into_owned())
}

fn run(arguments: &[&str]) -> (Option<i32>, String) {
    said(&cardroom(arguments).wait_with_output().unwrap())
}

#[tokio::test(flavor = "multi_thread")]
async fn ten_processes_migrate_at_once() {
    let Some((server, name)) = database().await else { return };
    let url = server.url(&name);
    let processes: Vec<Child> = (0..10).map(|_| cardroom(&["migrate", "--database-url", &url])).collect();
    for process in processes {
        let (code, said) = said(&process.wait_with_output().unwrap());
        assert_eq!(
            (code, said),
            (Some(0), format!("the database has the schema of release {DATA_RELEASE}\n"))
        );
    }
    let later = "insert into _sqlx_migrations (version, description, success, checksum, execution_time)
        values (9999, 'later', true, '', 0)";
    server.run(&name, later).await;
    let (code, said) = run(&["migrate", "--database-url", &url]);
    assert_eq!(code, Some(1));
    let newer = format!("schema of release 9999, and this program knows only releases up to {DATA_RELEASE}");
    assert!(said.contains(&newer), "{said}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_server_may_leave_migrating_to_the_command() {
    let folder = tempfile::tempdir().unwrap();
    let file = format!("sqlite:{}", folder.path().join("cardroom.sqlite").display());
    let mut urls = vec![file];
    if let Some((server, name)) = database().await {
        urls.push(server.url(&name));
    }
    for url in urls {
        let serve = ["--migrate", "command", "--database-url", &url, "--listen", "127.0.0.1:0"];
        let data = folder.path().to_str().unwrap();
        let (code, said) = run(&[&serve[..], &["--data", data]].concat());
        assert_eq!(code, Some(1));
        assert!(said.contains("run `cardroom migrate`"), "{said}");
        let (code, said) = run(&["migrate", "--database-url", &url]);
        assert_eq!(code, Some(0), "{said}");
        let flags = ["--migrate", "command", "--database-url", &url];
        drop(Server::start_with(folder.path(), &flags));
    }
}

/// Plays all three games on a server for a moment, and kills it.
fn play(folder: &Path, database: &str) {
    let server = Server::start_with(folder, &[UNBOUNDED[0], "--database-url", database]);
    let games = ["--games", "holdem,doudizhu,shengji", "--tables", "2", "--seconds", "2"];
    let (code, said) = run(&[&["load", &server.url][..], &games].concat());
    assert_eq!(code, Some(0), "{said}");
}

/// The hash that a copy says at its end, after a line a table.
fn hash_of(said: &str) -> String {
    let lines: Vec<_> = said.lines().collect();
    assert_eq!(lines.len(), 36, "{said}");
    let (_, rest) = lines[35].split_once("with the hash ").unwrap();
    let (hash, rest) = rest.split_once(';').unwrap();
    assert_eq!(rest, " the audit holds");
    hash.to_owned()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_card_room_moves_to_postgres_and_back_and_plays_on() {
    let Some((server, name)) = database().await else { return };
    let url = server.url(&name);
    let [here, back] = [(); 2].map(|()| tempfile::tempdir().unwrap());
    let file = |folder: &Path| format!("sqlite:{}", folder.join("cardroom.sqlite").display());
    play(here.path(), &file(here.path()));
    let folder = format!("sqlite:{}", here.path().display());
    let (code, there) = run(&["copy", "--from", &folder, "--to", &url]);
    assert_eq!(code, Some(0), "{there}");
    let target = file(back.path());
    let (code, again) = run(&["copy", "--from", &url, "--to", &target]);
    assert_eq!(code, Some(0), "{again}");
    assert_eq!(hash_of(&there), hash_of(&again));

    let (code, said) = run(&["copy", "--from", &folder, "--to", &url]);
    assert_eq!(code, Some(1));
    assert!(said.contains("the target is not empty"), "{said}");
    play(here.path(), &url);
    play(back.path(), &target);
    let more = tempfile::tempdir().unwrap();
    let (code, more) = run(&["copy", "--from", &url, "--to", &file(more.path())]);
    assert_eq!(code, Some(0), "{more}");
    assert_ne!(hash_of(&more), hash_of(&there));
}

#[test]
fn what_names_no_database_is_wrong_input() {
    let (code, said) = run(&["copy", "--from", "mysql://ann:s3cret@host/db", "--to", "sqlite:x"]);
    assert_eq!(code, Some(2));
    assert!(said.contains("neither sqlite:FILE"), "{said}");
}
