//! The cost of a player's knowledge: to learn an event, to imagine the hidden cards, and to judge a whole story.

#![allow(clippy::expect_used, clippy::print_stdout, reason = "a benchmark prints its figures")]

use std::hint::black_box;
use std::time::{Duration, Instant};

use cardroom_rules::cards::deck::Deck;
use cardroom_rules::games::doudizhu::hand::Doudizhu;
use cardroom_rules::games::game::{Absence, Step};
use cardroom_rules::games::holdem::hand::Holdem;
use cardroom_rules::games::seat::Seat;
use cardroom_rules::games::shengji::hand::Shengji;
use cardroom_rules::games::viewer::Viewer;
use cardroom_rules::games::witness::{Dice, Imagined, Story, Witness};
use rng::TestRng;
use sessions::doudizhu::DoudizhuSession;
use sessions::holdem::HoldemSession;
use sessions::shengji::ShengjiSession;

#[path = "../tests/support/rng.rs"]
mod rng;
#[path = "../tests/support/sessions/mod.rs"]
mod sessions;

/// The number of hands of each game.
const HANDS: usize = 60;

/// The number of measurements; the least counts, because it was disturbed least.
const RUNS: u32 = 15;

/// How many worlds are imagined at a time.
const WORLDS: u32 = 20;

fn main() {
    let mut rng = TestRng::new(1);
    let hands = (0..HANDS).filter_map(|_| {
        let setup = HoldemSession::new(&mut rng).next(&mut rng)?;
        Some(Played::<Holdem>::new(setup, &mut rng))
    });
    tell("holdem", &hands.collect::<Vec<_>>());
    let hands = (0..HANDS).filter_map(|_| {
        let setup = DoudizhuSession::new(&mut rng).next()?;
        Some(Played::<Doudizhu>::new(setup, &mut rng))
    });
    tell("doudizhu", &hands.collect::<Vec<_>>());
    let hands = (0..HANDS).filter_map(|_| {
        let setup = ShengjiSession::new(&mut rng).next()?;
        Some(Played::<Shengji>::new(setup, &mut rng))
    });
    tell("shengji", &hands.collect::<Vec<_>>());
}

/// A hand that was played, and the events as its first seat saw them.
struct Played<G: Imagined> {
    setup: G::Setup,
    viewer: Viewer,
    story: Story,
    seen: Vec<G::Seen>,
    /// The index of the first decision.
    early: usize,
}

impl<G: Imagined> Played<G> {
    fn new(setup: G::Setup, rng: &mut TestRng) -> Self {
        let viewer = Viewer::Seat(G::players(&setup).first().map_or(Seat(0), |&(seat, _)| seat));
        let deck = Deck::shuffled(G::pack(&setup), rng.seed());
        let mut hand = G::new(&setup, deck.clone()).expect("a whole deck");
        let (mut log, mut early) = (Vec::new(), None);
        loop {
            let event = match hand.step() {
                Step::Over(_) => break,
                Step::Now(event) | Step::After(_, event) => event,
                Step::Await(seats) => {
                    early = early.or(Some(log.len()));
                    let seat = seats.iter().next().expect("some seat is awaited");
                    let moves = hand.moves(seat);
                    let action = rng.pick(&moves).cloned();
                    let action = action.unwrap_or_else(|| hand.fallback(seat, Absence::Late));
                    hand.accept(seat, &action).expect("what is listed is accepted")
                }
            };
            hand.record(&event).expect("its own event fits");
            log.push(event);
        }
        let seen: Vec<_> = log.iter().map(|event| G::seen(event, viewer)).collect();
        Self { story: Story::of::<G>(deck, &log), early: early.unwrap_or(0), setup, viewer, seen }
    }

    /// A witness after this many events.
    fn witness(&self, events: usize) -> Witness<G> {
        let mut witness = Witness::new(&self.setup, self.viewer).expect("a witness");
        self.seen.iter().take(events).for_each(|seen| witness.learn(seen).expect("what was seen"));
        witness
    }
}

fn tell<G: Imagined>(game: &str, hands: &[Played<G>]) {
    let events: usize = hands.iter().map(|hand| hand.seen.len()).sum();
    let built = least(|| hands.iter().for_each(|hand| drop(black_box(hand.witness(usize::MAX)))));
    let judged = least(|| {
        for hand in hands {
            let judged = hand.story.replayed::<G>(&hand.setup, hand.viewer, &hand.seen);
            black_box(judged.expect("the true story"));
        }
    });
    let learnt = built.as_nanos() / events as u128;
    println!("{game}: {} hands, {events} events", hands.len());
    println!("figure {game}_learn_ns {learnt}");
    println!("figure {game}_witness_ns {}", built.as_nanos() / hands.len() as u128);
    println!("figure {game}_judged_ns {}", judged.as_nanos() / hands.len() as u128);
    println!("figure {game}_world_early_ns {}", worlds(hands, |hand| hand.early));
    println!("figure {game}_world_late_ns {}", worlds(hands, |hand| hand.seen.len() * 2 / 3));
}

/// A generator as cheap as that of a search, so that the sampling is measured: SplitMix64, scaled by multiplying, which
/// favours some numbers by less than one part in 2^57.
struct Quick(u64);

impl Dice for Quick {
    fn below(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        let word = u128::from(mixed ^ (mixed >> 31));
        usize::try_from((word * bound as u128) >> 64).unwrap_or(0)
    }
}

/// The average time of sampling a world and dealing it.
fn worlds<G: Imagined>(hands: &[Played<G>], at: impl Fn(&Played<G>) -> usize) -> u128 {
    let witnesses: Vec<_> = hands.iter().map(|hand| hand.witness(at(hand))).collect();
    let mut dice = Quick(1);
    let taken = least(|| {
        for witness in &witnesses {
            for _ in 0..WORLDS {
                if let Some(world) = witness.sampled(&mut dice) {
                    black_box(witness.imagined(&world).expect("a sampled world can be dealt"));
                }
            }
        }
    });
    taken.as_nanos() / (witnesses.len() as u128 * u128::from(WORLDS))
}

/// The least time of some runs.
#[allow(clippy::disallowed_methods, reason = "a benchmark reads the clock")]
fn least(mut run: impl FnMut()) -> Duration {
    let timed = |_| {
        let started = Instant::now();
        run();
        started.elapsed()
    };
    (0..RUNS).map(timed).min().expect("one run or more")
}
