//! How fast Shengji is judged: a follow, the slowest single decision that a search finds, and a whole trick.

#![allow(clippy::expect_used, clippy::panic, clippy::print_stdout, reason = "a benchmark prints its figures")]

use std::hint::black_box;
use std::io::{BufRead, BufReader};
use std::path::PathBuf;
use std::time::{Duration, Instant};

use cardroom_rules::cards::card::{Card, Suit};
use cardroom_rules::games::shengji::cards::Cards;
use cardroom_rules::games::shengji::lead::{self, Lead};
use cardroom_rules::games::shengji::order::{Adjacency, Group, Order, Trump};
use cardroom_rules::games::shengji::rules::ThrowPenalty;
use cardroom_rules::games::shengji::runs::{Lengths, Pairs, Search};
use cardroom_rules::games::shengji::trick::{self, ThrowEvaluation};
use cardroom_rules::games::shengji::{follow, throw};
use serde_json::Value;

use rng::TestRng;

#[path = "../tests/support/rng.rs"]
mod rng;

/// The number of measurements; the least counts, because it was disturbed least.
const RUNS: u32 = 40;

/// The number of dealt tricks.
const TRICKS: usize = 2_000;

/// The number of sets of four hands that are compared.
const CLASHES: usize = 2_000;

/// The number of the hardest follows that are timed.
const HARDEST: usize = 40;

fn main() {
    let follows = follows();
    let mean = least(RUNS, || follows.iter().for_each(Follow::judge)) / count(follows.len());
    println!("{} follows, {} ns each in the mean", follows.len(), mean.as_nanos());

    let mut hardest = hardest();
    hardest.extend(follows);
    let worst =
        hardest.iter().map(|follow| (least(200, || follow.judge()), follow)).max_by_key(|&(spent, _)| spent);
    let (spent, worst) = worst.expect("a follow");
    println!("the worst follow: {worst}: {spent:?}, {} runs tried", worst.tried());
    let clashes = clashes();
    let thrown = clashes.iter().map(|clash| least(200, || clash.throw())).max().expect("a throw");
    println!("the worst throw of 25 cards, taken apart and held against three hands: {thrown:?}");
    let won = clashes.iter().map(|clash| least(200, || clash.winner())).max().expect("a trick");
    println!("the worst winner among four plays of 25 cards, by every component: {won:?}");
    let spent = spent.max(thrown).max(won);

    let tricks = tricks();
    let trick = least(RUNS, || tricks.iter().for_each(Dealt::decide)) / count(tricks.len());
    println!("{} tricks", tricks.len());

    println!("figure follow_mean_ns {}", mean.as_nanos());
    println!("figure follow_worst_us {:.3}", spent.as_secs_f64() * 1e6);
    println!("figure trick_ns {}", trick.as_nanos());
}

fn count(of: usize) -> u32 {
    u32::try_from(of).expect("a small number")
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

/// A follow to judge, as a hand in play holds it: the lead's shape is known, the play comes as cards.
struct Follow {
    order: Order,
    lead: Lead,
    hand: Cards,
    play: Vec<Card>,
}

impl Follow {
    fn judge(&self) {
        let play = Cards::gathered(&self.play).expect("two decks");
        let judged = follow::judge(&self.order, black_box(&self.lead), black_box(self.hand), black_box(play));
        let _ = black_box(judged.is_ok());
    }

    /// The number of runs that are tried for it.
    fn tried(&self) -> u32 {
        let mut search = Search::new(&self.order, self.lead.group);
        let play = Cards::gathered(&self.play).expect("two decks");
        for cards in [self.hand, play] {
            let cards = self.order.within(cards, self.lead.group);
            search.profile(Pairs::among(&self.order, cards), self.lead.wanted);
        }
        search.tried
    }
}

impl std::fmt::Display for Follow {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let wanted: Vec<u8> = self.lead.wanted.iter().collect();
        let hand: Vec<String> = self.order.sorted(self.hand).iter().map(ToString::to_string).collect();
        write!(out, "a lead of runs {wanted:?} against {}", hand.join(" "))
    }
}

/// The oracles' mix of follows if their folder is named, else as many of random hands.
fn follows() -> Vec<Follow> {
    let file = std::env::var_os("CARDROOM_ORACLES")
        .map(|folder| PathBuf::from(folder).join("shengji/follow.jsonl.gz"));
    match file.filter(|file| file.is_file()) {
        Some(file) => recorded(&file),
        None => tricks().iter().flat_map(Dealt::follows).collect(),
    }
}

fn recorded(file: &std::path::Path) -> Vec<Follow> {
    let file = std::fs::File::open(file).expect("a readable file");
    let lines = BufReader::new(flate2::read::GzDecoder::new(file)).lines();
    let follows = lines.flat_map(|line| {
        let line: Value = serde_json::from_str(&line.expect("a line of text")).expect("a record");
        let text = |name: &str| line[name].as_str().expect("a text").to_owned();
        let order = Order::new(trump(&text("trump")), Adjacency::default());
        let gathered = |text: &str| Cards::gathered(&named(text)).expect("two decks");
        let lead = Lead::of(&order, gathered(&text("lead"))).expect("a lead");
        let hand = gathered(&text("hand"));
        let plays = line["plays"].as_array().expect("plays").clone();
        plays.into_iter().map(move |play| {
            let play = named(play[0].as_str().expect("a play"));
            Follow { order: order.clone(), lead, hand, play }
        })
    });
    follows.collect()
}

/// Cards as the oracles write them: suit, then rank.
fn named(text: &str) -> Vec<Card> {
    let card = |name: &str| {
        let (first, second) = name.split_at(1);
        let ours = if first == "X" { name.to_owned() } else { format!("{second}{}", first.to_lowercase()) };
        ours.parse().expect("a card")
    };
    text.split_whitespace().map(card).collect()
}

fn trump(text: &str) -> Trump {
    let suit = match &text[..1] {
        "S" => Some(Suit::Spades),
        "H" => Some(Suit::Hearts),
        "C" => Some(Suit::Clubs),
        "D" => Some(Suit::Diamonds),
        _ => None,
    };
    Trump { suit, level: text[1..].parse().ok() }
}

/// Searches for hands of 25 trumps that are hard to judge: all ways to hold twelve pairs or fewer, against leads of
/// many tractors. The play is the hand without a single card, so that it is as hard.
fn hardest() -> Vec<Follow> {
    let order = |permanent_twos| {
        let adjacency = Adjacency { permanent_twos, ..Adjacency::default() };
        Order::new(trump("S7"), adjacency)
    };
    let mut found: Vec<(u32, Follow)> = Vec::new();
    for order in [order(false), order(true)] {
        for pairs in holdings(&order) {
            for wanted in
                [&[3u8, 3, 3, 3][..], &[3, 3, 2, 2, 2], &[3, 3, 3, 2], &[4, 4, 3], &[4, 3, 3, 2], &[5, 4, 3]]
            {
                let wanted: Lengths = wanted.iter().copied().collect();
                let size = u8::try_from(pairs.len()).expect("a hand");
                let single =
                    order.sorted(order.within(everything(), Group::Trump).without(pairs)).into_iter().next();
                let hand = single.map_or(pairs, |card| pairs.with(Cards::one(card)));
                let lead = Lead { group: Group::Trump, size, wanted };
                let follow = Follow { order: order.clone(), lead, hand, play: order.sorted(pairs) };
                let tried = follow.tried();
                if found.len() < HARDEST || found.last().is_some_and(|&(least, _)| tried > least) {
                    let place = found.partition_point(|&(more, _)| more >= tried);
                    found.insert(place, (tried, follow));
                    found.truncate(HARDEST);
                }
            }
        }
    }
    found.into_iter().map(|(_, follow)| follow).collect()
}

/// Four hands of 25 trumps, more than two decks have, so that no comparison is harder.
struct Clash {
    order: Order,
    hands: [Cards; 4],
}

impl Clash {
    /// The first hand leads all its cards.
    fn throw(&self) {
        let [lead, others @ ..] = black_box(&self.hands);
        black_box(throw::test(&self.order, *lead, others, ThrowPenalty::None));
    }

    /// Each hand plays all its cards.
    fn winner(&self) {
        let plays = black_box(&self.hands);
        let lead = Lead::of(&self.order, plays[0]).expect("a lead");
        black_box(trick::winner(&self.order, ThrowEvaluation::EveryComponent, &lead, plays));
    }
}

/// Hands of ten to twelve pairs, completed with single cards; every third has only as many pairs as the random cards
/// make.
fn clashes() -> Vec<Clash> {
    let adjacency = Adjacency { permanent_twos: true, ..Adjacency::default() };
    let order = Order::new(trump("S7"), adjacency);
    let (paired, trumps) = (holdings(&order), order.sorted(order.within(everything(), Group::Trump)));
    let mut rng = TestRng::new(7);
    let mut hand = || {
        let pairs = if rng.one_in(3) { None } else { rng.pick(&paired) };
        let mut hand = pairs.copied().unwrap_or_default();
        while hand.len() < Lead::MOST {
            let _ = rng.pick(&trumps).is_some_and(|&card| hand.add(card));
        }
        hand
    };
    (0..CLASHES).map(|_| Clash { order: order.clone(), hands: [hand(), hand(), hand(), hand()] }).collect()
}

/// One copy of each card.
fn everything() -> Cards {
    let all: Vec<Card> = (0..Card::COUNT).filter_map(Card::from_index).collect();
    Cards::gathered(&all).expect("one of each")
}

/// Every way to hold ten to twelve pairs of trumps; pairs of equal height are distinguished only by their number.
fn holdings(order: &Order) -> Vec<Cards> {
    let trumps = order.sorted(order.within(everything(), Group::Trump));
    let mut holdings = vec![Cards::default()];
    for level in trumps.chunk_by(|&low, &high| order.height(low) == order.height(high)) {
        let mut wider = Vec::new();
        for &holding in &holdings {
            wider.push(holding);
            let mut more = holding;
            for &card in level {
                more = more.with(Cards::two(card));
                wider.push(more);
            }
        }
        holdings = wider.into_iter().filter(|holding| holding.len() <= 24).collect();
    }
    holdings.retain(|holding| holding.len() >= 20);
    holdings
}

/// Four hands, the lead of the first, and the others' follows.
struct Dealt {
    order: Order,
    hands: [Cards; 4],
    plays: [Cards; 4],
}

impl Dealt {
    /// All work of a trick: the lead is split and compared with the other hands, three follows are judged, and the
    /// winner is found.
    fn decide(&self) {
        let (order, hands, plays) = (&self.order, black_box(&self.hands), black_box(&self.plays));
        let lead = Lead::of(order, plays[0]).expect("a lead");
        assert!(hands[0].contain(plays[0]));
        if lead.is_throw() {
            let components = lead::components(order, plays[0]);
            black_box(throw::illegal_part(order, &components, &hands[1..]).len());
        }
        for (&hand, &play) in hands.iter().zip(plays).skip(1) {
            let _ = black_box(follow::judge(order, &lead, hand, play).is_ok());
        }
        black_box(trick::winner(order, ThrowEvaluation::LargestComponent, &lead, plays));
    }

    fn follows(&self) -> Vec<Follow> {
        let lead = Lead::of(&self.order, self.plays[0]).expect("a lead");
        let follow = |(&hand, &play): (&Cards, &Cards)| Follow {
            order: self.order.clone(),
            lead,
            hand,
            play: self.order.sorted(play),
        };
        self.hands.iter().zip(&self.plays).skip(1).map(follow).collect()
    }
}

/// Random deals. The lead is any of a hand's leads, so tractors and throws are far more frequent than in play.
fn tricks() -> Vec<Dealt> {
    use cardroom_rules::cards::deck::Deck;
    use cardroom_rules::games::shengji::choices;

    let mut rng = TestRng::new(5);
    let pack: Vec<Card> =
        (0..Card::COUNT).filter_map(Card::from_index).flat_map(|card| [card, card]).collect();
    let dealt = |_| {
        let trump = Trump { suit: rng.pick(&Suit::ALL).copied(), level: "6".parse().ok() };
        let order = Order::new(trump, Adjacency::default());
        let deck = Deck::shuffled(pack.clone(), rng.seed()).cards;
        let hand = |seat: usize| Cards::gathered(&deck[25 * seat..25 * (seat + 1)]).expect("two decks");
        let hands = [hand(0), hand(1), hand(2), hand(3)];
        let first = *rng.pick(&choices::leads(&order, hands[0])).expect("a lead");
        let lead = Lead::of(&order, first).expect("a lead");
        let mut follow = |hand| *rng.pick(&choices::follows(&order, &lead, hand)).expect("a play");
        let plays = [first, follow(hands[1]), follow(hands[2]), follow(hands[3])];
        Dealt { order, hands, plays }
    };
    (0..TRICKS).map(dealt).collect()
}
