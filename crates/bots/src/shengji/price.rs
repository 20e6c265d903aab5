//! The cost for a seat of playing its cards, in points.

use super::odds::Count;
use super::pile::{Pile, bits};
use super::ranking::{GROUPS, KINDS, TRUMP};

/// The values of a seat's cards when they are kept, in points.
#[derive(Clone, Copy, Debug)]
pub struct Worth {
    /// A plain card that nothing unseen beats.
    pub master: f32,
    /// A plain card that only one unseen card beats.
    pub second: f32,
    /// The additional value of a plain card for each height.
    pub height: f32,
    /// A plain pair, beyond its cards.
    pub pair: f32,
    /// A plain pair that no unseen pair beats, in addition.
    pub master_pair: f32,
    /// The reduction for the last cards of a short plain group, if there are trumps to ruff with.
    pub short: f32,
    /// A trump.
    pub trump: f32,
    /// The additional value of a trump for each height.
    pub trump_height: f32,
    /// The additional value of a trump that nothing unseen beats.
    pub trump_master: f32,
    /// A pair of trumps, beyond its cards.
    pub trump_pair: f32,
    /// The additional value of a neighbouring pair.
    pub tractor: f32,
    /// The share of its points that a kept card is expected to win.
    pub points_kept: f32,
}

impl Worth {
    /// Tuned by playing against itself.
    pub const TUNED: Self = Self {
        master: 4.0,
        second: 1.55,
        height: 0.085,
        pair: 1.4,
        master_pair: 3.0,
        short: 1.0,
        trump: 4.3,
        trump_height: 0.44,
        trump_master: 3.0,
        trump_pair: 2.3,
        tractor: 2.5,
        points_kept: 0.3,
    };
}

/// The price of one card, and of both, of each kind.
#[derive(Clone, Copy, Debug)]
pub struct Prices {
    single: [f32; KINDS],
    pair: [f32; KINDS],
}

impl Prices {
    /// Before any price is set.
    const FREE: Self = Self { single: [0.0; KINDS], pair: [0.0; KINDS] };

    /// The values of keeping the cards of a hand.
    pub fn keeping(count: &Count<'_>, worth: &Worth, hand: Pile) -> Self {
        let mut prices = Self::FREE;
        (0..GROUPS).for_each(|group| prices.price(count, worth, hand, group));
        prices
    }

    /// The same for one group alone, if no other card may be played.
    pub fn keeping_group(count: &Count<'_>, worth: &Worth, hand: Pile, group: usize) -> Self {
        let mut prices = Self::FREE;
        prices.price(count, worth, hand, group);
        prices
    }

    fn price(&mut self, count: &Count<'_>, worth: &Worth, hand: Pile, group: usize) {
        let own = hand.among(count.ranking.groups[group]);
        if own.is_empty() {
            return;
        }
        if group == TRUMP {
            self.price_trumps(count, worth, own);
        } else {
            let has_trumps = hand.once & count.ranking.groups[TRUMP] != 0;
            self.price_plain(count, worth, group, own, has_trumps);
        }
    }

    fn price_plain(&mut self, count: &Count<'_>, worth: &Worth, group: usize, own: Pile, has_trumps: bool) {
        let out = count.out(group);
        // The best card in a group is ruffed if others have run out of it.
        let lasting = if out >= 6 { 1.0 } else { 0.4 };
        let short = if has_trumps && own.len() <= 2 { worth.short } else { 0.0 };
        let heights = count.ranking.heights_of(group, own.twice);
        for bit in bits(own.once) {
            let height = count.ranking.height(bit);
            let above = count.ranking.above(group, height);
            let higher = count.unseen.once & above;
            let by_place = if higher == 0 {
                worth.master * lasting
            } else if higher.is_power_of_two() && count.unseen.twice & above == 0 {
                worth.second * lasting
            } else {
                0.0
            };
            let kept = worth.points_kept * f32::from(count.ranking.points_of(bit));
            let single = by_place + worth.height * f32::from(height) + kept - short;
            let place = usize::from(bit);
            if own.twice >> bit & 1 == 1 {
                let master = if count.unseen.twice & above == 0 { worth.master_pair * lasting } else { 0.0 };
                let of_pair = worth.pair + master + worth.tractor * neighbours(heights, height);
                self.single[place] = single + of_pair;
                self.pair[place] = 2.0 * single + of_pair;
            } else {
                self.single[place] = single;
            }
        }
    }

    fn price_trumps(&mut self, count: &Count<'_>, worth: &Worth, own: Pile) {
        let heights = count.ranking.heights_of(TRUMP, own.twice);
        for bit in bits(own.once) {
            let height = count.ranking.height(bit);
            let above = count.ranking.above(TRUMP, height);
            let master = if count.unseen.once & above == 0 { worth.trump_master } else { 0.0 };
            let kept = worth.points_kept * f32::from(count.ranking.points_of(bit));
            let single = worth.trump + worth.trump_height * f32::from(height) + master + kept;
            let place = usize::from(bit);
            if own.twice >> bit & 1 == 1 {
                let of_pair = worth.trump_pair + worth.tractor * neighbours(heights, height);
                self.single[place] = single + of_pair;
                self.pair[place] = 2.0 * single + of_pair;
            } else {
                self.single[place] = single;
            }
        }
    }

    /// The same with the points of each card: their value for the seat that wins the trick.
    #[must_use]
    pub fn with_points(mut self, count: &Count<'_>, hand: Pile, share: f32) -> Self {
        for bit in bits(hand.once & count.ranking.with_points()) {
            let points = share * f32::from(count.ranking.points_of(bit));
            let place = usize::from(bit);
            self.single[place] += points;
            self.pair[place] += 2.0 * points;
        }
        self
    }

    /// Both cards of each of these kinds.
    pub fn of_pairs(&self, kinds: u64) -> f32 {
        bits(kinds).map(|bit| self.pair[usize::from(bit)]).sum()
    }

    /// All of these cards.
    pub fn of(&self, cards: Pile) -> f32 {
        let singles = bits(cards.once & !cards.twice).map(|bit| self.single[usize::from(bit)]);
        singles.sum::<f32>() + self.of_pairs(cards.twice)
    }

    /// One more card of this kind, if others of the pool are taken already.
    pub fn next(&self, pool: Pile, taken: Pile, bit: u8) -> f32 {
        let place = usize::from(bit);
        if pool.twice & taken.once & !taken.twice & 1 << bit == 0 {
            self.single[place]
        } else {
            self.pair[place] - self.single[place]
        }
    }
}

/// Whether there is a pair next to this height. Neighbours across the level are ignored, so at a level that separates
/// them some pairs are valued too high.
fn neighbours(heights: u32, height: u8) -> f32 {
    let beside = (heights << 1 | heights >> 1) >> height & 1;
    if beside == 1 { 1.0 } else { 0.0 }
}
