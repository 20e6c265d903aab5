//! The value of a hand, and the payments.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::reading::Kind;
use crate::games::game::Chips;
use crate::games::seat::{Seat, Seats};

/// The factors of a stake.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[schema(as = doudizhu::Multiplier)]
pub struct Multiplier {
    /// The points bid, or 2 to the power of the robs.
    pub base: u8,
    /// The largest factor of a shown hand; 1 if there is none.
    pub open: u8,
    /// The number of bombs that were played, the rocket included: each ×2.
    pub bombs: u8,
    /// The ×2 for a spring.
    #[schema(required)]
    pub spring: Option<Spring>,
    /// The product of all; seats' own doubles come on top.
    pub total: u64,
}

/// A hand in which one side hardly played.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = doudizhu::Spring)]
pub enum Spring {
    /// The landlord won, and no peasant played (春天).
    Spring,
    /// The peasants won, and the landlord played exactly once (反春).
    AntiSpring,
}

impl Spring {
    /// The spring, if there is one, when `winner` has no cards left. `plays` are each seat's, passes not counted.
    pub fn of(landlord: Seat, winner: Seat, plays: [u8; 3]) -> Option<Self> {
        let of_landlord = plays.get(landlord.index()).copied().unwrap_or(0);
        let of_peasants = plays.iter().map(|&plays| u32::from(plays)).sum::<u32>() - u32::from(of_landlord);
        match (landlord == winner, of_landlord, of_peasants) {
            (true, _, 0) => Some(Self::Spring),
            (false, 1, _) => Some(Self::AntiSpring),
            _ => None,
        }
    }
}

impl Multiplier {
    /// The product of these. No hand has more than 14 bombs, so it stays below 2^21.
    pub fn of(base: u8, open: u8, bombs: u8, spring: Option<Spring>) -> Self {
        let doublings = u32::from(bombs.min(14)) + u32::from(spring.is_some());
        let total = (u64::from(base) * u64::from(open)) << doublings;
        Self { base, open, bombs, spring, total }
    }
}

/// Whether a play of this kind doubles the stake: a bomb, or the rocket.
pub fn doubles(kind: Kind) -> bool {
    matches!(kind, Kind::Bomb | Kind::Rocket)
}

/// What is paid between the landlord and a peasant.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[schema(as = doudizhu::Payment)]
pub struct Payment {
    /// The seat of the peasant.
    pub peasant: Seat,
    /// The multiplier with the doubles of both.
    pub factor: u64,
    /// The stake times the factor.
    pub price: Chips,
    /// The amount paid, limited by what both could have paid.
    pub paid: Chips,
}

/// The result of a hand.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[schema(as = doudizhu::Scored)]
pub struct Scored {
    /// The seat without cards.
    pub winner: Seat,
    /// Whether the landlord won, and is paid.
    pub landlord_won: bool,
    /// The factors of the stake.
    pub multiplier: Multiplier,
    /// Between the landlord and each peasant.
    #[schema(min_items = 2, max_items = 2)]
    pub payments: [Payment; 2],
    /// Every seat's chips after it.
    #[schema(min_items = 3, max_items = 3)]
    pub stacks: [Chips; 3],
}

/// The sides of a hand, and the seats that have doubled.
#[derive(Clone, Copy, Debug)]
pub struct Sides {
    /// One side.
    pub landlord: Seat,
    /// The other side, in the order of play.
    pub peasants: [Seat; 2],
    /// The seats that have doubled.
    pub doubled: Seats,
}

impl Sides {
    /// The payments for a hand with this multiplier.
    ///
    /// No player can lose more than they brought, or win more than they could have lost. So a peasant pays or gets at
    /// most the chips that the peasant has, and both together at most those that the landlord has. If the landlord has
    /// less than both prices, the landlord's chips are split in proportion to them; the odd chip goes to the peasant
    /// who plays after the landlord.
    pub fn payments(self, stake: Chips, multiplier: Multiplier, stacks: [Chips; 3]) -> [Payment; 2] {
        let doubles = |seat| if self.doubled.contains(seat) { 2 } else { 1 };
        let [first, second] = self.peasants.map(|peasant| {
            let factor = multiplier.total * doubles(self.landlord) * doubles(peasant);
            let price = stake.saturating_mul(factor);
            Payment { peasant, factor, price, paid: price.min(stacks[peasant.index()]) }
        });
        let (both, most) = (first.paid.saturating_add(second.paid), stacks[self.landlord.index()]);
        if both <= most {
            return [first, second];
        }
        let share = (u128::from(first.paid) * u128::from(most)).div_ceil(u128::from(both));
        let of_first = Chips::try_from(share).unwrap_or(most).min(most);
        [Payment { paid: of_first, ..first }, Payment { paid: most - of_first, ..second }]
    }

    /// The seats' chips after these payments.
    pub fn paid(self, payments: &[Payment; 2], landlord_won: bool, mut stacks: [Chips; 3]) -> [Chips; 3] {
        for Payment { peasant, paid, .. } in payments {
            let (from, to) = if landlord_won { (*peasant, self.landlord) } else { (self.landlord, *peasant) };
            stacks[from.index()] -= paid;
            stacks[to.index()] += paid;
        }
        stacks
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sides(doubled: &[u8]) -> Sides {
        let doubled = doubled.iter().copied().map(Seat).collect();
        Sides { landlord: Seat(1), peasants: [Seat(2), Seat(0)], doubled }
    }

    fn paid(doubled: &[u8], total: u64, stacks: [Chips; 3]) -> [Chips; 2] {
        let multiplier = Multiplier { total, ..Multiplier::of(1, 1, 0, None) };
        sides(doubled).payments(10, multiplier, stacks).map(|payment| payment.paid)
    }

    #[test]
    fn doubles_multiply_only_between_seats_that_doubled() {
        assert_eq!(paid(&[], 3, [1_000; 3]), [30, 30]);
        assert_eq!(paid(&[2], 3, [1_000; 3]), [60, 30]);
        assert_eq!(paid(&[1], 3, [1_000; 3]), [60, 60]);
        assert_eq!(paid(&[0, 1], 3, [1_000; 3]), [60, 120]);
    }

    #[test]
    fn a_peasant_stakes_no_more_than_it_has() {
        assert_eq!(paid(&[], 10, [7, 1_000, 1_000]), [100, 7]);
    }

    #[test]
    fn a_short_landlord_stakes_all_in_proportion() {
        assert_eq!(paid(&[], 10, [1_000, 101, 1_000]), [51, 50], "the odd chip to the next seat");
        assert_eq!(paid(&[2], 10, [1_000, 90, 1_000]), [60, 30]);
        assert_eq!(paid(&[], 10, [5, 30, 1_000]), [29, 1], "of what the peasants could pay");
        assert_eq!(paid(&[], 10, [0, 0, 0]), [0, 0]);
    }

    #[test]
    fn chips_are_conserved_in_every_outcome() {
        for landlord_won in [true, false] {
            let stacks = [7, 90, 1_000];
            let payments = sides(&[0]).payments(10, Multiplier::of(3, 5, 14, None), stacks);
            let after = sides(&[0]).paid(&payments, landlord_won, stacks);
            assert_eq!(after.iter().sum::<Chips>(), 1_097, "{after:?}");
        }
    }

    #[test]
    fn the_largest_hand_stays_within_the_largest_amount() {
        let multiplier = Multiplier::of(8, 5, 14, Some(Spring::Spring));
        let stacks = [crate::games::game::MOST_CHIPS / 3; 3];
        let payments = sides(&[0, 1, 2]).payments(super::super::rules::Rules::MOST_STAKE, multiplier, stacks);
        assert_eq!(payments[0].factor, 8 * 5 * (1 << 15) * 4);
        assert!(payments[0].price <= crate::games::game::MOST_CHIPS);
    }

    #[test]
    fn a_spring_is_counted_by_plays_alone() {
        let landlord = Seat(1);
        assert_eq!(Spring::of(landlord, Seat(1), [0, 9, 0]), Some(Spring::Spring));
        assert_eq!(Spring::of(landlord, Seat(1), [1, 9, 0]), None);
        assert_eq!(Spring::of(landlord, Seat(0), [9, 1, 0]), Some(Spring::AntiSpring));
        assert_eq!(Spring::of(landlord, Seat(0), [9, 2, 0]), None);
        assert_eq!(Spring::of(landlord, Seat(1), [0, 1, 0]), Some(Spring::Spring), "one play of 20 cards");
    }
}
