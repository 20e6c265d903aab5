//! What is compared is measured in turns: the machine's speed changes within seconds, and each is to have the same of it.

use std::rc::Rc;
use std::time::Duration;

use cardroom::load::tally::Tally;
use tokio::task::LocalSet;
use tokio::time::{Instant, sleep};

use crate::machine::{Cores, Usage, Used, memory};
use crate::play::{Measured, Part};
use crate::servers::Server;

/// How long a turn is.
const TURN: Duration = Duration::from_millis(250);

/// How long is played before it counts.
const BEFORE: Duration = Duration::from_secs(1);

/// A server that is asked while it is its turn, and stands still otherwise.
struct Player {
    server: Server,
    tally: Rc<Tally>,
    /// How long its turns took, all together.
    time: Duration,
}

/// What each part is measured as in so long a time of its own.
pub async fn measure(parts: &[Part], cores: Cores, answer: &str, time: Duration) -> Vec<Measured> {
    let (players, used) = LocalSet::new()
        .run_until(async {
            let mut players = Vec::new();
            for part in parts {
                let (server, tables) = part.open(cores, answer).await;
                let tally = Rc::new(Tally::default());
                part.spawn(&server.place, tables, &tally).await;
                sleep(BEFORE).await;
                let player = Player { server, tally, time: Duration::ZERO };
                player.tally.take().unwrap();
                player.halt();
                players.push(player);
            }
            let before: Vec<Usage> = players.iter().map(Player::usage).collect();
            // Whose turn would end only for the next one of its own goes on.
            let turn = if players.len() == 1 { time } else { TURN };
            while players[players.len() - 1].time < time {
                for player in &mut players {
                    player.play(turn).await;
                }
            }
            let used = players.iter().zip(&before).map(|(player, before)| player.usage().since(before));
            let used: Vec<Used> = used.collect();
            (players, used)
        })
        .await;
    // What one of them used was taken from what others did to each of the rest.
    let servers: f64 = used.iter().map(|used| used.server / used.seconds).sum();
    let measured = players.into_iter().zip(used).zip(parts).map(|((player, used), part)| {
        let rest = servers - used.server / used.seconds;
        player.measured(part, Used { others: (used.others - rest).max(0.0), ..used })
    });
    measured.collect()
}

impl Player {
    /// Plays for so long.
    async fn play(&mut self, time: Duration) {
        let began = Instant::now();
        self.tally.go_on();
        self.server.go_on();
        sleep(time).await;
        self.halt();
        self.time += began.elapsed();
    }

    fn halt(&self) {
        self.server.halt();
        self.tally.halt();
    }

    fn usage(&self) -> Usage {
        Usage::now(self.server.process.id())
    }

    /// Ends the server; what it was measured as.
    fn measured(self, part: &Part, used: Used) -> Measured {
        let memory_kib = memory(self.server.process.id());
        let per_commit = self.server.stop().unwrap_or(f64::NAN);
        let counts = self.tally.take().unwrap();
        assert_eq!(counts.refusal, None, "{}", part.name);
        Measured { memory_kib, per_commit, ..Measured::of(&counts, self.time, used) }
    }
}
