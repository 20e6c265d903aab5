//! The rule of thumb.

use super::plan::Cost;
use super::plan::{Plan, exactly};
use super::sight::Sight;
use cardroom_rules::games::doudizhu::counts::Counts;
use cardroom_rules::games::doudizhu::rank::Rank;
use cardroom_rules::games::doudizhu::ranks::Ranks;
use cardroom_rules::games::doudizhu::reading::{Kind, Play, Reading};

/// A choice, and the hand after it.
#[derive(Clone, Copy, Debug)]
pub struct Chosen {
    /// The play.
    pub play: Play,
    /// The plan for the rest of the hand.
    pub after: Plan,
}

impl Sight {
    /// The cheapest choice; `None` passes. Chains are broken up only if an enemy is near its end.
    pub fn chosen(&self) -> Option<Chosen> {
        match self.table {
            None => Some(self.lead()),
            Some(table) => self.follow(table, false),
        }
    }

    /// The cheapest choice; `None` passes. Plays that break up chains are valued, too.
    pub fn chosen_thoroughly(&self) -> Option<Chosen> {
        match self.table {
            None => Some(self.lead()),
            Some(table) => self.follow(table, true),
        }
    }

    /// The cheapest lead.
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

    /// Offers trios with their possible wings.
    fn winged(&self, body: Reading, cards: Counts, after: Plan, best: &mut Best) {
        self.offer(Play { cards, reading: body }, after, best);
        let is_trio = body.kind == Kind::Trio;
        for kind in [
            if is_trio { Kind::TrioSingle } else { Kind::AirplaneSingles },
            if is_trio { Kind::TrioPair } else { Kind::AirplanePairs },
        ] {
            let reading = Reading { kind, ..body };
            if body.length <= kind.lengths().1
                && let Some(wings) = wings(after.rest, reading)
            {
                let play = Play { cards: cards.with(wings), reading };
                self.offer(play, after.with_rest(after.rest.without(wings)), best);
            }
        }
    }

    #[inline]
    fn offer(&self, play: Play, after: Plan, best: &mut Best) {
        best.offer(self.worth(play, &after), play, after);
    }

    /// The cheapest answer; `None` passes.
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
                for rank in rest.at_least(3).and(above).iter() {
                    let body = Reading { main: rank, ..reading };
                    let cards = Counts::of(rank, 3);
                    let left = rest.without(cards);
                    if let Some(wings) = wings(left, body) {
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
            let reading = Reading { main, ..table };
            if let Some(wings) = wings(left.rest, reading) {
                let play = Play { cards: body.body().with(wings), reading };
                self.offer(play, left.with_rest(left.rest.without(wings)), best);
            }
        }
    }
}

/// The lowest and the highest of these.
fn ends(of: Ranks) -> Ranks {
    lowest(of).or(of.highest().map_or(Ranks::NONE, Ranks::one))
}

/// The lowest of these alone.
fn lowest(of: Ranks) -> Ranks {
    of.lowest().map_or(Ranks::NONE, Ranks::one)
}

/// The best wings of this play out of the rest: the lowest cards that are part of no combination, then those that break
/// least. `None` if there are not enough.
fn wings(rest: Counts, reading: Reading) -> Option<Counts> {
    let (wings, lacking) = lightest(rest, reading);
    (lacking == 0).then_some(wings)
}

/// The same, as far as they go, and the number that is missing. Every table allows them.
pub fn lightest(rest: Counts, reading: Reading) -> (Counts, u8) {
    let mut wanted = reading.wings();
    let mut wings = Counts::NONE;
    if wanted == 0 {
        return (wings, 0);
    }
    let each =
        if matches!(reading.kind, Kind::TrioPair | Kind::AirplanePairs | Kind::QuadPairs) { 2 } else { 1 };
    let low = rest.among(Ranks::ALL.without(reading.chain()));
    for count in each..=3 {
        for rank in exactly(low, count).iter() {
            // Not both jokers: some tables forbid it.
            if rank == Rank::BIG_JOKER && wings.count(Rank::SMALL_JOKER) > 0 {
                continue;
            }
            if wanted == 0 {
                return (wings, 0);
            }
            wings = wings.with(Counts::of(rank, each));
            wanted -= 1;
        }
    }
    (wings, wanted)
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

#[cfg(test)]
mod tests {
    use super::super::tests::counts;
    use super::*;

    /// The play of a seat, with this many cards in each hand, on a single of this rank.
    fn played(
        me: usize,
        hand: &str,
        others: &str,
        lengths: [u32; 3],
        table: Option<(usize, &str)>,
    ) -> String {
        let others = counts(others);
        let table = table.map(|(owner, rank)| (owner, Reading::new(Kind::Single, rank.parse().unwrap(), 1)));
        let sight =
            Sight { me, plan: Plan::of(counts(hand)), lengths, table, others, tops: Sight::tops(others) };
        sight.chosen_thoroughly().map_or("-".to_owned(), |chosen| {
            assert_eq!(chosen.after.hand().with(chosen.play.cards), counts(hand));
            chosen.play.cards.to_string()
        })
    }

    #[test]
    fn a_play_that_ends_the_hand_is_made() {
        assert_eq!(played(0, "34567", "3489TJQKA2", [5, 9, 9], None), "34567");
        assert_eq!(played(0, "8", "3489TJQKA2", [1, 9, 9], Some((2, "7"))), "8");
    }

    #[test]
    fn unbeatable_plays_go_before_the_last_beatable_one() {
        assert_eq!(played(0, "3R", "4456789TJ", [2, 5, 5], None), "R");
    }

    #[test]
    fn a_partner_with_one_card_is_fed() {
        assert_eq!(played(1, "47799JJ", "5566899TTKKA2", [9, 7, 1], None), "4");
        assert_ne!(played(1, "47799JJ", "5566899TTKKA2", [1, 7, 9], None), "4", "but no enemy is");
    }

    #[test]
    fn a_partner_that_plays_high_goes_on() {
        assert_eq!(played(1, "4679JA2", "5689TKQQJ", [9, 7, 9], Some((2, "K"))), "-");
        assert_eq!(played(2, "46888", "5689TKQQJ", [9, 9, 5], Some((1, "A"))), "-");
    }

    #[test]
    fn bombs_come_last() {
        assert_eq!(played(0, "3457799TT6666", "3344JQKKAA2", [13, 9, 9], Some((2, "K"))), "-");
        assert_eq!(
            played(1, "6666779", "33JQKA2B", [1, 7, 9], Some((0, "Q"))),
            "6666",
            "the landlord is near its end"
        );
    }
}
