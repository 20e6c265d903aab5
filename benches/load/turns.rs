//! The servers are measured in turns: the machine's speed changes within seconds, so each has to run under the same
//! conditions.

use std::rc::Rc;
use std::time::Duration;

use cardroom_load::tally::Tally;
use tokio::task::LocalSet;
use tokio::time::{Instant, sleep};

use crate::machine::{Cores, Usage, Used, memory};
use crate::play::{Measured, Part, Way};
use crate::servers::Server;

/// The length of a turn: long enough that its beginning, when the processor's caches are cold, counts for little.
pub const TURN: Duration = Duration::from_millis(500);

/// The time of playing before the measurement.
const BEFORE: Duration = Duration::from_secs(1);

/// The pause after each turn, in which clients read the answers of the turn.
const REST: Duration = Duration::from_millis(5);

/// A server that runs during its turns, and is stopped otherwise.
pub struct Side {
    pub server: Server,
    pub tally: Rc<Tally>,
    /// The length of all its turns.
    pub time: Duration,
}

/// Measures these parts in turns, each for this time in all.
pub async fn measure(parts: &[Part], cores: Cores, answer: &str, time: Duration) -> Vec<Measured> {
    let is_alone = parts.len() == 1;
    let stands_still = |part: &Part| !matches!(part.way, Way::Asked | Way::Offered { .. });
    assert!(is_alone || parts.iter().all(stands_still), "clocks of games and plans do not stand still");
    let (sides, used) = LocalSet::new()
        .run_until(async {
            let mut sides = begin(parts, cores, answer).await;
            let before: Vec<Usage> = sides.iter().map(Side::usage).collect();
            // A part that is alone has one long turn.
            let turn = if is_alone { time } else { TURN };
            while sides.iter().any(|side| side.time < time) {
                for side in &mut sides {
                    side.play(turn).await;
                }
            }
            let used: Vec<Used> =
                sides.iter().zip(&before).map(|(side, before)| side.usage().since(before)).collect();
            (sides, used)
        })
        .await;
    // The other servers' use counts as foreign: they disturb no measurement while they are stopped.
    let rest: f64 = used.iter().skip(1).map(|used| used.server / used.seconds).sum();
    let others = used.first().map_or(0.0, |first| (first.others - rest).max(0.0));
    let measured = sides.into_iter().zip(used).zip(parts);
    measured.map(|((side, used), part)| side.measured(part, Used { others, ..used })).collect()
}

/// Starts the load on all of them, on the current set of tasks. Afterwards each is stopped, unless it is the only one.
pub async fn begin(parts: &[Part], cores: Cores, answer: &str) -> Vec<Side> {
    let mut opened = Vec::new();
    for part in parts {
        opened.push(part.open(cores, answer).await);
    }
    let mut sides = Vec::new();
    for (part, (server, tables)) in parts.iter().zip(opened) {
        let tally = Rc::default();
        part.spawn(&server.place, tables, &tally).await;
        sleep(BEFORE).await;
        let side = Side { server, tally, time: Duration::ZERO };
        if parts.len() > 1 {
            side.halt().await;
        }
        side.tally.take().unwrap();
        sides.push(side);
    }
    sides
}

impl Side {
    /// Runs for this time.
    pub async fn play(&mut self, turn: Duration) {
        let began = Instant::now();
        self.tally.go_on();
        self.server.go_on();
        sleep(turn).await;
        self.time += began.elapsed();
        self.halt().await;
    }

    /// Stops it. An answer that this interrupts waits until it is continued.
    async fn halt(&self) {
        self.server.halt();
        self.tally.halt();
        sleep(REST).await;
    }

    pub fn usage(&self) -> Usage {
        Usage::now(self.server.process.id())
    }

    /// Ends the server, and returns the results.
    fn measured(self, part: &Part, used: Used) -> Measured {
        let memory_kib = memory(self.server.process.id());
        let per_commit = self.server.stop().unwrap_or(f64::NAN);
        let counts = self.tally.take().unwrap();
        assert_eq!(counts.refusal, None, "{}", part.name);
        Measured { memory_kib, per_commit, ..Measured::of(&counts, self.time, used) }
    }
}
