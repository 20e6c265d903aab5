//! Pots: the seats that paid for them, the seats that can win them, their split, and the rake.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::rules::Rake;
use crate::games::game::Chips;
use crate::games::seat::Seat;

/// A pot: an amount of chips, and the seats that can win it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[schema(as = holdem::Pot)]
pub struct Pot {
    /// In chips.
    pub amount: Chips,
    /// The seats that can win it, clockwise from left of the button.
    pub eligible: Vec<Seat>,
}

/// The chips that a seat has put into the pots.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stake {
    /// The seat that put the chips in.
    pub seat: Seat,
    /// Bets, blinds and the seat's own ante: the amount that it can win from each opponent.
    pub total: Chips,
    /// Dead money: antes for the table, missed small blinds.
    pub dead: Chips,
    /// Whether the seat has given up its claim.
    pub folded: bool,
    /// Whether it has no chips behind.
    pub all_in: bool,
}

/// The pots that these stakes make, the main pot first.
///
/// Dead money is the bottom layer, which every unfolded seat can win. The layers above are cut at the totals of
/// unfolded seats, and folded chips count for the layers that they reach. If a folded blind reaches above the highest
/// layer, because blinds were posted short, no all-in has matched it: the seats that still have chips can win it; if
/// there are none, it is part of the highest layer. Layers with the same eligible seats are one pot.
pub fn layered(stakes: &[Stake]) -> Vec<Pot> {
    let mut pots = Vec::new();
    let dead = stakes.iter().map(|stake| stake.dead).sum();
    pile(&mut pots, dead, eligible(stakes, 0));
    let mut floor = 0;
    while let Some(cut) = next_cut(stakes, floor) {
        let slice = |stake: &Stake| stake.total.min(cut).saturating_sub(floor);
        pile(&mut pots, stakes.iter().map(slice).sum(), eligible(stakes, cut));
        floor = cut;
    }
    let beyond = stakes.iter().map(|stake| stake.total.saturating_sub(floor)).sum();
    pile(&mut pots, beyond, highest(stakes, floor));
    pots
}

/// The seats that can win the chips above the highest layer.
fn highest(stakes: &[Stake], top: Chips) -> Vec<Seat> {
    let mut heirs = eligible(stakes, top);
    let has_chips = |seat: &Seat| stakes.iter().any(|stake| stake.seat == *seat && !stake.all_in);
    if heirs.iter().any(has_chips) {
        heirs.retain(has_chips);
    }
    heirs
}

/// The lowest total of an unfolded seat above `floor`.
fn next_cut(stakes: &[Stake], floor: Chips) -> Option<Chips> {
    stakes.iter().filter(|stake| !stake.folded && stake.total > floor).map(|stake| stake.total).min()
}

/// The unfolded seats that have paid up to `cut`.
fn eligible(stakes: &[Stake], cut: Chips) -> Vec<Seat> {
    stakes.iter().filter(|stake| !stake.folded && stake.total >= cut).map(|stake| stake.seat).collect()
}

/// Adds a layer. It joins the pot below if the same seats can win both.
fn pile(pots: &mut Vec<Pot>, amount: Chips, eligible: Vec<Seat>) {
    match pots.last_mut() {
        _ if amount == 0 => {}
        Some(below) if below.eligible == eligible => below.amount += amount,
        _ => pots.push(Pot { amount, eligible }),
    }
}

/// Each winner's part of a pot. Odd chips go one each to the first winners. With `winners` of 0 every part is 0.
pub fn split(amount: Chips, winners: usize) -> impl Iterator<Item = Chips> {
    let among = winners as Chips;
    (0..among).map(move |place| amount / among + Chips::from(place < amount % among))
}

/// The rake from a pot, after `taken` of this hand: basis points of the pot, rounded down, within the hand's cap. A pot
/// with one eligible seat is raked like any other: uncalled bets were returned, so its chips were won from other seats.
pub fn rake(amount: Chips, rake: &Rake, taken: Chips) -> Chips {
    let share = u128::from(amount) * u128::from(rake.basis_points) / 10_000;
    let share = Chips::try_from(share).unwrap_or(amount).min(amount);
    rake.cap.map_or(share, |cap| share.min(cap.saturating_sub(taken)))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Stakes of seats 0, 1, …: total, dead, folded. All have no chips behind.
    fn pots(stakes: &[(Chips, Chips, bool)]) -> Vec<(Chips, Vec<u8>)> {
        let stake =
            |(seat, &(total, dead, folded))| Stake { seat: Seat(seat), total, dead, folded, all_in: true };
        pots_of(&(0..).zip(stakes).map(stake).collect::<Vec<_>>())
    }

    fn pots_of(stakes: &[Stake]) -> Vec<(Chips, Vec<u8>)> {
        let pots = layered(stakes);
        let paid: Chips = stakes.iter().map(|stake| stake.total + stake.dead).sum();
        assert_eq!(pots.iter().map(|pot| pot.amount).sum::<Chips>(), paid);
        pots.into_iter().map(|pot| (pot.amount, pot.eligible.iter().map(|seat| seat.0).collect())).collect()
    }

    #[test]
    fn layers_are_cut_at_unfolded_totals() {
        assert_eq!(
            pots(&[(100, 0, false), (300, 0, false), (500, 0, false), (500, 0, false)]),
            [(400, vec![0, 1, 2, 3]), (600, vec![1, 2, 3]), (400, vec![2, 3])]
        );
    }

    #[test]
    fn folded_chips_fall_into_the_layers_they_reach() {
        assert_eq!(
            pots(&[(5, 0, false), (12, 0, false), (12, 0, false), (8, 0, false), (7, 0, true)]),
            [(25, vec![0, 1, 2, 3]), (11, vec![1, 2, 3]), (8, vec![1, 2])]
        );
    }

    #[test]
    fn a_folded_blind_above_every_all_in_is_won_with_the_highest_layer() {
        assert_eq!(pots(&[(25, 0, true), (13, 0, false), (10, 0, false)]), [(30, vec![1, 2]), (18, vec![1])]);
    }

    #[test]
    fn unmatched_chips_belong_to_players_with_chips_left() {
        let stake = |seat, total, folded, all_in| Stake { seat: Seat(seat), total, dead: 0, folded, all_in };
        let stakes = [stake(0, 13, false, false), stake(1, 13, false, true), stake(2, 100, true, false)];
        assert_eq!(pots_of(&stakes), [(39, vec![0, 1]), (87, vec![0])]);
        let ante = Stake { dead: 81, ..stake(0, 0, false, true) };
        let stakes = [ante, stake(1, 100, true, false), stake(2, 0, false, false)];
        assert_eq!(pots_of(&stakes), [(81, vec![0, 2]), (100, vec![2])]);
    }

    #[test]
    fn a_seat_with_dead_money_only_can_win_only_that() {
        assert_eq!(
            pots(&[(25, 0, false), (25, 0, false), (0, 19, false)]),
            [(19, vec![0, 1, 2]), (50, vec![0, 1])]
        );
    }

    #[test]
    fn dead_money_joins_the_main_pot_if_all_have_bet() {
        assert_eq!(pots(&[(100, 100, false), (100, 0, false), (50, 25, true)]), [(375, vec![0, 1])]);
    }

    #[test]
    fn a_pot_may_have_one_eligible_seat() {
        assert_eq!(pots(&[(37, 0, true), (25, 0, false), (37, 0, false)]), [(75, vec![1, 2]), (24, vec![2])]);
    }

    #[test]
    fn odd_chips_go_one_each() {
        assert_eq!(split(62, 3).collect::<Vec<_>>(), [21, 21, 20]);
        assert_eq!(split(1, 2).collect::<Vec<_>>(), [1, 0]);
        assert_eq!(split(9, 0).count(), 0);
    }

    #[test]
    fn rake_is_rounded_down_and_capped_for_the_hand() {
        let five_percent = Rake { basis_points: 500, cap: Some(10), no_flop_no_drop: false };
        assert_eq!(rake(119, &five_percent, 0), 5);
        assert_eq!(rake(1_000, &five_percent, 0), 10);
        assert_eq!(rake(1_000, &five_percent, 7), 3);
        assert_eq!(rake(1_000, &five_percent, 10), 0);
        let uncapped = Rake { cap: None, ..five_percent };
        assert_eq!(rake(1 << 56, &uncapped, 0), (1 << 56) / 20);
    }
}
