//! The cost of the rank table, and of alternatives: computed, mapped, read, in a hash map, in SQLite, in Redis. Also
//! the two ways to compute a hand's number, and the rank of seven cards. Every answer is checked against the array.
//! Ends with `figure` lines for other programs to read. Redis is left out if there is no `redis-server`.
#![allow(
    clippy::disallowed_methods,
    clippy::print_stdout,
    clippy::unwrap_used,
    reason = "a bench measures and prints"
)]

mod memory;
mod redis;
mod sqlite;
mod ways;

use std::hint::black_box;
use std::time::{Duration, Instant};

use cardroom::store::rank_file;
use cardroom_rules::cards::combinations;
use cardroom_rules::cards::generator::Generator;
use cardroom_rules::games::holdem::ranks;

/// The number of look-ups, if they are fast.
const HANDS: usize = 1_000_000;
/// The number if they are slow: the first ones of the same.
const FEW: usize = 20_000;

/// Random hands of five, in ascending order, with their numbers, and the table.
struct Hands {
    cards: Vec<[u8; 5]>,
    numbers: Vec<u32>,
    table: &'static [u16],
}

impl Hands {
    fn random(table: &'static [u16]) -> Self {
        let mut rng = Generator::new([5; 32]);
        let numbers: Vec<u32> = (0..HANDS).map(|_| u32::try_from(rng.below(ranks::HANDS)).unwrap()).collect();
        let cards = numbers.iter().map(|&number| combinations::subset(number.into()).unwrap()).collect();
        Self { cards, numbers, table }
    }

    /// The sum of the ranks of the first ones, to check answers.
    fn sum(&self, first: usize) -> u64 {
        sum_of(&self.numbers[..first], |number| self.table[number as usize])
    }
}

fn main() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("ranks.bin");
    rank_file::build(&path).unwrap();
    let table = rank_file::open_or_build(&path).ranks;
    ranks::install(table);
    let hands = Hands::random(table.numbers());
    memory::load(&path);
    memory::look_up(&path, &hands);
    ways::to_a_number(&hands);
    ways::to_seven();
    sqlite::look_up(folder.path(), &hands);
    redis::look_up(folder.path(), &hands);
}

fn print(name: &str, value: f64) {
    println!("figure {name} {value:.3}");
}

/// Nanoseconds for each of this many.
fn print_each(name: &str, time: Duration, count: usize) {
    print(name, time.as_secs_f64() * 1e9 / f64::from(u32::try_from(count).unwrap()));
}

fn print_millis(name: &str, time: Duration) {
    print(name, time.as_secs_f64() * 1e3);
}

fn print_mib(name: &str, bytes: u64) {
    print(name, f64::from(u32::try_from(bytes >> 10).unwrap()) / 1024.0);
}

/// The time of a closure with a result.
fn timed<T>(run: impl FnOnce() -> T) -> (Duration, T) {
    let start = Instant::now();
    let found = black_box(run());
    (start.elapsed(), found)
}

/// The best time of some runs, each of which must have the same result.
fn best(runs: usize, expected: u64, mut run: impl FnMut() -> u64) -> Duration {
    let mut time = || {
        let (took, found) = timed(&mut run);
        assert_eq!(found, expected);
        took
    };
    (0..runs).map(|_| time()).min().unwrap()
}

fn sum_of<T: Copy>(of: &[T], rank: impl Fn(T) -> u16) -> u64 {
    of.iter().map(|&each| u64::from(rank(each))).sum()
}
