//! The built-in structures, made from the starting chips, the entrants and the minutes to play.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::structure::{Length, Level, Stage, Structure, StructureFault};
use crate::games::game::Chips;
use crate::games::holdem::rules::{Ante, Rules};

/// How fast the blinds rise.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = tournament::Speed)]
pub enum Speed {
    /// 200 big blinds, small steps.
    Deep,
    /// 100 big blinds, small steps.
    Standard,
    /// 75 big blinds, large steps.
    Turbo,
    /// 25 big blinds, large steps.
    Hyper,
}

/// Small blinds: some first steps, then a decade that repeats ten times as large.
struct Ladder {
    first: &'static [Chips],
    decade: &'static [Chips],
}

const SMALL_STEPS: Ladder =
    Ladder { first: &[1, 2, 3, 4, 5, 6, 8], decade: &[10, 12, 15, 20, 25, 30, 40, 50, 60, 80] };
const LARGE_STEPS: Ladder = Ladder { first: &[1, 2, 3, 4, 6], decade: &[10, 15, 20, 30, 40, 60] };

/// The most entrants for whom a structure is made.
const MOST_ENTRANTS: u32 = 10_000;
/// The most minutes for which a structure is made: two days.
const MOST_MINUTES: u32 = 2_880;
/// The big blinds in play, all chips over the big blind, at which a tournament is expected to end.
const BIG_BLINDS_AT_THE_END: u128 = 20;
/// The levels after the expected end.
const SPARE_LEVELS: usize = 5;
/// The first level with an ante, 0 is the first level.
const FIRST_ANTE: usize = 2;
/// The seconds of play after which a break is due.
const PLAY_BETWEEN_BREAKS: u32 = 3_600;
/// The seconds of a break.
const BREAK_SECONDS: u32 = 300;
/// A level's length is a multiple of this many seconds.
const STEP_SECONDS: u64 = 30;
/// The shortest level, in seconds.
const SHORTEST_LEVEL: u64 = 60;

impl Speed {
    /// The starting chips in big blinds of the first level, if the ladder allows.
    pub fn depth(self) -> Chips {
        match self {
            Self::Deep => 200,
            Self::Standard => 100,
            Self::Turbo => 75,
            Self::Hyper => 25,
        }
    }

    fn ladder(self) -> &'static Ladder {
        match self {
            Self::Deep | Self::Standard => &SMALL_STEPS,
            Self::Turbo | Self::Hyper => &LARGE_STEPS,
        }
    }
}

impl Ladder {
    /// All small blinds from the least on. They end before the numbers do.
    fn steps(&self) -> impl Iterator<Item = Chips> {
        let tens = (0..).map_while(|power| 10_u64.checked_pow(power));
        let decades = tens.flat_map(|ten| self.decade.iter().map_while(move |step| step.checked_mul(ten)));
        self.first.iter().copied().chain(decades)
    }
}

/// The number of levels until a tournament is expected to end: up to the first level at which all chips are at most
/// twenty big blinds. Five more are made.
pub fn levels_to_end(speed: Speed, stack: Chips, entrants: u32) -> Result<usize, StructureFault> {
    check(stack, entrants)?;
    let in_play = u128::from(stack) * u128::from(entrants);
    let is_before_the_end = |small: &Chips| 2 * BIG_BLINDS_AT_THE_END * u128::from(*small) < in_play;
    Ok(small_blinds(speed, stack).take_while(is_before_the_end).count() + 1)
}

/// The structure for this many entrants with this many chips each, who want to play for this many minutes.
///
/// Source: `tournaments`, section 2. From the third level on, the ante is one big blind.
///
/// ```
/// use cardroom_rules::tournament::levels::built_in::{Speed, built_in};
///
/// let structure = built_in(Speed::Turbo, 1_500, 9, 45)?;
/// let first = structure.level(0).expect("a first level");
/// assert_eq!((first.small_blind, first.big_blind), (10, 20));
/// # Ok::<(), cardroom_rules::tournament::levels::structure::StructureFault>(())
/// ```
pub fn built_in(
    speed: Speed,
    stack: Chips,
    entrants: u32,
    minutes: u32,
) -> Result<Structure, StructureFault> {
    if !(1..=MOST_MINUTES).contains(&minutes) {
        return Err(StructureFault::Minutes { minutes, most: MOST_MINUTES });
    }
    let to_end = levels_to_end(speed, stack, entrants)?;
    let seconds = level_seconds(minutes, to_end);
    let mut stages = vec![];
    let mut played = 0;
    for (number, small_blind) in small_blinds(speed, stack).take(to_end + SPARE_LEVELS).enumerate() {
        let big_blind = 2 * small_blind;
        let ante = if number < FIRST_ANTE { Ante::None {} } else { Ante::BigBlind { amount: big_blind } };
        let length = Length::Seconds(seconds);
        stages.push(Stage::Level(Level { small_blind, big_blind, ante, length }));
        played += seconds;
        if played >= PLAY_BETWEEN_BREAKS {
            stages.push(Stage::Break { seconds: BREAK_SECONDS });
            played = 0;
        }
    }
    let structure = Structure::new(stages)?;
    structure.check_stack(stack)?;
    Ok(structure)
}

fn check(stack: Chips, entrants: u32) -> Result<(), StructureFault> {
    if !(2..=MOST_ENTRANTS).contains(&entrants) {
        return Err(StructureFault::Entrants { entrants, most: MOST_ENTRANTS });
    }
    match stack.checked_mul(u64::from(entrants)) {
        Some(in_play) if in_play <= Rules::MOST_BLIND => Ok(()),
        _ => Err(StructureFault::TooManyChips { stack, entrants }),
    }
}

/// The small blinds, from the largest step that makes the stack as deep as it should be, or from 1.
fn small_blinds(speed: Speed, stack: Chips) -> impl Iterator<Item = Chips> {
    let most = stack / (2 * speed.depth());
    let too_small = speed.ladder().steps().take_while(|step| *step <= most).count().saturating_sub(1);
    speed.ladder().steps().skip(too_small)
}

/// The seconds of each level: the minutes over the levels, in steps of 30 seconds.
fn level_seconds(minutes: u32, levels: usize) -> u32 {
    let steps = 60 * u64::from(minutes) / (levels as u64 * STEP_SECONDS);
    let seconds = (steps * STEP_SECONDS).max(SHORTEST_LEVEL);
    u32::try_from(seconds).unwrap_or(Structure::MOST_SECONDS)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn made(speed: Speed, stack: Chips, entrants: u32, minutes: u32) -> (usize, Level, Structure) {
        let structure = built_in(speed, stack, entrants, minutes).unwrap();
        (levels_to_end(speed, stack, entrants).unwrap(), structure.level(0).unwrap(), structure)
    }

    #[test]
    fn the_examples_of_the_rules() {
        let (to_end, first, structure) = made(Speed::Standard, 10_000, 50, 180);
        assert_eq!((first.small_blind, first.big_blind, to_end), (50, 100, 26));
        assert_eq!((first.length, structure.levels().count()), (Length::Seconds(390), 31));
        let (to_end, first, _) = made(Speed::Turbo, 1_500, 9, 45);
        assert_eq!((first.small_blind, first.big_blind, to_end), (10, 20, 11));
        assert_eq!(first.length, Length::Seconds(240));
    }

    #[test]
    fn antes_come_with_the_third_level_and_a_break_after_an_hour() {
        let (_, _, structure) = made(Speed::Standard, 10_000, 50, 180);
        let antes: Vec<_> = structure.levels().take(4).map(|level| level.ante.amount()).collect();
        assert_eq!(antes, [0, 0, 160, 200]);
        // Ten levels of 390 seconds are the first to reach an hour.
        assert_eq!(structure.pause_after(8), None);
        assert_eq!(structure.pause_after(9), Some(300));
    }

    #[test]
    fn wrong_sizes_are_refused() {
        let fault = |stack, entrants, minutes| built_in(Speed::Deep, stack, entrants, minutes).unwrap_err();
        assert_eq!(fault(10_000, 1, 60), StructureFault::Entrants { entrants: 1, most: 10_000 });
        assert_eq!(fault(10_000, 9, 0), StructureFault::Minutes { minutes: 0, most: 2_880 });
        assert_eq!(fault(19, 9, 60), StructureFault::ShortStack { stack: 19, least: 20 });
        let too_many = StructureFault::TooManyChips { stack: Rules::MOST_BLIND, entrants: 2 };
        assert_eq!(fault(Rules::MOST_BLIND, 2, 60), too_many);
    }

    proptest! {
        #[test]
        fn every_structure_is_a_good_one(
            speed in prop::sample::select(vec![Speed::Deep, Speed::Standard, Speed::Turbo, Speed::Hyper]),
            stack in 20_u64..=100_000_000,
            entrants in 2_u32..=10_000,
            minutes in 1_u32..=2_880,
        ) {
            let structure = built_in(speed, stack, entrants, minutes).unwrap();
            prop_assert!(structure.levels().count() <= Structure::MOST_LEVELS);
            let first = structure.level(0).unwrap();
            prop_assert!(first.small_blind == 1 || first.big_blind * speed.depth() <= stack);
        }
    }
}
