//! Legal plays on a lead, made of the cheapest cards.

use super::pile::{Pile, bits};
use super::price::Prices;
use super::ranking::{Ranking, TRUMP};
use super::shape::{Lead, Strength, height_of, is_ruff};
use cardroom_rules::games::shengji::choices;
use cardroom_rules::games::shengji::follow;
use cardroom_rules::games::shengji::lead as rules;
use cardroom_rules::games::shengji::order::Group;

/// A few plays, each once.
#[derive(Clone, Copy, Debug)]
pub struct Plays {
    plays: [Pile; Self::MOST],
    len: usize,
}

impl Plays {
    /// The most that are kept; later ones are dropped.
    pub const MOST: usize = 32;

    /// An empty list.
    pub const fn none() -> Self {
        Self { plays: [Pile::NONE; Self::MOST], len: 0 }
    }

    /// Adds a play, unless it is there.
    pub fn add(&mut self, play: Pile) {
        if self.len < Self::MOST && !self.list().contains(&play) && !play.is_empty() {
            self.plays[self.len] = play;
            self.len += 1;
        }
    }

    /// All of them, in the order in which they were added.
    pub fn list(&self) -> &[Pile] {
        &self.plays[..self.len]
    }
}

/// A hand that answers a lead.
pub struct Answer<'a> {
    /// The order of the cards.
    pub ranking: &'a Ranking,
    /// The lead.
    pub lead: Lead,
    /// The hand that answers.
    pub hand: Pile,
}

impl Answer<'_> {
    fn of_group(&self) -> Pile {
        self.hand.among(self.ranking.groups[self.lead.group()])
    }

    fn size(&self) -> u32 {
        self.lead.size.into()
    }

    /// The legal play that costs least, or nearly: of several tractors that serve, it takes the cheapest one at a time.
    pub fn cheapest(&self, prices: &Prices) -> Pile {
        let (own, size) = (self.of_group(), self.size());
        let held = own.len();
        if held <= size {
            return own.with(filled(self.hand.without(own), size - held, prices));
        }
        if self.lead.is_mixed() {
            return self.cheapest_listed(prices);
        }
        let owed = self.owed(own, prices);
        owed.with(filled(own.without(owed), size - owed.len(), prices))
    }

    /// The pairs and tractors that have to be played.
    fn owed(&self, own: Pile, prices: &Prices) -> Pile {
        let (group, mut left, mut owed) = (self.lead.group(), own.twice, 0);
        let mut wanted = self.lead.pairs;
        if self.lead.longest > 1 {
            while wanted > 0 && left != 0 {
                let heights = self.ranking.heights_of(group, left);
                let (length, bottoms) = self.ranking.longest(group, heights, wanted);
                let runs = bits(bottoms.into()).map(|bottom| self.ranking.run(group, left, bottom, length));
                let Some(run) = least(runs, |run| prices.of_pairs(run)) else { break };
                left &= !run;
                owed |= run;
                wanted -= length;
            }
            return Pile::pairs(owed);
        }
        while wanted > 0 {
            let Some(pair) = least(bits(left).map(|bit| 1 << bit), |pair| prices.of_pairs(pair)) else {
                break;
            };
            left &= !pair;
            owed |= pair;
            wanted -= 1;
        }
        Pile::pairs(owed)
    }

    /// Of the plays that the rules list, the cheapest.
    fn cheapest_listed(&self, prices: &Prices) -> Pile {
        least(self.listed().into_iter(), |play| prices.of(play)).unwrap_or_default()
    }

    /// The lead as the rules represent it.
    fn rules(&self) -> rules::Lead {
        rules::Lead { group: Group::ALL[self.lead.group()], size: self.lead.size, wanted: self.lead.wanted }
    }

    /// The plays that the rules list.
    pub fn listed(&self) -> Vec<Pile> {
        let plays = choices::follows(&self.ranking.order, &self.rules(), self.ranking.cards(self.hand));
        plays.into_iter().map(|play| self.ranking.pile(play)).collect()
    }

    /// Whether the rules accept this play.
    pub fn is_legal(&self, play: Pile) -> bool {
        let [hand, play] = [self.hand, play].map(|pile| self.ranking.cards(pile));
        follow::judge(&self.ranking.order, &self.rules(), hand, play).is_ok()
    }

    /// Plays that are stronger than the best so far, one for each deciding height, from low to high. A throw that
    /// stands is only beaten by a ruff. A throw of tractors and pairs together is not tried.
    pub fn beating(&self, best: Strength, prices: impl FnOnce() -> Prices, each: &mut impl FnMut(Pile)) {
        let own = self.of_group();
        let (group, pool) = match own.len() {
            0 => (TRUMP, self.hand.among(self.ranking.groups[TRUMP])),
            held if held >= self.size() && !self.lead.is_throw() => (self.lead.group(), own),
            _ => return,
        };
        let ruffs = group != self.lead.group();
        if self.lead.is_mixed() || pool.len() < self.size() || is_ruff(best) && !ruffs {
            return;
        }
        let higher = if ruffs && !is_ruff(best) {
            self.ranking.groups[group]
        } else {
            self.ranking.above(group, height_of(best))
        };
        if pool.once & higher != 0 {
            self.topped(group, pool, higher, &prices(), each);
        }
    }

    /// Plays out of these cards whose deciding component reaches up to one of these kinds.
    fn topped(&self, group: usize, pool: Pile, higher: u64, prices: &Prices, each: &mut impl FnMut(Pile)) {
        let Lead { pairs, longest, .. } = self.lead;
        if pairs == 0 {
            for bit in bits(pool.once & higher) {
                let top = Pile::one(bit);
                each(top.with(filled(pool.without(top), self.size() - 1, prices)));
            }
            return;
        }
        if pool.twice.count_ones() < pairs.into() {
            return;
        }
        let heights = self.ranking.heights_of(group, pool.twice);
        let tops = self.ranking.heights_of(group, pool.twice & higher);
        let bottoms = self.ranking.runs(group, heights, longest) & (tops >> (longest - 1));
        for bottom in bits(bottoms.into()) {
            let mut taken = self.ranking.run(group, pool.twice, bottom, longest);
            for _ in longest..pairs {
                let others = bits(pool.twice & !taken).map(|bit| 1 << bit);
                taken |= least(others, |pair| prices.of_pairs(pair)).unwrap_or(0);
            }
            let taken = Pile::pairs(taken);
            each(taken.with(filled(pool.without(taken), self.size().saturating_sub(taken.len()), prices)));
        }
    }
}

/// The cheapest cards of a pool, this many.
fn filled(pool: Pile, count: u32, prices: &Prices) -> Pile {
    let mut taken = Pile::NONE;
    for _ in 0..count {
        let price = |bit: &u8| prices.next(pool, taken, *bit);
        let left = pool.without(taken);
        let Some(bit) = least(bits(left.once), |bit| price(&bit)) else { break };
        taken = taken.with(Pile::one(bit));
    }
    taken
}

/// The first of those with the least cost.
pub fn least<T: Copy>(of: impl Iterator<Item = T>, price: impl Fn(T) -> f32) -> Option<T> {
    let mut best: Option<(T, f32)> = None;
    for each in of {
        let price = price(each);
        if best.is_none_or(|(_, least)| price < least) {
            best = Some((each, price));
        }
    }
    best.map(|(each, _)| each)
}
