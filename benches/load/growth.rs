//! What a million moves leave behind: whether the last hundred thousand take longer than the first, and how the file grows.

use std::fs;
use std::path::Path;
use std::time::Duration;

use cardroom_load::table::Game;
use tokio::task::LocalSet;

use crate::machine::{Cores, Usage, memory};
use crate::play::{Measured, Part, Way};
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
    moves: Measured,
    bare: Measured,
    /// Bytes of the database file, without the write-ahead log, by which it grew for each move.
    grown: f64,
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
    println!("figure growth_time_ratio {:.3}", slope(|piece| piece.bare.per_second / piece.moves.per_second));
    println!("figure growth_cpu_ratio {:.3}", slope(|piece| piece.moves.cpu_us / piece.bare.cpu_us));
    println!("figure growth_written_ratio {:.3}", slope(|piece| piece.moves.bytes));
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
        let (count, moves) = began.since(&house);
        let (_, bare) = bare_began.since(&bare);
        let grown = length(&file) - size;
        size += grown;
        played += count;
        let piece = Piece { moves, bare, grown: grown / count as f64 };
        println!(
            "{played:>10} {:>8.1} {:>7.1} {:>8.1} {:>8.2} {:>13.0} {:>8.1} {:>11.0} {:>7.1} {:>11.0}",
            1e6 / piece.moves.per_second,
            piece.moves.cpu_us,
            1e6 / piece.bare.per_second,
            piece.moves.p99_ms,
            piece.moves.bytes,
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

    /// How many answers came since then, and what they took.
    fn since(&self, side: &Side) -> (usize, Measured) {
        let counts = side.tally.take().unwrap();
        assert_eq!(counts.refusal, None);
        let used = side.usage().since(&self.usage);
        (counts.micros.len(), Measured::of(&counts, side.time.saturating_sub(self.time), used))
    }
}

fn length(file: &Path) -> f64 {
    fs::metadata(file).map_or(0.0, |file| file.len() as f64)
}
