//! The results, as a table for people and as figures for programs.

use std::collections::BTreeMap;

use crate::parts::QUIET;
use crate::play::Measured;

/// All parts that were measured in one run, by name.
#[derive(Clone, Default)]
pub struct Run(BTreeMap<&'static str, Measured>);

impl Run {
    pub fn put(&mut self, part: &'static str, measured: Measured) {
        self.0.insert(part, measured);
    }

    pub fn get(&self, part: &str) -> Option<&Measured> {
        self.0.get(part)
    }

    /// Whether it was undisturbed.
    fn undisturbed(&self) -> Self {
        Self(
            self.0
                .iter()
                .filter(|(_, part)| part.others < QUIET)
                .map(|(&name, part)| (name, part.clone()))
                .collect(),
        )
    }

    /// The ratio of one part's rate to another's.
    fn ratio(&self, part: &str, other: &str) -> Option<f64> {
        Some(self.get(part)?.per_second / self.get(other)?.per_second)
    }

    /// The processor time of one message of a stream, in microseconds.
    fn delivery(&self) -> Option<f64> {
        let (watched, moves) = (self.get("watched")?, self.get("moves")?);
        Some((watched.cpu_us - moves.cpu_us) / watched.deliveries)
    }
}

pub const HEAD: &str =
    "part                per s   p50 ms   p99 ms p99.9 ms  cpu us  bytes  MiB  a commit  others";

/// A line of the table.
pub fn row(name: &str, measured: &Measured) -> String {
    let Measured {
        per_second, p50_ms, p99_ms, p999_ms, cpu_us, bytes, memory_kib, per_commit, others, ..
    } = measured;
    let memory = memory_kib / 1024.0;
    let busy = if *others < QUIET { "" } else { "  busy" };
    format!(
        "{name:15} {per_second:>9.0} {p50_ms:>8.2} {p99_ms:>8.2} {p999_ms:>8.2} {cpu_us:>7.1} {bytes:>6.0} \
         {memory:>4.0} {per_commit:>9.1} {others:>7.2}{busy}"
    )
}

/// The median of each figure over the undisturbed runs; if there is none, over all, with a mark.
pub fn print(runs: &[Run]) {
    let undisturbed: Vec<Run> = runs.iter().map(Run::undisturbed).collect();
    let figure = |name: &str, value: &dyn Fn(&Run) -> Option<f64>| {
        if let Some(median) = median(&undisturbed, value) {
            println!("figure {name} {median:.3}");
        } else if let Some(median) = median(runs, value) {
            println!("figure {name} {median:.3} disturbed");
        }
    };
    let ratios = [
        ("moves_ratio", "moves", "bare"),
        ("moves_reference_ratio", "moves", "reference"),
        ("moves_watched_ratio", "watched", "moves"),
        ("moves_keyed_ratio", "keyed", "moves"),
        ("moves_alone_ratio", "alone", "reference_alone"),
        ("moves_500_ratio", "moves_500", "reference_500"),
        ("doudizhu_ratio", "doudizhu", "holdem"),
        ("shengji_ratio", "shengji", "holdem"),
        ("reads_ratio", "reads", "bare"),
        ("postgres_ratio", "postgres", "postgres_reference"),
    ];
    for (name, part, other) in ratios {
        figure(name, &|run| run.ratio(part, other));
    }
    figure("moves_per_second", &|run| Some(run.get("moves")?.per_second));
    figure("moves_per_commit", &|run| Some(run.get("moves")?.per_commit));
    figure("p99_ms", &|run| Some(run.get("moves")?.p99_ms));
    figure("p99_500_ms", &|run| Some(run.get("moves_500")?.p99_ms));
    figure("p99_500_ratio", &|run| Some(run.get("moves_500")?.p99_ms / run.get("reference_500")?.p99_ms));
    figure("p99_256_ms", &|run| Some(run.get("offered")?.p99_ms));
    figure("cpu_us_per_move", &|run| Some(run.get("moves")?.cpu_us));
    figure("cpu_us_per_delivery", &Run::delivery);
    figure("disk_bytes_per_move", &|run| Some(run.get("moves")?.bytes));
    figure("disk_bytes_per_move_alone", &|run| Some(run.get("alone")?.bytes));
}

fn median(runs: &[Run], value: &dyn Fn(&Run) -> Option<f64>) -> Option<f64> {
    let mut values: Vec<f64> = runs.iter().filter_map(value).filter(|value| value.is_finite()).collect();
    values.sort_by(f64::total_cmp);
    values.get(values.len() / 2).copied()
}
