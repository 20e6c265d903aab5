//! Several ways to do the same work, timed in turns.

use std::hint::black_box;
use std::time::{Duration, Instant};

/// One way to do the work, or a known part of it.
pub struct Runner<'a> {
    name: &'static str,
    part: f64,
    run: Box<dyn FnMut() -> u64 + 'a>,
}

impl<'a> Runner<'a> {
    /// Does all of the work; the result proves that it was done.
    pub fn new(name: &'static str, run: impl FnMut() -> u64 + 'a) -> Self {
        Self::of_part(name, 1.0, run)
    }

    /// The part of the work that is done, below 1 if all of it would take too long.
    pub fn of_part(name: &'static str, part: f64, run: impl FnMut() -> u64 + 'a) -> Self {
        Self { name, part, run: Box::new(run) }
    }
}

/// The least length of a turn. Shorter work is repeated, so that the caches are not always those that another runner
/// left.
const TURN: Duration = Duration::from_millis(10);
/// Longer work has only two turns.
const SLOW: Duration = Duration::from_millis(500);

/// The best time of each runner for all of the work, ours first. They take turns, so that other load on the machine
/// disturbs all of them alike; the least disturbed run of each counts.
pub fn race(work: &str, items: f64, rounds: usize, mut runners: Vec<Runner>) -> Vec<f64> {
    let mut best = vec![Duration::MAX; runners.len()];
    for round in 0..rounds {
        for (runner, best) in runners.iter_mut().zip(&mut best) {
            if round < 2 || *best < SLOW {
                *best = (*best).min(turn(&mut runner.run));
            }
        }
    }
    let times: Vec<f64> =
        best.iter().zip(&runners).map(|(best, runner)| best.as_secs_f64() / runner.part).collect();
    println!("{work}, the best of {rounds} rounds");
    for (runner, time) in runners.iter().zip(&times) {
        let (each, ratio) = (time * 1e9 / items, time / times[0]);
        println!("  {:16} {:>11.3} ms {each:>12.3} ns each {ratio:>8.2} x", runner.name, time * 1e3);
    }
    times
}

/// The best time of a turn.
fn turn(run: &mut dyn FnMut() -> u64) -> Duration {
    let began = Instant::now();
    let mut best = Duration::MAX;
    while best == Duration::MAX || began.elapsed() < TURN {
        let start = Instant::now();
        black_box(run());
        best = best.min(start.elapsed());
    }
    best
}
