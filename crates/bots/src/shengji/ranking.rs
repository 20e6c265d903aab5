//! The order of all cards under one trump, as tables for piles.

use super::pile::{Pile, bits, highest, lowest};
use cardroom_rules::cards::card::Card;
use cardroom_rules::games::shengji::cards::Cards;
use cardroom_rules::games::shengji::lead;
use cardroom_rules::games::shengji::order::{Group, Order};
use cardroom_rules::games::shengji::trick::points_of;

/// How many groups there are.
pub const GROUPS: usize = Group::ALL.len();
/// The group of the trumps.
pub const TRUMP: usize = GROUPS - 1;
/// More heights than any group has.
const HEIGHTS: usize = 18;
/// How many kinds of cards there are.
pub const KINDS: usize = Card::COUNT as usize;

/// The order of all cards under one trump: kinds get bits by group, then height.
#[derive(Clone, Debug)]
pub struct Ranking {
    /// The rules' own order.
    pub order: Order,
    /// The kind of each bit.
    kinds: [Card; KINDS],
    /// The bit of each kind, by number.
    bits: [u8; KINDS],
    /// The height of each bit in its group.
    heights: [u8; KINDS],
    /// The group of each bit.
    group_of: [u8; KINDS],
    /// The bits of each group.
    pub groups: [u64; GROUPS],
    /// For each group, the heights whose next height is their neighbour.
    joins: [u32; GROUPS],
    /// For the trumps, the bits at each height.
    rungs: [u64; HEIGHTS],
    /// For each group and height, the bits that are higher.
    above: [[u64; HEIGHTS]; GROUPS],
    fives: u64,
    tens: u64,
}

impl Ranking {
    /// The tables of this order.
    pub fn new(order: &Order) -> Self {
        let mut kinds = Card::ALL;
        kinds.sort_by_key(|&card| order.sorting_key(card));
        let mut ranking = Self {
            order: order.clone(),
            kinds,
            bits: [0; KINDS],
            heights: kinds.map(|card| order.height(card)),
            group_of: kinds.map(|card| order.group(card) as u8),
            groups: [0; GROUPS],
            joins: [0; GROUPS],
            rungs: [0; HEIGHTS],
            above: [[0; HEIGHTS]; GROUPS],
            fives: 0,
            tens: 0,
        };
        for (bit, card) in (0u8..).zip(kinds) {
            let place = order.place(card);
            ranking.bits[usize::from(card.index())] = bit;
            ranking.groups[place.group as usize] |= 1 << bit;
            let above = &mut ranking.above[place.group as usize];
            above.iter_mut().take(place.height.into()).for_each(|above| *above |= 1 << bit);
            if place.group == Group::Trump {
                ranking.rungs[usize::from(place.height)] |= 1 << bit;
            }
            match points_of(card) {
                5 => ranking.fives |= 1 << bit,
                10 => ranking.tens |= 1 << bit,
                _ => {}
            }
        }
        ranking.join();
        ranking
    }

    /// Asks the rules which heights are neighbours.
    fn join(&mut self) {
        for group in 0..GROUPS {
            let members: Vec<u8> = bits(self.groups[group]).collect();
            for pair in members.windows(2) {
                let cards = Cards::two(self.card(pair[0])).with(Cards::two(self.card(pair[1])));
                let lead = lead::Lead::of(&self.order, cards);
                if lead.is_some_and(|lead| lead.wanted.longest() == Some(2)) {
                    self.joins[group] |= 1 << self.height(pair[0]);
                }
            }
        }
    }

    /// The kind of this bit.
    pub fn card(&self, bit: u8) -> Card {
        self.kinds[usize::from(bit)]
    }

    /// The bit of this kind.
    pub fn bit(&self, card: Card) -> u8 {
        self.bits[usize::from(card.index())]
    }

    /// How high this bit is in its group.
    pub fn height(&self, bit: u8) -> u8 {
        self.heights[usize::from(bit)]
    }

    /// The group of this bit.
    pub fn group(&self, bit: u8) -> usize {
        self.group_of[usize::from(bit)].into()
    }

    /// Cards of the rules as a pile.
    pub fn pile(&self, cards: Cards) -> Pile {
        let word =
            |kinds: &mut dyn Iterator<Item = Card>| kinds.fold(0, |word, card| word | 1 << self.bit(card));
        Pile { once: word(&mut cards.kinds()), twice: word(&mut cards.pairs()) }
    }

    /// A pile as cards of the rules.
    pub fn cards(&self, pile: Pile) -> Cards {
        let singles = bits(pile.once).map(|bit| Cards::one(self.card(bit)));
        let seconds = bits(pile.twice).map(|bit| Cards::one(self.card(bit)));
        singles.chain(seconds).fold(Cards::default(), Cards::with)
    }

    /// The one group that all cards of a pile belong to.
    pub fn only_group(&self, pile: Pile) -> Option<usize> {
        let group = self.group(lowest(pile.once)?);
        (pile.once & !self.groups[group] == 0).then_some(group)
    }

    /// The points in a pile.
    pub fn points(&self, pile: Pile) -> i16 {
        let fives = (pile.once & self.fives).count_ones() + (pile.twice & self.fives).count_ones();
        let tens = (pile.once & self.tens).count_ones() + (pile.twice & self.tens).count_ones();
        small(5 * fives + 10 * tens)
    }

    /// The kinds that are worth points.
    pub fn with_points(&self) -> u64 {
        self.fives | self.tens
    }

    /// The points of one card of this bit.
    pub fn points_of(&self, bit: u8) -> i16 {
        small(5 * small_bit(self.fives, bit) + 10 * small_bit(self.tens, bit))
    }

    /// The bits of a group that are higher than `height`.
    pub fn above(&self, group: usize, height: u8) -> u64 {
        self.above[group][usize::from(height)]
    }

    /// The heights of these bits of one group.
    pub fn heights_of(&self, group: usize, of: u64) -> u32 {
        if group == TRUMP {
            return bits(of).fold(0, |heights, bit| heights | 1 << self.height(bit));
        }
        let row = (of & self.groups[group]).checked_shr(self.groups[group].trailing_zeros());
        u32::try_from(row.unwrap_or(0)).unwrap_or(0)
    }

    /// The heights at which a run of `length` begins, among these heights of a group.
    pub fn runs(&self, group: usize, heights: u32, length: u8) -> u32 {
        let mut bottoms = heights;
        for _ in 1..length {
            bottoms = heights & self.joins[group] & (bottoms >> 1);
        }
        bottoms
    }

    /// The longest run of at most `most` among these heights, and where such runs begin; 0 if there are no heights.
    pub fn longest(&self, group: usize, heights: u32, most: u8) -> (u8, u32) {
        let mut found = (u8::from(heights != 0), heights);
        for length in 2..=most {
            let longer = heights & self.joins[group] & (found.1 >> 1);
            if longer == 0 {
                break;
            }
            found = (length, longer);
        }
        found
    }

    /// The kinds of a run out of `pairs`, one at each height; of several at a height, the first.
    pub fn run(&self, group: usize, pairs: u64, bottom: u8, length: u8) -> u64 {
        if group != TRUMP {
            let start = self.groups[group].trailing_zeros() + u32::from(bottom);
            return pairs & (((1u64 << length) - 1) << start);
        }
        let rungs = &self.rungs[usize::from(bottom)..usize::from(bottom + length)];
        rungs.iter().filter_map(|rung| lowest(rung & pairs)).fold(0, |run, bit| run | 1 << bit)
    }

    /// The height of the highest of these bits.
    pub fn top(&self, of: u64) -> Option<u8> {
        highest(of).map(|bit| self.height(bit))
    }
}

#[allow(clippy::cast_possible_truncation, clippy::cast_possible_wrap, reason = "a few hundred at most")]
const fn small(number: u32) -> i16 {
    number as i16
}

const fn small_bit(of: u64, bit: u8) -> u32 {
    if of >> bit & 1 == 1 { 1 } else { 0 }
}
