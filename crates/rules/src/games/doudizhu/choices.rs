//! The legal plays of a hand: in groups, from cheap to expensive, and as cards.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::cards::Cards;
use super::counts::Counts;
use super::hint::{Cost, longest_chain};
use super::play::PlayRules;
use super::rank::Rank;
use super::ranks::Ranks;
use super::reading::{Kind, Play, Reading};
use crate::cards::card::Card;

/// The number of plays that are suggested.
const SUGGESTED: usize = 5;

/// The plays that a hand may make: leads, or answers to a play on the table.
#[derive(Clone, Copy, Debug)]
pub struct Choices {
    hand: Cards,
    rules: PlayRules,
    table: Option<Reading>,
}

/// The plays of one kind and length.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[schema(as = doudizhu::Group)]
pub struct PlayGroup {
    /// The kind of these plays.
    pub kind: Kind,
    /// How many ranks a chain has, how many cards a bomb; 1 for every other kind.
    pub length: u8,
    /// The main ranks of these plays, lowest first.
    pub mains: Vec<Rank>,
    /// The number of these plays: each main rank with all wings that it can carry.
    pub count: u32,
}

/// A suggested play.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[schema(as = doudizhu::Suggestion)]
pub struct Suggestion {
    /// The cards of the play, in display order.
    pub cards: Vec<Card>,
    /// The reading of the cards as a play.
    pub reading: Reading,
    /// The strong parts of the hand that stay whole if the cards are played.
    #[serde(default)]
    pub keeps: Vec<Kept>,
}

/// A strong part of a hand that stays whole after a play.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = doudizhu::Kept)]
pub enum Kept {
    /// All its bombs, apart from those that are played.
    Bomb,
    /// The rocket: both jokers.
    Rocket,
    /// The longest straight, chain of pairs, or airplane.
    Chain,
    /// All its trios, apart from those that are played.
    Trios,
    /// All its pairs, apart from those that are played.
    Pairs,
    /// All its aces, twos and jokers.
    High,
}

/// The plays that a hand may make, as a summary.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Summary {
    /// The number of all plays.
    pub count: u32,
    /// The plays by kind and length.
    pub groups: Vec<PlayGroup>,
    /// Up to five plays, the cheapest first.
    pub suggested: Vec<Suggestion>,
}

impl Choices {
    /// The plays that `hand` may lead, or answer to the play on the table.
    pub fn of(hand: Cards, rules: PlayRules, table: Option<Reading>) -> Self {
        Self { hand, rules, table }
    }

    /// Passes every play to `visit`, by kind, then by length, then by main rank, then by wings.
    pub fn each(&self, visit: impl FnMut(Play)) {
        match self.table {
            None => self.rules.leads(self.hand.counts(), visit),
            Some(table) => self.rules.answers(self.hand.counts(), table, visit),
        }
    }

    /// Every play, in that order; up to some ten thousands if there are wild cards.
    pub fn all(&self) -> Vec<Play> {
        let mut plays = Vec::new();
        self.each(|play| plays.push(play));
        plays
    }

    /// The cheapest play.
    pub fn cheapest(&self) -> Option<Play> {
        let (mut cheapest, held) = (Cheapest::new(1), self.hand.counts());
        self.each(|play| cheapest.offer(play, Cost::of(play, held)));
        cheapest.plays().next()
    }

    /// A summary of what may be played.
    pub fn summary(&self) -> Summary {
        let (mut count, mut groups, mut cheapest) = (0, Vec::new(), Cheapest::new(SUGGESTED));
        let held = self.hand.counts();
        self.each(|play| {
            count += 1;
            cheapest.offer(play, Cost::of(play, held));
            grouped(&mut groups, play.reading);
        });
        Summary { count, groups, suggested: cheapest.plays().map(|play| self.suggestion(&play)).collect() }
    }

    /// A play as cards of the hand.
    pub fn suggestion(&self, play: &Play) -> Suggestion {
        let keeps = kept(self.hand.counts(), play.cards);
        Suggestion { cards: self.cards(play), reading: play.reading, keeps }
    }

    /// The cards of the hand for a play, in display order.
    pub(super) fn cards(&self, play: &Play) -> Vec<Card> {
        let cards: Vec<Card> = self.hand.pick(play.cards).unwrap_or_default().iter().collect();
        play.reading.arrange(&cards, self.rules.wild)
    }
}

/// Keeps the cheapest of the plays that it gets.
struct Cheapest {
    most: usize,
    plays: Vec<(Cost, Play)>,
}

impl Cheapest {
    fn new(most: usize) -> Self {
        Self { most, plays: Vec::with_capacity(most + 1) }
    }

    fn offer(&mut self, play: Play, cost: Cost) {
        let place = self.plays.partition_point(|(other, _)| *other <= cost);
        if place < self.most {
            self.plays.insert(place, (cost, play));
            self.plays.truncate(self.most);
        }
    }

    fn plays(self) -> impl Iterator<Item = Play> {
        self.plays.into_iter().map(|(_, play)| play)
    }
}

/// The runs and sets that stay whole in a hand if these cards are played.
fn kept(hand: Counts, played: Counts) -> Vec<Kept> {
    let rest = hand.without(played);
    let exactly = |cards: Counts, count: u8| cards.at_least(count).without(cards.at_least(count + 1));
    // A combination that is played whole is not broken up.
    let is_whole = |of: Ranks, count: u8| {
        let touched = of.and(played.ranks());
        touched.iter().all(|rank| played.count(rank) == count) && !of.without(touched).is_empty()
    };
    let bombs = hand.at_least(4);
    let high = Ranks::above(Rank::ACE).or(Ranks::one(Rank::ACE));
    let chain = longest_chain(hand);
    let keeps = |kept: Kept| match kept {
        Kept::Bomb => is_whole(bombs, 4),
        Kept::Rocket => rest.contain(Counts::JOKERS),
        Kept::Chain => chain.is_some_and(|chain| rest.contain(chain.body())),
        Kept::Trios => is_whole(exactly(hand, 3), 3),
        Kept::Pairs => is_whole(exactly(hand, 2), 2),
        Kept::High => !hand.among(high).is_empty() && rest.among(high) == hand.among(high),
    };
    let all = [Kept::Bomb, Kept::Rocket, Kept::Chain, Kept::Trios, Kept::Pairs, Kept::High];
    all.into_iter().filter(|&kept| keeps(kept)).collect()
}

/// Counts a play in its group.
fn grouped(groups: &mut Vec<PlayGroup>, Reading { kind, length, main, .. }: Reading) {
    let same = groups.iter_mut().rev().find(|group| group.kind == kind && group.length == length);
    match same {
        Some(group) => {
            group.count += 1;
            if let Err(place) = group.mains.binary_search(&main) {
                group.mains.insert(place, main);
            }
        }
        None => groups.push(PlayGroup { kind, length, mains: vec![main], count: 1 }),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn keeps(hand: &str, played: &str) -> Vec<Kept> {
        kept(hand.parse().unwrap(), played.parse().unwrap())
    }

    #[test]
    fn a_suggestion_names_the_cards_that_stay_together() {
        let hand = "4677999TJQQKKAA22";
        assert_eq!(keeps(hand, "99977"), [Kept::Chain, Kept::Pairs, Kept::High]);
        assert_eq!(keeps(hand, "4"), [Kept::Chain, Kept::Trios, Kept::Pairs, Kept::High]);
        assert_eq!(keeps(hand, "2"), [Kept::Chain, Kept::Trios], "a pair of twos is torn");
        let straight = "4677999TJQKAA22";
        assert_eq!(keeps(straight, "T"), [Kept::Trios, Kept::Pairs, Kept::High], "the straight is torn");
        assert_eq!(keeps("33335BR", "5"), [Kept::Bomb, Kept::Rocket, Kept::High]);
        assert_eq!(keeps("33335BR", "R"), [Kept::Bomb], "the rocket is torn");
        assert_eq!(keeps("3333445", "3"), [Kept::Pairs], "the bomb is torn");
        assert_eq!(keeps("33", "33"), [], "nothing is left to keep");
    }
}
