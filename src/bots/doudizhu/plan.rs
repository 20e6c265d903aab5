//! A hand taken apart into plays: the way that costs the fewest turns.

use crate::games::doudizhu::counts::Counts;
use crate::games::doudizhu::rank::Rank;
use crate::games::doudizhu::ranks::Ranks;
use crate::games::doudizhu::reading::{Kind, Reading};

/// A hundredth of a turn.
pub type Cost = i32;

/// How many chains a plan holds at most: no four of them leave five cards of twenty.
const MOST_CHAINS: usize = 4;

/// A hand taken apart: chains, and the rest, which is played rank by rank. Trios carry what costs most to play alone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Plan {
    chains: [Reading; MOST_CHAINS],
    count: u8,
    /// What is in no chain.
    pub rest: Counts,
    /// What it costs to play all of it.
    pub cost: Cost,
}

/// What it costs to play one to four cards of a rank, in turns that somebody else has to give away: a full turn for a
/// low card that never takes a trick; below nothing for what takes the lead and gives a turn back.
#[rustfmt::skip]
const BY_RANK: [[Cost; 15]; 5] = [
    [0; 15],
    //3    4    5    6    7    8    9    T    J    Q    K    A    2    B     R
    [100, 99,  98,  96,  94,  91,  87,  82,  75,  66,  53,  30, -20, -60, -100],
    [105, 102, 99,  96,  92,  87,  82,  76,  68,  58,  45,  22, -60,   0,    0],
    [95,  92,  88,  84,  80,  75,  70,  64,  57,  48,  36,  20, -60,   0,    0],
    [-100, -101, -102, -103, -104, -105, -106, -107, -108, -110, -112, -115, -140, 0, 0],
];
/// What the rocket costs beyond its jokers.
const ROCKET: Cost = -170;

/// What a chain of this highest rank costs.
fn chain_cost(kind: Kind, top: usize, length: u8) -> Cost {
    let base = match kind {
        Kind::Straight => 95,
        Kind::PairChain => 85,
        _ => 75,
    };
    let high = [0, 0, 0, 0, 0, 3, 6, 10, 15, 21, 28, 45];
    base - high[top] - 2 * Cost::from(length)
}

impl Plan {
    /// No cards.
    pub const NONE: Self =
        Self { chains: [Reading::ROCKET; MOST_CHAINS], count: 0, rest: Counts::NONE, cost: 0 };

    /// The best way to take these cards apart.
    pub fn of(hand: Counts) -> Self {
        let mut search = Search { best: Self { rest: hand, cost: rest_cost(hand, 0), ..Self::NONE }, now: Self::NONE };
        search.go(hand, base_cost(hand), 0, 0, 0);
        search.best
    }

    /// The chains.
    pub fn chains(&self) -> &[Reading] {
        &self.chains[..usize::from(self.count)]
    }

    /// All of its cards.
    pub fn hand(&self) -> Counts {
        self.chains().iter().fold(self.rest, |hand, chain| hand.with(chain.body()))
    }

    /// The same without one of its chains.
    #[must_use]
    pub fn without_chain(mut self, index: usize) -> Self {
        self.count -= 1;
        self.chains[index] = self.chains[usize::from(self.count)];
        self.priced()
    }

    /// The same with another rest.
    #[must_use]
    pub fn with_rest(self, rest: Counts) -> Self {
        Self { rest, ..self }.priced()
    }

    fn priced(mut self) -> Self {
        let mut carriers = 0;
        self.cost = 0;
        for chain in &self.chains[..usize::from(self.count)] {
            let top = usize::from(chain.main.number() + chain.length - 1);
            self.cost += chain_cost(chain.kind, top, chain.length);
            carriers += if chain.kind == Kind::Airplane { u32::from(chain.length) } else { 0 };
        }
        self.cost += rest_cost(self.rest, carriers);
        self
    }

    /// How many plays it is, a trio carrying a card where there is one.
    pub fn plays(&self) -> u32 {
        let trios = self.rest.at_least(3).without(self.rest.at_least(4)).len();
        let airplanes = self.chains().iter().filter(|chain| chain.kind == Kind::Airplane);
        let carriers = trios + airplanes.map(|chain| u32::from(chain.length)).sum::<u32>();
        let rocket = u32::from(self.rest.contain(Counts::JOKERS));
        let small = self.rest.ranks().without(self.rest.at_least(3)).len() - 2 * rocket;
        let bombs = self.rest.at_least(4).len() + rocket;
        u32::from(self.count) + trios + bombs + small.saturating_sub(carriers)
    }
}

/// What the rest costs, where so many of the chains' trios carry something, too.
fn rest_cost(rest: Counts, carriers: u32) -> Cost {
    base_cost(rest) - carried(rest, carriers)
}

/// What cards cost rank by rank.
fn base_cost(rest: Counts) -> Cost {
    let mut cost = if rest.contain(Counts::JOKERS) { ROCKET - BY_RANK[1][13] - BY_RANK[1][14] } else { 0 };
    for rank in rest.ranks().iter() {
        cost += BY_RANK[usize::from(rest.count(rank))][usize::from(rank.number())];
    }
    cost
}

/// What trios save that carry the cheapest single cards and pairs.
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

/// The kinds of chain, by how many cards of each rank they take, with their lengths.
const CHAINS: [(Kind, u8, u8); 3] =
    [(Kind::Airplane, 3, 2), (Kind::PairChain, 2, 3), (Kind::Straight, 1, 5)];

impl Search {
    /// Tries every further chain that does not come before the last in order.
    fn go(&mut self, hand: Counts, base: Cost, from_kind: usize, from_rank: u32, carriers: u32) {
        if usize::from(self.now.count) == MOST_CHAINS {
            return;
        }
        for (place, &(kind, each, shortest)) in CHAINS.iter().enumerate().skip(from_kind) {
            let ranks = hand.at_least(each);
            let mut starts = ranks.starts(shortest).bits();
            if place == from_kind {
                starts &= u64::MAX << (4 * from_rank);
            }
            while starts != 0 {
                let start = starts.trailing_zeros() / 4;
                starts &= starts - 1;
                self.chains_from(hand, base, (place, kind, each, shortest), start, carriers);
            }
        }
    }

    fn chains_from(
        &mut self,
        hand: Counts,
        mut base: Cost,
        (place, kind, each, shortest): (usize, Kind, u8, u8),
        start: u32,
        carriers: u32,
    ) {
        let bits = hand.bits();
        let mut left = hand;
        for rank in start..12 {
            let count = (bits >> (4 * rank) & 15) as usize;
            if count < usize::from(each) {
                break;
            }
            let row = rank as usize;
            base += BY_RANK[count - usize::from(each)][row] - BY_RANK[count][row];
            left = Counts::from_bits(left.bits() - (u64::from(each) << (4 * rank)));
            let length = (rank - start + 1) as u8;
            if length < shortest {
                continue;
            }
            let carriers = carriers + if place == 0 { u32::from(length) } else { 0 };
            let before = self.now.cost;
            let slot = usize::from(self.now.count);
            self.now.cost += chain_cost(kind, row, length);
            self.now.chains[slot] = Reading::new(kind, rank_of(start), length);
            self.now.count += 1;
            let cost = self.now.cost + base - carried(left, carriers);
            if cost < self.best.cost {
                self.best = Plan { rest: left, cost, ..self.now };
            }
            self.go(left, base, place, start, carriers);
            self.now.count -= 1;
            self.now.cost = before;
        }
    }
}

fn rank_of(number: u32) -> Rank {
    u8::try_from(number).ok().and_then(Rank::new).unwrap_or(Rank::THREE)
}

/// The ranks of which these are exactly so many.
pub fn exactly(cards: Counts, count: u8) -> Ranks {
    let more = if count < 4 { cards.at_least(count + 1) } else { Ranks::NONE };
    cards.at_least(count).without(more)
}
