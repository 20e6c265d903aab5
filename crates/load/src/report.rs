//! The results of a load, for people and for programs.

use std::fmt;

use serde::Serialize;

use super::error::LoadError;
use super::table::Game;
use super::tally::{Counts, Waits};

/// The counts at the tables of one game.
#[derive(Debug)]
pub struct OfGame {
    /// The game.
    pub game: Game,
    /// The number of tables.
    pub tables: u16,
    /// The counts of these tables.
    pub counts: Counts,
}

/// The results of a load.
#[derive(Debug, Serialize)]
pub struct Report {
    seconds: f64,
    games: Vec<Line>,
    all: Line,
    /// The first refusal of a move.
    refusal: Option<String>,
}

#[derive(Debug, Serialize)]
struct Line {
    /// `None` for all of them.
    game: Option<Game>,
    tables: u32,
    moves: usize,
    moves_per_second: f64,
    /// `None` if no move was answered.
    #[serde(flatten)]
    waits: Option<Waits>,
    refused: u64,
    /// Messages of streams.
    messages: u64,
}

impl Report {
    /// The rates and times of what was counted in this many seconds.
    pub fn of(seconds: f64, parts: &[OfGame]) -> Result<Self, LoadError> {
        let line = |game, tables, counts: &Counts| Line {
            game,
            tables,
            moves: counts.micros.len(),
            moves_per_second: per_second(counts.micros.len(), seconds),
            waits: counts.waits(),
            refused: counts.refused,
            messages: counts.deliveries,
        };
        let games =
            parts.iter().map(|part| line(Some(part.game), part.tables.into(), &part.counts)).collect();
        let together = Counts::together(parts.iter().map(|part| &part.counts));
        let tables = parts.iter().map(|part| u32::from(part.tables)).sum();
        let all = line(None, tables, &together);
        if all.moves == 0 {
            return Err(together
                .refusal
                .map_or(LoadError::Nothing, |answer| LoadError::AllRefused { answer }));
        }
        Ok(Self { seconds, games, all, refusal: together.refusal })
    }
}

#[allow(clippy::cast_precision_loss, reason = "nobody counts to 2^53")]
fn per_second(moves: usize, seconds: f64) -> f64 {
    moves as f64 / seconds
}

impl fmt::Display for Report {
    fn fmt(&self, to: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(to, "game      tables    moves  moves/s   p50 ms   p99 ms p99.9 ms  refused messages")?;
        for line in self.games.iter().chain([&self.all]) {
            let Line { tables, moves, moves_per_second, refused, messages, .. } = line;
            let game = match line.game {
                Some(Game::Holdem) => "holdem",
                Some(Game::Doudizhu) => "doudizhu",
                Some(Game::Shengji) => "shengji",
                None => "all",
            };
            write!(to, "{game:9} {tables:>6} {moves:>8} {moves_per_second:>8.0} ")?;
            match line.waits {
                Some(Waits { p50_ms, p99_ms, p999_ms }) => {
                    write!(to, "{p50_ms:>8.2} {p99_ms:>8.2} {p999_ms:>8.2}")?;
                }
                None => write!(to, "{:>26}", "no move was answered")?,
            }
            writeln!(to, " {refused:>8} {messages:>8}")?;
        }
        if let Some(refusal) = &self.refusal {
            writeln!(to, "the first refusal: {refusal}")?;
        }
        writeln!(to, "figure moves_per_second {:.0}", self.all.moves_per_second)?;
        if let Some(Waits { p50_ms, p99_ms, p999_ms }) = self.all.waits {
            writeln!(
                to,
                "figure p50_ms {p50_ms:.3}\nfigure p99_ms {p99_ms:.3}\nfigure p999_ms {p999_ms:.3}"
            )?;
        }
        Ok(())
    }
}
