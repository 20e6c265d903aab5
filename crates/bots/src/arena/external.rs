//! External programs, over standard input and output: one JSON object a line each way.

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::thread;
use std::time::Duration;

use serde_json::{Value, json};

use super::error::ArenaError;
use cardroom_rules::games::seat::Seat;
use cardroom_rules::games::witness::{Imagined, Witness};

/// How long a program may take for one action. On a busy machine some need most of it to start.
pub const PATIENCE: Duration = Duration::from_mins(2);

/// An external program that plays one chair.
///
/// It gets `{"setup": …, "seat": n}` when a hand begins, `{"seen": …}` for each event, and `{"act": {"view": …,
/// "options": …}}` when it is to act. It answers only the last, with one line: an action, or `null` to do nothing if it
/// may. Its standard error is the arena's.
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
        // Reading blocks, so a separate thread does it. The thread ends with the program's output.
        thread::spawn(move || {
            for line in BufReader::new(from).lines().map_while(Result::ok) {
                if tell.send(line).is_err() {
                    break;
                }
            }
        });
        Ok(Self { program, to, lines })
    }

    /// Sends the beginning of a hand.
    pub fn begin<G: Imagined>(&mut self, seat: Seat, setup: &G::Setup) -> Result<(), ArenaError> {
        self.tell(&json!({ "setup": setup, "seat": seat }))
    }

    /// Sends an event.
    pub fn watch<G: Imagined>(&mut self, seen: &G::Seen) -> Result<(), ArenaError> {
        self.tell(&json!({ "seen": seen }))
    }

    /// Asks for an action.
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
        let sent = writeln!(self.to, "{message}").and_then(|()| self.to.flush());
        sent.map_err(|error| ArenaError::External(format!("does not read its input: {error}")))
    }
}

impl Drop for External {
    fn drop(&mut self) {
        // The program may have exited by itself.
        drop(self.program.kill());
        drop(self.program.wait());
    }
}
