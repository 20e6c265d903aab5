//! Deals: the players who are left agree to share the prizes that are left.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::equity::{self, EquityFault};
use super::payouts::check_prizes;
use super::{payouts::PayoutFault, shares};
use crate::games::game::Chips;

/// The most players who can make a deal.
pub const MOST_DEALERS: usize = equity::MOST_BY_SUBSETS;

/// What a deal goes by.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = tournament::DealBasis)]
pub enum DealBasis {
    /// What the stacks are worth by the Independent Chip Model.
    Icm,
    /// The lowest prize for each, and the rest by the stacks. It may give more than the first prize.
    Chips,
}

/// A deal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = tournament::DealTerms)]
pub struct DealTerms {
    /// The basis on which the deal is worked out.
    pub basis: DealBasis,
    /// What the winner still plays for, taken from the first prize, in chips. The tournament ends with the deal if it
    /// is 0.
    #[serde(default)]
    pub keep: Chips,
}

/// The rule that a deal breaks.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, Serialize, strum::IntoStaticStr, strum::VariantNames, thiserror::Error,
)]
#[serde(untagged)]
#[strum(serialize_all = "snake_case")]
pub enum DealFault {
    /// Too few or too many players.
    #[error("2 to {MOST_DEALERS} players make a deal, not {players}")]
    Players {
        /// How many are left.
        players: usize,
    },
    /// A player who is left has no prize yet.
    #[error("{players} players are left, and {prizes} prizes")]
    NotInTheMoney {
        /// How many players are left.
        players: usize,
        /// How many prizes are left.
        prizes: usize,
    },
    /// The winner would keep too much.
    #[error("the winner may keep {most} at most, the first prize less the second, not {keep}")]
    KeepsTooMuch {
        /// What the winner would keep.
        keep: Chips,
        /// The most that the winner may keep.
        most: Chips,
    },
    /// The prizes are not those of a pool.
    #[error(transparent)]
    #[strum(transparent)]
    Prizes(#[from] PayoutFault),
    /// The stacks and prizes have no equity.
    #[error(transparent)]
    #[strum(transparent)]
    Equity(#[from] EquityFault),
}

/// The share of each player, in the order of the stacks. Together with `keep`, the amounts sum to the prizes.
///
/// `stacks` are the chips of all players who are left, in the order of their entries; `prizes` what is left to win, the
/// first prize first: one for each player.
///
/// Source: `tournaments`, section 10.
///
/// ```
/// use cardroom_rules::tournament::prizes::deal::{DealBasis, DealTerms, shared};
///
/// let (stacks, prizes) = ([5_000, 3_000, 2_000], [500, 300, 200]);
/// let icm = DealTerms { basis: DealBasis::Icm, keep: 0 };
/// assert_eq!(shared(icm, &stacks, &prizes)?, [384, 327, 289]);
/// let chips = DealTerms { basis: DealBasis::Chips, keep: 0 };
/// assert_eq!(shared(chips, &stacks, &prizes)?, [400, 320, 280]);
/// # Ok::<(), cardroom_rules::tournament::prizes::deal::DealFault>(())
/// ```
pub fn shared(terms: DealTerms, stacks: &[Chips], prizes: &[Chips]) -> Result<Vec<Chips>, DealFault> {
    let (left, pool) = to_share(terms, stacks.len(), prizes)?;
    // It checks stacks and prizes for both ways of sharing.
    let worth = equity::equities(stacks, &left)?;
    Ok(match terms.basis {
        DealBasis::Icm => equity::whole_chips(&worth, stacks, pool),
        DealBasis::Chips => by_stacks(stacks, &left, pool),
    })
}

/// The prizes without the part that the winner keeps, and their sum.
fn to_share(terms: DealTerms, players: usize, prizes: &[Chips]) -> Result<(Vec<Chips>, Chips), DealFault> {
    if !(2..=MOST_DEALERS).contains(&players) {
        return Err(DealFault::Players { players });
    }
    if prizes.len() != players {
        return Err(DealFault::NotInTheMoney { players, prizes: prizes.len() });
    }
    let sum = prizes.iter().fold(0_u64, |sum, prize| sum.saturating_add(*prize));
    check_prizes(prizes, sum)?;
    let most = prizes[0] - prizes[1];
    let keep = terms.keep;
    if keep > most {
        return Err(DealFault::KeepsTooMuch { keep, most });
    }
    let mut left = prizes.to_vec();
    left[0] -= keep;
    Ok((left, sum - keep))
}

/// The lowest of the prizes for each player, and the rest of the pool by the stacks.
pub(super) fn by_stacks(stacks: &[Chips], prizes: &[Chips], pool: Chips) -> Vec<Chips> {
    let lowest = prizes.iter().copied().min().unwrap_or(0);
    let rest = pool - lowest * stacks.len() as u64;
    shares::by_weight(rest, stacks).into_iter().map(|share| lowest + share).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    const STACKS: [Chips; 3] = [5_000, 3_000, 2_000];
    const PRIZES: [Chips; 3] = [500, 300, 200];

    fn icm(keep: Chips) -> DealTerms {
        DealTerms { basis: DealBasis::Icm, keep }
    }

    #[test]
    fn the_winner_keeps_a_part() {
        assert_eq!(shared(icm(100), &STACKS, &PRIZES), Ok(vec![334, 297, 269]));
        let too_much = DealFault::KeepsTooMuch { keep: 201, most: 200 };
        assert_eq!(shared(icm(201), &STACKS, &PRIZES), Err(too_much));
    }

    #[test]
    fn stacks_may_give_more_than_the_first_prize() {
        let chips = DealTerms { basis: DealBasis::Chips, keep: 0 };
        assert_eq!(shared(chips, &[9_000, 500, 500], &PRIZES), Ok(vec![560, 220, 220]));
    }

    #[test]
    fn wrong_deals_are_refused() {
        let fault = |stacks: &[Chips], prizes: &[Chips]| shared(icm(0), stacks, prizes).unwrap_err();
        assert_eq!(fault(&[1], &[1]), DealFault::Players { players: 1 });
        assert_eq!(fault(&[1; 13], &[1; 13]), DealFault::Players { players: 13 });
        assert_eq!(fault(&STACKS, &[60, 40]), DealFault::NotInTheMoney { players: 3, prizes: 2 });
        assert_eq!(fault(&[1, 2], &[4, 6]), DealFault::Prizes(PayoutFault::PrizeRises { place: 2 }));
        assert_eq!(fault(&[1, 0], &[6, 4]), DealFault::Equity(EquityFault::EmptyStack { stack: 1 }));
    }

    proptest! {
        #[test]
        fn a_deal_shares_all_but_what_the_winner_keeps(
            players in prop::collection::vec((1_u64..1 << 48, 0_u64..1 << 48), 2..=12),
            part in 0_u64..=100,
        ) {
            let (stacks, mut prizes): (Vec<_>, Vec<_>) = players.into_iter().unzip();
            prizes.sort_by_key(|prize| std::cmp::Reverse(*prize));
            let keep = (prizes[0] - prizes[1]) / 100 * part;
            for basis in [DealBasis::Icm, DealBasis::Chips] {
                let amounts = shared(DealTerms { basis, keep }, &stacks, &prizes).unwrap();
                prop_assert_eq!(amounts.iter().sum::<Chips>() + keep, prizes.iter().sum::<Chips>());
            }
        }
    }
}
