//! Programs of others, over standard input and output: one JSON object a line each way.

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::thread;
use std::time::Duration;

use serde_json::{Value, json};

use super::error::ArenaError;
use cardroom_rules::games::seat::Seat;
use cardroom_rules::games::witness::{Imagined, Witness};

/// How long a program may take for one action: on a busy machine some take most of it to start.
pub const PATIENCE: Duration = Duration::from_mins(2);

/// A program of others that plays one chair.
///
/// It is told `{"setup": …, "seat": n}` where a hand begins, `{"seen": …}` for each event, and is asked
/// `{"act": {"view": …, "options": …}}`; to that alone it answers, with one line: an action, or `null` where it may and
/// does leave it. What it writes to standard error goes on to the arena's.
pub struct External {
    program: Child,
    to: ChildStdin,
    lines: Receiver<String>,
}

impl External {
    /// Starts it, through the system's shell.
    pub fn start(command: &str) -> Result<Self, ArenaError> {
        let mut program = Command::new("sh")
            .args(["-c", command])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .map_err(|error| ArenaError::External(format!("cannot be started: {error}")))?;
        let piped = program.stdin.take().zip(program.stdout.take());
        let (to, from) = piped.ok_or_else(|| ArenaError::External("has no pipes".to_owned()))?;
        let (tell, lines) = mpsc::channel();
        // Reading blocks, so it has a thread of its own, which ends with the program's output.
        thread::spawn(move || {
            for line in BufReader::new(from).lines().map_while(Result::ok) {
                if tell.send(line).is_err() {
                    break;
                }
            }
        });
        Ok(Self { program, to, lines })
    }

    /// Tells it that a hand begins.
    pub fn begin<G: Imagined>(&mut self, seat: Seat, setup: &G::Setup) -> Result<(), ArenaError> {
        self.tell(&json!({ "setup": setup, "seat": seat }))
    }

    /// Tells it an event.
    pub fn watch<G: Imagined>(&mut self, seen: &G::Seen) -> Result<(), ArenaError> {
        self.tell(&json!({ "seen": seen }))
    }

    /// Asks it what it does.
    pub fn act<G: Imagined>(&mut self, witness: &Witness<G>) -> Result<Option<G::Action>, ArenaError> {
        self.tell(&json!({ "act": { "view": witness.view(), "options": witness.options() } }))?;
        let line = self.lines.recv_timeout(PATIENCE).map_err(|error| {
            ArenaError::External(match error {
                RecvTimeoutError::Timeout => format!("gave no answer within {} s", PATIENCE.as_secs()),
                RecvTimeoutError::Disconnected => "has ended".to_owned(),
            })
        })?;
        serde_json::from_str(&line)
            .map_err(|error| ArenaError::External(format!("answered what is no action: {line}: {error}")))
    }

    fn tell(&mut self, message: &Value) -> Result<(), ArenaError> {
        let told = writeln!(self.to, "{message}").and_then(|()| self.to.flush());
        told.map_err(|error| ArenaError::External(format!("does not read what it is told: {error}")))
    }
}

impl Drop for External {
    fn drop(&mut self) {
        // It may have ended by itself; then there is nothing to end.
        drop(self.program.kill());
        drop(self.program.wait());
    }
}
