//! What a hand may play if ranks are wild: every lead, or every answer, once for all cards and readings that it can
//! have.

use super::counts::Counts;
use super::rank::Rank;
use super::ranks::Ranks;
use super::reading::{Carried, Kind, Play, Reading};
use super::wild::{mains, purity};
use super::wings::Wings;

/// Passes every play that this hand may lead to `visit`: by kind, then by length, then by main rank, lowest first.
pub fn leads(hand: Counts, forbidden: Wings, wild: Ranks, mut visit: impl FnMut(Play)) {
    let mut search = Search::new(hand, forbidden, wild, &mut visit);
    for kind in Kind::ALL {
        search.kind(kind, None);
    }
}

/// Passes every play of this hand that beats `table` to `visit`, in the same order.
pub fn answers(hand: Counts, forbidden: Wings, wild: Ranks, table: Reading, mut visit: impl FnMut(Play)) {
    let mut beating = |play: Play| {
        if play.reading.beats(table) {
            visit(play);
        }
    };
    let mut search = Search::new(hand, forbidden, wild, &mut beating);
    if !matches!(table.kind, Kind::Bomb | Kind::Rocket) {
        search.kind(table.kind, Some(table));
    }
    search.kind(Kind::Bomb, None);
    search.kind(Kind::Rocket, None);
}

/// A search through a hand's natural cards; its wild cards fill the gaps.
struct Search<'visit, V> {
    natural: Counts,
    wilds: Counts,
    forbidden: Wings,
    visit: &'visit mut V,
}

/// A play for which cards are still to be chosen.
#[derive(Clone, Copy)]
struct Part {
    reading: Reading,
    /// The natural cards chosen.
    taken: Counts,
    /// The number of wild cards that are in use.
    filled: u32,
}

impl<'visit, V: FnMut(Play)> Search<'visit, V> {
    fn new(hand: Counts, forbidden: Wings, wild: Ranks, visit: &'visit mut V) -> Self {
        let wilds = hand.among(wild);
        Self { natural: hand.without(wilds), wilds, forbidden, visit }
    }

    /// Every play of a kind; if there is a `table`, of its length and above it.
    fn kind(&mut self, kind: Kind, table: Option<Reading>) {
        let (shortest, longest) = table.map_or(kind.lengths(), |table| (table.length, table.length));
        let above = table.map_or(Ranks::ALL, |table| Ranks::above(table.main));
        match kind {
            Kind::Rocket if self.natural.contain(Counts::JOKERS) => {
                (self.visit)(Play { cards: Counts::JOKERS, reading: Reading::ROCKET });
            }
            Kind::Rocket => {}
            Kind::QuadSingles | Kind::QuadPairs if self.forbidden.forbid_quads() => {}
            _ => {
                for length in shortest..=longest {
                    let jokers = if kind == Kind::Single { Counts::JOKERS.ranks() } else { Ranks::NONE };
                    for main in mains(kind, length).or(jokers).and(above).iter() {
                        self.reading(Reading::new(kind, main, length));
                    }
                }
            }
        }
    }

    fn reading(&mut self, reading: Reading) {
        let Reading { kind, main, length, .. } = reading;
        let (ranks, each) = match kind {
            Kind::Bomb => (Ranks::one(main), length),
            _ => (Ranks::run(main, length), kind.body()),
        };
        self.body(Part { reading, taken: Counts::NONE, filled: 0 }, ranks, each);
        // The cards of one wild rank alone are of that rank.
        if kind.carries().is_none() && !kind.is_chain() && self.wilds.count(main) >= each {
            self.found(reading, Counts::of(main, each), Counts::NONE, u32::from(each));
        }
    }

    /// Chooses the number of natural cards of each main rank in `left`; wild cards fill the rest.
    fn body(&mut self, part: Part, left: Ranks, each: u8) {
        let Some(rank) = left.lowest() else { return self.wings(part) };
        let held = self.natural.count(rank).min(each);
        for natural in 0..=held {
            let filled = part.filled + u32::from(each - natural);
            if filled <= self.wilds.len() {
                let taken = part.taken.with(Counts::of(rank, natural));
                self.body(Part { taken, filled, ..part }, left.without(Ranks::one(rank)), each);
            }
        }
    }

    fn wings(&mut self, part: Part) {
        let Part { reading, taken, .. } = part;
        let own = Ranks::run(reading.main, reading.length);
        let rest = self.natural.without(taken);
        match reading.kind.carries() {
            None => self.fill(part),
            Some(Carried::Single) => {
                // Another card of a main rank is a wing only if the body takes its full number.
                let full = own.and(taken.at_least(reading.kind.body()));
                let from = self.forbidden.singles(reading, rest.among(Ranks::ALL.without(own).or(full)));
                self.singles(part, from, reading.wings());
            }
            Some(Carried::Pair) => {
                let most = if self.forbidden.forbid_quads_as_pairs() { 2 } else { 4 };
                let from = rest.among(Ranks::FOURS.without(own)).at_most(most);
                self.pairs(part, from, reading.wings());
            }
        }
    }

    /// Chooses natural single wings; wild cards fill the rest.
    fn singles(&mut self, part: Part, from: Counts, wanted: u8) {
        if part.filled + u32::from(wanted) <= self.wilds.len() {
            self.fill(Part { filled: part.filled + u32::from(wanted), ..part });
        }
        if wanted == 0 {
            return;
        }
        let mut left = from;
        for rank in from.ranks().iter() {
            let one = Counts::of(rank, 1);
            let alone = rank == Rank::SMALL_JOKER && !self.forbidden.may_carry_jokers();
            let rest = if alone { Counts::NONE } else { left.without(one) };
            self.singles(Part { taken: part.taken.with(one), ..part }, rest, wanted - 1);
            left = left.among(Ranks::above(rank));
        }
    }

    /// Chooses pairs, each of two natural cards or of one and a wild one; wild cards fill the rest.
    fn pairs(&mut self, part: Part, from: Counts, wanted: u8) {
        let filled = part.filled + 2 * u32::from(wanted);
        if filled <= self.wilds.len() {
            self.fill(Part { filled, ..part });
        }
        for rank in from.ranks().iter() {
            let rest = from.among(Ranks::above(rank));
            for natural in 1..=from.count(rank) {
                let pairs = natural.div_ceil(2);
                let filled = part.filled + u32::from(natural % 2);
                if pairs <= wanted && filled <= self.wilds.len() {
                    let taken = part.taken.with(Counts::of(rank, natural));
                    self.pairs(Part { taken, filled, ..part }, rest, wanted - pairs);
                }
            }
        }
    }

    /// Every way to take the wild cards in use, except those of one wild rank alone, which are of that rank.
    fn fill(&mut self, part: Part) {
        self.split(part, self.wilds.ranks(), part.filled, Counts::NONE);
    }

    fn split(&mut self, part: Part, left: Ranks, wanted: u32, wilds: Counts) {
        let Some(rank) = left.lowest() else {
            let alone = part.taken.is_empty() && wilds.ranks().len() == 1;
            if wanted == 0 && !alone {
                self.found(part.reading, part.taken.with(wilds), part.taken, part.filled);
            }
            return;
        };
        for count in 0..=self.wilds.count(rank) {
            if let Some(wanted) = wanted.checked_sub(u32::from(count)) {
                let wilds = wilds.with(Counts::of(rank, count));
                self.split(part, left.without(Ranks::one(rank)), wanted, wilds);
            }
        }
    }

    fn found(&mut self, reading: Reading, cards: Counts, natural: Counts, wilds: u32) {
        let purity = purity(reading.kind, natural, wilds);
        (self.visit)(Play { cards, reading: Reading { purity, ..reading } });
    }
}
