//! How cards follow one another at a table, as far as a seat can tell: a witness tells what is owed, not by which rules.

use super::ranking::Ranking;
use crate::cards::card::Card;
use crate::games::shengji::cards::Cards;
use crate::games::shengji::describe::Owed;
use crate::games::shengji::follow;
use crate::games::shengji::lead::Lead;
use crate::games::shengji::order::{Adjacency, Order, Trump};
use crate::games::shengji::view::Holding;

/// The ways in which cards may follow one another, those ruled out that a table has shown not to have.
#[derive(Clone, Debug)]
pub struct Customs {
    possible: Vec<Adjacency>,
}

impl Default for Customs {
    /// Nothing is ruled out; what most tables have comes first.
    fn default() -> Self {
        let flags = |number: u8| Adjacency {
            across_level: number & 1 == 0,
            level_cards: number & 2 == 0,
            permanent_twos: number & 4 != 0,
        };
        Self { possible: (0..8).map(flags).collect() }
    }
}

impl Customs {
    /// The order that is taken to hold.
    pub fn ranking(&self, trump: Trump) -> Ranking {
        Ranking::new(&Order::new(trump, self.possible.first().copied().unwrap_or_default()))
    }

    /// The seat was shown its own hand by group.
    pub fn see_hand(&mut self, trump: Trump, holdings: &[Holding]) {
        self.rule_out(|adjacency| {
            let order = Order::new(trump, adjacency);
            let in_group =
                |holding: &Holding| holding.cards.iter().all(|&card| order.group(card) == holding.group);
            holdings.iter().all(in_group)
        });
    }

    /// A seat has led these cards.
    pub fn see_lead(&mut self, trump: Trump, cards: &[Card]) {
        let led = Cards::gathered(cards).unwrap_or_default();
        self.rule_out(|adjacency| Order::new(trump, adjacency).only_group(led).is_some());
    }

    /// The seat was told what it owes.
    pub fn see_owed(&mut self, trump: Trump, lead: Cards, hand: Cards, owed: &Owed) {
        self.rule_out(|adjacency| {
            let order = Order::new(trump, adjacency);
            let duty = Lead::of(&order, lead).map(|lead| follow::duty(&order, &lead, hand));
            duty.is_some_and(|duty| {
                duty.group == owed.group
                    && duty.in_group == owed.in_group
                    && duty.shape.iter().eq(owed.shape.iter().copied())
            })
        });
    }

    /// Whether a play follows a lead whatever the table has of what is possible.
    pub fn all_take(&self, trump: Trump, lead: Cards, hand: Cards, play: Cards) -> bool {
        self.possible.iter().all(|&adjacency| {
            let order = Order::new(trump, adjacency);
            Lead::of(&order, lead).is_some_and(|lead| follow::judge(&order, &lead, hand, play).is_ok())
        })
    }

    /// Whether a lead is of one group whatever the table has.
    pub fn all_lead(&self, trump: Trump, cards: Cards) -> bool {
        self.possible.iter().all(|&adjacency| Order::new(trump, adjacency).only_group(cards).is_some())
    }

    /// Keeps what may be; what would rule out everything is not believed.
    fn rule_out(&mut self, may_be: impl Fn(Adjacency) -> bool) {
        let left: Vec<Adjacency> =
            self.possible.iter().copied().filter(|&adjacency| may_be(adjacency)).collect();
        if !left.is_empty() {
            self.possible = left;
        }
    }

    /// The customs that are taken to hold.
    pub fn likely(&self) -> Adjacency {
        self.possible.first().copied().unwrap_or_default()
    }
}
