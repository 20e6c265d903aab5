//! Declaring trumps, 亮主 (rules, section 2): which declaration may follow which.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::cards::Cards;
use super::level::TeamLevel;
use super::order::Trump;
use crate::cards::card::{Card, Suit};
use crate::games::seat::Seat;

/// What beats a standing declaration. More cards always do.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = shengji::Bidding)]
pub enum Overturning {
    /// At two cards, big jokers beat small jokers beat suits.
    #[default]
    JokerOrGreaterLength,
    /// Only more cards.
    GreaterLength,
    /// As the first, and a suited pair also beats a suited pair of a lower suit: diamonds, clubs, hearts, spades.
    JokerOrHigherSuit,
}

/// Which seats may add to a declaration of their own.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = shengji::Reinforcing)]
pub enum Reinforcing {
    /// A seat whose declaration stands may add its second card, and declare nothing else.
    #[default]
    ReinforceWhileWinning,
    /// A seat whose declaration stands may also overturn itself.
    OverturnOrReinforce,
    /// A seat that was overturned may add the second card too, which makes it level with a suited pair that stands.
    Equivalent,
}

/// A declaration: one level card, or a pair of level cards or jokers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[schema(as = shengji::Declaration)]
pub struct Declaration {
    /// The seat that declares.
    pub seat: Seat,
    /// The card shown.
    pub card: Card,
    /// Whether both cards of this kind are shown.
    pub pair: bool,
}

impl Declaration {
    /// The trumps that it makes at this level: its suit, or no-trump by jokers.
    pub fn trump(self, level: TeamLevel) -> Trump {
        Trump { suit: self.card.suit(), level: Some(level) }
    }

    /// Whether it is legal at this level: level cards declare alone or as a pair, jokers only as a pair.
    pub fn declares(self, level: TeamLevel) -> bool {
        if self.card.is_joker() { self.pair } else { self.card.rank() == Some(level.rank()) }
    }

    /// Jokers above suits, big jokers above small ones.
    fn jokers(self) -> u8 {
        match self.card {
            Card::BIG_JOKER => 2,
            Card::SMALL_JOKER => 1,
            _ => 0,
        }
    }

    fn is_suited_pair(self) -> bool {
        self.pair && !self.card.is_joker()
    }
}

/// The rules of declaring at a table.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Policy {
    /// What beats a standing declaration.
    pub bidding: Overturning,
    /// Which seats may add to their own.
    pub reinforcing: Reinforcing,
}

impl Policy {
    /// Whether `new` is strictly stronger than the standing declaration.
    pub fn overturns(self, new: Declaration, standing: Declaration) -> bool {
        let longer = new.pair && !standing.pair;
        let both_pairs = new.pair && standing.pair;
        let by_jokers = both_pairs && new.jokers() > standing.jokers();
        let both_suited = new.is_suited_pair() && standing.is_suited_pair();
        let by_suit = both_suited && suit_rank(new.card) > suit_rank(standing.card);
        match self.bidding {
            Overturning::JokerOrGreaterLength => longer || by_jokers,
            Overturning::GreaterLength => longer,
            Overturning::JokerOrHigherSuit => longer || by_jokers || by_suit,
        }
    }

    /// Whether `new` may follow the declarations `made` so far.
    pub fn may_follow(self, new: Declaration, made: &[Declaration]) -> bool {
        let Some(&standing) = made.last() else { return true };
        let own = made.iter().rev().find(|before| before.seat == new.seat);
        let adds_to_own = own.is_some_and(|own| own.card == new.card && !own.pair && new.pair);
        if new.seat != standing.seat {
            let equals = self.reinforcing == Reinforcing::Equivalent && standing.is_suited_pair();
            return self.overturns(new, standing) || equals && adds_to_own;
        }
        let may_overturn_itself = self.reinforcing == Reinforcing::OverturnOrReinforce;
        adds_to_own || may_overturn_itself && self.overturns(new, standing)
    }
}

/// The declarations that a seat holds the cards for, singles first.
pub fn showable(seat: Seat, held: Cards, level: TeamLevel) -> impl Iterator<Item = Declaration> {
    let singles = held.kinds().map(move |card| Declaration { seat, card, pair: false });
    let pairs = held.pairs().map(move |card| Declaration { seat, card, pair: true });
    singles.chain(pairs).filter(move |declaration| declaration.declares(level))
}

/// Diamonds below clubs below hearts below spades.
fn suit_rank(card: Card) -> u8 {
    match card.suit() {
        Some(Suit::Spades) => 3,
        Some(Suit::Hearts) => 2,
        Some(Suit::Clubs) => 1,
        Some(Suit::Diamonds) | None => 0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn declares(seat: u8, text: &str) -> Declaration {
        let (card, pair) = text.split_once('×').map_or((text, false), |(card, _)| (card, true));
        Declaration { seat: Seat(seat), card: card.parse().unwrap(), pair }
    }

    fn may(policy: Policy, made: &[(u8, &str)], seat: u8, new: &str) -> bool {
        let made: Vec<Declaration> = made.iter().map(|&(seat, text)| declares(seat, text)).collect();
        policy.may_follow(declares(seat, new), &made)
    }

    /// Rules, section 8, trap 7.
    #[test]
    fn no_suited_pair_out_declares_a_joker_pair() {
        for bidding in
            [Overturning::JokerOrGreaterLength, Overturning::GreaterLength, Overturning::JokerOrHigherSuit]
        {
            let policy = Policy { bidding, ..Policy::default() };
            assert!(!may(policy, &[(0, "X1×2")], 1, "2s×2"));
        }
        assert!(may(Policy::default(), &[(0, "2s×2")], 1, "X1×2"));
        assert!(may(Policy::default(), &[(0, "X1×2")], 1, "X2×2"));
        assert!(!may(Policy::default(), &[(0, "X2×2")], 1, "X1×2"));
    }

    #[test]
    fn a_suited_pair_beats_a_lower_one_only_if_suits_count() {
        let suits = Policy { bidding: Overturning::JokerOrHigherSuit, ..Policy::default() };
        assert!(!may(Policy::default(), &[(0, "2d×2")], 1, "2s×2"));
        assert!(may(suits, &[(0, "2d×2")], 1, "2c×2"));
        assert!(may(suits, &[(0, "2c×2")], 1, "2h×2"));
        assert!(!may(suits, &[(0, "2s×2")], 1, "2h×2"));
        assert!(!may(suits, &[(0, "2d")], 1, "2s"), "never a single a single");
    }

    #[test]
    fn the_standing_declarer_only_adds_its_second_card() {
        let itself = Policy { reinforcing: Reinforcing::OverturnOrReinforce, ..Policy::default() };
        assert!(may(Policy::default(), &[(0, "2d")], 0, "2d×2"));
        assert!(!may(Policy::default(), &[(0, "2d")], 0, "2s×2"));
        assert!(!may(Policy::default(), &[(0, "2d×2")], 0, "X2×2"));
        assert!(may(itself, &[(0, "2d")], 0, "2s×2"));
        assert!(may(itself, &[(0, "2d×2")], 0, "X2×2"));
    }

    #[test]
    fn an_overturned_seat_draws_level_only_if_the_table_lets_it() {
        let equivalent = Policy { reinforcing: Reinforcing::Equivalent, ..Policy::default() };
        let made = [(0, "2d"), (1, "2s×2")];
        assert!(may(equivalent, &made, 0, "2d×2"));
        assert!(!may(equivalent, &made, 0, "2h×2"));
        assert!(!may(equivalent, &[(0, "2d"), (1, "X1×2")], 0, "2d×2"));
        assert!(!may(Policy::default(), &made, 0, "2d×2"));
    }

    #[test]
    fn a_single_joker_never_declares() {
        let level = TeamLevel::TWO;
        let held = ["X1", "X2", "X2", "2h", "3h", "3h"].map(|card| card.parse().unwrap());
        let showable: Vec<Declaration> = showable(Seat(2), Cards::gathered(&held).unwrap(), level).collect();
        assert_eq!(showable, [declares(2, "2h"), declares(2, "X2×2")]);
    }
}
