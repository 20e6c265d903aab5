//! What to play by rule of thumb: the play after which the hand costs least, with regard to who else may take the lead.

use super::plan::{Cost, Plan, exactly};
use crate::games::doudizhu::counts::Counts;
use crate::games::doudizhu::rank::Rank;
use crate::games::doudizhu::ranks::Ranks;
use crate::games::doudizhu::reading::{Kind, Play, Reading};

/// The landlord's place in the order of play; the peasant after it is 1, the one before it 2.
pub const LANDLORD: usize = 0;

/// What a decision is made from. Seats are counted from the landlord.
#[derive(Clone, Copy, Debug)]
pub struct Sight {
    /// Who decides.
    pub me: usize,
    /// How its hand is taken apart.
    pub plan: Plan,
    /// How many cards each seat holds.
    pub lengths: [u32; 3],
    /// What has to be beaten, and whose it is.
    pub table: Option<(usize, Reading)>,
    /// The cards that others may beat a play with.
    pub others: Counts,
}

/// What weighs how much, in hundredths of a turn.
#[derive(Clone, Copy, Debug)]
pub struct Weights {
    pub lead: Cost,
    pub wins: Cost,
    pub card: Cost,
    pub partner_after_landlord: Cost,
    pub partner_before_landlord: Cost,
    pub partner_high: Cost,
    pub block: Cost,
    pub near: [Cost; 6],
    pub single_to_last: Cost,
    pub pair_to_last: Cost,
    pub feed: Cost,
    pub hold: Cost,
    pub quick: Cost,
}

pub const WEIGHTS: Weights = Weights {
    lead: 80,
    wins: 1_000,
    card: 3,
    partner_after_landlord: 120,
    partner_before_landlord: 50,
    partner_high: 10,
    block: 3,
    near: [0, 200, 120, 70, 40, 25],
    single_to_last: 150,
    pair_to_last: 80,
    feed: 150,
    hold: 0,
    quick: 20,
};

/// What was chosen, and the hand after it.
#[derive(Clone, Copy, Debug)]
pub struct Chosen {
    /// The play.
    pub play: Play,
    /// How the rest of the hand is taken apart.
    pub after: Plan,
}

/// The chance in hundredths that nobody has an answer, by how many there may be.
const HELD: [Cost; 12] = [100, 62, 45, 34, 26, 20, 15, 11, 8, 5, 3, 2];

impl Sight {
    fn is_enemy(&self, seat: usize) -> bool {
        (seat == LANDLORD) != (self.me == LANDLORD)
    }

    /// The fewest cards that an enemy holds.
    fn nearest(&self) -> u32 {
        if self.me == LANDLORD { self.lengths[1].min(self.lengths[2]) } else { self.lengths[LANDLORD] }
    }

    /// How many ways there may be to beat this, bombs not counted.
    fn answers(&self, reading: Reading) -> u32 {
        let others = self.others;
        let above = Ranks::above(reading.main);
        match reading.kind {
            Kind::Single => others.among(above).len(),
            Kind::Rocket => 0,
            Kind::Bomb => others.at_least(4).and(above).len(),
            kind if kind.is_chain() => {
                others.at_least(kind.body()).starts(reading.length).and(above).len()
            }
            kind => others.at_least(kind.body()).and(above).len(),
        }
    }

    /// Whether nobody can beat this but with a bomb.
    fn is_top(&self, reading: Reading) -> bool {
        self.answers(reading) == 0
    }

    fn control(&self, reading: Reading) -> Cost {
        HELD[(self.answers(reading) as usize).min(HELD.len() - 1)]
    }

    /// How many plays of a plan somebody can beat.
    fn losers(&self, plan: &Plan) -> u32 {
        let rest = plan.rest;
        let mut losers = plan.chains().iter().filter(|chain| !self.is_top(**chain)).count() as u32;
        let mut carriers = plan.chains().iter().filter(|chain| chain.kind == Kind::Airplane).map(|chain| u32::from(chain.length)).sum::<u32>();
        let trios = exactly(rest, 3);
        carriers += trios.len();
        for rank in trios.iter() {
            losers += u32::from(!self.is_top(Reading::new(Kind::Trio, rank, 1)));
        }
        let mut small = 0;
        let rocket = if rest.contain(Counts::JOKERS) { Counts::JOKERS.ranks() } else { Ranks::NONE };
        for rank in exactly(rest, 2).iter() {
            small += u32::from(!self.is_top(Reading::new(Kind::Pair, rank, 1)));
        }
        for rank in exactly(rest, 1).without(rocket).iter() {
            small += u32::from(!self.is_top(Reading::new(Kind::Single, rank, 1)));
        }
        losers + small.saturating_sub(carriers)
    }

    /// The lead that costs least.
    pub fn lead(&self, weights: &Weights) -> Chosen {
        let mut best = Best::new();
        let rest = self.plan.rest;
        let bombs = rest.at_least(4);
        let has_rocket = rest.contain(Counts::JOKERS);
        for (index, &chain) in self.plan.chains().iter().enumerate() {
            let after = self.plan.without_chain(index);
            if chain.kind == Kind::Airplane {
                self.winged(chain, chain.body(), after, weights, &mut best);
            } else {
                self.led(Play { cards: chain.body(), reading: chain }, after, weights, &mut best);
            }
        }
        for rank in rest.ranks().iter() {
            let count = rest.count(rank);
            let (kind, taken) = match count {
                1 => (Kind::Single, 1),
                2 => (Kind::Pair, 2),
                3 => (Kind::Trio, 3),
                _ => (Kind::Bomb, 4),
            };
            if has_rocket && rank.is_joker() {
                continue;
            }
            let cards = Counts::of(rank, taken);
            let after = self.plan.with_rest(rest.without(cards));
            match kind {
                Kind::Trio => self.winged(Reading::new(kind, rank, 1), cards, after, weights, &mut best),
                Kind::Bomb => self.led(Play { cards, reading: Reading::bomb(rank) }, after, weights, &mut best),
                _ => self.led(Play { cards, reading: Reading::new(kind, rank, 1) }, after, weights, &mut best),
            }
        }
        if has_rocket {
            let after = self.plan.with_rest(rest.without(Counts::JOKERS));
            self.led(Play { cards: Counts::JOKERS, reading: Reading::ROCKET }, after, weights, &mut best);
        }
        let _ = bombs;
        best.chosen.unwrap_or(Chosen { play: Play { cards: Counts::NONE, reading: Reading::ROCKET }, after: self.plan })
    }

    /// Offers trios with what they may carry.
    fn winged(&self, body: Reading, cards: Counts, after: Plan, weights: &Weights, best: &mut Best) {
        self.offer(Play { cards, reading: body }, after, weights, best);
        for (each, kind) in [
            (1, if body.kind == Kind::Trio { Kind::TrioSingle } else { Kind::AirplaneSingles }),
            (2, if body.kind == Kind::Trio { Kind::TrioPair } else { Kind::AirplanePairs }),
        ] {
            if let Some(wings) = wings(after.rest, body, each) && body.length <= kind.lengths().1 {
                let play = Play { cards: cards.with(wings), reading: Reading { kind, ..body } };
                self.offer(play, after.with_rest(after.rest.without(wings)), weights, best);
            }
        }
    }

    fn offer(&self, play: Play, after: Plan, weights: &Weights, best: &mut Best) {
        match self.table {
            None => self.led(play, after, weights, best),
            Some(table) => self.answered(play, after, table, weights, best),
        }
    }

    /// Whether after this, once it is not beaten, at most one play can be beaten.
    fn wins(&self, play: Play, after: &Plan) -> bool {
        after.rest.is_empty() && after.chains().is_empty() || self.is_top(play.reading) && self.losers(after) <= 1
    }

    fn led(&self, play: Play, after: Plan, weights: &Weights, best: &mut Best) {
        let reading = play.reading;
        let mut score = weights.lead * self.control(reading) / 100 - after.cost
            + weights.card * play.cards.len() as Cost;
        if after.hand().is_empty() {
            score += 5_000;
        } else if self.wins(play, &after) {
            score += weights.wins;
        }
        let near = self.nearest();
        let main = Cost::from(reading.main.number());
        match reading.kind {
            Kind::Single if near == 1 && !self.is_top(reading) => score -= weights.single_to_last - 12 * main,
            Kind::Pair if near == 2 && !self.is_top(reading) => score -= weights.pair_to_last - 6 * main,
            _ => {}
        }
        if self.me != LANDLORD {
            let partner = self.lengths[3 - self.me];
            let feeds = match reading.kind {
                Kind::Single => partner == 1,
                Kind::Pair => partner == 2,
                _ => false,
            };
            if feeds {
                score += if self.me == 1 { weights.feed - 10 * main } else { (weights.feed - 10 * main) / 3 };
            }
        }
        best.offer(score, play, after);
    }

    /// The answer that costs least; `None` passes.
    pub fn follow(&self, table: (usize, Reading), weights: &Weights, thorough: bool) -> Option<Chosen> {
        let mut best = Best::new();
        best.score = self.passed(table, weights);
        let rest = self.plan.rest;
        let (owner, reading) = table;
        let above = Ranks::above(reading.main);
        let has_rocket = rest.contain(Counts::JOKERS);
        match reading.kind {
            Kind::Single | Kind::Pair | Kind::Trio => {
                let each = reading.kind.body();
                for rank in rest.at_least(each).and(above).iter() {
                    let cards = Counts::of(rank, each);
                    let play = Play { cards, reading: Reading { main: rank, ..reading } };
                    self.answered(play, self.plan.with_rest(rest.without(cards)), table, weights, &mut best);
                }
                if thorough || (best.chosen.is_none() && self.is_enemy(owner) && self.lengths[owner] <= 4) {
                    let hand = self.plan.hand();
                    for rank in hand.at_least(each).without(rest.at_least(each)).and(above).iter() {
                        let cards = Counts::of(rank, each);
                        let play = Play { cards, reading: Reading { main: rank, ..reading } };
                        self.answered(play, Plan::of(hand.without(cards)), table, weights, &mut best);
                    }
                }
            }
            Kind::TrioSingle | Kind::TrioPair => {
                let each = if reading.kind == Kind::TrioSingle { 1 } else { 2 };
                for rank in rest.at_least(3).and(above).iter() {
                    let body = Reading { main: rank, ..reading };
                    let cards = Counts::of(rank, 3);
                    let left = self.plan.with_rest(rest.without(cards));
                    if let Some(wings) = wings(left.rest, body, each) {
                        let play = Play { cards: cards.with(wings), reading: body };
                        self.answered(play, left.with_rest(left.rest.without(wings)), table, weights, &mut best);
                    }
                }
            }
            Kind::Straight | Kind::PairChain | Kind::Airplane | Kind::AirplaneSingles | Kind::AirplanePairs => {
                let hand = self.plan.hand();
                let bare = if reading.kind.body() == 3 { Kind::Airplane } else { reading.kind };
                for main in hand.at_least(reading.kind.body()).starts(reading.length).and(above).iter() {
                    let body = Reading { kind: bare, main, ..reading };
                    let index = self.plan.chains().iter().position(|chain| *chain == body);
                    let left = match index {
                        Some(index) => self.plan.without_chain(index),
                        None => Plan::of(hand.without(body.body())),
                    };
                    let each = match reading.kind {
                        Kind::AirplaneSingles => 1,
                        Kind::AirplanePairs => 2,
                        _ => 0,
                    };
                    if let Some(wings) = wings(left.rest, body, each) {
                        let play = Play { cards: body.body().with(wings), reading: Reading { main, ..reading } };
                        self.answered(play, left.with_rest(left.rest.without(wings)), table, weights, &mut best);
                    }
                }
            }
            Kind::QuadSingles | Kind::QuadPairs | Kind::Bomb | Kind::Rocket => {}
        }
        if reading.kind != Kind::Rocket {
            let over = if reading.kind == Kind::Bomb { above } else { Ranks::ALL };
            for rank in rest.at_least(4).and(over).iter() {
                let cards = Counts::of(rank, 4);
                let play = Play { cards, reading: Reading::bomb(rank) };
                self.answered(play, self.plan.with_rest(rest.without(cards)), table, weights, &mut best);
            }
            if has_rocket {
                let play = Play { cards: Counts::JOKERS, reading: Reading::ROCKET };
                self.answered(play, self.plan.with_rest(rest.without(Counts::JOKERS)), table, weights, &mut best);
            }
        }
        best.chosen
    }

    /// What passing is worth.
    fn passed(&self, (owner, reading): (usize, Reading), weights: &Weights) -> Cost {
        let mut score = weights.hold - self.plan.cost;
        let near = self.lengths[owner] as usize;
        if self.is_enemy(owner) {
            score -= weights.near.get(near).copied().unwrap_or(0);
        } else {
            let main = Cost::from(reading.main.number());
            score += weights.partner_high * main
                + if self.me == 1 { weights.partner_after_landlord } else { weights.partner_before_landlord };
            score += weights.near.get(near).copied().unwrap_or(0);
        }
        score
    }

    fn answered(&self, play: Play, after: Plan, (owner, _): (usize, Reading), weights: &Weights, best: &mut Best) {
        let reading = play.reading;
        let mut score = weights.lead * self.control(reading) / 100 - after.cost;
        if after.hand().is_empty() {
            score += 5_000;
        } else if self.wins(play, &after) {
            score += weights.wins;
        }
        let _ = owner;
        if self.me == 2 && reading.kind == Kind::Single {
            score += weights.block * Cost::from(reading.main.number());
        }
        if self.nearest() == 1 && reading.kind == Kind::Single && !self.is_top(reading) {
            score += 12 * Cost::from(reading.main.number()) - weights.quick;
        }
        best.offer(score, play, after);
    }
}

/// The wings that such a trio or airplane carries best out of the rest: the lowest cards that are not part of more, then
/// what breaks least. `None` where there are not enough.
fn wings(rest: Counts, body: Reading, each: u8) -> Option<Counts> {
    if each == 0 {
        return Some(Counts::NONE);
    }
    let own = body.chain();
    let low = rest.among(Ranks::ALL.without(own));
    let mut wanted = body.length;
    let mut wings = Counts::NONE;
    for count in each..=3 {
        for rank in exactly(low, count).iter() {
            // Not both jokers: some tables forbid it.
            if rank == Rank::BIG_JOKER && wings.count(Rank::SMALL_JOKER) > 0 {
                continue;
            }
            if wanted == 0 {
                return Some(wings);
            }
            wings = wings.with(Counts::of(rank, each));
            wanted -= 1;
        }
    }
    (wanted == 0).then_some(wings)
}

struct Best {
    score: Cost,
    chosen: Option<Chosen>,
}

impl Best {
    fn new() -> Self {
        Self { score: Cost::MIN / 2, chosen: None }
    }

    fn offer(&mut self, score: Cost, play: Play, after: Plan) {
        if score > self.score {
            self.score = score;
            self.chosen = Some(Chosen { play, after });
        }
    }
}
