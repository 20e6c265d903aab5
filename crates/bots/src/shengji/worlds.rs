//! Where the hidden cards may lie: dealt at random so that nothing a seat was shown is contradicted.
//!
//! A seat holds nothing of a group that it did not follow, no pair where it failed to serve one, and what it has shown.
//! What a witness samples keeps the first and the last; this also keeps the second, and leans the kitty towards what is
//! buried: few trumps, few points.

use super::pile::{Pile, bits};
use super::position::{Position, SEATS};
use super::ranking::{Ranking, TRUMP};
use cardroom_rules::cards::generator::Generator;
use cardroom_rules::games::witness::Dice;

/// How often cards are dealt anew where one finds no place; then what is left goes anywhere.
const ATTEMPTS: usize = 4;

/// The places where hidden cards lie: the hands by seat, and the kitty.
pub const PLACES: usize = SEATS + 1;
/// The kitty's place.
pub const KITTY: usize = SEATS;

/// A small fast generator (SplitMix64) for search.
#[derive(Clone, Debug)]
pub struct Chance(u64);

impl Chance {
    /// Begins where a seat's dice say.
    pub fn new(dice: &mut Generator) -> Self {
        Self(dice.lot())
    }

    /// A number from 0 up to, but without, 1.
    #[allow(clippy::cast_precision_loss, reason = "24 bits, which is all that the number holds")]
    pub fn share(&mut self) -> f32 {
        (self.next() >> 40) as f32 / (1u32 << 24) as f32
    }

    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.0 ^ self.0 >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ mixed >> 31
    }
}

impl Dice for Chance {
    /// By the high half of a product, which favours no number by more than one in 2^32.
    #[allow(clippy::cast_possible_truncation, reason = "below `bound`, which was a usize")]
    fn below(&mut self, bound: usize) -> usize {
        ((u128::from(self.next()) * bound as u128) >> 64) as usize
    }
}

/// What is known of the hidden cards.
#[derive(Clone, Copy, Debug)]
pub struct Hidden {
    /// The cards that the seat does not see.
    pub unseen: Pile,
    /// How many of them lie at each place.
    pub room: [u8; PLACES],
    /// What each seat has shown and not played.
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

/// Deals the hidden cards: the other hands, and the kitty where it is hidden.
pub fn dealt(ranking: &Ranking, position: &Position, hidden: &Hidden, chance: &mut Chance) -> [Pile; PLACES] {
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
        let count = in_order(ranking, position, left, chance, &mut order);
        let is_strict = attempt + 1 < ATTEMPTS;
        if order[..count].iter().all(|&bit| trial.place(bit, is_strict, chance)) {
            return trial.piles;
        }
    }
    dealing.piles
}

/// The cards in the order in which they are dealt: at random, but first what fits fewest places. Their number.
fn in_order(
    ranking: &Ranking,
    position: &Position,
    left: Pile,
    chance: &mut Chance,
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
        chance.shuffle(&mut order[start..count]);
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

    /// Puts a card somewhere, each place as likely as it has room and the card fits there; false where none does.
    fn place(&mut self, bit: u8, is_strict: bool, chance: &mut Chance) -> bool {
        let mut weights = [0usize; PLACES];
        for (place, weight) in weights.iter_mut().enumerate() {
            *weight = usize::from(self.room[place]) * self.fit(bit, place, is_strict);
        }
        let all: usize = weights.iter().sum();
        if all == 0 {
            return false;
        }
        let mut drawn = chance.below(all);
        for (place, weight) in weights.into_iter().enumerate() {
            if drawn < weight {
                self.put(bit, place);
                return true;
            }
            drawn -= weight;
        }
        false
    }

    /// How well a card fits a place, 0 where it cannot lie there.
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

/// How likely a card is to be buried, where 16 is as likely as any.
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
