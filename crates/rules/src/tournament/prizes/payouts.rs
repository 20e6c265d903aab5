//! Payouts: how many places are paid, and how much each.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::shares;
use crate::games::game::{Chips, MOST_CHIPS};

/// How a pool is paid out.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(tag = "type", rename_all = "snake_case", deny_unknown_fields)]
#[schema(as = tournament::Payouts)]
pub enum Payouts {
    /// To a part of the entries, by a curve that falls.
    Percent {
        /// The part of the entries that is paid, 5 to 50 per cent.
        #[serde(default = "Payouts::usual_percent")]
        #[schema(minimum = 5, maximum = 50)]
        percent: u8,
    },
    /// By weights of one's own, one for each paid place, that never rise.
    Weights {
        /// 1 to 100 weights, each at least 1, with a sum of at most 1,000,000. The first as many as there are entries
        /// are used.
        #[schema(min_items = 1, max_items = 100)]
        weights: Vec<u32>,
    },
    /// The winner takes all.
    WinnerTakesAll {},
    /// The better half of the entries gets equal shares. The tournament ends when as many are left.
    DoubleUp {},
}

/// The parts of a pool.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PrizePool {
    /// How many entries were paid. Rebuys and add-ons do not count.
    pub entries: u32,
    /// The part of an entry's price that goes to the prizes, in chips.
    pub prize_part: Chips,
    /// All parts for the prizes, also of rebuys and add-ons, in chips.
    pub collected: Chips,
    /// The guarantee of the house: the least sum of the prizes, in chips.
    pub guarantee: Chips,
}

/// The rule that payouts break.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, Serialize, strum::IntoStaticStr, strum::VariantNames, thiserror::Error,
)]
#[serde(tag = "code", rename_all = "snake_case")]
#[strum(serialize_all = "snake_case")]
pub enum PayoutFault {
    /// Too few or too many places are paid.
    #[error("5 to 50 per cent of the entries are paid, not {percent}")]
    Percent {
        /// The per cent asked for.
        percent: u8,
    },
    /// Too few or too many weights.
    #[error("there are 1 to {} weights, not {count}", Payouts::MOST_WEIGHTS)]
    WeightCount {
        /// How many there are.
        count: usize,
    },
    /// A weight is 0, or above the one before it.
    #[error("the weight of place {place} is 0, or above that of the place before")]
    WeightRises {
        /// The place, 1 is the first.
        place: usize,
    },
    /// The weights are too large.
    #[error("the weights sum to at most {}, not {sum}", Payouts::MOST_WEIGHT)]
    WeightSum {
        /// Their sum.
        sum: u64,
    },
    /// Too many entries.
    #[error("a tournament has 1 to {} entries, not {entries}", Payouts::MOST_ENTRIES)]
    Entries {
        /// How many there are.
        entries: u32,
    },
    /// The pool is larger than an amount may be.
    #[error("the pool has more than {MOST_CHIPS} chips")]
    PoolTooLarge {},
    /// A prize is above the one before it.
    #[error("the prize of place {place} is above that of the place before")]
    PrizeRises {
        /// The place, 1 is the first.
        place: usize,
    },
    /// The prizes do not sum to the pool.
    #[error("the prizes sum to {sum}, and the pool has {pool}")]
    PrizeSum {
        /// The sum of the prizes; the largest amount if it is above that.
        sum: Chips,
        /// The pool.
        pool: Chips,
    },
}

impl PrizePool {
    /// The chips that are paid out: those collected, or the guarantee if that is more.
    pub fn total(&self) -> Chips {
        self.collected.max(self.guarantee)
    }

    /// The chips that the house adds because less was collected than the guarantee.
    pub fn overlay(&self) -> Chips {
        self.guarantee.saturating_sub(self.collected)
    }
}

impl Payouts {
    /// The most entries of a tournament: every late entry, re-entry and first entry counts.
    pub const MOST_ENTRIES: u32 = 100_000;
    /// The most weights.
    pub const MOST_WEIGHTS: usize = 100;
    /// The greatest sum of the weights.
    pub const MOST_WEIGHT: u64 = 1_000_000;
    /// The weight of the first place on the curve; place `i` has the `i`th part of it.
    const FIRST_WEIGHT: u64 = 1_000_000_000_000;

    /// The part of the entries that is usually paid, in per cent.
    pub fn usual_percent() -> u8 {
        15
    }

    /// Whether the numbers are in their bounds.
    pub fn check(&self) -> Result<(), PayoutFault> {
        match self {
            Self::Percent { percent } if !(5..=50).contains(percent) => {
                Err(PayoutFault::Percent { percent: *percent })
            }
            Self::Weights { weights } => Self::check_weights(weights),
            Self::Percent { .. } | Self::WinnerTakesAll {} | Self::DoubleUp {} => Ok(()),
        }
    }

    fn check_weights(weights: &[u32]) -> Result<(), PayoutFault> {
        let count = weights.len();
        if !(1..=Self::MOST_WEIGHTS).contains(&count) {
            return Err(PayoutFault::WeightCount { count });
        }
        let sum: u64 = weights.iter().map(|weight| u64::from(*weight)).sum();
        if sum > Self::MOST_WEIGHT {
            return Err(PayoutFault::WeightSum { sum });
        }
        match first_rise(weights).or_else(|| weights.iter().position(|weight| *weight == 0)) {
            Some(index) => Err(PayoutFault::WeightRises { place: index + 1 }),
            None => Ok(()),
        }
    }

    /// How many places are paid. There are never more than chips in the pool.
    pub fn places(&self, pool: &PrizePool) -> usize {
        let entries = pool.entries as usize;
        let places = match self {
            Self::Percent { percent } => paid_of(entries, usize::from(*percent)),
            Self::Weights { weights } => entries.min(weights.len()),
            Self::WinnerTakesAll {} => entries.min(1),
            Self::DoubleUp {} => (entries / 2).max(1).min(entries),
        };
        places.min(usize::try_from(pool.total()).unwrap_or(usize::MAX))
    }

    /// The prize of each paid place, the first place first. They sum to the pool.
    ///
    /// Source: `tournaments`, section 8.
    ///
    /// ```
    /// use cardroom_rules::tournament::prizes::payouts::{Payouts, PrizePool};
    ///
    /// let pool = PrizePool { entries: 27, prize_part: 100, collected: 2_700, guarantee: 0 };
    /// let prizes = Payouts::Percent { percent: 15 }.prizes(&pool)?;
    /// assert_eq!(prizes, [1_004, 577, 435, 363, 321]);
    /// # Ok::<(), cardroom_rules::tournament::prizes::payouts::PayoutFault>(())
    /// ```
    pub fn prizes(&self, pool: &PrizePool) -> Result<Vec<Chips>, PayoutFault> {
        self.check()?;
        if !(1..=Self::MOST_ENTRIES).contains(&pool.entries) {
            return Err(PayoutFault::Entries { entries: pool.entries });
        }
        if pool.total() > MOST_CHIPS {
            return Err(PayoutFault::PoolTooLarge {});
        }
        let places = self.places(pool);
        Ok(match self {
            Self::Percent { .. } => by_curve(pool, places),
            Self::Weights { weights } => {
                let used: Vec<u64> = weights.iter().take(places).map(|weight| u64::from(*weight)).collect();
                shares::by_weight(pool.total(), &used)
            }
            Self::WinnerTakesAll {} | Self::DoubleUp {} => shares::equally(pool.total(), places),
        })
    }
}

/// Whether prizes are those of a pool: none is above the one before it, and they sum to the pool.
pub fn check_prizes(prizes: &[Chips], pool: Chips) -> Result<(), PayoutFault> {
    if let Some(index) = first_rise(prizes) {
        return Err(PayoutFault::PrizeRises { place: index + 1 });
    }
    let sum = prizes.iter().fold(0_u64, |sum, prize| sum.saturating_add(*prize));
    if sum == pool { Ok(()) } else { Err(PayoutFault::PrizeSum { sum: sum.min(MOST_CHIPS), pool }) }
}

/// The index of the first number that is above the one before it.
pub(super) fn first_rise<T: PartialOrd>(numbers: &[T]) -> Option<usize> {
    numbers.windows(2).position(|pair| pair[1] > pair[0]).map(|before| before + 1)
}

/// The places paid for a part of the entries, before the bound of the pool.
fn paid_of(entries: usize, percent: usize) -> usize {
    match entries {
        0..=3 => entries.min(1),
        4..=6 => 2,
        _ => (entries * percent).div_ceil(100).max(3),
    }
}

/// The prizes of the curve: fixed parts for up to three places. For more, each place gets a base of one and a half
/// entries, or half an equal share if that is less, and the rest goes by the harmonic series.
fn by_curve(pool: &PrizePool, places: usize) -> Vec<Chips> {
    let total = pool.total();
    match places {
        0 => vec![],
        1 => vec![total],
        2 => shares::by_weight(total, &[65, 35]),
        3 => shares::by_weight(total, &[50, 30, 20]),
        _ => {
            let among = places as u64;
            let base = (pool.prize_part.saturating_mul(3) / 2).min(total / (2 * among));
            let weights: Vec<u64> = (1..=among).map(|place| Payouts::FIRST_WEIGHT / place).collect();
            let rest = shares::by_weight(total - among * base, &weights);
            rest.into_iter().map(|share| base + share).collect()
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn pool(entries: u32, guarantee: Chips) -> PrizePool {
        PrizePool { entries, prize_part: 100, collected: 100 * u64::from(entries), guarantee }
    }

    const USUAL: Payouts = Payouts::Percent { percent: 15 };

    #[test]
    fn the_table_of_the_rules() {
        let rows = [
            (3, 1, 300, 300),
            (6, 2, 390, 210),
            (9, 3, 450, 180),
            (18, 3, 900, 360),
            (27, 5, 1_004, 321),
            (45, 7, 1_481, 340),
            (100, 15, 2_486, 306),
            (1_000, 150, 14_011, 242),
        ];
        for (entries, places, first, last) in rows {
            let prizes = USUAL.prizes(&pool(entries, 0)).unwrap();
            assert_eq!((prizes.len(), prizes[0], prizes[places - 1]), (places, first, last), "{entries}");
        }
    }

    #[test]
    fn the_house_adds_what_the_guarantee_lacks() {
        let guaranteed = pool(30, 5_000);
        assert_eq!(guaranteed.overlay(), 2_000);
        assert_eq!(USUAL.prizes(&guaranteed).unwrap(), [2_011, 1_081, 771, 615, 522]);
        assert_eq!(pool(60, 5_000).overlay(), 0);
    }

    #[test]
    fn other_payouts() {
        let weights = Payouts::Weights { weights: vec![5, 3, 2] };
        assert_eq!(weights.prizes(&pool(9, 0)).unwrap(), [450, 270, 180]);
        assert_eq!(weights.prizes(&pool(2, 0)).unwrap(), [125, 75]);
        assert_eq!(Payouts::WinnerTakesAll {}.prizes(&pool(9, 0)).unwrap(), [900]);
        assert_eq!(Payouts::DoubleUp {}.prizes(&pool(9, 0)).unwrap(), [225; 4]);
        let nothing = PrizePool { entries: 9, prize_part: 0, collected: 0, guarantee: 0 };
        assert_eq!(USUAL.prizes(&nothing).unwrap(), Vec::<Chips>::new());
    }

    #[test]
    fn wrong_payouts_are_refused() {
        let fault = |weights: &[u32]| Payouts::Weights { weights: weights.to_vec() }.check().unwrap_err();
        assert_eq!(Payouts::Percent { percent: 51 }.check(), Err(PayoutFault::Percent { percent: 51 }));
        assert_eq!(fault(&[]), PayoutFault::WeightCount { count: 0 });
        assert_eq!(fault(&[1; 101]), PayoutFault::WeightCount { count: 101 });
        assert_eq!(fault(&[3, 2, 3]), PayoutFault::WeightRises { place: 3 });
        assert_eq!(fault(&[3, 0]), PayoutFault::WeightRises { place: 2 });
        assert_eq!(fault(&[1_000_000, 1]), PayoutFault::WeightSum { sum: 1_000_001 });
        assert_eq!(USUAL.prizes(&pool(0, 0)), Err(PayoutFault::Entries { entries: 0 }));
        let rich = PrizePool { collected: MOST_CHIPS + 1, ..pool(9, 0) };
        assert_eq!(USUAL.prizes(&rich), Err(PayoutFault::PoolTooLarge {}));
        assert_eq!(check_prizes(&[50, 60], 110), Err(PayoutFault::PrizeRises { place: 2 }));
        assert_eq!(check_prizes(&[60, 50], 100), Err(PayoutFault::PrizeSum { sum: 110, pool: 100 }));
        assert_eq!(check_prizes(&[60, 50], 110), Ok(()));
    }

    proptest! {
        #[test]
        fn prizes_sum_to_the_pool_and_never_rise(
            entries in 2_u32..3_000,
            prize_part in 0_u64..100_000,
            extra in 0_u64..1_000_000,
            guarantee in 0_u64..100_000_000,
            percent in 5_u8..=50,
        ) {
            let collected = u64::from(entries) * prize_part + extra;
            let pool = PrizePool { entries, prize_part, collected, guarantee };
            for payouts in [Payouts::Percent { percent }, Payouts::WinnerTakesAll {}, Payouts::DoubleUp {}] {
                let prizes = payouts.prizes(&pool).unwrap();
                prop_assert_eq!(check_prizes(&prizes, pool.total()), Ok(()));
                prop_assert_eq!(prizes.len(), payouts.places(&pool));
            }
        }
    }
}
