//! The same answers on PostgreSQL: chapters of this suite run once more, with their databases there.

use std::env;
use std::process::Command;

use crate::postgres::PostgresServer;
use crate::server::ON_POSTGRES;

/// The chapters whose answers depend on what is stored. Chapters in which computers or absent players meet a clock that a test moves are
/// left out: this database answers later than they expect.
const CHAPTERS: [&str; 13] = [
    "doudizhu::",
    "dry_runs::",
    "games::",
    "history::",
    "hosts::",
    "invites::",
    "lobby::",
    "people::",
    "players::",
    "preferences::",
    "sessions::",
    "statistics::",
    "wishes::",
];

#[test]
#[ignore = "takes minutes, beside which timed tests fail: a step of its own in .ci/run"]
fn chapters_hold_on_postgres() {
    if PostgresServer::shared().is_none() {
        return;
    }
    let mut suite = Command::new(env::current_exe().unwrap());
    let ran = suite.env(ON_POSTGRES, "1").args(CHAPTERS).output().unwrap();
    let said = String::from_utf8_lossy(&ran.stdout);
    assert!(ran.status.success(), "{said}\n{}", String::from_utf8_lossy(&ran.stderr));
    assert!(!said.contains("running 0 tests"), "{said}");
}
