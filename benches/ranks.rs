//! How long the rank table takes: to compute, to open from a warm file, to answer. Ends with `figure` lines for
//! other programs to read.
#![allow(
    clippy::disallowed_methods,
    clippy::print_stdout,
    clippy::unwrap_used,
    reason = "a bench measures and prints"
)]

use std::hint::black_box;
use std::time::{Duration, Instant};

use cardroom::cards::card::Card;
use cardroom::cards::deck::Deck;
use cardroom::games::holdem::{evaluate, ranks};
use cardroom::store::rank_file;

fn main() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("ranks.bin");
    let compute = median(11, || drop(black_box(ranks::compute())));
    rank_file::build(&path).unwrap();
    let open = median(101, || {
        black_box(rank_file::open_or_build(&path));
    });
    ranks::install(rank_file::open_or_build(&path).ranks);
    let evaluate = sevens_per_second();
    println!("figure ranks_compute_ms {:.2}", compute.as_secs_f64() * 1e3);
    println!("figure ranks_open_ms {:.3}", open.as_secs_f64() * 1e3);
    println!("figure sevens_per_second {evaluate:.0}");
}

fn median(times: usize, mut run: impl FnMut()) -> Duration {
    let mut took: Vec<Duration> = (0..times)
        .map(|_| {
            let start = Instant::now();
            run();
            start.elapsed()
        })
        .collect();
    took.sort_unstable();
    took[times / 2]
}

/// How many seven-card hands are evaluated in a second on one core.
fn sevens_per_second() -> f64 {
    let decks: Vec<Deck> =
        (0..=255).map(|seed| Deck::shuffled(Card::french().collect(), [seed; 32])).collect();
    let hands: Vec<&[Card]> = decks.iter().flat_map(|deck| deck.cards.chunks_exact(7)).collect();
    let took = median(21, || {
        for hand in &hands {
            black_box(evaluate::best(black_box(hand)).unwrap());
        }
    });
    f64::from(u32::try_from(hands.len()).unwrap()) / took.as_secs_f64()
}
