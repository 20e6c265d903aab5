//! The hands that a player may have, in the usual notation.
//!
//! | text | hands |
//! |---|---|
//! | `AhKh` | these two cards |
//! | `QQ`, `AKs`, `AKo`, `AK` | a pair; suited; off-suit; both |
//! | `QQ+` | this pair and the higher ones |
//! | `KTo+` | this kicker and the better ones, up to the one below the first rank |
//! | `76s+` | neighbours: these and the higher ones |
//! | `QQ-99`, `A5s-A2s`, `T9s-76s` | pairs; kickers; hands of the same distance: both ends and those between them |
//! | `40%` | the best by equity against a random hand, as many whole classes as fit |
//! | `random` | all |
//! | `…@50` | any of these with a weight, 0 to 100 per cent |
//!
//! Parts are separated by commas. A hand that is named twice has the last weight.

use std::fmt;
use std::ops::Range as Span;

use super::class::Class;
use super::combo::{COMBOS, Combo};
use super::fault::{Fault, LONGEST};
use super::preflop;
use crate::cards::set::CardSet;

/// The weight of a hand without one.
const WHOLE: u32 = 100;
/// By how many hands a share may differ because it was written in decimals: a share that is a whole number of hands
/// stays one.
const ROUNDING: f64 = 1e-9;

/// The hands that a player may have, each with its weight. `Debug` shows how many there are.
#[derive(Clone, PartialEq, Eq)]
pub struct Range {
    hands: Vec<(Combo, u32)>,
}

/// The fault of a range that cannot be read, and its place in the text.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{fault}, from byte {} to {}", at.start, at.end)]
pub struct Unreadable {
    /// The error.
    pub fault: Fault,
    /// Where the part is in the text, in bytes.
    pub at: Span<usize>,
}

impl Range {
    /// Reads a range.
    pub fn parse(text: &str) -> Result<Self, Unreadable> {
        if text.len() > LONGEST {
            return Err(Unreadable { fault: Fault::TooLong, at: LONGEST..text.len() });
        }
        let mut weights = vec![0; COMBOS as usize];
        let mut start = 0;
        for part in text.split(',') {
            let at = start + part.len() - part.trim_start().len();
            let at = at..at + part.trim().len();
            let (hands, weight) = read(part.trim()).map_err(|fault| Unreadable { fault, at })?;
            for hand in hands {
                weights[hand.number()] = weight;
            }
            start += part.len() + 1;
        }
        let weighed = Combo::all().zip(weights).filter(|&(_, weight)| weight > 0);
        let range = Self::of(weighed.collect());
        if range.hands.is_empty() {
            return Err(Unreadable { fault: Fault::Empty, at: 0..text.len() });
        }
        Ok(range)
    }

    /// One hand.
    pub fn one(hand: Combo) -> Self {
        Self { hands: vec![(hand, 1)] }
    }

    /// Weights are reduced by their common divisor, so equal weights become 1.
    fn of(mut hands: Vec<(Combo, u32)>) -> Self {
        let common = hands.iter().map(|&(_, weight)| weight).fold(0, common_divisor).max(1);
        for (_, weight) in &mut hands {
            *weight /= common;
        }
        Self { hands }
    }

    /// The hands and their weights, 1 or more.
    pub fn hands(&self) -> &[(Combo, u32)] {
        &self.hands
    }

    /// The hands without these cards; one bit for each card.
    #[must_use]
    pub(super) fn without(&self, gone: CardSet) -> Self {
        let left = self.hands.iter().filter(|(hand, _)| !hand.set().meet(gone));
        Self::of(left.copied().collect())
    }
}

impl fmt::Debug for Range {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "Range({} hands)", self.hands.len())
    }
}

fn common_divisor(one: u32, other: u32) -> u32 {
    if other == 0 { one } else { common_divisor(other, one % other) }
}

/// The hands and the weight of a part.
fn read(part: &str) -> Result<(Vec<Combo>, u32), Fault> {
    let (hands, weight) = match part.split_once('@') {
        None => (part, WHOLE),
        Some((hands, weight)) => (hands.trim_end(), read_weight(weight.trim())?),
    };
    Ok((read_hands(hands)?, weight))
}

fn read_weight(text: &str) -> Result<u32, Fault> {
    let text = text.strip_suffix('%').unwrap_or(text);
    let is_plain = text.bytes().all(|byte| byte.is_ascii_digit());
    text.parse().ok().filter(|&weight| is_plain && weight <= WHOLE).ok_or(Fault::NotAWeight)
}

fn read_hands(text: &str) -> Result<Vec<Combo>, Fault> {
    if text.is_empty() {
        return Err(Fault::Empty);
    }
    if text == "random" {
        return Ok(Combo::all().collect());
    }
    if let Some(share) = text.strip_suffix('%') {
        return read_share(share.trim_end());
    }
    if let Some(hand) = read_cards(text) {
        return Ok(vec![hand?]);
    }
    let classes = match (text.split_once('-'), text.strip_suffix('+')) {
        (Some((one, other)), _) => Class::read(one.trim_end())?.to(Class::read(other.trim_start())?)?,
        (None, Some(least)) => Class::read(least)?.and_better(),
        (None, None) => vec![Class::read(text)?],
    };
    Ok(classes.into_iter().flat_map(Class::hands).collect())
}

/// Two cards, if it is written like them.
fn read_cards(text: &str) -> Option<Result<Combo, Fault>> {
    let (one, other) = text.split_at_checked(2)?;
    let cards = [one.parse().ok()?, other.parse().ok()?];
    Some(Combo::new(cards).ok_or(if cards[0] == cards[1] { Fault::SameCard } else { Fault::NotAHand }))
}

/// The best hands, by whole classes: as many as fit in the share.
fn read_share(text: &str) -> Result<Vec<Combo>, Fault> {
    let is_plain = text.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.');
    let share = text.parse::<f64>().ok().filter(|share| is_plain && *share > 0.0 && *share <= 100.0);
    let most = share.ok_or(Fault::NotAShare)? / 100.0 * f64::from(COMBOS);
    let mut size = 0;
    let fits = |class: &&Class| {
        size += class.size();
        f64::from(size) <= most + ROUNDING
    };
    Ok(preflop::best_first().iter().take_while(fits).flat_map(|class| class.hands()).collect())
}

#[cfg(test)]
mod tests {
    use std::collections::{BTreeMap, BTreeSet};

    use super::*;

    fn parsed(text: &str) -> BTreeMap<String, u32> {
        let range = Range::parse(text).unwrap_or_else(|problem| panic!("{text}: {problem}"));
        range.hands().iter().map(|(hand, weight)| (hand.to_string(), *weight)).collect()
    }

    /// The classes of a range; each has to be complete.
    fn classes(text: &str) -> BTreeSet<String> {
        let hands = parsed(text);
        let name = |hand: &String| {
            let letters: Vec<char> = hand.chars().collect();
            let kind = match (letters[0] == letters[2], letters[1] == letters[3]) {
                (true, _) => "",
                (false, true) => "s",
                (false, false) => "o",
            };
            format!("{}{}{kind}", letters[0], letters[2])
        };
        let names: BTreeSet<String> = hands.keys().map(name).collect();
        let size = |name: &String| match name.get(2..) {
            Some("s") => 4,
            Some("o") => 12,
            _ => 6,
        };
        assert_eq!(names.iter().map(size).sum::<usize>(), hands.len(), "{text}");
        names
    }

    #[test]
    fn the_usual_notation_is_read() {
        for (text, expected) in [
            ("QQ", "QQ"),
            ("AKs", "AKs"),
            ("KAo", "AKo"),
            ("AK", "AKo AKs"),
            ("QQ+", "AA KK QQ"),
            ("AA+", "AA"),
            ("KTo+", "KJo KQo KTo"),
            ("AJ+", "AJo AJs AKo AKs AQo AQs"),
            ("J9s+", "J9s JTs"),
            ("JTs+", "AKs JTs KQs QJs"),
            ("76s+", "76s 87s 98s AKs JTs KQs QJs T9s"),
            ("A5s-A2s", "A2s A3s A4s A5s"),
            ("A2s - A5s", "A2s A3s A4s A5s"),
            ("QQ-99", "99 JJ QQ TT"),
            ("T9s-76s", "76s 87s 98s T9s"),
            ("86o-T8o", "86o 97o T8o"),
            ("22, AKs ,KQo", "22 AKs KQo"),
            ("QQ+, AKs, A5s-A2s, 76s+", "76s 87s 98s A2s A3s A4s A5s AA AKs JTs KK KQs QJs QQ T9s"),
        ] {
            let expected: BTreeSet<String> = expected.split(' ').map(str::to_owned).collect();
            assert_eq!(classes(text), expected, "{text}");
        }
    }

    #[test]
    fn two_cards_are_one_hand() {
        assert_eq!(parsed("AhKh"), BTreeMap::from([("AhKh".to_owned(), 1)]));
        assert_eq!(parsed("KhAh"), parsed("AhKh"));
        assert_eq!(parsed("2s2h"), parsed("2h2s"));
    }

    #[test]
    fn weights_are_brought_down_to_their_proportion() {
        assert!(parsed("QQ+, AKs").values().all(|&weight| weight == 1));
        assert!(parsed("QQ+@30, AKs@30%").values().all(|&weight| weight == 1));
        let mixed = parsed("QQ, KK@50, AhKh @ 25");
        assert_eq!((mixed["QsQh"], mixed["KsKh"], mixed["AhKh"]), (4, 2, 1));
        let last = parsed("QQ+, KK@50, AA@0");
        assert_eq!((last["QsQh"], last["KsKh"], last.len()), (2, 1, 12));
    }

    #[test]
    fn a_share_is_of_the_best_hands_in_whole_classes() {
        assert_eq!(parsed("100%").len(), 1326);
        assert_eq!(parsed("random").len(), 1326);
        assert_eq!(classes("0.5%"), BTreeSet::from(["AA".to_owned()]));
        assert_eq!(classes("1%"), BTreeSet::from(["AA".to_owned(), "KK".to_owned()]));
        let (fifth, tenth) = (classes("20%"), classes("10%"));
        assert!(fifth.is_superset(&tenth));
        assert!((254..=265).contains(&parsed("20%").len()));
    }

    #[test]
    fn errors_are_found_with_their_position() {
        for (text, fault, at) in [
            ("", Fault::Empty, 0..0),
            ("QQ,, KK", Fault::Empty, 3..3),
            ("QQ, ", Fault::Empty, 4..4),
            ("QQ, KX", Fault::NotAHand, 4..6),
            ("QQ,  AAs ,KK", Fault::NotAHand, 5..8),
            ("AhXh", Fault::NotAHand, 0..4),
            ("AhX1", Fault::NotAHand, 0..4),
            ("QQ, AhAh", Fault::SameCard, 4..8),
            ("AKQ", Fault::NotAHand, 0..3),
            ("é", Fault::NotAHand, 0..2),
            ("Aé♠", Fault::NotAHand, 0..6),
            ("QQ-", Fault::NotAHand, 0..3),
            ("QQ-99+", Fault::NotAHand, 0..6),
            ("QQ-AKs", Fault::NotASpan, 0..6),
            ("A5s-A2o", Fault::NotASpan, 0..7),
            ("A5s-K2s", Fault::NotASpan, 0..7),
            ("0%", Fault::NotAShare, 0..2),
            ("101%", Fault::NotAShare, 0..4),
            ("-5%", Fault::NotAShare, 0..3),
            ("1e1%", Fault::NotAShare, 0..4),
            ("AA@", Fault::NotAWeight, 0..3),
            ("AA@101", Fault::NotAWeight, 0..6),
            ("AA@+5", Fault::NotAWeight, 0..5),
            ("AA@99999999999999999999", Fault::NotAWeight, 0..23),
            ("AA@0", Fault::Empty, 0..4),
            ("0.1%", Fault::Empty, 0..4),
        ] {
            assert_eq!(Range::parse(text), Err(Unreadable { fault, at }), "{text}");
        }
        let long = "AA,".repeat(1_000_000);
        assert_eq!(Range::parse(&long).unwrap_err().fault, Fault::TooLong);
    }
}
