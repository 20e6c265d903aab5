//! The legal plays: their cards, their readings, and the plays that they beat.

use serde::Serialize;
use utoipa::ToSchema;

use super::counts::Counts;
use super::ranks::Ranks;
use super::reading::{Kind, Named, Play, Reading};
use super::wings::Wings;
use super::{answers, wild, wild_answers};

/// The conditions of legal plays: the wings that the table forbids, and the wild ranks.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PlayRules {
    /// The wings that are forbidden.
    pub forbidden: Wings,
    /// The ranks that are wild: none, one or two, of three to two.
    pub wild: Ranks,
}

/// Why cards may not be played, with the readings that they have. On the wire the variant's name is its `code`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema, thiserror::Error)]
#[serde(tag = "code", rename_all = "snake_case")]
#[schema(as = doudizhu::Unplayable)]
pub enum Unplayable {
    /// The cards have no reading.
    #[error("these cards are no play")]
    NoPlay {},
    /// The cards do not have the named reading.
    #[error("these cards do not form the named play")]
    NoSuchReading {
        /// The readings that they have.
        readings: Vec<Reading>,
    },
    /// A play with wild cards must name its reading.
    #[error("a play with a wild card must name its reading")]
    NotNamed {
        /// The readings that the cards have.
        readings: Vec<Reading>,
    },
    /// Another kind is on the table.
    #[error("the play on the table is of another kind")]
    OtherKind {
        /// The play on the table.
        table: Reading,
        /// The readings that the cards have.
        readings: Vec<Reading>,
    },
    /// The kind on the table, but longer or shorter.
    #[error("the play on the table has another length")]
    OtherLength {
        /// The play on the table.
        table: Reading,
        /// The readings that the cards have.
        readings: Vec<Reading>,
    },
    /// The kind and length on the table, but not higher; or a bomb that is not stronger; or any play after the rocket.
    #[error("the play on the table is as high or higher")]
    NotHigher {
        /// The play on the table.
        table: Reading,
        /// The readings that the cards have.
        readings: Vec<Reading>,
    },
}

impl PlayRules {
    /// Every reading of these cards; the first is that of a lead: a pure chain first, then the higher main rank.
    pub fn readings(self, cards: Counts) -> Vec<Reading> {
        wild::readings(cards, self.forbidden, self.wild)
    }

    /// Whether one of these cards stands for another rank, so that a play must name its reading. Cards of a single wild
    /// rank do not.
    pub fn must_be_named(self, cards: Counts) -> bool {
        wild::are_mixed(cards, self.wild)
    }

    /// The reading of these cards as a lead: the named one, else the first.
    pub fn lead(self, cards: Counts, named: Option<Named>) -> Result<Reading, Unplayable> {
        let candidates = self.candidates(cards, named)?;
        candidates.first().copied().ok_or(Unplayable::NoPlay {})
    }

    /// The reading of these cards as an answer to the play on the table: the named one, else the highest that beats it.
    pub fn answer(self, cards: Counts, table: Reading, named: Option<Named>) -> Result<Reading, Unplayable> {
        let candidates = self.candidates(cards, named)?;
        let beating = candidates.iter().filter(|reading| reading.beats(table));
        let highest = beating.max_by_key(|reading| (reading.kind, reading.weight()));
        highest.copied().ok_or_else(|| falls_short(candidates, table))
    }

    /// Passes every play that this hand may lead to `visit`, each once, by kind, length and main rank.
    pub fn leads(self, hand: Counts, visit: impl FnMut(Play)) {
        if self.wild.is_empty() {
            answers::leads(hand, self.forbidden, visit);
        } else {
            wild_answers::leads(hand, self.forbidden, self.wild, visit);
        }
    }

    /// Passes every play of this hand that beats `table` to `visit`, each once, in the same order.
    pub fn answers(self, hand: Counts, table: Reading, visit: impl FnMut(Play)) {
        if self.wild.is_empty() {
            answers::answers(hand, self.forbidden, table, visit);
        } else {
            wild_answers::answers(hand, self.forbidden, self.wild, table, visit);
        }
    }

    /// Whether this hand can beat `table`.
    pub fn can_answer(self, hand: Counts, table: Reading) -> bool {
        let mut can = false;
        self.answers(hand, table, |_| can = true);
        can
    }

    /// The readings under which these cards may be played: the named one, or all.
    fn candidates(self, cards: Counts, named: Option<Named>) -> Result<Vec<Reading>, Unplayable> {
        let mut readings = self.readings(cards);
        match named {
            _ if readings.is_empty() => Err(Unplayable::NoPlay {}),
            None if self.must_be_named(cards) => Err(Unplayable::NotNamed { readings }),
            None => Ok(readings),
            Some(named) if readings.iter().any(|reading| reading.named() == named) => {
                readings.retain(|reading| reading.named() == named);
                Ok(readings)
            }
            Some(_) => Err(Unplayable::NoSuchReading { readings }),
        }
    }
}

/// Why none of these readings beats the table.
fn falls_short(readings: Vec<Reading>, table: Reading) -> Unplayable {
    let any = |of: &dyn Fn(&Reading) -> bool| readings.iter().any(of);
    let both_bombs = |reading: &Reading| reading.kind == Kind::Bomb && table.kind == Kind::Bomb;
    if table.kind == Kind::Rocket || any(&|reading| reading.matches(table) || both_bombs(reading)) {
        Unplayable::NotHigher { table, readings }
    } else if any(&|reading| reading.kind == table.kind) {
        Unplayable::OtherLength { table, readings }
    } else {
        Unplayable::OtherKind { table, readings }
    }
}
