//! How fast hands of Hold'em are played: whole random hands on one core, with their shuffles.

#![allow(clippy::expect_used, clippy::print_stdout, reason = "a benchmark prints its figures")]

use std::time::{Duration, Instant};

use cardroom_rules::cards::card::Card;
use cardroom_rules::cards::deck::Deck;
use cardroom_rules::games::game::{Chair, Entry, Game, Step};
use cardroom_rules::games::holdem::hand::Holdem;
use cardroom_rules::games::holdem::ranks;
use cardroom_rules::games::holdem::rules::{Ante, Betting, Rake, Rules, Straddle};
use cardroom_rules::games::holdem::setup::{Setup, Standing};
use cardroom_rules::games::seat::Seat;

use rng::TestRng;

#[path = "../tests/support/rng.rs"]
mod rng;

const HANDS: u32 = 200_000;

/// The number of measurements; the best run counts, because it was disturbed least.
const RUNS: u32 = 5;

fn main() {
    ranks::table();
    let setup = six_players();
    let best = (0..RUNS).map(|run| timed(&setup, run.into())).min_by_key(|&(spent, _)| spent);
    let (spent, events) = best.expect("one run or more");
    let per_event = spent.as_nanos() / u128::from(events);
    let per_second = f64::from(HANDS) / spent.as_secs_f64();
    println!("{HANDS} hands of {} players, {events} events in {spent:?}", setup.players.len());
    println!("figure event_ns {per_event}");
    println!("figure hands_per_second {per_second:.0}");
}

#[allow(clippy::disallowed_methods, reason = "a benchmark reads the clock")]
fn timed(setup: &Setup, seed: u64) -> (Duration, u64) {
    let mut rng = TestRng::new(seed);
    let started = Instant::now();
    let events = (0..HANDS).map(|_| play(setup, &mut rng)).sum();
    (started.elapsed(), events)
}

/// Shuffles and plays a hand by random moves, judged and recorded; returns the number of its events.
fn play(setup: &Setup, rng: &mut TestRng) -> u64 {
    let deck = Deck::shuffled(Card::french().collect(), rng.seed());
    let mut hand = Holdem::new(setup, deck).expect("a whole deck");
    for events in 0.. {
        let event = match hand.step() {
            Step::Over(_) => return events,
            Step::Now(event) | Step::After(_, event) => event,
            Step::Await(seats) => {
                let seat = seats.iter().next().expect("some seat is awaited");
                let moves = hand.moves(seat);
                let action = rng.pick(&moves).expect("a move");
                hand.accept(seat, action).expect("what is listed is accepted")
            }
        };
        hand.record(&event).expect("its own event fits");
    }
    0
}

/// Six players with a hundred big blinds each, at no limit.
fn six_players() -> Setup {
    let rules = Rules {
        betting: Betting::NoLimit,
        small_blind: 50,
        big_blind: 100,
        ante: Ante::None {},
        straddle: Straddle::None,
        rake: Rake::default(),
        uncapped_heads_up: false,
        run_it_twice: false,
        table_all_ins: false,
        blind_first: false,
        showdown_seconds: 3,
    };
    let chair =
        |seat| Chair { seat: Seat(seat), chips: 10_000, newcomer: true, entry: Entry::Wait, wishes: None };
    let chairs: Vec<_> = (0..6).map(chair).collect();
    Holdem::setup(&rules, &Standing::default(), &chairs).expect("six players")
}
