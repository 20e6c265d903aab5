//! The input of a decision, and the value of a play by the rule of thumb: the hand should cost little after it, given
//! the seats that may take the lead.

use super::plan::{Cost, Plan, exactly};
use cardroom_rules::games::doudizhu::counts::Counts;
use cardroom_rules::games::doudizhu::ranks::Ranks;
use cardroom_rules::games::doudizhu::reading::{Kind, Play, Reading};

/// The landlord's position in the order of play; the peasant after it is 1, the one before it 2.
pub const LANDLORD: usize = 0;

/// The input of a decision. Seats are counted from the landlord.
#[derive(Clone, Copy, Debug)]
pub struct Sight {
    /// The seat that decides.
    pub me: usize,
    /// The plan of its hand.
    pub plan: Plan,
    /// The number of cards of each seat.
    pub lengths: [u32; 3],
    /// The play to beat, and its seat.
    pub table: Option<(usize, Reading)>,
    /// The cards with which others may beat a play.
    pub others: Counts,
    /// The ranks of which one, two or three cards cannot be beaten by as many.
    pub tops: [Ranks; 3],
}

/// The weights of the rule of thumb, in hundredths of a turn. They were tuned by playing changed weights against these.
mod weight {
    use super::Cost;

    /// Having the lead.
    pub const LEAD: Cost = 73;
    /// Playing the last cards.
    pub const ENDS: Cost = 5_000;
    /// No enemy can stop the hand without a bomb.
    pub const WINS: Cost = 1_000;
    /// Each card of a lead.
    pub const CARD: Cost = -5;
    /// Passing, whichever seat holds the table.
    pub const PASS: Cost = -18;
    /// Passing on the partner's play, by the position of the passing seat: after the landlord the landlord has already
    /// passed.
    pub const PARTNER: [Cost; 3] = [0, 120, 50];
    /// Passing on the partner's play, for each rank of it.
    pub const PARTNER_RANK: Cost = 10;
    /// Holding the table, by the number of cards of its holder.
    pub const NEAR: [Cost; 6] = [0, 200, 120, 70, 49, 13];
    /// For each rank of a single that the landlord has to beat next.
    pub const BLOCK: Cost = 7;
    /// Leading a single when an enemy has one card, and the reduction for each of its ranks.
    pub const SINGLE_TO_LAST: Cost = 150;
    pub const SINGLE_TO_LAST_RANK: Cost = 12;
    /// Leading a pair when an enemy has two cards, and the reduction for each of its ranks.
    pub const PAIR_TO_LAST: Cost = 86;
    pub const PAIR_TO_LAST_RANK: Cost = 6;
    /// A single that may be beaten follows, before an enemy with one card.
    pub const SINGLE_BEFORE_LAST: Cost = 20;
    /// Leading a single or a pair that the partner's last cards may beat, and the reduction for each of its ranks.
    pub const FEED: Cost = 150;
    pub const FEED_RANK: Cost = 10;
}

/// The probability in hundredths that no seat has an answer, by the number of possible ones.
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

    /// Whether a seat is an enemy of this one.
    pub fn is_enemy(&self, seat: usize) -> bool {
        (seat == LANDLORD) != (self.me == LANDLORD)
    }

    /// The least number of cards of an enemy.
    pub fn nearest(&self) -> u32 {
        if self.me == LANDLORD { self.lengths[1].min(self.lengths[2]) } else { self.lengths[LANDLORD] }
    }

    /// The number of possible ways to beat this, bombs not counted.
    #[inline]
    pub fn answers(&self, reading: Reading) -> u32 {
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

    /// The number of plays of a plan that others can beat.
    fn losers(&self, plan: &Plan) -> u32 {
        let rest = plan.rest;
        let [single, pair, trio] = self.tops;
        let beaten = plan.chains().iter().map(|chain| u32::from(self.answers(*chain) > 0)).sum::<u32>();
        let rocket = if rest.contain(Counts::JOKERS) { Counts::JOKERS.ranks() } else { Ranks::NONE };
        let small = exactly(rest, 2).without(pair).len() + exactly(rest, 1).without(single.or(rocket)).len();
        beaten + exactly(rest, 3).without(trio).len() + small.saturating_sub(plan.carriers())
    }

    /// The value of a play for the rest of the hand: it ends the hand, or wins if no seat has a bomb, since at most one
    /// later play can be beaten.
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

    /// The value of this play, with this plan for the rest of the hand.
    #[inline]
    pub fn worth(&self, play: Play, after: &Plan) -> Cost {
        let score = self.progress(play, after);
        if self.table.is_none() { score + self.led(play) } else { score + self.answered(play.reading) }
    }

    /// The value of a lead beside the progress that it makes.
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

    /// The value of an answer beside the progress that it makes.
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

    /// The value of a pass.
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

/// The number of cards of a play.
fn cards(play: Play) -> Cost {
    Cost::try_from(play.cards.len()).unwrap_or_default()
}
