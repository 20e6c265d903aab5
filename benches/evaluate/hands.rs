//! Ranks hands: all of them in order, and random ones.

use cardroom_rules::cards::card::Card;
use cardroom_rules::cards::combinations::choose;
use cardroom_rules::cards::generator::Generator;
use cardroom_rules::games::holdem::evaluate::evaluator::Evaluator;

use super::peers::{Aya, Freezeout, Peer, Poker, Pokers, RsPoker};
use super::race::{Runner, race};

/// The number of hands of each category, the best first, and of classes of different value.
struct Known {
    hands: [u64; 9],
    classes: [usize; 9],
}

const SEVENS: Known = Known {
    hands: [41_584, 224_848, 3_473_184, 4_047_644, 6_180_020, 6_461_620, 31_433_400, 58_627_800, 23_294_460],
    classes: [10, 156, 156, 1277, 10, 575, 763, 1470, 407],
};

const FIVES: Known = Known {
    hands: [40, 624, 3_744, 5_108, 10_200, 54_912, 123_552, 1_098_240, 1_302_540],
    classes: [10, 156, 156, 1277, 10, 858, 858, 2860, 1277],
};

/// How often each score occurred.
struct Counted(Vec<u64>);

impl Counted {
    fn new() -> Self {
        Self(vec![0; 1 << 16])
    }

    fn count(&mut self, score: u16) {
        self.0[usize::from(score)] += 1;
    }

    /// Whether these are the scores of all hands: as many different ones in each category as there are classes, and as
    /// many hands.
    fn check(mut self, name: &str, best_is_highest: bool, known: &Known) {
        if best_is_highest {
            self.0.reverse();
        }
        let mut classes = self.0.into_iter().filter(|&hands| hands > 0);
        let hands = known.classes.map(|of_category| classes.by_ref().take(of_category).sum::<u64>());
        assert_eq!(hands, known.hands, "{name}");
        assert_eq!(classes.next(), None, "{name} has too many classes");
    }
}

/// Continues with each card of some, and with those before it.
#[inline]
fn each<P: Peer>(of: &[P::Card], part: P::Part, mut go_on: impl FnMut(&[P::Card], P::Part)) {
    for (place, &card) in of.iter().enumerate() {
        go_on(&of[..place], P::with(part, card));
    }
}

#[inline]
fn every_five<P: Peer>(cards: &[P::Card], part: P::Part, mut tell: impl FnMut(u16)) {
    each::<P>(cards, part, |cards, part| {
        each::<P>(cards, part, |cards, part| {
            each::<P>(cards, part, |cards, part| {
                each::<P>(cards, part, |cards, part| {
                    each::<P>(cards, part, |_, part| tell(P::score(part)));
                });
            });
        });
    });
}

fn all_fives<P: Peer>(tell: impl FnMut(u16)) {
    every_five::<P>(&P::cards()[..52], P::none(), tell);
}

fn all_sevens<P: Peer>(mut tell: impl FnMut(u16)) {
    each::<P>(&P::cards()[..52], P::none(), |cards, part| {
        each::<P>(cards, part, |cards, part| every_five::<P>(cards, part, &mut tell));
    });
}

fn check_sevens<P: Peer>() {
    let mut counted = Counted::new();
    all_sevens::<P>(|score| counted.count(score));
    counted.check(P::NAME, P::BEST_IS_HIGHEST, &SEVENS);
}

fn check_fives<P: Peer>() {
    let mut counted = Counted::new();
    all_fives::<P>(|score| counted.count(score));
    counted.check(P::NAME, P::BEST_IS_HIGHEST, &FIVES);
}

/// Our walk, and its expected counts.
fn check_walk<const K: usize>(known: &Known) {
    let mut counted = Counted::new();
    Evaluator::ready().walk::<K>(|printed| printed.iter().for_each(|&rank| counted.count(rank)));
    counted.check("cardroom", false, known);
}

/// The sum of all ranks, so that every one of them is used.
fn walk<const K: usize>() -> u64 {
    let mut sum = 0;
    Evaluator::ready().walk::<K>(|printed| sum += sum_of(printed));
    sum
}

/// A batch has some thousands of ranks, none above 7462.
fn sum_of(ranks: &[u16]) -> u64 {
    ranks.iter().map(|&rank| u32::from(rank)).sum::<u32>().into()
}

fn sevens_of<'a, P: Peer>() -> Runner<'a> {
    check_sevens::<P>();
    Runner::new(P::NAME, || {
        let mut sum = 0;
        all_sevens::<P>(|score| sum += u64::from(score));
        sum
    })
}

fn fives_of<'a, P: Peer>() -> Runner<'a> {
    check_fives::<P>();
    Runner::new(P::NAME, || {
        let mut sum = 0;
        all_fives::<P>(|score| sum += u64::from(score));
        sum
    })
}

#[allow(clippy::cast_precision_loss, reason = "there are not that many")]
fn count_of(k: usize) -> f64 {
    choose(52, k) as f64
}

/// All 133,784,560 seven-card hands in order. `poker` needs 21 look-ups for each, which would take minutes.
pub fn sevens() -> Vec<(&'static str, f64)> {
    check_walk::<7>(&SEVENS);
    let runners = vec![
        Runner::new("cardroom", walk::<7>),
        sevens_of::<Pokers>(),
        sevens_of::<RsPoker>(),
        sevens_of::<Aya>(),
        sevens_of::<Freezeout>(),
    ];
    let times = race("all seven-card hands in order", count_of(7), 15, runners);
    vec![("seq7_ratio", times[1] / times[0])]
}

/// All 2,598,960 five-card hands in order.
pub fn fives() -> Vec<(&'static str, f64)> {
    check_walk::<5>(&FIVES);
    let runners = vec![
        Runner::new("cardroom", walk::<5>),
        fives_of::<Pokers>(),
        fives_of::<RsPoker>(),
        fives_of::<Aya>(),
        fives_of::<Freezeout>(),
        fives_of::<Poker>(),
    ];
    let times = race("all five-card hands in order", count_of(5), 25, runners);
    vec![("seq5_ratio", times[1] / times[0])]
}

/// The number of random hands.
const RANDOM: usize = 10_000_000;
/// The number of hands in one call, if that is a choice.
const BATCH: usize = 4096;

fn random_hands() -> Vec<[Card; 7]> {
    let mut rng = Generator::new([7; 32]);
    let mut hand = || {
        let (mut held, mut cards) = (0u64, [Card::BIG_JOKER; 7]);
        for slot in &mut cards {
            while slot.is_joker() {
                let card = Card::from_index(u8::try_from(rng.below(52)).unwrap()).unwrap();
                if held >> card.index() & 1 == 0 {
                    held |= 1 << card.index();
                    *slot = card;
                }
            }
        }
        cards
    };
    (0..RANDOM).map(|_| hand()).collect()
}

fn score<P: Peer>(cards: &[P::Card; 64], hand: [Card; 7]) -> u16 {
    P::score(hand.iter().fold(P::none(), |part, card| P::with(part, cards[usize::from(card.index() & 63)])))
}

/// Whether a peer orders hands as ours does: its scores and ours form the same classes, in the same order.
fn check_random<P: Peer>(hands: &[[Card; 7]]) {
    let (evaluator, cards) = (Evaluator::ready(), P::cards());
    let mut pairs: Vec<(u16, u16)> =
        hands.iter().map(|&hand| (evaluator.rank(&hand), score::<P>(&cards, hand))).collect();
    pairs.sort_unstable();
    pairs.dedup();
    assert!(pairs.windows(2).all(|two| {
        let is_in_order = if P::BEST_IS_HIGHEST { two[0].1 > two[1].1 } else { two[0].1 < two[1].1 };
        two[0].0 < two[1].0 && is_in_order
    }));
}

fn random_of<P: Peer>(hands: &[[Card; 7]]) -> Runner<'_> {
    check_random::<P>(&hands[..100_000.min(hands.len())]);
    #[allow(clippy::cast_precision_loss, reason = "there are not that many")]
    let part = hands.len() as f64 / RANDOM as f64;
    let cards = P::cards();
    Runner::of_part(P::NAME, part, move || {
        hands.iter().map(|&hand| u64::from(score::<P>(&cards, hand))).sum()
    })
}

/// Ten million random seven-card hands of seven bytes.
#[allow(clippy::cast_precision_loss, reason = "there are not that many")]
pub fn random() -> Vec<(&'static str, f64)> {
    let (evaluator, hands) = (Evaluator::ready(), random_hands());
    let mut ranks = [0; BATCH];
    for hands in hands.chunks(BATCH) {
        evaluator.batch(hands, &mut ranks);
        assert!(hands.iter().zip(ranks).all(|(hand, rank)| rank == evaluator.rank(hand)));
    }
    let batch = || {
        let mut sum = 0;
        for hands in hands.chunks(BATCH) {
            evaluator.batch(hands, &mut ranks);
            sum += sum_of(&ranks[..hands.len()]);
        }
        sum
    };
    let single = || hands.iter().map(|hand| u64::from(evaluator.rank(hand))).sum();
    let runners = vec![
        Runner::new("cardroom, batch", batch),
        Runner::new("cardroom, single", single),
        random_of::<Pokers>(&hands),
        random_of::<RsPoker>(&hands),
        random_of::<Aya>(&hands),
        random_of::<Freezeout>(&hands),
        random_of::<Poker>(&hands[..RANDOM / 100]),
    ];
    let times = race("ten million random seven-card hands", RANDOM as f64, 15, runners);
    vec![("rand7_batch_ratio", times[2] / times[0]), ("rand7_single_ratio", times[2] / times[1])]
}
