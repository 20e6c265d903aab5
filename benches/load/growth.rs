//! What a million moves leave behind: whether the last hundred thousand take longer than the first, and how the file grows.

use std::fs;
use std::path::Path;
use std::rc::Rc;
use std::time::Duration;

use cardroom::load::table::Game;
use cardroom::load::tally::Tally;
use tokio::task::LocalSet;
use tokio::time::sleep;

use crate::machine::{Cores, Usage, memory};
use crate::play::{Part, Way};
use crate::servers::{Kind, Server};

/// In how many pieces the moves are told.
const PIECES: usize = 10;

const PART: Part =
    Part { name: "growth", kind: Kind::Cardroom, game: Game::Holdem, tables: 50, way: Way::Moves };

/// One piece.
struct Piece {
    /// Microseconds a move, of the clock and of the server's processor.
    us: f64,
    cpu_us: f64,
    /// Bytes that the server wrote for each move.
    written: f64,
    /// Bytes of the database file, without the write-ahead log, by which it grew for each move.
    grown: f64,
}

/// Plays so many moves at 50 tables, on one folder.
pub async fn measure(cores: Cores, moves: u64) {
    let server = Server::start(PART.kind, cores, "");
    let tables = PART.open_tables(&server.place, "").await;
    let (tally, process) = (Rc::new(Tally::default()), server.process.id());
    let file = server.folder.path().join("cardroom.sqlite");
    println!("     moves  us/move  cpu us   p99 ms  written/move  file MB  grown/move  log MB  memory MiB");
    let pieces = LocalSet::new()
        .run_until(async {
            PART.spawn(&server.place, tables, &tally).await;
            let (mut played, mut pieces) = (0, Vec::new());
            let mut size = length(&file);
            for _ in 0..PIECES {
                let before = Usage::now(process);
                while (tally.count() as u64) < moves / PIECES as u64 {
                    sleep(Duration::from_millis(20)).await;
                }
                let used = Usage::now(process).since(&before);
                let counts = tally.take().unwrap();
                assert_eq!(counts.refusal, None);
                let count = counts.micros.len() as f64;
                let grown = length(&file) - size;
                size += grown;
                played += counts.micros.len();
                let piece = Piece {
                    us: used.seconds * 1e6 / count,
                    cpu_us: used.server * 1e6 / count,
                    written: used.written / count,
                    grown: grown / count,
                };
                let Piece { us, cpu_us, written, grown } = piece;
                println!(
                    "{played:>10} {us:>8.1} {cpu_us:>7.1} {:>8.2} {written:>13.0} {:>8.1} {grown:>11.0} {:>7.1} {:>11.0}",
                    counts.waits().expect("answers").p99_ms,
                    size / 1e6,
                    length(&file.with_extension("sqlite-wal")) / 1e6,
                    memory(process) / 1024.0,
                );
                pieces.push(piece);
            }
            pieces
        })
        .await;
    server.stop();
    let slope = |of: fn(&Piece) -> f64| {
        let half = |pieces: &[Piece]| pieces.iter().map(of).sum::<f64>() / pieces.len() as f64;
        half(&pieces[PIECES / 2..]) / half(&pieces[..PIECES / 2])
    };
    println!("figure growth_time_ratio {:.3}", slope(|piece| piece.us));
    println!("figure growth_cpu_ratio {:.3}", slope(|piece| piece.cpu_us));
    println!("figure growth_written_ratio {:.3}", slope(|piece| piece.written));
    println!("figure growth_file_ratio {:.3}", slope(|piece| piece.grown));
    let mean = pieces.iter().map(|piece| piece.grown).sum::<f64>() / PIECES as f64;
    println!("figure file_bytes_per_move {mean:.0}");
}

fn length(file: &Path) -> f64 {
    fs::metadata(file).map_or(0.0, |file| file.len() as f64)
}
