//! The effects of a million moves: whether the last hundred thousand take longer than the first, and how the file
//! grows.

use std::fs;
use std::path::Path;
use std::time::Duration;

use cardroom_load::table::Game;
use tokio::task::LocalSet;

use crate::machine::{Cores, Usage, memory};
use crate::play::{Measured, Part, Way};
use crate::servers::Kind;
use crate::turns::{self, Side};

/// The number of intervals into which the moves are divided.
const INTERVALS: usize = 10;

/// The servers take turns: the machine may become slower while a million moves are played, and *bare* with it.
const PARTS: [Part; 2] = {
    const fn part(name: &'static str, kind: Kind) -> Part {
        Part { name, kind, game: Game::Holdem, tables: 50, way: Way::Moves }
    }
    [part("growth", Kind::Cardroom), part("bare", Kind::Bare)]
};

/// One interval.
struct Interval {
    moves: Measured,
    bare: Measured,
    /// By how many bytes the database file, without the write-ahead log, grew for each move.
    grown: f64,
}

/// Plays this many moves at 50 tables, in one data folder.
pub async fn measure(cores: Cores, answer: &str, moves: u64) {
    println!(
        "     moves  us/move  cpu us  bare us   p99 ms  written/move  file MB  grown/move  log MB  memory MiB"
    );
    let intervals = LocalSet::new().run_until(play(cores, answer, moves as usize)).await;
    let slope = |of: fn(&Interval) -> f64| {
        let half = |intervals: &[Interval]| intervals.iter().map(of).sum::<f64>() / intervals.len() as f64;
        half(&intervals[INTERVALS / 2..]) / half(&intervals[..INTERVALS / 2])
    };
    println!(
        "figure growth_time_ratio {:.3}",
        slope(|interval| interval.bare.per_second / interval.moves.per_second)
    );
    println!("figure growth_cpu_ratio {:.3}", slope(|interval| interval.moves.cpu_us / interval.bare.cpu_us));
    println!("figure growth_written_ratio {:.3}", slope(|interval| interval.moves.bytes));
    println!("figure growth_file_ratio {:.3}", slope(|interval| interval.grown));
    let mean = intervals.iter().map(|interval| interval.grown).sum::<f64>() / INTERVALS as f64;
    println!("figure file_bytes_per_move {mean:.0}");
}

/// Plays, prints each interval as it ends, and returns all of them.
async fn play(cores: Cores, answer: &str, many: usize) -> Vec<Interval> {
    let Ok([mut cardroom, mut bare]) = <[Side; 2]>::try_from(turns::begin(&PARTS, cores, answer).await)
    else {
        unreachable!("a side for each part")
    };
    let file = cardroom.server.folder.path().join("cardroom.sqlite");
    let (mut played, mut intervals) = (0, Vec::new());
    let mut size = length(&file);
    for _ in 0..INTERVALS {
        let (began, bare_began) = (Start::now(&cardroom), Start::now(&bare));
        while cardroom.tally.count() < many / INTERVALS {
            let before = cardroom.tally.count();
            cardroom.play(turns::TURN).await;
            bare.play(turns::TURN).await;
            assert!(cardroom.tally.count() > before, "the game has stopped");
        }
        let (count, moves) = began.since(&cardroom);
        let (_, bare) = bare_began.since(&bare);
        let grown = length(&file) - size;
        size += grown;
        played += count;
        let interval = Interval { moves, bare, grown: grown / count as f64 };
        println!(
            "{played:>10} {:>8.1} {:>7.1} {:>8.1} {:>8.2} {:>13.0} {:>8.1} {:>11.0} {:>7.1} {:>11.0}",
            1e6 / interval.moves.per_second,
            interval.moves.cpu_us,
            1e6 / interval.bare.per_second,
            interval.moves.p99_ms,
            interval.moves.bytes,
            size / 1e6,
            interval.grown,
            length(&file.with_extension("sqlite-wal")) / 1e6,
            memory(cardroom.server.process.id()) / 1024.0,
        );
        intervals.push(interval);
    }
    cardroom.server.stop();
    bare.server.stop();
    intervals
}

/// The counts of a side at the start of an interval.
struct Start {
    usage: Usage,
    time: Duration,
}

impl Start {
    fn now(side: &Side) -> Self {
        Self { usage: side.usage(), time: side.time }
    }

    /// The number of answers since then, and their resources.
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
