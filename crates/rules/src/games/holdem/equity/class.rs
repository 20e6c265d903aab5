//! Hands that differ only in their suits: pairs, suited and off-suit hands.

use std::fmt;

use super::combo::Combo;
use super::fault::Fault;
use crate::cards::card::{Card, Suit};

/// The highest rank.
const ACE: u8 = 14;

/// Whether two cards are of one suit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// Either: a pair, or suited and off-suit.
    Any,
    /// Suited.
    Suited,
    /// Off-suit.
    Offsuit,
}

/// A class of hands that differ only in their suits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Class {
    /// 2–14.
    pub(super) high: u8,
    /// 2–14, not higher than the first.
    pub(super) low: u8,
    pub(super) kind: Kind,
}

impl Class {
    pub(super) fn read(text: &str) -> Result<Self, Fault> {
        let (ranks, kind) = match text.as_bytes() {
            [one, other] => ([one, other], Kind::Any),
            [one, other, b's'] if one != other => ([one, other], Kind::Suited),
            [one, other, b'o'] if one != other => ([one, other], Kind::Offsuit),
            _ => return Err(Fault::NotAHand),
        };
        let [one, other] = ranks.map(|&letter| read_rank(letter));
        let (one, other) = (one.ok_or(Fault::NotAHand)?, other.ok_or(Fault::NotAHand)?);
        Ok(Self { high: one.max(other), low: one.min(other), kind })
    }

    fn is_pair(self) -> bool {
        self.high == self.low
    }

    /// The distance of the ranks.
    fn distance(self) -> u8 {
        self.high - self.low
    }

    fn moved(self, up: u8) -> Self {
        Self { high: self.high + up, low: self.low + up, ..self }
    }

    fn with_kicker(self, low: u8) -> Self {
        Self { low, ..self }
    }

    /// This class and the better ones that a plus means: for pairs and neighbours both ranks rise, else the kicker
    /// does.
    pub(super) fn and_better(self) -> Vec<Self> {
        match self.distance() {
            0 | 1 => (0..=ACE - self.high).map(|up| self.moved(up)).collect(),
            _ => (self.low..self.high).map(|low| self.with_kicker(low)).collect(),
        }
    }

    /// Both classes and those between them.
    pub(super) fn to(self, other: Self) -> Result<Vec<Self>, Fault> {
        let (worst, best) =
            if (self.high, self.low) < (other.high, other.low) { (self, other) } else { (other, self) };
        if worst.kind != best.kind || worst.is_pair() != best.is_pair() {
            Err(Fault::NotASpan)
        } else if worst.high == best.high {
            Ok((worst.low..=best.low).map(|low| worst.with_kicker(low)).collect())
        } else if worst.distance() == best.distance() {
            Ok((0..=best.high - worst.high).map(|up| worst.moved(up)).collect())
        } else {
            Err(Fault::NotASpan)
        }
    }

    /// The number of its hands.
    pub(super) fn size(self) -> u32 {
        match self.kind {
            Kind::Any if self.is_pair() => 6,
            Kind::Any => 16,
            Kind::Suited => 4,
            Kind::Offsuit => 12,
        }
    }

    /// Its hands.
    pub(super) fn hands(self) -> impl Iterator<Item = Combo> {
        let suits =
            Suit::ALL.into_iter().flat_map(|one| Suit::ALL.into_iter().map(move |other| (one, other)));
        let fits = move |&(one, other): &(Suit, Suit)| match self.kind {
            Kind::Any => !self.is_pair() || one < other,
            Kind::Suited => one == other,
            Kind::Offsuit => one != other,
        };
        let hand = move |(one, other)| Combo::new([Card::of(self.high, one)?, Card::of(self.low, other)?]);
        suits.filter(fits).filter_map(hand)
    }
}

/// `AA`, `AKs`, `AKo`; `AK` for both.
impl fmt::Display for Class {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let letter = |rank: u8| char::from(b"23456789TJQKA"[usize::from(rank - 2) % 13]);
        let kind = match self.kind {
            Kind::Any => "",
            Kind::Suited => "s",
            Kind::Offsuit => "o",
        };
        write!(out, "{}{}{kind}", letter(self.high), letter(self.low))
    }
}

fn read_rank(letter: u8) -> Option<u8> {
    let text = [letter, b's'];
    std::str::from_utf8(&text).ok()?.parse::<Card>().ok()?.rank()
}
