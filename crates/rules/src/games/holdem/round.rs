//! One round of betting: the price, and the least raise.

use super::rules::{Betting, Rules};
use super::street::StreetName;
use crate::games::game::Chips;

/// The betting of one street so far.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Round {
    /// The highest total on this street, which a call matches. A short blind does not lower it.
    pub(super) price: Chips,
    /// The largest bet or raise so far, at least the least bet: a raise must be at least this much. In fixed limit, the
    /// bet.
    pub(super) raise_by: Chips,
    /// Fixed limit: the total after the last full bet or raise; the next one is added to it.
    pub(super) full: Chips,
    /// Fixed limit: how many bets and raises were made; the big blind is one.
    pub(super) bets: u8,
    /// Fixed limit: the cap was reached while more than two players were left, so no later fold lifts it.
    pub(super) capped: bool,
    /// The chips that short blinds and a short straddle would have added to the pot.
    pub(super) short_posts: Chips,
    /// The seat that made the last bet or raise.
    pub(super) aggressor: Option<usize>,
}

/// The most bets and raises on a street of fixed limit.
pub(super) const CAP: u8 = 4;

impl Round {
    /// The betting before the flop, in which the blinds are a bet and the straddle is two, even if it was posted short.
    pub(super) fn preflop(rules: &Rules, straddled: bool, short_posts: Chips) -> Self {
        let bets = if straddled { 2 } else { 1 };
        let price = rules.big_blind * Chips::from(bets);
        let raise_by = if rules.betting == Betting::FixedLimit { rules.big_blind } else { price };
        Self { price, raise_by, full: price, bets, capped: false, short_posts, aggressor: None }
    }

    /// The betting on the flop, the turn or the river.
    pub(super) fn postflop(rules: &Rules, street: StreetName) -> Self {
        let is_big = rules.betting == Betting::FixedLimit && street >= StreetName::Turn;
        let raise_by = if is_big { 2 * rules.big_blind } else { rules.big_blind };
        Self { price: 0, raise_by, full: 0, bets: 0, capped: false, short_posts: 0, aggressor: None }
    }

    /// Records a bet or raise to this total. One below a full one only sets the price; in fixed limit half a bet counts
    /// as a full one.
    pub(super) fn raise(&mut self, betting: Betting, place: usize, to: Chips, is_heads_up: bool) {
        if betting == Betting::FixedLimit {
            if 2 * to.saturating_sub(self.full) >= self.raise_by {
                self.full = to;
                self.bets = self.bets.saturating_add(1);
                self.capped |= self.bets >= CAP && !is_heads_up;
            }
        } else {
            self.raise_by = self.raise_by.max(to.saturating_sub(self.price));
        }
        self.price = self.price.max(to);
        self.aggressor = Some(place);
    }

    /// Whether a seat that has acted may raise when it faces this additional amount (TDA 47).
    pub(super) fn is_reopened_by(&self, betting: Betting, faced: Chips) -> bool {
        match betting {
            Betting::FixedLimit => 2 * faced >= self.raise_by,
            Betting::NoLimit | Betting::PotLimit => faced >= self.raise_by,
        }
    }

    /// The total of the least full bet or raise.
    pub(super) fn least(&self, betting: Betting) -> Chips {
        match betting {
            Betting::FixedLimit => self.full + self.raise_by,
            Betting::NoLimit | Betting::PotLimit => self.price + self.raise_by,
        }
    }
}
