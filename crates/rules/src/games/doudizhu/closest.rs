//! The play that is nearest to cards that may not be played, and the fault of cards that are no play.

use std::cmp::Reverse;

use serde::Serialize;
use strum::Display;
use utoipa::ToSchema;

use super::cards::Cards;
use super::counts::Counts;
use super::play::PlayRules;
use super::rank::Rank;
use super::ranks::Ranks;
use super::reading::{Kind, Play, Reading};
use super::wings::Wings;
use crate::cards::card::Card;

/// The play that is nearest to cards that may not be played: some of the same cards.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = doudizhu::Closest)]
pub struct Closest {
    /// The reading of the cards without those to lower.
    pub kind: Kind,
    /// Its main rank.
    pub main: Rank,
    /// The cards to lower, lowest first.
    pub lower: Vec<Card>,
    /// Whether the rest may be played now. If not, it is the trio or the airplane of a play that would beat the table
    /// with the right wings.
    pub playable: bool,
}

/// What is wrong with cards that are no play.
#[derive(Clone, Copy, Debug, Display, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = doudizhu::Flaw)]
pub enum Flaw {
    /// A trio carries one card or one pair, an airplane as many as it has trios, and a quad two cards or two pairs.
    #[strum(serialize = "a trio carries one card or a pair, and a quad two of either")]
    Wings,
    /// The rules of this table forbid these wings.
    #[strum(serialize = "this table forbids to carry these cards")]
    ForbiddenWings,
    /// A rank is missing in a chain.
    #[strum(serialize = "a rank is missing between them")]
    Gap,
    /// A straight has at least five ranks, a chain of pairs three.
    #[strum(serialize = "a straight has at least five ranks, and a chain of pairs three")]
    ShortChain,
    /// Twos and jokers cannot be in a chain.
    #[strum(serialize = "twos and jokers are in no chain")]
    HighInChain,
    /// The cards do not belong together.
    #[strum(serialize = "they do not belong together")]
    Unlike,
}

impl PlayRules {
    /// The play nearest to these cards, which may not be played. `table` is the play to beat. `None` if no part of them
    /// is a legal play.
    pub fn closest(self, cards: Cards, table: Option<Reading>) -> Option<Closest> {
        let lifted = cards.counts();
        let mut best: Option<Play> = None;
        let offer = |play: Play| {
            let is_nearer = |other: Play| nearness(lifted, play) > nearness(lifted, other);
            if best.is_none_or(is_nearer) {
                best = Some(play);
            }
        };
        match table {
            None => self.leads(lifted, offer),
            Some(table) => self.answers(lifted, table, offer),
        }
        let playable = best.is_some();
        let nearest = best.or_else(|| table.and_then(|table| bare(lifted, table)))?;
        let kept = cards.pick(nearest.cards)?;
        let Reading { kind, main, .. } = nearest.reading;
        Some(Closest { kind, main, lower: cards.without(kept).iter().collect(), playable })
    }

    /// The flaw of these cards, which are no play.
    pub fn flaw(self, cards: Counts) -> Flaw {
        let is_allowed_elsewhere = !Self { forbidden: Wings::NONE, ..self }.readings(cards).is_empty();
        if is_allowed_elsewhere {
            return Flaw::ForbiddenWings;
        }
        let ranks = cards.ranks();
        if let Some(each) = (1..=3).find(|&each| cards == Counts::each(ranks, each))
            && let Some(flaw) = of_chain(ranks, each)
        {
            return flaw;
        }
        let trios = cards.at_least(3);
        let is_body = trios.lowest().is_some_and(|main| {
            let length = u8::try_from(trios.len()).unwrap_or(u8::MAX);
            length == 1 || Ranks::CHAIN.and(trios) == trios && Ranks::run(main, length) == trios
        });
        if is_body { Flaw::Wings } else { Flaw::Unlike }
    }
}

/// The flaw of this many cards of each of these ranks, as a chain.
fn of_chain(ranks: Ranks, each: u8) -> Option<Flaw> {
    let (least, least_meant) = match each {
        1 => (5, 3),
        2 => (3, 2),
        _ => (2, 2),
    };
    let low = ranks.and(Ranks::CHAIN);
    let span = low.highest()?.number() - low.lowest()?.number() + 1;
    let missing = u32::from(span) - low.len();
    let has_high = low != ranks;
    match (ranks.len(), missing) {
        (length, 0) if has_high && length >= least && low.len() > 1 => Some(Flaw::HighInChain),
        _ if has_high => None,
        (length, 0) if length >= least_meant && length < least => Some(Flaw::ShortChain),
        (length, 1 | 2) if length >= least_meant && length + missing >= least => Some(Flaw::Gap),
        _ => None,
    }
}

/// How near a play of some of the lifted cards is to all of them: more cards, fewer ranks broken up, and lower cards
/// are better.
fn nearness(lifted: Counts, play: Play) -> (u32, Reverse<u32>, Reverse<u32>) {
    let torn = play.cards.ranks().iter().filter(|&rank| play.cards.count(rank) < lifted.count(rank)).count();
    let height = play.cards.iter().map(|rank| u32::from(rank.number())).sum();
    (play.cards.len(), Reverse(u32::try_from(torn).unwrap_or(u32::MAX)), Reverse(height))
}

/// The trio or the airplane among these cards that would beat a table with wings.
fn bare(cards: Counts, table: Reading) -> Option<Play> {
    let kind = match table.kind {
        Kind::TrioSingle | Kind::TrioPair => Kind::Trio,
        Kind::AirplaneSingles | Kind::AirplanePairs => Kind::Airplane,
        _ => return None,
    };
    let mains = cards.at_least(3).starts(table.length).and(Ranks::above(table.main));
    let reading = Reading::new(kind, mains.lowest()?, table.length);
    Some(Play { cards: reading.body(), reading })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cards(text: &str) -> Cards {
        text.split_whitespace().map(|card| card.parse::<Card>().unwrap()).collect()
    }

    /// The nearest reading, the cards to lower, and whether the rest may be played.
    fn closest(lifted: &str, table: &str) -> String {
        let rules = PlayRules::default();
        let table = (!table.is_empty()).then(|| rules.lead(cards(table).counts(), None).unwrap());
        rules.closest(cards(lifted), table).map_or("-".to_owned(), |closest| {
            let lower: Vec<String> = closest.lower.iter().map(ToString::to_string).collect();
            let rest = if closest.playable { "may be played" } else { "lacks wings" };
            format!("{:?} of {}, without {}: {rest}", closest.kind, closest.main, lower.join(" "))
        })
    }

    #[test]
    fn wrong_wings_are_lowered() {
        let table = "5s 5d 5c 3h 3c";
        assert_eq!(closest("9s 9h 9c 6h 4c", table), "Trio of 9, without 4c 6h: lacks wings");
        assert_eq!(closest("9s 9h 9c 6h 4c", ""), "TrioSingle of 9, without 6h: may be played");
        assert_eq!(closest("9s 9h 9c 6h 6c 4c", table), "TrioPair of 9, without 4c: may be played");
        assert_eq!(closest("4s 4h 4c 6h 8c", table), "-", "no wings would make fours higher than fives");
    }

    #[test]
    fn the_cards_that_are_too_many_are_lowered() {
        assert_eq!(closest("3s 4s 5s 6s 7s 9d", ""), "Straight of 3, without 9d: may be played");
        assert_eq!(closest("9s 9d", "7h"), "Single of 9, without 9d: may be played");
        assert_eq!(closest("6s 6d 6c 6h 7d", ""), "Bomb of 6, without 7d: may be played");
        assert_eq!(closest("4s 5d", "7h"), "-");
        assert_eq!(
            closest("3s 4s 5s 6s 7s 8s", "3d 4d 5d 6d 7d"),
            "Straight of 4, without 3s: may be played"
        );
    }

    #[test]
    fn errors_are_named() {
        let rules = PlayRules::default();
        for (text, flaw) in [
            ("99964", Flaw::Wings),
            ("333444567", Flaw::Wings),
            ("66667", Flaw::Wings),
            ("34578", Flaw::Gap),
            ("334466", Flaw::Gap),
            ("3456", Flaw::ShortChain),
            ("3344", Flaw::ShortChain),
            ("TJQKA2", Flaw::HighInChain),
            ("39", Flaw::Unlike),
            ("34", Flaw::Unlike),
            ("3377", Flaw::Unlike),
        ] {
            let counts = text.parse().unwrap();
            assert!(rules.readings(counts).is_empty(), "{text} is a play");
            assert_eq!(rules.flaw(counts), flaw, "{text}");
        }
        let forbidden = PlayRules { forbidden: Wings::of(&[super::super::wings::Wing::BothJokers]), ..rules };
        assert_eq!(forbidden.flaw("333444BR".parse().unwrap()), Flaw::ForbiddenWings);
    }
}
