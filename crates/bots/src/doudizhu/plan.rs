//! A hand split into plays: the way that costs the fewest turns.

use cardroom_rules::games::doudizhu::counts::Counts;
use cardroom_rules::games::doudizhu::rank::Rank;
use cardroom_rules::games::doudizhu::ranks::Ranks;
use cardroom_rules::games::doudizhu::reading::{Kind, Reading};

/// A hundredth of a turn.
pub type Cost = i32;

/// The most chains of a plan: after four of them too few of twenty cards are left for a fifth.
const MOST_CHAINS: usize = 4;

/// A hand split into chains, and the rest, which is played rank by rank. Trios carry the cards that cost most to play
/// alone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Plan {
    chains: [Reading; MOST_CHAINS],
    count: u8,
    /// The number of trios in the chains, each of which may carry a wing.
    carriers: u8,
    /// The cost of the chains.
    chained: Cost,
    /// The cards in no chain.
    pub rest: Counts,
    /// The cost to play all of it.
    pub cost: Cost,
}

/// The cost to play one to four cards of a rank, in turns: 1 for a low card that never takes a trick; below 0 for cards
/// that take the lead and so gain a turn.
#[rustfmt::skip]
const BY_RANK: [[Cost; 15]; 5] = [
    [0; 15],
    // 3    4    5    6    7    8    9    T    J    Q    K    A    2    B     R
    [115, 123, 122, 119, 117, 104,  96,  86,  75,  66,  53,  30, -20, -60, -100],
    [105, 102,  99,  96,  92,  87,  82,  76,  68,  58,  36,   4, -69,   0,    0],
    [ 95,  92,  88,  84,  80,  75,  70,  64,  57,  48,  36,  20, -60,   0,    0],
    [-100, -101, -102, -99, -96, -101, -106, -111, -117, -114, -112, -115, -140, 0, 0],
];
/// The cost of the rocket beyond its jokers.
const ROCKET: Cost = -170;

/// By how much a chain is cheaper for its highest rank.
const HIGH: [Cost; 15] = [0, 0, 0, 0, 0, 3, 6, 10, 15, 21, 28, 45, 45, 45, 45];

/// The cost of a chain.
fn chain_cost(chain: Reading) -> Cost {
    let base = match chain.kind {
        Kind::Straight => 95,
        Kind::PairChain => 85,
        _ => 75,
    };
    let top = usize::from(chain.main.number() + chain.length - 1);
    base - HIGH[top] - 2 * Cost::from(chain.length)
}

impl Plan {
    /// No cards.
    pub const NONE: Self = Self {
        chains: [Reading::ROCKET; MOST_CHAINS],
        count: 0,
        carriers: 0,
        chained: 0,
        rest: Counts::NONE,
        cost: 0,
    };

    /// The best way to split these cards.
    pub fn of(hand: Counts) -> Self {
        let mut search = Search { best: Self::NONE.with_rest(hand), now: Self::NONE };
        search.go(hand, base_cost(hand), 0, 0);
        search.best
    }

    /// The chains.
    pub fn chains(&self) -> &[Reading] {
        &self.chains[..usize::from(self.count)]
    }

    /// Whether it holds no cards.
    pub fn is_empty(&self) -> bool {
        self.count == 0 && self.rest.is_empty()
    }

    /// The number of trios, each of which may carry a wing.
    pub fn carriers(&self) -> u32 {
        u32::from(self.carriers) + exactly(self.rest, 3).len()
    }

    /// The number of plays: each trio carries a wing, if there is one.
    pub fn turns(&self) -> u32 {
        let rest = self.rest;
        let rocket = u32::from(rest.contain(Counts::JOKERS));
        let small = exactly(rest, 1).len() + exactly(rest, 2).len() - 2 * rocket;
        let large = u32::from(self.count) + exactly(rest, 3).len() + rest.at_least(4).len() + rocket;
        large + small.saturating_sub(self.carriers())
    }

    /// All of its cards.
    pub fn hand(&self) -> Counts {
        self.chains().iter().fold(self.rest, |hand, chain| hand.with(chain.body()))
    }

    /// The same without one of its chains.
    #[must_use]
    pub fn without_chain(mut self, index: usize) -> Self {
        let chain = self.chains[index];
        self.count -= 1;
        self.chains[index] = self.chains[usize::from(self.count)];
        self.carriers -= carriers(chain);
        let cost = chain_cost(chain);
        self.chained -= cost;
        self.with_rest(self.rest)
    }

    /// The same with another rest.
    #[must_use]
    #[inline]
    pub fn with_rest(self, rest: Counts) -> Self {
        let cost = self.chained + base_cost(rest) - carried(rest, u32::from(self.carriers));
        Self { rest, cost, ..self }
    }

    fn with_chain(mut self, chain: Reading) -> Self {
        self.chains[usize::from(self.count)] = chain;
        self.count += 1;
        self.carriers += carriers(chain);
        self.chained += chain_cost(chain);
        self
    }
}

/// The number of trios in a chain.
fn carriers(chain: Reading) -> u8 {
    if chain.kind == Kind::Airplane { chain.length } else { 0 }
}

/// The cost of two adjacent ranks, for each pair of ranks, by their eight bits.
static BY_TWO_RANKS: [[i16; 256]; 8] = by_two_ranks();

#[allow(clippy::cast_possible_truncation, reason = "two turns and a half fit")]
const fn by_two_ranks() -> [[i16; 256]; 8] {
    let mut table = [[0; 256]; 8];
    let mut pair = 0;
    while pair < 8 {
        let mut bits = 0;
        while bits < 256 {
            let (low, high) = (bits & 15, bits >> 4);
            if low <= 4 && high <= 4 {
                let above = if pair < 7 { BY_RANK[high][2 * pair + 1] } else { 0 };
                table[pair][bits] = (BY_RANK[low][2 * pair] + above) as i16;
            }
            bits += 1;
        }
        pair += 1;
    }
    table
}

/// The cost of cards rank by rank.
#[inline]
fn base_cost(rest: Counts) -> Cost {
    let bytes = rest.bits().to_le_bytes();
    let cost: i16 = BY_TWO_RANKS.iter().zip(bytes).map(|(table, byte)| table[usize::from(byte)]).sum();
    let rocket = if rest.contain(Counts::JOKERS) { ROCKET - BY_RANK[1][13] - BY_RANK[1][14] } else { 0 };
    Cost::from(cost) + rocket
}

/// The cost that trios save by carrying the cheapest single cards and pairs, together with this many trios of chains.
#[inline]
fn carried(rest: Counts, carriers: u32) -> Cost {
    let trios = rest.at_least(3);
    let mut carriers = carriers + trios.without(rest.at_least(4)).len();
    if carriers == 0 {
        return 0;
    }
    let mut saved = 0;
    for rank in rest.ranks().without(trios).iter() {
        let cost = BY_RANK[usize::from(rest.count(rank))][usize::from(rank.number())];
        if carriers == 0 || cost <= 0 {
            break;
        }
        saved += cost;
        carriers -= 1;
    }
    saved
}

struct Search {
    best: Plan,
    now: Plan,
}

/// The kinds of chain, by their number of cards of each rank, with their lengths.
const CHAINS: [(Kind, u8, u8); 3] = [(Kind::Airplane, 3, 2), (Kind::PairChain, 2, 3), (Kind::Straight, 1, 5)];

impl Search {
    /// Tries every further chain that does not come before the last in order.
    fn go(&mut self, hand: Counts, base: Cost, from_kind: usize, from_rank: u32) {
        if usize::from(self.now.count) == MOST_CHAINS {
            return;
        }
        for (place, &(_, each, shortest)) in CHAINS.iter().enumerate().skip(from_kind) {
            let mut starts = hand.at_least(each).starts(shortest).bits();
            if place == from_kind {
                starts &= u64::MAX << (4 * from_rank);
            }
            while starts != 0 {
                let start = starts.trailing_zeros() / 4;
                starts &= starts - 1;
                self.chains_from(hand, base, place, start);
            }
        }
    }

    fn chains_from(&mut self, hand: Counts, mut base: Cost, place: usize, start: u32) {
        let (kind, each, shortest) = CHAINS[place];
        let mut left = hand.bits();
        let (before, mut length) = (self.now, 0);
        for rank in start..12 {
            let count = (left >> (4 * rank) & 15) as usize;
            if count < usize::from(each) {
                break;
            }
            let row = rank as usize;
            base += BY_RANK[count - usize::from(each)][row] - BY_RANK[count][row];
            left -= u64::from(each) << (4 * rank);
            length += 1;
            if length < shortest {
                continue;
            }
            let rest = Counts::from_bits(left);
            self.now = before.with_chain(Reading::new(kind, rank_of(start), length));
            let cost = self.now.chained + base - carried(rest, u32::from(self.now.carriers));
            if cost < self.best.cost {
                self.best = Plan { rest, cost, ..self.now };
            }
            self.go(rest, base, place, start);
        }
        self.now = before;
    }
}

fn rank_of(number: u32) -> Rank {
    u8::try_from(number).ok().and_then(Rank::new).unwrap_or(Rank::THREE)
}

/// The ranks with exactly this many cards.
pub fn exactly(cards: Counts, count: u8) -> Ranks {
    let more = if count < 4 { cards.at_least(count + 1) } else { Ranks::NONE };
    cards.at_least(count).without(more)
}

#[cfg(test)]
mod tests {
    use super::super::tests::{counts, drawn};
    use super::*;
    use crate::search_rng::SearchRng;

    /// The least remaining cost of any set of chains, with every order tried.
    fn least(plan: Plan) -> Cost {
        let mut least_cost = plan.cost;
        for (kind, each, shortest) in CHAINS {
            for length in shortest..=12 {
                for main in plan.rest.at_least(each).starts(length).iter() {
                    let chain = Reading::new(kind, main, length);
                    let rest = plan.rest.without(chain.body());
                    least_cost = least_cost.min(least(plan.with_chain(chain).with_rest(rest)));
                }
            }
        }
        least_cost
    }

    #[test]
    fn no_other_chains_cost_less() {
        let mut rng = SearchRng::new(1);
        for round in 0..400 {
            let hand = drawn(5 + round % 10, &mut rng);
            let plan = Plan::of(hand);
            assert_eq!(plan.hand(), hand, "{hand}");
            assert_eq!(plan.cost, least(Plan::NONE.with_rest(hand)), "{hand}");
        }
    }

    #[test]
    fn a_hand_is_split_into_chains_if_that_saves_turns() {
        let chains = |hand: &str| -> Vec<String> {
            Plan::of(counts(hand)).chains().iter().map(|chain| chain.body().to_string()).collect()
        };
        assert_eq!(chains("34567"), ["34567"]);
        assert_eq!(chains("3456789TJ"), ["3456789TJ"]);
        assert_eq!(chains("3344556"), ["334455"]);
        assert_eq!(chains("333444789"), ["333444"]);
        assert!(chains("3AA22BR").is_empty());
    }

    #[test]
    fn a_price_kept_up_to_date_is_the_price() {
        let plan = Plan::of(counts("333444567897799"));
        for index in 0..plan.chains().len() {
            let chain = plan.chains()[index];
            let without = plan.without_chain(index);
            assert_eq!(without.with_chain(chain).with_rest(without.rest).cost, plan.cost);
        }
    }
}
