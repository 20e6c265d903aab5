//! Possible places of the hidden cards: dealt at random, in agreement with all that a seat has seen.
//!
//! A seat holds nothing of a group that it did not follow, no pair if it failed to serve one, and the cards that it has
//! shown. The samples of a witness respect the first and the last. These also respect the second, and make the kitty
//! more like a buried one: few trumps, few points.

use super::pile::{Pile, bits};
use super::position::{Position, SEATS};
use super::ranking::{Ranking, TRUMP};
use crate::search_rng::SearchRng;
use cardroom_rules::games::witness::Dice;

/// How often cards are dealt again if one finds no place. After that the rest goes anywhere.
const ATTEMPTS: usize = 4;

/// The places of hidden cards: the hands by seat, and the kitty.
pub const PLACES: usize = SEATS + 1;
/// The kitty's place.
pub const KITTY: usize = SEATS;

/// The knowledge about the hidden cards.
#[derive(Clone, Copy, Debug)]
pub struct Hidden {
    /// The cards that the seat does not see.
    pub unseen: Pile,
    /// The number of them at each place.
    pub room: [u8; PLACES],
    /// The cards that each seat has shown and not played.
    pub shown: [Pile; SEATS],
}

/// A deal of hidden cards that is being made.
#[derive(Clone, Copy)]
struct Dealing<'a> {
    ranking: &'a Ranking,
    position: &'a Position,
    room: [u8; PLACES],
    piles: [Pile; PLACES],
}

/// Deals the hidden cards: the other hands, and the kitty if it is hidden.
pub fn dealt(ranking: &Ranking, position: &Position, hidden: &Hidden, rng: &mut SearchRng) -> [Pile; PLACES] {
    let mut dealing = Dealing { ranking, position, room: hidden.room, piles: [Pile::NONE; PLACES] };
    let mut left = hidden.unseen;
    for (seat, &shown) in hidden.shown.iter().enumerate() {
        for bit in copies(shown) {
            let card = Pile::one(bit);
            if left.contain(card) && dealing.room[seat] > 0 {
                dealing.put(bit, seat);
                left = left.without(card);
            }
        }
    }
    let mut order = [0u8; 108];
    for attempt in 0..ATTEMPTS {
        let mut trial = dealing;
        let count = in_order(ranking, position, left, rng, &mut order);
        let is_strict = attempt + 1 < ATTEMPTS;
        if order[..count].iter().all(|&bit| trial.place(bit, is_strict, rng)) {
            return trial.piles;
        }
    }
    dealing.piles
}

/// Puts the cards into the order of the deal: random, but first those with the fewest possible places. Returns their
/// number.
fn in_order(
    ranking: &Ranking,
    position: &Position,
    left: Pile,
    rng: &mut SearchRng,
    order: &mut [u8; 108],
) -> usize {
    let mut count = 0;
    let known = position.voids.iter().fold(0, |all, voids| all | voids);
    for is_bound in [true, false] {
        let start = count;
        for group in (0..ranking.groups.len()).filter(|group| (known >> group & 1 == 1) == is_bound) {
            for bit in copies(left.among(ranking.groups[group])) {
                order[count] = bit;
                count += 1;
            }
        }
        rng.shuffle(&mut order[start..count]);
    }
    if known.count_ones() > 1 {
        let voids = |bit: &u8| {
            let group = ranking.group(*bit);
            position.voids.iter().filter(|voids| *voids >> group & 1 == 1).count()
        };
        order[..count].sort_by_key(|bit| std::cmp::Reverse(voids(bit)));
    }
    count
}

/// Each card of a pile, two of a kind twice.
pub fn copies(of: Pile) -> impl Iterator<Item = u8> {
    bits(of.once).chain(bits(of.twice))
}

impl Dealing<'_> {
    fn put(&mut self, bit: u8, place: usize) {
        self.piles[place] = self.piles[place].with(Pile::one(bit));
        self.room[place] = self.room[place].saturating_sub(1);
    }

    /// Puts a card at a random place, in proportion to its room and to how well the card fits; false if none fits.
    fn place(&mut self, bit: u8, is_strict: bool, rng: &mut SearchRng) -> bool {
        let mut weights = [0usize; PLACES];
        for (place, weight) in weights.iter_mut().enumerate() {
            *weight = usize::from(self.room[place]) * self.fit(bit, place, is_strict);
        }
        let all: usize = weights.iter().sum();
        if all == 0 {
            return false;
        }
        let mut drawn = rng.below(all);
        for (place, weight) in weights.into_iter().enumerate() {
            if drawn < weight {
                self.put(bit, place);
                return true;
            }
            drawn -= weight;
        }
        false
    }

    /// How well a card fits a place; 0 if it cannot be there.
    fn fit(&self, bit: u8, place: usize, is_strict: bool) -> usize {
        if place == KITTY {
            return buried(self.ranking, bit).into();
        }
        let group = self.ranking.group(bit);
        let is_void = self.position.voids[place] >> group & 1 == 1;
        let is_pair = self.piles[place].count(bit) == 1 && self.position.unpaired[place] >> group & 1 == 1;
        if is_strict && (is_void || is_pair) { 0 } else { 16 }
    }
}

/// How likely a card is to be buried; 16 is the average.
pub fn buried(ranking: &Ranking, bit: u8) -> u8 {
    match (ranking.group(bit), ranking.points_of(bit), ranking.height(bit)) {
        (TRUMP, ..) => 1,
        (_, 10, _) => 10,
        (_, 5, _) => 14,
        (_, _, 11) => 5,
        (_, _, 9..) => 18,
        _ => 26,
    }
}
