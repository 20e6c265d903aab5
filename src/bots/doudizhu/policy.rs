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
    /// The ranks of which one, two or three cards cannot be beaten by as many.
    pub tops: [Ranks; 3],
}

/// What weighs how much, in hundredths of a turn. Found by letting changed weights play against these.
mod weight {
    use super::Cost;

    /// The lead, for whoever gets it.
    pub const LEAD: Cost = 73;
    /// The last cards are played.
    pub const ENDS: Cost = 5_000;
    /// Nobody can stop the hand without a bomb.
    pub const WINS: Cost = 1_000;
    /// Each card of a lead.
    pub const CARD: Cost = -5;
    /// Passing, whoever holds the table.
    pub const PASS: Cost = -18;
    /// Passing on the partner's play, by the place of who passes: after the landlord the landlord has already passed.
    pub const PARTNER: [Cost; 3] = [0, 120, 50];
    /// Passing on the partner's play, for each rank of it.
    pub const PARTNER_RANK: Cost = 10;
    /// Holding the table, by how few cards its holder has.
    pub const NEAR: [Cost; 6] = [0, 200, 120, 70, 49, 13];
    /// For each rank of a single that the landlord has to beat next.
    pub const BLOCK: Cost = 7;
    /// A single is led to an enemy's last card, and what each of its ranks makes up for.
    pub const SINGLE_TO_LAST: Cost = 150;
    pub const SINGLE_TO_LAST_RANK: Cost = 12;
    /// A pair is led to an enemy's last two, and what each of its ranks makes up for.
    pub const PAIR_TO_LAST: Cost = 86;
    pub const PAIR_TO_LAST_RANK: Cost = 6;
    /// A single that may be beaten follows before an enemy's last card.
    pub const SINGLE_BEFORE_LAST: Cost = 20;
    /// A single or a pair is led that the partner's last cards may beat, and what each of its ranks takes off.
    pub const FEED: Cost = 150;
    pub const FEED_RANK: Cost = 10;
}

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

/// The ranks from the highest of these on.
fn from_highest(of: Ranks) -> Ranks {
    of.highest().map_or(Ranks::ALL, |rank| Ranks::above(rank).or(Ranks::one(rank)))
}

impl Sight {
    /// The ranks of which one, two or three cards cannot be beaten by as many of `others`.
    pub fn tops(others: Counts) -> [Ranks; 3] {
        [1, 2, 3].map(|count| from_highest(others.at_least(count)))
    }

    fn is_enemy(&self, seat: usize) -> bool {
        (seat == LANDLORD) != (self.me == LANDLORD)
    }

    /// The fewest cards that an enemy holds.
    fn nearest(&self) -> u32 {
        if self.me == LANDLORD { self.lengths[1].min(self.lengths[2]) } else { self.lengths[LANDLORD] }
    }

    /// How many ways there may be to beat this, bombs not counted.
    #[inline]
    fn answers(&self, reading: Reading) -> u32 {
        let others = self.others;
        let above = Ranks::above(reading.main);
        match reading.kind {
            Kind::Single => others.among(above).len(),
            Kind::Rocket => 0,
            Kind::Bomb => others.at_least(4).and(above).len(),
            kind if kind.is_chain() => others.at_least(kind.body()).starts(reading.length).and(above).len(),
            kind => others.at_least(kind.body()).and(above).len(),
        }
    }

    #[inline]
    fn control(&self, reading: Reading) -> Cost {
        HELD[(self.answers(reading) as usize).min(HELD.len() - 1)]
    }

    /// How many plays of a plan somebody can beat.
    fn losers(&self, plan: &Plan) -> u32 {
        let rest = plan.rest;
        let [single, pair, trio] = self.tops;
        let beaten = plan.chains().iter().map(|chain| u32::from(self.answers(*chain) > 0)).sum::<u32>();
        let rocket = if rest.contain(Counts::JOKERS) { Counts::JOKERS.ranks() } else { Ranks::NONE };
        let small = exactly(rest, 2).without(pair).len() + exactly(rest, 1).without(single.or(rocket)).len();
        beaten + exactly(rest, 3).without(trio).len() + small.saturating_sub(plan.carriers())
    }

    /// What costs least; `None` passes. Chains are taken apart only where an enemy is near its end.
    pub fn chosen(&self) -> Option<Chosen> {
        match self.table {
            None => Some(self.lead()),
            Some(table) => self.follow(table, false),
        }
    }

    /// What costs least; `None` passes. Where chains would have to be taken apart, that is weighed, too.
    pub fn chosen_thoroughly(&self) -> Option<Chosen> {
        match self.table {
            None => Some(self.lead()),
            Some(table) => self.follow(table, true),
        }
    }

    /// The lead that costs least.
    fn lead(&self) -> Chosen {
        let mut best = Best::new();
        let rest = self.plan.rest;
        let has_rocket = rest.contain(Counts::JOKERS);
        for (index, &chain) in self.plan.chains().iter().enumerate() {
            let after = self.plan.without_chain(index);
            if chain.kind == Kind::Airplane {
                self.winged(chain, chain.body(), after, &mut best);
            } else {
                self.offer(Play { cards: chain.body(), reading: chain }, after, &mut best);
            }
        }
        let rocket = if has_rocket { Counts::JOKERS.ranks() } else { Ranks::NONE };
        for (each, kind) in [(1, Kind::Single), (2, Kind::Pair)] {
            for rank in ends(exactly(rest, each).without(rocket)).iter() {
                let cards = Counts::of(rank, each);
                let after = self.plan.with_rest(rest.without(cards));
                self.offer(Play { cards, reading: Reading::new(kind, rank, 1) }, after, &mut best);
            }
        }
        for rank in exactly(rest, 3).iter() {
            let cards = Counts::of(rank, 3);
            let after = self.plan.with_rest(rest.without(cards));
            self.winged(Reading::new(Kind::Trio, rank, 1), cards, after, &mut best);
        }
        for rank in rest.at_least(4).iter() {
            let cards = Counts::of(rank, 4);
            let after = self.plan.with_rest(rest.without(cards));
            self.offer(Play { cards, reading: Reading::bomb(rank) }, after, &mut best);
        }
        if has_rocket {
            let after = self.plan.with_rest(rest.without(Counts::JOKERS));
            self.offer(Play { cards: Counts::JOKERS, reading: Reading::ROCKET }, after, &mut best);
        }
        best.chosen.unwrap_or(Chosen {
            play: Play { cards: Counts::NONE, reading: Reading::ROCKET },
            after: self.plan,
        })
    }

    /// Offers trios with what they may carry.
    fn winged(&self, body: Reading, cards: Counts, after: Plan, best: &mut Best) {
        self.offer(Play { cards, reading: body }, after, best);
        for (each, kind) in [
            (1, if body.kind == Kind::Trio { Kind::TrioSingle } else { Kind::AirplaneSingles }),
            (2, if body.kind == Kind::Trio { Kind::TrioPair } else { Kind::AirplanePairs }),
        ] {
            if body.length <= kind.lengths().1
                && let Some(wings) = wings(after.rest, body, each)
            {
                let play = Play { cards: cards.with(wings), reading: Reading { kind, ..body } };
                self.offer(play, after.with_rest(after.rest.without(wings)), best);
            }
        }
    }

    /// What a play is worth for the hand that is left: it ends the hand, or wins if nobody has a bomb, since at most one
    /// play after it can be beaten.
    #[inline]
    fn progress(&self, play: Play, after: &Plan) -> Cost {
        let answers = self.answers(play.reading) as usize;
        let score = weight::LEAD * HELD[answers.min(HELD.len() - 1)] / 100 - after.cost;
        if after.is_empty() {
            score + weight::ENDS
        } else if answers == 0 && self.losers(after) <= 1 {
            score + weight::WINS
        } else {
            score
        }
    }

    /// What this play is worth, if the hand is taken apart so after it.
    #[inline]
    pub fn worth(&self, play: Play, after: &Plan) -> Cost {
        let score = self.progress(play, after);
        if self.table.is_none() { score + self.led(play) } else { score + self.answered(play.reading) }
    }

    /// What speaks for a lead beside the progress that it makes.
    fn led(&self, play: Play) -> Cost {
        let (near, main) = (self.nearest(), Cost::from(play.reading.main.number()));
        let [single, pair, _] = self.tops;
        let (last_cards, danger) = match play.reading.kind {
            Kind::Single if single.contain(play.reading.main) => (1, 0),
            Kind::Single => (1, weight::SINGLE_TO_LAST - weight::SINGLE_TO_LAST_RANK * main),
            Kind::Pair if pair.contain(play.reading.main) => (2, 0),
            Kind::Pair => (2, weight::PAIR_TO_LAST - weight::PAIR_TO_LAST_RANK * main),
            _ => return weight::CARD * cards(play),
        };
        let mut score = weight::CARD * cards(play);
        if near == last_cards {
            score -= danger;
        }
        if self.me != LANDLORD && self.lengths[3 - self.me] == last_cards {
            // Before the partner's turn the landlord has one, unless the partner comes next.
            let feed = weight::FEED - weight::FEED_RANK * main;
            score += if self.me == 1 { feed } else { feed / 3 };
        }
        score
    }

    /// What speaks for an answer beside the progress that it makes.
    fn answered(&self, reading: Reading) -> Cost {
        if reading.kind != Kind::Single {
            return 0;
        }
        let main = Cost::from(reading.main.number());
        let block = if self.me == 2 { weight::BLOCK * main } else { 0 };
        if self.nearest() == 1 && !self.tops[0].contain(reading.main) {
            block + weight::SINGLE_TO_LAST_RANK * main - weight::SINGLE_BEFORE_LAST
        } else {
            block
        }
    }

    #[inline]
    fn offer(&self, play: Play, after: Plan, best: &mut Best) {
        best.offer(self.worth(play, &after), play, after);
    }

    /// The answer that costs least; `None` passes.
    fn follow(&self, table: (usize, Reading), thorough: bool) -> Option<Chosen> {
        let mut best = Best::new();
        best.score = self.passed(table);
        let rest = self.plan.rest;
        let (owner, reading) = table;
        let above = Ranks::above(reading.main);
        match reading.kind {
            Kind::Single | Kind::Pair | Kind::Trio => {
                let each = reading.kind.body();
                let has_rocket = rest.contain(Counts::JOKERS);
                let rocket = if has_rocket && !thorough { Counts::JOKERS.ranks() } else { Ranks::NONE };
                let natural = ends(exactly(rest, each).and(above).without(rocket));
                let split = lowest(rest.at_least(each + 1).and(above));
                for rank in natural.or(split).iter() {
                    let cards = Counts::of(rank, each);
                    let play = Play { cards, reading: Reading { main: rank, ..reading } };
                    self.offer(play, self.plan.with_rest(rest.without(cards)), &mut best);
                }
                let nearly = self.is_enemy(owner) && self.lengths[owner] <= 4;
                if thorough || (best.chosen.is_none() && nearly) {
                    let hand = self.plan.hand();
                    for rank in hand.at_least(each).without(rest.at_least(each)).and(above).iter() {
                        let cards = Counts::of(rank, each);
                        let play = Play { cards, reading: Reading { main: rank, ..reading } };
                        self.offer(play, Plan::of(hand.without(cards)), &mut best);
                    }
                }
            }
            Kind::TrioSingle | Kind::TrioPair => {
                let each = if reading.kind == Kind::TrioSingle { 1 } else { 2 };
                for rank in rest.at_least(3).and(above).iter() {
                    let body = Reading { main: rank, ..reading };
                    let cards = Counts::of(rank, 3);
                    let left = rest.without(cards);
                    if let Some(wings) = wings(left, body, each) {
                        let play = Play { cards: cards.with(wings), reading: body };
                        self.offer(play, self.plan.with_rest(left.without(wings)), &mut best);
                    }
                }
            }
            kind if kind.is_chain() => self.chained(reading, &mut best),
            _ => {}
        }
        if reading.kind != Kind::Rocket {
            let over = if reading.kind == Kind::Bomb { above } else { Ranks::ALL };
            for rank in rest.at_least(4).and(over).iter() {
                let cards = Counts::of(rank, 4);
                let play = Play { cards, reading: Reading::bomb(rank) };
                // A longer bomb has wild cards.
                if !play.reading.beats(reading) {
                    continue;
                }
                self.offer(play, self.plan.with_rest(rest.without(cards)), &mut best);
            }
            if rest.contain(Counts::JOKERS) {
                let play = Play { cards: Counts::JOKERS, reading: Reading::ROCKET };
                self.offer(play, self.plan.with_rest(rest.without(Counts::JOKERS)), &mut best);
            }
        }
        best.chosen
    }

    fn chained(&self, table: Reading, best: &mut Best) {
        let hand = self.plan.hand();
        let bare = if table.kind.body() == 3 { Kind::Airplane } else { table.kind };
        let above = Ranks::above(table.main);
        for main in hand.at_least(table.kind.body()).starts(table.length).and(above).iter() {
            let body = Reading { kind: bare, main, ..table };
            let index = self.plan.chains().iter().position(|chain| *chain == body);
            let left = match index {
                Some(index) => self.plan.without_chain(index),
                None => Plan::of(hand.without(body.body())),
            };
            let each = match table.kind {
                Kind::AirplaneSingles => 1,
                Kind::AirplanePairs => 2,
                _ => 0,
            };
            if let Some(wings) = wings(left.rest, body, each) {
                let play = Play { cards: body.body().with(wings), reading: Reading { main, ..table } };
                self.offer(play, left.with_rest(left.rest.without(wings)), best);
            }
        }
    }

    /// What passing is worth.
    pub fn passed(&self, (owner, reading): (usize, Reading)) -> Cost {
        let score = weight::PASS - self.plan.cost;
        let near = weight::NEAR.get(self.lengths[owner] as usize).copied().unwrap_or_default();
        if self.is_enemy(owner) {
            score - near
        } else {
            let main = Cost::from(reading.main.number());
            score + weight::PARTNER[self.me] + weight::PARTNER_RANK * main + near
        }
    }
}

/// How many cards a play has.
fn cards(play: Play) -> Cost {
    Cost::try_from(play.cards.len()).unwrap_or_default()
}

/// The lowest and the highest of these.
fn ends(of: Ranks) -> Ranks {
    lowest(of).or(of.highest().map_or(Ranks::NONE, Ranks::one))
}

/// The lowest of these alone.
fn lowest(of: Ranks) -> Ranks {
    of.lowest().map_or(Ranks::NONE, Ranks::one)
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

    #[inline]
    fn offer(&mut self, score: Cost, play: Play, after: Plan) {
        if score > self.score {
            self.score = score;
            self.chosen = Some(Chosen { play, after });
        }
    }
}
