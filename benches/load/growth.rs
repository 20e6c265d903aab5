//! What a million moves leave behind: whether the last hundred thousand take longer than the first, and how the file grows.

use std::fs;
use std::path::Path;
use std::time::Duration;

use cardroom::load::table::Game;
use cardroom::load::tally::Counts;
use tokio::task::LocalSet;

use crate::machine::{Cores, Usage, Used, memory};
use crate::play::{Part, Way};
use crate::servers::Kind;
use crate::turns::{self, Side};

/// In how many pieces the moves are told.
const PIECES: usize = 10;

/// What is asked in turns: the machine may become slower while a million moves are played, and *bare* with it.
const PARTS: [Part; 2] = {
    const fn part(name: &'static str, kind: Kind) -> Part {
        Part { name, kind, game: Game::Holdem, tables: 50, way: Way::Moves }
    }
    [part("growth", Kind::Cardroom), part("bare", Kind::Bare)]
};

/// One piece.
struct Piece {
    moves: Times,
    bare: Times,
    /// Bytes that the server wrote for each move.
    written: f64,
    /// Bytes of the database file, without the write-ahead log, by which it grew for each move.
    grown: f64,
}

/// Microseconds that a request took.
struct Times {
    /// By the clock.
    us: f64,
    /// Of the server's processor.
    cpu_us: f64,
}

/// Plays so many moves at 50 tables, on one folder.
pub async fn measure(cores: Cores, answer: &str, moves: u64) {
    println!(
        "     moves  us/move  cpu us  bare us   p99 ms  written/move  file MB  grown/move  log MB  memory MiB"
    );
    let pieces = LocalSet::new().run_until(play(cores, answer, moves as usize)).await;
    let slope = |of: fn(&Piece) -> f64| {
        let half = |pieces: &[Piece]| pieces.iter().map(of).sum::<f64>() / pieces.len() as f64;
        half(&pieces[PIECES / 2..]) / half(&pieces[..PIECES / 2])
    };
    println!("figure growth_time_ratio {:.3}", slope(|piece| piece.moves.us / piece.bare.us));
    println!("figure growth_cpu_ratio {:.3}", slope(|piece| piece.moves.cpu_us / piece.bare.cpu_us));
    println!("figure growth_written_ratio {:.3}", slope(|piece| piece.written));
    println!("figure growth_file_ratio {:.3}", slope(|piece| piece.grown));
    let mean = pieces.iter().map(|piece| piece.grown).sum::<f64>() / PIECES as f64;
    println!("figure file_bytes_per_move {mean:.0}");
}

/// Plays, prints each piece as it ends, and returns all of them.
async fn play(cores: Cores, answer: &str, many: usize) -> Vec<Piece> {
    let Ok([mut house, mut bare]) = <[Side; 2]>::try_from(turns::begin(&PARTS, cores, answer).await) else {
        unreachable!("a side for each part")
    };
    let file = house.server.folder.path().join("cardroom.sqlite");
    let (mut played, mut pieces) = (0, Vec::new());
    let mut size = length(&file);
    for _ in 0..PIECES {
        let (began, bare_began) = (Start::now(&house), Start::now(&bare));
        while house.tally.count() < many / PIECES {
            let before = house.tally.count();
            house.play(turns::TURN).await;
            bare.play(turns::TURN).await;
            assert!(house.tally.count() > before, "nobody plays any more");
        }
        let (counts, used, moves) = began.since(&house);
        let (_, _, bare_times) = bare_began.since(&bare);
        let count = counts.micros.len() as f64;
        let grown = length(&file) - size;
        size += grown;
        played += counts.micros.len();
        let piece = Piece { moves, bare: bare_times, written: used.written / count, grown: grown / count };
        println!(
            "{played:>10} {:>8.1} {:>7.1} {:>8.1} {:>8.2} {:>13.0} {:>8.1} {:>11.0} {:>7.1} {:>11.0}",
            piece.moves.us,
            piece.moves.cpu_us,
            piece.bare.us,
            counts.waits().expect("answers").p99_ms,
            piece.written,
            size / 1e6,
            piece.grown,
            length(&file.with_extension("sqlite-wal")) / 1e6,
            memory(house.server.process.id()) / 1024.0,
        );
        pieces.push(piece);
    }
    house.server.stop();
    bare.server.stop();
    pieces
}

/// Where a side stood when a piece began.
struct Start {
    usage: Usage,
    time: Duration,
}

impl Start {
    fn now(side: &Side) -> Self {
        Self { usage: side.usage(), time: side.time }
    }

    /// What was answered since then, what was used for it, and how long it took.
    fn since(&self, side: &Side) -> (Counts, Used, Times) {
        let counts = side.tally.take().unwrap();
        assert_eq!(counts.refusal, None);
        let used = side.usage().since(&self.usage);
        let each = |seconds: f64| seconds * 1e6 / counts.micros.len() as f64;
        let times =
            Times { us: each(side.time.as_secs_f64() - self.time.as_secs_f64()), cpu_us: each(used.server) };
        (counts, used, times)
    }
}

fn length(file: &Path) -> f64 {
    fs::metadata(file).map_or(0.0, |file| file.len() as f64)
}
