//! The result of a run: as text for people, as JSON for programs.

use std::collections::BTreeMap;
use std::fmt::{self, Write};

use serde::Serialize;

use super::contest::Figure;
use super::estimate::Estimate;
use super::plan::Plan;
use super::timing::Timing;

/// The result of a run.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Report {
    /// The players, in the order of the seats.
    pub players: Vec<String>,
    /// The number of deals.
    pub deals: u64,
    /// The number of seatings in which each deal was played.
    pub seatings: usize,
    /// The seed of all randomness.
    pub seed: u64,
    /// The figures.
    pub figures: Vec<Measured>,
    /// The speed of each strategy.
    pub speed: Vec<Speed>,
}

/// A figure, with its interval.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Measured {
    /// The player.
    pub player: String,
    /// The name of the figure.
    pub tells: String,
    /// The mean over deals.
    pub mean: f64,
    /// Half the width of its 95 % interval; absent if too few deals were played.
    pub half_width: Option<f64>,
}

/// The speed of a strategy, in all its chairs.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Speed {
    /// The strategy.
    pub player: String,
    /// The number of its decisions.
    pub decisions: u64,
    /// Decisions in a second of its own time.
    pub per_second: f64,
    /// The mean, in microseconds.
    pub mean_micros: f64,
    /// The 99th percentile, in microseconds.
    pub p99_micros: f64,
    /// The longest, in microseconds.
    pub longest_micros: f64,
}

impl Report {
    pub(super) fn new(
        plan: &Plan,
        seatings: usize,
        figures: Vec<Figure>,
        estimates: &[Estimate],
        timings: BTreeMap<String, Timing>,
    ) -> Self {
        let figures = figures.into_iter().zip(estimates).map(|(Figure { player, tells }, estimate)| {
            let half_width = Some(estimate.half_width()).filter(|width| width.is_finite());
            Measured { player, tells, mean: estimate.mean(), half_width }
        });
        let speed = timings.into_iter().map(|(player, timing)| Speed {
            player,
            decisions: timing.count(),
            per_second: 1e6 / timing.mean_micros().max(1e-3),
            mean_micros: timing.mean_micros(),
            p99_micros: timing.p99_micros(),
            longest_micros: timing.longest_micros(),
        });
        Self {
            players: plan.terms.players.clone(),
            deals: plan.deals,
            seatings,
            seed: plan.seed,
            figures: figures.collect(),
            speed: speed.collect(),
        }
    }

    /// As JSON, with a line's end.
    pub fn json(&self) -> Result<String, serde_json::Error> {
        serde_json::to_string_pretty(self).map(|json| json + "\n")
    }

    fn write(&self, out: &mut String) -> fmt::Result {
        let players = self.players.join(", ");
        writeln!(out, "{players}: {} deals × {} seatings, seed {}\n", self.deals, self.seatings, self.seed)?;
        writeln!(out, "{:<14} {:<28} {:>12} {:>12}", "player", "figure", "mean", "± 95 %")?;
        for Measured { player, tells, mean, half_width } in &self.figures {
            let width = half_width.map_or_else(|| "?".to_owned(), |width| format!("{width:.3}"));
            writeln!(out, "{player:<14} {tells:<28} {mean:>+12.3} {width:>12}")?;
        }
        writeln!(
            out,
            "\n{:<14} {:>12} {:>12} {:>12} {:>12} {:>12}",
            "player", "decisions", "per second", "mean µs", "p99 µs", "longest µs"
        )?;
        for speed in &self.speed {
            let Speed { player, decisions, per_second, mean_micros, p99_micros, longest_micros } = speed;
            writeln!(
                out,
                "{player:<14} {decisions:>12} {per_second:>12.0} {mean_micros:>12.1} {p99_micros:>12.1} \
                 {longest_micros:>12.1}"
            )?;
        }
        Ok(())
    }
}

impl fmt::Display for Report {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut text = String::new();
        self.write(&mut text)?;
        out.write_str(&text)
    }
}
