//! One hand of Shengji: its state.

use std::ops::RangeInclusive;
use std::sync::Arc;

use super::cards::Cards;
use super::event::Event;
use super::order::{Order, Trump};
use super::phase::{Contract, Phase};
use super::setup::{SEATS, Setup, Standing};
use super::wishes::Wishes;
use super::{accept, action, event, moves, options, record, refusal, rules, step, view};
use crate::cards::card::Card;
use crate::cards::deck::Deck;
use crate::games::game::{Absence, Chair, Chips, Game, Step, Viewer};
use crate::games::refusal::{BadOption, NotAccepted, ReplayError};
use crate::games::seat::{Seat, Seats};

/// One hand of Shengji.
#[derive(Clone, Debug, PartialEq)]
pub struct Shengji {
    pub(super) setup: Arc<Setup>,
    pub(super) deck: Arc<Deck>,
    pub(super) hands: [Cards; SEATS as usize],
    pub(super) phase: Phase,
}

/// How many cards are dealt; the rest is the kitty.
pub(super) const DEALT: usize = 100;

/// How many cards the kitty has.
pub(super) const KITTY: u8 = 8;

impl Shengji {
    /// The cards that a seat holds.
    pub(super) fn held(&self, seat: Seat) -> Cards {
        self.hands.get(seat.index()).copied().unwrap_or_default()
    }

    /// The kitty as it was dealt.
    pub(super) fn dealt_kitty(&self) -> Cards {
        let cards = self.deck.cards.get(DEALT..).and_then(Cards::gathered);
        cards.unwrap_or_default()
    }

    /// What is trump and who has made it so, once that is set.
    pub(super) fn contract(&self) -> Option<&Contract> {
        match &self.phase {
            Phase::Opening | Phase::Dealing(_) | Phase::Flipping(_) | Phase::Undeclared => None,
            Phase::Taking(contract, _) | Phase::Burying(contract) | Phase::Stolen(contract, _) => {
                Some(contract)
            }
            Phase::Asking(asking) => Some(&asking.contract),
            Phase::Playing(playing) | Phase::Over(playing, _) => Some(&playing.contract),
        }
    }

    /// The order that hands are sorted by: while trumps are not set, that of no-trump.
    pub(super) fn order(&self) -> Order {
        let provisional = || Order::new(self.no_trump(), self.setup.rules.adjacency);
        self.contract().map_or_else(provisional, |contract| contract.order.clone())
    }

    pub(super) fn no_trump(&self) -> Trump {
        Trump { suit: None, level: Some(self.setup.level()) }
    }
}

impl Game for Shengji {
    type Rules = rules::Rules;
    type Standing = Standing;
    type Wishes = Wishes;
    type Setup = Setup;
    type Action = action::Action;
    type Event = Event;
    type Seen = event::Seen;
    type Options = options::Options;
    type View = view::View;
    type Refusal = refusal::Refusal;

    fn check(rules: &rules::Rules) -> Result<(), BadOption> {
        rules.check()
    }

    fn seats(_: &rules::Rules) -> RangeInclusive<u8> {
        SEATS..=SEATS
    }

    fn stake(rules: &rules::Rules) -> Chips {
        rules.stake
    }

    fn opening(_: &rules::Rules) -> Standing {
        Standing::OPENING
    }

    fn wish(_: &rules::Rules, _: &Wishes) -> Result<(), refusal::Refusal> {
        Ok(())
    }

    fn setup(rules: &rules::Rules, standing: &Standing, chairs: &[Chair<Wishes>]) -> Option<Setup> {
        Setup::next(rules, standing, chairs)
    }

    fn rules(setup: &Setup) -> rules::Rules {
        setup.rules.clone()
    }

    fn players(setup: &Setup) -> Vec<(Seat, Chips)> {
        Seat::first(SEATS).zip(setup.stacks).collect()
    }

    fn pack(_: &Setup) -> Vec<Card> {
        Card::ALL.into_iter().flat_map(|card| [card, card]).collect()
    }

    fn new(setup: &Setup, deck: Deck) -> Result<Self, ReplayError> {
        setup.check()?;
        let mut sorted = deck.cards.clone();
        sorted.sort_unstable();
        if sorted != Self::pack(setup) {
            return Err(ReplayError("the deck is not the 108 cards"));
        }
        let setup = Arc::new(setup.clone());
        Ok(Self { setup, deck: Arc::new(deck), hands: Default::default(), phase: Phase::Opening })
    }

    fn step(&self) -> Step<Event, Standing> {
        step::step(self)
    }

    fn may_act(&self) -> Seats {
        step::may_act(self)
    }

    fn options(&self, seat: Seat) -> Option<options::Options> {
        options::options(self, seat)
    }

    fn moves(&self, seat: Seat) -> Vec<action::Action> {
        moves::moves(self, seat)
    }

    fn accept(&self, seat: Seat, action: &action::Action) -> Result<Event, NotAccepted<refusal::Refusal>> {
        accept::accept(self, seat, action)
    }

    fn record(&mut self, event: &Event) -> Result<(), ReplayError> {
        self.phase = record::record(self, event)?;
        Ok(())
    }

    fn renews(event: &Event) -> bool {
        matches!(event, Event::Declared(_) | Event::TrumpSet(_))
    }

    fn fallback(&self, seat: Seat, _: Absence) -> action::Action {
        moves::fallback(self, seat)
    }

    fn view(&self, viewer: Viewer) -> view::View {
        view::view(self, viewer)
    }

    fn seen(event: &Event, viewer: Viewer) -> event::Seen {
        event.seen(viewer)
    }
}
