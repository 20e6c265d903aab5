//! A structure of levels: the blinds and antes, their lengths, and the levels after the last.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::games::game::Chips;
use crate::games::holdem::rules::{Ante, Rules};

/// A structure of levels that ends every tournament: its blinds rise, and double after the last level.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(try_from = "Vec<Stage>", into = "Vec<Stage>")]
#[schema(as = tournament::Structure)]
pub struct Structure(Vec<Stage>);

/// A part of a structure.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(tag = "type", rename_all = "snake_case", deny_unknown_fields)]
#[schema(as = tournament::Stage)]
pub enum Stage {
    /// A level.
    Level(Level),
    /// A break: no hands are dealt.
    Break {
        /// How long it lasts, 1 to 86,400 seconds from the end of the last hand.
        #[schema(minimum = 1, maximum = 86_400)]
        seconds: u32,
    },
}

/// What is posted, and for how long.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = tournament::Level)]
pub struct Level {
    /// The small blind in chips, 1 to the big blind.
    #[schema(minimum = 1)]
    pub small_blind: Chips,
    /// The big blind in chips.
    #[schema(minimum = 1, maximum = 1_000_000_000_000_u64)]
    pub big_blind: Chips,
    /// The ante.
    #[serde(default)]
    pub ante: Ante,
    /// How long the level lasts.
    pub length: Length,
}

/// How long a level lasts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = tournament::Length)]
pub enum Length {
    /// This many seconds of play, 1 to 86,400.
    Seconds(u32),
    /// This many hands at each table, 1 to 1,000.
    Hands(u32),
}

/// The rule that a structure breaks.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, Serialize, strum::IntoStaticStr, strum::VariantNames, thiserror::Error,
)]
#[serde(tag = "code", rename_all = "snake_case")]
#[strum(serialize_all = "snake_case")]
pub enum StructureFault {
    /// There is no level.
    #[error("a structure has at least one level")]
    NoLevel {},
    /// There are too many levels, or too many breaks.
    #[error("a structure has at most {most} {of}, not {count}")]
    TooMany {
        /// Levels or breaks.
        of: &'static str,
        /// How many there are.
        count: usize,
        /// How many there may be.
        most: usize,
    },
    /// Two breaks follow each other, or one comes before the first level.
    #[error("stage {stage} is a break that does not follow a level")]
    IdleBreak {
        /// The stage, 0 is the first.
        stage: usize,
    },
    /// A level or a break is too short or too long.
    #[error("stage {stage} lasts 1 to {most}, not {length}")]
    Length {
        /// The stage, 0 is the first.
        stage: usize,
        /// Its length, in seconds or hands.
        length: u32,
        /// The greatest length.
        most: u32,
    },
    /// A blind or ante is out of its bounds.
    #[error(
        "stage {stage}: the small blind is 1 to the big blind, and no amount is above {}",
        Rules::MOST_BLIND
    )]
    Amounts {
        /// The stage, 0 is the first.
        stage: usize,
    },
    /// A big blind is below the one before it.
    #[error("stage {stage}: the big blind falls from {before} to {big_blind}")]
    Falls {
        /// The stage, 0 is the first.
        stage: usize,
        /// The big blind of the level before.
        before: Chips,
        /// The big blind.
        big_blind: Chips,
    },
    /// The last big blind is the first one.
    #[error("the last big blind is above the first, {first}")]
    NeverRises {
        /// The first big blind.
        first: Chips,
    },
    /// The starting chips are worth too few big blinds.
    #[error("{stack} starting chips are fewer than {least}, ten of the first big blind")]
    ShortStack {
        /// The starting chips.
        stack: Chips,
        /// The fewest starting chips.
        least: Chips,
    },
    /// All chips together are more than the largest big blind, so blinds might never reach them.
    #[error("{entrants} entrants with {stack} chips each have more than {}", Rules::MOST_BLIND)]
    TooManyChips {
        /// The starting chips.
        stack: Chips,
        /// How many enter.
        entrants: u32,
    },
    /// Too few or too many entrants.
    #[error("a structure is made for 2 to {most} entrants, not {entrants}")]
    Entrants {
        /// How many enter.
        entrants: u32,
        /// The most entrants.
        most: u32,
    },
    /// Too short or too long.
    #[error("a structure is made for 1 to {most} minutes, not {minutes}")]
    Minutes {
        /// The minutes.
        minutes: u32,
        /// The most minutes.
        most: u32,
    },
}

impl Length {
    /// The greatest length, in seconds or hands.
    pub fn most(self) -> u32 {
        match self {
            Self::Seconds(_) => Structure::MOST_SECONDS,
            Self::Hands(_) => Structure::MOST_HANDS,
        }
    }

    /// The number of seconds or hands.
    pub fn count(self) -> u32 {
        match self {
            Self::Seconds(count) | Self::Hands(count) => count,
        }
    }
}

impl Level {
    /// The level with all amounts doubled this many times, up to [`Rules::MOST_BLIND`].
    #[must_use]
    pub fn doubled(self, times: u32) -> Self {
        let factor = 1_u64.checked_shl(times).unwrap_or(u64::MAX);
        let raise = |amount: Chips| amount.saturating_mul(factor).min(Rules::MOST_BLIND);
        let ante = match self.ante {
            Ante::None {} => Ante::None {},
            Ante::Uniform { amount } => Ante::Uniform { amount: raise(amount) },
            Ante::BigBlind { amount } => Ante::BigBlind { amount: raise(amount) },
            Ante::Button { amount } => Ante::Button { amount: raise(amount) },
        };
        let (small_blind, big_blind) = (raise(self.small_blind), raise(self.big_blind));
        Self { small_blind, big_blind, ante, length: self.length }
    }

    fn has_fair_amounts(&self) -> bool {
        (1..=self.big_blind).contains(&self.small_blind)
            && self.big_blind <= Rules::MOST_BLIND
            && self.ante.amount() <= Rules::MOST_BLIND
    }
}

impl Structure {
    /// The most levels.
    pub const MOST_LEVELS: usize = 100;
    /// The most seconds of a level or break: a day.
    pub const MOST_SECONDS: u32 = 86_400;
    /// The most hands of a level.
    pub const MOST_HANDS: u32 = 1_000;
    /// How many big blinds of the first level a starting stack holds at least.
    pub const LEAST_DEPTH: Chips = 10;

    /// A structure of these stages. Its big blinds never fall, and the last is above the first.
    pub fn new(stages: Vec<Stage>) -> Result<Self, StructureFault> {
        let structure = Self(stages);
        structure.check_stages()?;
        structure.check_rise()?;
        Ok(structure)
    }

    /// The levels and breaks, in their order.
    pub fn stages(&self) -> &[Stage] {
        &self.0
    }

    /// The levels, without the breaks and without those that double after the last.
    pub fn levels(&self) -> impl DoubleEndedIterator<Item = &Level> {
        self.0.iter().filter_map(|stage| match stage {
            Stage::Level(level) => Some(level),
            Stage::Break { .. } => None,
        })
    }

    /// The level of this number, 0 is the first. After the last level all amounts double, level by level, at its length.
    pub fn level(&self, number: usize) -> Option<Level> {
        let count = self.levels().count();
        let last = *self.levels().next_back()?;
        let beyond = || last.doubled(u32::try_from(number + 1 - count).unwrap_or(u32::MAX));
        Some(self.levels().nth(number).copied().unwrap_or_else(beyond))
    }

    /// The break that follows the level of this number, in seconds. No breaks follow the levels that double.
    pub fn pause_after(&self, number: usize) -> Option<u32> {
        let mut levels = 0;
        let at = self.0.iter().position(|stage| {
            levels += usize::from(matches!(stage, Stage::Level(_)));
            levels == number + 1
        })?;
        match self.0.get(at + 1)? {
            Stage::Break { seconds } => Some(*seconds),
            Stage::Level(_) => None,
        }
    }

    /// Whether this many starting chips are worth ten big blinds of the first level.
    pub fn check_stack(&self, stack: Chips) -> Result<(), StructureFault> {
        let first = self.levels().next().map_or(0, |level| level.big_blind);
        let least = first * Self::LEAST_DEPTH;
        if stack < least { Err(StructureFault::ShortStack { stack, least }) } else { Ok(()) }
    }

    /// How many seconds pass until forty small blinds are worth this many chips. A hand counts as a minute.
    pub fn seconds_until_short(&self, chips: Chips) -> u64 {
        let mut seconds = 0;
        for number in 0.. {
            let Some(level) = self.level(number) else { break };
            if level.small_blind.saturating_mul(40) >= chips || level.big_blind == Rules::MOST_BLIND {
                break;
            }
            seconds += match level.length {
                Length::Seconds(seconds) => u64::from(seconds),
                Length::Hands(hands) => 60 * u64::from(hands),
            };
            seconds += u64::from(self.pause_after(number).unwrap_or(0));
        }
        seconds
    }

    fn check_stages(&self) -> Result<(), StructureFault> {
        let levels = self.levels().count();
        Self::check_count("levels", levels)?;
        Self::check_count("breaks", self.0.len() - levels)?;
        let mut follows_level = false;
        for (stage, each) in self.0.iter().enumerate() {
            let length = match each {
                Stage::Level(level) if !level.has_fair_amounts() => {
                    return Err(StructureFault::Amounts { stage });
                }
                Stage::Level(level) => level.length,
                Stage::Break { .. } if !follows_level => return Err(StructureFault::IdleBreak { stage }),
                Stage::Break { seconds } => Length::Seconds(*seconds),
            };
            let (count, most) = (length.count(), length.most());
            if !(1..=most).contains(&count) {
                return Err(StructureFault::Length { stage, length: count, most });
            }
            follows_level = matches!(each, Stage::Level(_));
        }
        Ok(())
    }

    fn check_count(of: &'static str, count: usize) -> Result<(), StructureFault> {
        let most = Self::MOST_LEVELS;
        if count > most { Err(StructureFault::TooMany { of, count, most }) } else { Ok(()) }
    }

    fn check_rise(&self) -> Result<(), StructureFault> {
        let first = self.levels().next().ok_or(StructureFault::NoLevel {})?.big_blind;
        let mut before = first;
        for (stage, each) in self.0.iter().enumerate() {
            let Stage::Level(Level { big_blind, .. }) = *each else { continue };
            if big_blind < before {
                return Err(StructureFault::Falls { stage, before, big_blind });
            }
            before = big_blind;
        }
        if before == first { Err(StructureFault::NeverRises { first }) } else { Ok(()) }
    }
}

impl TryFrom<Vec<Stage>> for Structure {
    type Error = StructureFault;

    fn try_from(stages: Vec<Stage>) -> Result<Self, StructureFault> {
        Self::new(stages)
    }
}

impl From<Structure> for Vec<Stage> {
    fn from(structure: Structure) -> Self {
        structure.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn level(small_blind: Chips, big_blind: Chips) -> Stage {
        let ante = Ante::BigBlind { amount: big_blind };
        Stage::Level(Level { small_blind, big_blind, ante, length: Length::Seconds(600) })
    }

    const PAUSE: Stage = Stage::Break { seconds: 300 };

    #[test]
    fn after_the_last_level_amounts_double() {
        let structure = Structure::new(vec![level(10, 20), PAUSE, level(15, 30)]).unwrap();
        let blinds = |number| {
            let level = structure.level(number).unwrap();
            (level.small_blind, level.big_blind, level.ante.amount())
        };
        assert_eq!(blinds(0), (10, 20, 20));
        assert_eq!(blinds(1), (15, 30, 30));
        assert_eq!(blinds(2), (30, 60, 60));
        assert_eq!(blinds(4), (120, 240, 240));
        assert_eq!(blinds(1_000).1, Rules::MOST_BLIND);
        assert_eq!([0, 1, 2].map(|number| structure.pause_after(number)), [Some(300), None, None]);
    }

    #[test]
    fn a_structure_rises() {
        let fault = |stages| Structure::new(stages).unwrap_err();
        assert_eq!(fault(vec![]), StructureFault::NoLevel {});
        assert_eq!(fault(vec![level(10, 20)]), StructureFault::NeverRises { first: 20 });
        assert_eq!(fault(vec![level(10, 20), level(15, 20)]), StructureFault::NeverRises { first: 20 });
        let falls = StructureFault::Falls { stage: 2, before: 40, big_blind: 30 };
        assert_eq!(fault(vec![level(10, 20), level(20, 40), level(15, 30)]), falls);
        assert!(Structure::new(vec![level(10, 20), level(10, 20), level(15, 30)]).is_ok());
    }

    #[test]
    fn every_size_is_bounded() {
        let fault = |stages| Structure::new(stages).unwrap_err();
        assert_eq!(fault(vec![PAUSE, level(10, 20)]), StructureFault::IdleBreak { stage: 0 });
        assert_eq!(fault(vec![level(10, 20), PAUSE, PAUSE]), StructureFault::IdleBreak { stage: 2 });
        assert_eq!(fault(vec![level(30, 20)]), StructureFault::Amounts { stage: 0 });
        assert_eq!(fault(vec![level(0, 20)]), StructureFault::Amounts { stage: 0 });
        let long = Stage::Break { seconds: 86_401 };
        let fault_of_length = StructureFault::Length { stage: 1, length: 86_401, most: 86_400 };
        assert_eq!(fault(vec![level(10, 20), long]), fault_of_length);
        let too_many = StructureFault::TooMany { of: "levels", count: 101, most: 100 };
        assert_eq!(fault((1..=101).map(|step| level(step, 2 * step)).collect()), too_many);
    }

    #[test]
    fn ten_big_blinds_are_dealt() {
        let structure = Structure::new(vec![level(10, 20), level(15, 30)]).unwrap();
        assert!(structure.check_stack(200).is_ok());
        let short = StructureFault::ShortStack { stack: 199, least: 200 };
        assert_eq!(structure.check_stack(199), Err(short));
    }

    #[test]
    fn a_structure_is_read_as_its_stages() {
        let text = r#"[{"type":"level","small_blind":10,"big_blind":20,"length":{"seconds":600}},
            {"type":"break","seconds":300},{"type":"level","small_blind":15,"big_blind":30,
            "ante":{"type":"big_blind","amount":30},"length":{"hands":8}}]"#;
        let structure: Structure = serde_json::from_str(text).unwrap();
        assert_eq!(structure.levels().count(), 2);
        let again: Structure = serde_json::from_str(&serde_json::to_string(&structure).unwrap()).unwrap();
        assert_eq!(again, structure);
        let falls = text.replace("15", "5").replace("30", "10");
        assert!(
            serde_json::from_str::<Structure>(&falls)
                .unwrap_err()
                .to_string()
                .contains("falls from 20 to 10")
        );
    }
}
