//! The runouts of the board, and the value of every hand on them.

use crate::holdem::class;
use crate::holdem::strength;
use crate::search_rng::SearchRng;
use cardroom_rules::cards::card::Card;
use cardroom_rules::games::holdem::evaluate::evaluator::Evaluator;

/// How many pairs of hole cards there are.
pub const HANDS: usize = 1326;
/// One more than the worst rank.
const RANKS: usize = 7463;

/// How many sums are computed in parallel.
const LANES: usize = 16;

/// The number of two cards in the combinatorial number system.
pub fn number(hole: [Card; 2]) -> usize {
    let [one, other] = hole.map(|card| usize::from(card.index()));
    let (low, high) = (one.min(other), one.max(other));
    high * high.saturating_sub(1) / 2 + low
}

/// The possible runouts of the board, and the value of every hand that a rival may hold on them.
pub struct Runouts {
    /// The hands that are possible given the own cards and the board.
    hands: Vec<[Card; 2]>,
    /// One row for each runout: 1 for each hand that it leaves possible.
    possible: Vec<f32>,
    /// One row for each runout: 1 for each of those that the own hand beats there, and 0.5 for each tie.
    beaten: Vec<f32>,
    count: usize,
    /// The share of the others that each hand beats on average, 0 to 1; before the flop, by its class.
    strengths: Vec<f32>,
}

impl Runouts {
    /// This many runouts of this board; on the river there is one.
    pub fn new(hole: [Card; 2], board: &[Card], most: usize, dice: &mut SearchRng) -> Self {
        let mut rest = strength::rest(hole, board);
        let pairs = |place: usize| (0..place).map(move |other| (place, other));
        let hands: Vec<[Card; 2]> =
            (0..rest.len()).flat_map(pairs).map(|(one, other)| [rest[one], rest[other]]).collect();
        let count = if board.len() >= 5 { 1 } else { most };
        let mut this = Self {
            possible: vec![0.0; count * hands.len()],
            beaten: vec![0.0; count * hands.len()],
            count,
            strengths: vec![0.0; hands.len()],
            hands,
        };
        let mut scratch = Scratch::default();
        for runout in 0..count {
            let mut full = [hole[0]; 5];
            for (place, slot) in full.iter_mut().enumerate() {
                *slot = board.get(place).copied().unwrap_or_else(|| {
                    let at = place - board.len();
                    // If one card is to come, all are taken in order, so that none occurs twice before all have.
                    let first = if board.len() == 4 { runout % rest.len() } else { at };
                    let other = first + dice.below(rest.len() - first);
                    if board.len() == 4 {
                        rest.swap(first, other);
                        rest[first]
                    } else {
                        rest.swap(at, other);
                        rest[at]
                    }
                });
            }
            this.rank(runout, hole, full, board.len(), &mut scratch);
        }
        this.finish(board);
        this
    }

    /// Fills a runout's rows, and adds to each hand's strength the share of the others that it beats there.
    #[allow(clippy::cast_precision_loss, reason = "there are at most 1,326 hands")]
    fn rank(&mut self, runout: usize, hole: [Card; 2], full: [Card; 5], known: usize, scratch: &mut Scratch) {
        let Scratch { cards, places, found, better } = scratch;
        let to_come = full[known.min(5)..].iter().fold(0_u64, |set, card| set | 1 << card.index());
        cards.clear();
        places.clear();
        for (place, &[one, other]) in self.hands.iter().enumerate() {
            if (1 << one.index() | 1 << other.index()) & to_come == 0 {
                cards.push([one, other, full[0], full[1], full[2], full[3], full[4]]);
                places.push(place);
            }
        }
        found.clear();
        found.resize(cards.len(), 0);
        Evaluator::ready().batch(cards, found);
        better.clear();
        better.resize(RANKS + 1, 0);
        for &rank in found.iter() {
            better[usize::from(rank) + 1] += 1;
        }
        (1..better.len()).for_each(|rank| better[rank] += better[rank - 1]);
        let own = strength::rank(hole, &full);
        let rows = runout * self.hands.len()..(runout + 1) * self.hands.len();
        let (possible, beaten) = (&mut self.possible[rows.clone()], &mut self.beaten[rows]);
        let all = found.len().max(1) as f32;
        for (&place, &rank) in places.iter().zip(found.iter()) {
            possible[place] = 1.0;
            beaten[place] = f32::from(u8::from(rank > own)).midpoint(f32::from(u8::from(rank >= own)));
            let ahead = f32::from(better[usize::from(rank)] + better[usize::from(rank) + 1]) / 2.0;
            self.strengths[place] += 1.0 - ahead / all;
        }
    }

    /// Sums become means.
    fn finish(&mut self, board: &[Card]) {
        let hands = self.hands.len();
        for (place, strength) in self.strengths.iter_mut().enumerate() {
            let seen: f32 = self.possible[place..].iter().step_by(hands).sum();
            *strength = if board.is_empty() {
                1.0 - class::standing(self.hands[place])
            } else {
                *strength / seen.max(1.0)
            };
        }
    }

    /// The hands that a rival may hold.
    pub fn hands(&self) -> &[[Card; 2]] {
        &self.hands
    }

    /// The strength of each of them.
    pub fn strengths(&self) -> &[f32] {
        &self.strengths
    }

    /// The number of runouts.
    pub fn count(&self) -> usize {
        self.count
    }

    /// The share of a range that loses to the own hand in a runout.
    pub fn beats(&self, runout: usize, range: &[f32]) -> f32 {
        let rows = runout * self.hands.len()..(runout + 1) * self.hands.len();
        let all = product(&self.possible[rows.clone()], range);
        if all > 0.0 { product(&self.beaten[rows], range) / all } else { 0.5 }
    }
}

/// The sum of the products, in lanes: fast, and the same on every machine.
fn product(shares: &[f32], range: &[f32]) -> f32 {
    let (mut sums, shares, ranges) =
        ([0.0_f32; LANES], shares.chunks_exact(LANES), range.chunks_exact(LANES));
    let rest: f32 =
        shares.remainder().iter().zip(ranges.remainder()).map(|(share, weight)| share * weight).sum();
    for (shares, weights) in shares.zip(ranges) {
        sums.iter_mut()
            .zip(shares.iter().zip(weights))
            .for_each(|(sum, (share, weight))| *sum += share * weight);
    }
    sums.iter().sum::<f32>() + rest
}

/// The buffers that each runout overwrites.
#[derive(Default)]
struct Scratch {
    cards: Vec<[Card; 7]>,
    places: Vec<usize>,
    found: Vec<u16>,
    better: Vec<u16>,
}
