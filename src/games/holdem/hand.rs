//! One hand of Hold'em.

use super::{action, event, refusal, rules, setup, view};
use crate::cards::card::Card;
use crate::cards::deck::Deck;
use crate::games::game::{Absence, BadOption, Chair, Chips, Game, Misfit, Seat, Step, Viewer};

/// One hand of Hold'em.
#[derive(Clone, Debug, PartialEq)]
pub struct Holdem {}

impl Game for Holdem {
    type Rules = rules::Rules;
    type Standing = setup::Standing;
    type Setup = setup::Setup;
    type Action = action::Action;
    type Event = event::Event;
    type Seen = event::Seen;
    type Options = action::Options;
    type View = view::View;
    type Refusal = refusal::Refusal;

    fn check(rules: &Self::Rules) -> Result<(), BadOption> {
        rules.check()
    }
    fn seats(_rules: &Self::Rules) -> std::ops::RangeInclusive<u8> {
        2..=Seat::MOST
    }
    fn opening(_rules: &Self::Rules) -> Self::Standing {
        todo!()
    }
    fn setup(_: &Self::Rules, _: &Self::Standing, _: &[Chair]) -> Option<Self::Setup> {
        todo!()
    }
    fn players(_: &Self::Setup) -> Vec<(Seat, Chips)> {
        todo!()
    }
    fn pack(_: &Self::Setup) -> Vec<Card> {
        todo!()
    }
    fn new(_: &Self::Setup, _: Deck) -> Result<Self, Misfit> {
        todo!()
    }
    fn step(&self) -> Step<Self::Event, Self::Standing> {
        todo!()
    }
    fn options(&self, _: Seat) -> Option<Self::Options> {
        todo!()
    }
    fn moves(&self, _: Seat) -> Vec<Self::Action> {
        todo!()
    }
    fn accept(&self, _: Seat, _: &Self::Action) -> Result<Self::Event, Self::Refusal> {
        todo!()
    }
    fn record(&mut self, _: &Self::Event) -> Result<(), Misfit> {
        todo!()
    }
    fn fallback(&self, _: Seat, _: Absence) -> Self::Action {
        todo!()
    }
    fn view(&self, _: Viewer) -> Self::View {
        todo!()
    }
    fn seen(_: &Self::Event, _: Viewer) -> Self::Seen {
        todo!()
    }
}
