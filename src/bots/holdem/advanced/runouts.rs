//! How the board may run out, and what every hand is then worth.

use super::super::class;
use super::super::quick::Quick;
use super::super::strength;
use crate::cards::card::Card;
use crate::games::holdem::evaluate::evaluator::Evaluator;
use crate::games::witness::Dice;

/// How many pairs of hole cards there are.
pub(super) const HANDS: usize = 1326;
/// One more than the worst rank.
const RANKS: usize = 7463;

/// The number of two cards in the combinatorial number system.
pub(super) fn number(hole: [Card; 2]) -> usize {
    let [one, other] = hole.map(|card| usize::from(card.index()));
    let (low, high) = (one.min(other), one.max(other));
    high * high.saturating_sub(1) / 2 + low
}

/// How the board may run out, and what every hand that a rival may hold is then worth.
pub(super) struct Runouts {
    /// The hands that neither the own cards nor the board rule out.
    hands: Vec<[Card; 2]>,
    /// A row a runout: the rank of each hand, the lower the better; 0 where the runout takes one of its cards.
    ranks: Vec<u16>,
    /// The own rank in each runout.
    own: Vec<u16>,
    /// What share of the others each hand beats in the mean, 0 to 1; before the flop, by its class.
    strengths: Vec<f32>,
}

impl Runouts {
    /// So many runouts of this board; on the river there is one.
    pub(super) fn new(hole: [Card; 2], board: &[Card], most: usize, dice: &mut Quick) -> Self {
        let mut rest = strength::rest(hole, board);
        let pairs = |place: usize| (0..place).map(move |other| (place, other));
        let hands: Vec<[Card; 2]> =
            (0..rest.len()).flat_map(pairs).map(|(one, other)| [rest[one], rest[other]]).collect();
        let count = if board.len() >= 5 { 1 } else { most };
        let mut this = Self {
            ranks: vec![0; count * hands.len()],
            own: Vec::with_capacity(count),
            strengths: vec![0.0; hands.len()],
            hands,
        };
        let mut seen = vec![0.0_f32; this.hands.len()];
        let mut scratch = Scratch::default();
        for runout in 0..count {
            let mut full = [hole[0]; 5];
            for (place, slot) in full.iter_mut().enumerate() {
                *slot = board.get(place).copied().unwrap_or_else(|| {
                    let at = place - board.len();
                    // One card to come is taken in turn, so that none comes twice before all have come.
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
            this.own.push(strength::rank(hole, &full));
            this.rank(runout, full, board.len(), &mut scratch, &mut seen);
        }
        this.finish(board, &seen);
        this
    }

    /// Fills a runout's row, and adds to each hand's strength what share of the others it beats there.
    #[allow(clippy::cast_precision_loss, reason = "there are at most 1,326 hands")]
    fn rank(&mut self, runout: usize, full: [Card; 5], known: usize, scratch: &mut Scratch, seen: &mut [f32]) {
        let Scratch { cards, places, found, better } = scratch;
        cards.clear();
        places.clear();
        for (place, &[one, other]) in self.hands.iter().enumerate() {
            if !full[known.min(5)..].iter().any(|&card| card == one || card == other) {
                cards.push([one, other, full[0], full[1], full[2], full[3], full[4]]);
                places.push(place);
            }
        }
        found.clear();
        found.resize(cards.len(), 0);
        Evaluator::ready().batch(cards, found);
        better.clear();
        better.resize(RANKS + 1, 0);
        found.iter().for_each(|&rank| better[usize::from(rank) + 1] += 1);
        (1..better.len()).for_each(|rank| better[rank] += better[rank - 1]);
        let row = &mut self.ranks[runout * self.hands.len()..][..self.hands.len()];
        let all = found.len().max(1) as f32;
        for (&place, &rank) in places.iter().zip(found.iter()) {
            row[place] = rank;
            let ahead = f32::from(better[usize::from(rank)] + better[usize::from(rank) + 1]) / 2.0;
            self.strengths[place] += 1.0 - ahead / all;
            seen[place] += 1.0;
        }
    }

    fn finish(&mut self, board: &[Card], seen: &[f32]) {
        for ((strength, &hand), &seen) in self.strengths.iter_mut().zip(&self.hands).zip(seen) {
            *strength = if board.is_empty() { 1.0 - class::standing(hand) } else { *strength / seen.max(1.0) };
        }
    }

    /// The hands that a rival may hold.
    pub(super) fn hands(&self) -> &[[Card; 2]] {
        &self.hands
    }

    /// How strong each of them is.
    pub(super) fn strengths(&self) -> &[f32] {
        &self.strengths
    }

    /// How many runouts there are.
    pub(super) fn count(&self) -> usize {
        self.own.len()
    }

    /// What share of a range loses to the own hand in a runout, ties with it, and beats it.
    pub(super) fn against(&self, runout: usize, range: &[f32]) -> Stands {
        let row = &self.ranks[runout * self.hands.len()..][..self.hands.len()];
        let own = self.own[runout];
        let (mut behind, mut level, mut all) = (0.0, 0.0, 0.0);
        for (&rank, &weight) in row.iter().zip(range) {
            let weight = if rank == 0 { 0.0 } else { weight };
            all += weight;
            behind += if rank > own { weight } else { 0.0 };
            level += if rank == own { weight } else { 0.0 };
        }
        if all <= 0.0 {
            return Stands { behind: 0.5, level: 0.0, ahead: 0.5 };
        }
        Stands { behind: behind / all, level: level / all, ahead: (all - behind - level).max(0.0) / all }
    }
}

/// What is used for each runout anew.
#[derive(Default)]
struct Scratch {
    cards: Vec<[Card; 7]>,
    places: Vec<usize>,
    found: Vec<u16>,
    better: Vec<u16>,
}

/// How a range stands against the own hand; the shares sum to 1.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Stands {
    /// What loses to it.
    pub(super) behind: f32,
    /// What ties.
    pub(super) level: f32,
    /// What beats it.
    pub(super) ahead: f32,
}

impl Stands {
    /// Against two ranges at once: both have to be behind.
    pub(super) fn and(self, other: Self) -> Self {
        let (mine, theirs) = (self.behind + self.level / 2.0, other.behind + other.level / 2.0);
        let behind = mine * theirs;
        Self { behind, level: 0.0, ahead: 1.0 - behind }
    }
}
