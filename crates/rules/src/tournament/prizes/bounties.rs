//! Bounties: the price on the head of each entry, and its winners.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::shares;
use crate::games::game::{Chips, MOST_CHIPS};
use crate::games::seat::Seat;

/// What becomes of a bounty that is won.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = tournament::BountyMode)]
pub enum BountyMode {
    /// It is paid.
    Fixed,
    /// Half of it, rounded down, goes on the winner's own head, and the rest is paid.
    Progressive,
}

/// The bounty on the head of a seat's entry.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct SeatBounty {
    /// The seat.
    pub seat: Seat,
    /// In chips of the wallet.
    pub bounty: Chips,
}

/// The seats that could win a pot, and the seats that won a share of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WonPot {
    /// The seats that could win it.
    pub eligible: Vec<Seat>,
    /// The seats that won a share, however small: of a half, of a board.
    pub winners: Vec<Seat>,
}

/// The bounties after a hand.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Claimed {
    /// What each winner of a bounty is paid, by seat. It may be 0, if a bounty has fewer chips than winners.
    pub cash: Vec<SeatBounty>,
    /// The bounties on the heads that are left, in the order of the seats in the hand.
    pub heads: Vec<SeatBounty>,
}

/// Why bounties cannot be claimed: the hand does not fit the heads.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BountyFault {
    /// A seat has two heads.
    #[error("{0} came twice")]
    SeatTwice(Seat),
    /// A seat of the hand has no head.
    #[error("{0} has no head")]
    NoHead(Seat),
    /// A seat that goes out was in no pot, or in one that nobody won.
    #[error("nobody won a pot in which {0} had chips")]
    NoPot(Seat),
    /// A seat that goes out won a share of its last pot, so it has chips.
    #[error("{0} goes out, and won the last pot in which it had chips")]
    WinnerOut(Seat),
    /// All bounties together exceed the largest amount.
    #[error("the bounties sum to more than {MOST_CHIPS}")]
    TooManyChips,
}

/// The bounties after a hand in which `out` go out.
///
/// The winner of the last pot in which a seat had chips gets its bounty. Several winners get equal parts, odd chips one
/// each clockwise from left of the button: the order in which `heads` are given. Pots are given from the main pot on.
/// The payments and the bounties on the heads that are left sum to the bounties on all heads before.
///
/// Source: `tournaments`, section 9.
///
/// ```
/// use cardroom_rules::games::seat::Seat;
/// use cardroom_rules::tournament::prizes::bounties::{BountyMode, SeatBounty, WonPot, claimed};
///
/// let heads = [SeatBounty { seat: Seat(0), bounty: 25 }, SeatBounty { seat: Seat(1), bounty: 25 }];
/// let pot = WonPot { eligible: vec![Seat(0), Seat(1)], winners: vec![Seat(1)] };
/// let claimed = claimed(BountyMode::Progressive, &heads, &[pot], &[Seat(0)])?;
/// assert_eq!(claimed.cash, [SeatBounty { seat: Seat(1), bounty: 13 }]);
/// assert_eq!(claimed.heads, [SeatBounty { seat: Seat(1), bounty: 37 }]);
/// # Ok::<(), cardroom_rules::tournament::prizes::bounties::BountyFault>(())
/// ```
pub fn claimed(
    mode: BountyMode,
    heads: &[SeatBounty],
    pots: &[WonPot],
    out: &[Seat],
) -> Result<Claimed, BountyFault> {
    check(heads)?;
    let bounty_of = |seat| heads.iter().find(|head| head.seat == seat).map(|head| head.bounty);
    let mut left = heads.to_vec();
    let mut cash = BTreeMap::new();
    for &seat in out {
        let bounty = bounty_of(seat).ok_or(BountyFault::NoHead(seat))?;
        let winners = winners_over(seat, heads, pots, out)?;
        for (winner, part) in winners.iter().zip(shares::equally(bounty, winners.len())) {
            let on_head = match mode {
                BountyMode::Fixed => 0,
                BountyMode::Progressive => part / 2,
            };
            *cash.entry(*winner).or_insert(0) += part - on_head;
            for head in left.iter_mut().filter(|head| head.seat == *winner) {
                head.bounty += on_head;
            }
        }
    }
    left.retain(|head| !out.contains(&head.seat));
    let cash = cash.into_iter().map(|(seat, bounty)| SeatBounty { seat, bounty }).collect();
    Ok(Claimed { cash, heads: left })
}

fn check(heads: &[SeatBounty]) -> Result<(), BountyFault> {
    let mut seats: Vec<Seat> = heads.iter().map(|head| head.seat).collect();
    seats.sort_unstable();
    if let Some(pair) = seats.windows(2).find(|pair| pair[0] == pair[1]) {
        return Err(BountyFault::SeatTwice(pair[0]));
    }
    let sum: u128 = heads.iter().map(|head| u128::from(head.bounty)).sum();
    if sum > u128::from(MOST_CHIPS) { Err(BountyFault::TooManyChips) } else { Ok(()) }
}

/// The winners of the last pot in which a seat had chips, in the order of the heads.
fn winners_over(
    seat: Seat,
    heads: &[SeatBounty],
    pots: &[WonPot],
    out: &[Seat],
) -> Result<Vec<Seat>, BountyFault> {
    let last = pots.iter().rev().find(|pot| pot.eligible.contains(&seat));
    let last = last.filter(|pot| !pot.winners.is_empty()).ok_or(BountyFault::NoPot(seat))?;
    for winner in &last.winners {
        if out.contains(winner) {
            return Err(BountyFault::WinnerOut(*winner));
        }
        if heads.iter().all(|head| head.seat != *winner) {
            return Err(BountyFault::NoHead(*winner));
        }
    }
    Ok(heads.iter().map(|head| head.seat).filter(|seat| last.winners.contains(seat)).collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn heads(bounties: &[Chips]) -> Vec<SeatBounty> {
        (0..).map(Seat).zip(bounties).map(|(seat, &bounty)| SeatBounty { seat, bounty }).collect()
    }

    fn pot(eligible: &[u8], winners: &[u8]) -> WonPot {
        let seats = |seats: &[u8]| seats.iter().copied().map(Seat).collect();
        WonPot { eligible: seats(eligible), winners: seats(winners) }
    }

    fn pairs(heads: &[SeatBounty]) -> Vec<(u8, Chips)> {
        heads.iter().map(|head| (head.seat.0, head.bounty)).collect()
    }

    #[test]
    fn the_last_pot_with_chips_decides() {
        // A 1,000, B 5,000 and C 10,000 are all in. A wins the main pot, C the side pot.
        let pots = [pot(&[0, 1, 2], &[0]), pot(&[1, 2], &[2])];
        let claimed = claimed(BountyMode::Fixed, &heads(&[50, 50, 50]), &pots, &[Seat(1)]).unwrap();
        assert_eq!(pairs(&claimed.cash), [(2, 50)]);
        assert_eq!(pairs(&claimed.heads), [(0, 50), (2, 50)]);
    }

    #[test]
    fn each_part_is_halved_and_odd_chips_are_paid() {
        let pots = [pot(&[0, 1, 2], &[0, 1])];
        let claimed = claimed(BountyMode::Progressive, &heads(&[50, 50, 75]), &pots, &[Seat(2)]).unwrap();
        assert_eq!(pairs(&claimed.cash), [(0, 19), (1, 19)]);
        assert_eq!(pairs(&claimed.heads), [(0, 69), (1, 68)]);
    }

    #[test]
    fn odd_chips_go_in_the_order_of_the_hand() {
        let mut round = heads(&[50, 50, 75]);
        round.rotate_left(1);
        let pots = [pot(&[0, 1, 2], &[0, 1])];
        let claimed = claimed(BountyMode::Fixed, &round, &pots, &[Seat(2)]).unwrap();
        assert_eq!(pairs(&claimed.cash), [(0, 37), (1, 38)]);
    }

    #[test]
    fn a_hand_that_does_not_fit_is_refused() {
        let two = heads(&[50, 50]);
        let fault = |heads: &[SeatBounty], pots: &[WonPot], out| {
            claimed(BountyMode::Fixed, heads, pots, &[out]).unwrap_err()
        };
        assert_eq!(fault(&two, &[], Seat(0)), BountyFault::NoPot(Seat(0)));
        assert_eq!(fault(&two, &[pot(&[0, 1], &[1])], Seat(5)), BountyFault::NoHead(Seat(5)));
        assert_eq!(fault(&two, &[pot(&[0, 1], &[7])], Seat(0)), BountyFault::NoHead(Seat(7)));
        assert_eq!(fault(&two, &[pot(&[0, 1], &[0])], Seat(0)), BountyFault::WinnerOut(Seat(0)));
        assert_eq!(fault(&[two[0], two[0]], &[], Seat(0)), BountyFault::SeatTwice(Seat(0)));
        assert_eq!(fault(&heads(&[MOST_CHIPS, 1]), &[], Seat(0)), BountyFault::TooManyChips);
    }

    proptest! {
        #[test]
        fn bounties_are_conserved(
            bounties in prop::collection::vec(0_u64..1_000, 2..=10),
            out in prop::collection::btree_set(0_u8..10, 1..9),
            won in prop::collection::btree_set(0_u8..10, 1..9),
            mode in prop::sample::select(vec![BountyMode::Fixed, BountyMode::Progressive]),
        ) {
            let heads = heads(&bounties);
            let is_here = |seat: &u8| usize::from(*seat) < bounties.len();
            let winners: Vec<u8> = won.difference(&out).copied().filter(is_here).collect();
            prop_assume!(!winners.is_empty());
            let all: Vec<u8> = (0..10).filter(is_here).collect();
            let out: Vec<Seat> = out.into_iter().filter(is_here).map(Seat).collect();
            let claimed = claimed(mode, &heads, &[pot(&all, &winners)], &out).unwrap();
            let after: Chips = claimed.cash.iter().chain(&claimed.heads).map(|head| head.bounty).sum();
            prop_assert_eq!(after, bounties.iter().sum::<Chips>());
            prop_assert_eq!(claimed.heads.len(), bounties.len() - out.len());
        }
    }
}
