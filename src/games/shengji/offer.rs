//! What a seat may do: its options, its moves spelled out, and what the clock plays for it.

use super::action::{Action, BuryOptions, DeclareOptions, FollowOptions, LeadOptions, Options};
use super::cards::Cards;
use super::choices;
use super::declare::{Declaration, showable};
use super::describe::Owed;
use super::follow;
use super::hand::{KITTY, Shengji};
use super::lead::Lead;
use super::order::Order;
use super::phase::{Phase, Playing};
use crate::cards::card::Card;
use crate::games::game::Seat;

impl Shengji {
    pub(super) fn offered(&self, seat: Seat) -> Option<Options> {
        if let Ok(made) = self.may_answer(seat) {
            let (standing, choices) = (made.last().copied(), self.declarations(seat, made));
            return Some(Options::Declare(DeclareOptions { standing, choices }));
        }
        if !self.awaited().contains(seat) {
            return None;
        }
        match &self.phase {
            Phase::Burying(_) => {
                Some(Options::Bury(BuryOptions { count: KITTY, suggested: self.cheapest_kitty(seat) }))
            }
            Phase::Playing(playing) => {
                let (order, lead) = (&playing.contract.order, playing.trick.lead.as_ref());
                Some(Options::to_play(order, lead, self.held(seat)))
            }
            _ => None,
        }
    }

    pub(super) fn listed(&self, seat: Seat) -> Vec<Action> {
        if let Ok(made) = self.may_answer(seat) {
            let declares = |choice: Declaration| Action::Declare { card: choice.card, pair: choice.pair };
            let choices = self.declarations(seat, made).into_iter().map(declares);
            return std::iter::once(Action::Pass {}).chain(choices).collect();
        }
        if !self.awaited().contains(seat) {
            return Vec::new();
        }
        match &self.phase {
            Phase::Burying(_) => self.kitties(seat),
            Phase::Playing(playing) => self.plays(seat, playing),
            _ => Vec::new(),
        }
    }

    /// Passes, buries what is cheapest, leads the cheapest card, follows with the cheapest play.
    pub(super) fn clock_plays(&self, seat: Seat) -> Action {
        match &self.phase {
            Phase::Burying(_) => Action::Bury { cards: self.cheapest_kitty(seat) },
            Phase::Playing(playing) => {
                let (order, lead) = (&playing.contract.order, playing.trick.lead.as_ref());
                Action::Play { cards: cheapest_play(order, lead, self.held(seat)) }
            }
            _ => Action::Pass {},
        }
    }

    fn declarations(&self, seat: Seat, made: &[Declaration]) -> Vec<Declaration> {
        let showable = showable(seat, self.held(seat), self.setup.level());
        showable.filter(|&new| self.may_follow(new, made)).collect()
    }

    fn cheapest_kitty(&self, seat: Seat) -> Vec<Card> {
        let order = self.order();
        let cheap = choices::cheapest_first(&order, self.held(seat));
        cheap.into_iter().take(KITTY.into()).collect()
    }

    /// The cheapest eight cards, the dearest, and those from each place between.
    fn kitties(&self, seat: Seat) -> Vec<Action> {
        let cheap = choices::cheapest_first(&self.order(), self.held(seat));
        let eight = cheap.windows(KITTY.into()).map(|cards| Action::Bury { cards: cards.to_vec() });
        eight.collect()
    }

    fn plays(&self, seat: Seat, playing: &Playing) -> Vec<Action> {
        let order = &playing.contract.order;
        let plays = match &playing.trick.lead {
            None => choices::leads(order, self.held(seat)),
            Some(lead) => choices::follows(order, lead, self.held(seat)),
        };
        plays.into_iter().map(|play| Action::Play { cards: order.sorted(play) }).collect()
    }
}

impl Options {
    /// What a hand may lead, or what it owes the lead there is.
    pub(super) fn to_play(order: &Order, lead: Option<&Lead>, hand: Cards) -> Self {
        match lead {
            None => Self::Lead(LeadOptions::of(order, hand)),
            Some(lead) => Self::Follow(FollowOptions::of(order, lead, hand)),
        }
    }
}

impl LeadOptions {
    fn of(order: &Order, hand: Cards) -> Self {
        let sorted = |all: Vec<Cards>| all.into_iter().map(|cards| order.sorted(cards)).collect();
        let each = |kinds: Vec<Card>| order.sorted(Cards::gathered(&kinds).unwrap_or_default());
        Self {
            singles: each(hand.kinds().collect()),
            pairs: each(hand.pairs().collect()),
            tractors: sorted(choices::tractors(order, hand)),
            throws: sorted(choices::throws(order, hand)),
            suggested: cheapest_play(order, None, hand),
        }
    }
}

impl FollowOptions {
    fn of(order: &Order, lead: &Lead, hand: Cards) -> Self {
        let duty = follow::duty(order, lead, hand);
        Self {
            owed: Owed::from(duty),
            must: order.sorted(choices::must_play(order, lead, hand, &duty)),
            suggested: cheapest_play(order, Some(lead), hand),
        }
    }
}

/// What gives away least.
fn cheapest_play(order: &Order, lead: Option<&Lead>, hand: Cards) -> Vec<Card> {
    match lead {
        None => choices::cheapest_first(order, hand).into_iter().take(1).collect(),
        Some(lead) => {
            let play = choices::follows(order, lead, hand).into_iter().next();
            order.sorted(play.unwrap_or_default())
        }
    }
}
