//! How fast plays of Dou Dizhu are judged: readings, whether they beat the table, all answers, all leads; compared with
//! the method of counting ranks, and with the crate `dou_dizhu`.
//!
//! One thread. The input is made before the clock starts, and the answers are checked first.

#![allow(clippy::expect_used, clippy::panic, clippy::print_stdout, reason = "a benchmark prints its figures")]

use std::hint::black_box;
use std::time::{Duration, Instant};

use cardroom_rules::games::doudizhu::answers;
use cardroom_rules::games::doudizhu::cards::Cards;
use cardroom_rules::games::doudizhu::classify;
use cardroom_rules::games::doudizhu::counts::Counts;
use cardroom_rules::games::doudizhu::dictionary::Dictionary;
use cardroom_rules::games::doudizhu::preset::Preset;
use cardroom_rules::games::doudizhu::rank::Rank;
use cardroom_rules::games::doudizhu::reading::{Kind, Play, Reading};
use cardroom_rules::games::doudizhu::wings::Wings;

use allocations::without_allocations;
use input::{Follow, Input};

#[path = "../../tests/support/allocations.rs"]
mod allocations;
mod counting;
mod input;
#[path = "../../tests/support/rng.rs"]
mod rng;

/// The number of measurements; the least counts, because it was disturbed least.
const RUNS: u32 = 60;

/// The forbidden wings in all of it; not a constant, as at a table.
fn forbidden() -> Wings {
    black_box(Preset::Douzero.forbidden())
}

fn main() {
    let input = Input::new(forbidden());
    check(&input);

    let mixed = each(&input.mixed, |&(cards, _)| first(cards));
    let counting = each(&input.mixed, |&(cards, _)| counting::classify(cards));
    let crated: Vec<dou_dizhu::Hand> = input.mixed.iter().map(|&(cards, _)| hand(cards)).collect();
    let crate_mixed = each(&crated, |&hand| hand.to_play());
    let readings = each(&input.mixed, |&(cards, _)| classify::readings(cards.counts(), forbidden()));
    println!("{} plays of 37 shapes, evenly mixed:", input.mixed.len());
    println!("  {mixed:.2} ns each, {readings:.2} with all their readings");
    println!(
        "  {counting:.2} by counting, {crate_mixed:.1} by the crate dou_dizhu, which starts from counts"
    );

    let many = each(&input.many, |&(cards, _)| first(cards));
    let counting_many = each(&input.many, |&(cards, _)| counting::classify(cards));
    println!("{} more, too many to be learnt by heart:", input.many.len());
    println!("  {many:.2} ns each, {counting_many:.2} by counting");

    let game = each(&input.played, |&(cards, _)| first(cards));
    println!("{} plays of games: {game:.2} ns each", input.played.len());

    let beats = each(&input.follows, answer);
    println!("{} plays on a table: {beats:.2} ns each to judge", input.follows.len());

    let mut found = Found::default();
    let responses = each(&input.hands, |&(hand, table)| found.answers(hand, table));
    let count: usize = input.hands.iter().map(|&(hand, table)| found.answers(hand, table)).sum();
    println!(
        "{} hands of 17 to 20 cards, {:.1} answers to the table: {responses:.2} ns each",
        input.hands.len(),
        mean(count, input.hands.len()),
    );

    let leads = each(&input.leads, |&hand| found.leads(hand));
    let count: usize = input.leads.iter().map(|&hand| found.leads(hand)).sum();
    let sample: Vec<dou_dizhu::Hand> = input.leads.iter().take(20).map(|&cards| hand(cards)).collect();
    let crate_leads = each(&sample, |&hand| KINDS.map(|kind| hand.plays(kind).count()));
    println!(
        "{} hands of 20 cards, {:.1} leads: {leads:.1} ns each; {crate_leads:.0} by the crate dou_dizhu",
        input.leads.len(),
        mean(count, input.leads.len()),
    );

    for preset in Preset::ALL {
        let spent = least(10, || drop(black_box(Dictionary::new(preset.forbidden()))));
        let made = Dictionary::new(preset.forbidden());
        println!(
            "dictionary of {} plays ({preset:?}): {:.2} ms, {} bytes",
            made.len(),
            spent.as_secs_f64() * 1e3,
            made.size(),
        );
    }
    println!("figure classify_mixed_ns {mixed:.2}");
    println!("figure classify_mixed_ratio {:.2}", counting / mixed);
    println!("figure classify_game_ns {game:.2}");
    println!("figure beats_ns {beats:.2}");
    println!("figure responses_ns {responses:.2}");
    println!("figure leads20_ns {leads:.1}");
}

/// The reading of these cards as a lead.
fn first(cards: Cards) -> Option<Reading> {
    classify::first(cards.counts(), forbidden())
}

/// The reading of these cards as an answer, if they beat the table.
fn answer(follow: &Follow) -> Option<Reading> {
    classify::answer(follow.cards.counts(), forbidden(), follow.table)
}

/// The plays that were found: their cards by rank and their reading.
struct Found(Box<[Play]>);

impl Default for Found {
    fn default() -> Self {
        Self(vec![Play { cards: Counts::NONE, reading: Reading::ROCKET }; 1 << 12].into())
    }
}

impl Found {
    /// Stores every play, and returns their number.
    fn answers(&mut self, hand: Cards, table: Reading) -> usize {
        let mut len = 0;
        answers::answers(hand.counts(), forbidden(), table, |play| self.put(&mut len, play));
        len
    }

    fn leads(&mut self, hand: Cards) -> usize {
        let mut len = 0;
        answers::leads(hand.counts(), forbidden(), |play| self.put(&mut len, play));
        len
    }

    fn put(&mut self, len: &mut usize, play: Play) {
        self.0[*len] = play;
        *len += 1;
    }
}

/// Nanoseconds for each of these, the least of some runs. Our code allocates nothing.
fn each<T, R>(of: &[T], mut run: impl FnMut(&T) -> R) -> f64 {
    let spent = least(RUNS, || {
        for item in of {
            black_box(run(black_box(item)));
        }
    });
    spent.as_secs_f64() * 1e9 / f64::from(u32::try_from(of.len()).expect("a small number"))
}

/// The least time of some runs.
#[allow(clippy::disallowed_methods, reason = "a benchmark reads the clock")]
fn least(runs: u32, mut run: impl FnMut()) -> Duration {
    let timed = |_| {
        let started = Instant::now();
        run();
        started.elapsed()
    };
    (0..runs).map(timed).min().expect("one run or more")
}

fn mean(sum: usize, of: usize) -> f64 {
    f64::from(u32::try_from(sum).expect("a small number"))
        / f64::from(u32::try_from(of).expect("a small number"))
}

/// Checks that everything that is timed is right, and allocates nothing.
fn check(input: &Input) {
    let plays = || input.mixed.iter().chain(&input.many).chain(&input.played);
    without_allocations(|| {
        assert!(plays().all(|&(cards, reading)| first(cards) == Some(reading)));
        assert!(input.follows.iter().all(|follow| answer(follow).is_some() == follow.beats));
    });
    // Counting is wrong if wings widen an airplane, and only then.
    let is_right = |&&(cards, reading): &&(Cards, Reading)| counting::classify(cards) == Some(reading);
    let (right, wrong): (Vec<_>, Vec<_>) = plays().partition(is_right);
    assert!(wrong.iter().all(|(_, reading)| reading.kind == Kind::AirplaneSingles));
    println!("checked {} plays; counting is wrong on {} airplanes", right.len() + wrong.len(), wrong.len());

    let dictionary = Dictionary::new(forbidden());
    let beating = |hand: Cards, table: Reading| {
        let counts = hand.counts();
        dictionary.plays().filter(|play| counts.contain(play.cards) && play.reading.beats(table)).count()
    };
    let mut found = Found::default();
    for &(hand, table) in input.hands.iter().take(200) {
        assert_eq!(found.answers(hand, table), beating(hand, table), "answers to {table:?}");
    }
    for &hand in input.leads.iter().take(200) {
        let all = dictionary.plays().filter(|play| hand.counts().contain(play.cards)).count();
        assert_eq!(found.leads(hand), all);
    }
    without_allocations(|| {
        input.hands.iter().for_each(|&(hand, table)| _ = found.answers(hand, table));
        input.leads.iter().for_each(|&hand| _ = found.leads(hand));
    });
}

/// A hand of the crate's.
fn hand(cards: Cards) -> dou_dizhu::Hand {
    let counts = cards.counts();
    let each: Vec<u8> = Rank::all().map(|rank| counts.count(rank)).collect();
    dou_dizhu::Hand::try_from(each.as_slice()).expect("a hand")
}

/// The crate's kinds.
const KINDS: [dou_dizhu::PlayKind; 14] = [
    dou_dizhu::PlayKind::Solo,
    dou_dizhu::PlayKind::Chain,
    dou_dizhu::PlayKind::Pair,
    dou_dizhu::PlayKind::PairsChain,
    dou_dizhu::PlayKind::Trio,
    dou_dizhu::PlayKind::Airplane,
    dou_dizhu::PlayKind::TrioWithSolo,
    dou_dizhu::PlayKind::AirplaneWithSolos,
    dou_dizhu::PlayKind::TrioWithPair,
    dou_dizhu::PlayKind::AirplaneWithPairs,
    dou_dizhu::PlayKind::FourWithDualSolo,
    dou_dizhu::PlayKind::FourWithDualPair,
    dou_dizhu::PlayKind::Bomb,
    dou_dizhu::PlayKind::Rocket,
];
