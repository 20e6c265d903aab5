//! Implements the trait for Shengji; each file of the folder has one of its parts.

use super::event::Event;
use super::hand::{self, Shengji};
use super::setup::{SEATS, Setup, Standing};
use super::wishes::Wishes;
use super::{accept, action, event, moves, options, preview, record, refusal, rules, step, tally, view};
use crate::cards::card::Card;
use crate::cards::deck::Deck;
use crate::games::game::{Absence, Chair, Chips, Game, Step};
use crate::games::refusal::{BadOption, NotAccepted, ReplayError};
use crate::games::seat::{Seat, Seats};
use crate::games::viewer::Viewer;
use std::ops::RangeInclusive;

impl Game for Shengji {
    type Rules = rules::Rules;
    type Standing = Standing;
    type Wishes = Wishes;
    type Setup = Setup;
    type Action = action::Action;
    type Event = Event;
    type Seen = event::Seen;
    type Preview = preview::Preview;
    type Options = options::Options;
    type View = view::View;
    type Refusal = refusal::Refusal;
    type Tally = tally::Tally;

    fn check(rules: &rules::Rules) -> Result<(), BadOption> {
        rules.check()
    }

    fn seats(_: &rules::Rules) -> RangeInclusive<u8> {
        SEATS..=SEATS
    }

    fn may_become(from: &Self::Rules, to: &Self::Rules) -> bool {
        let &rules::Rules { stake, card_millis, declaring_seconds, .. } = to;
        *to == rules::Rules { stake, card_millis, declaring_seconds, ..from.clone() }
    }

    fn stake(rules: &rules::Rules) -> Chips {
        rules.stake
    }

    fn has_matches(_: &rules::Rules) -> bool {
        true
    }

    fn begins_match(setup: &Setup) -> bool {
        setup.declarer.is_none()
    }

    fn champions(&self) -> Seats {
        step::champions(self)
    }

    fn opening(_: &rules::Rules) -> Standing {
        Standing::OPENING
    }

    fn check_wishes(_: &rules::Rules, _: &Wishes) -> Result<(), refusal::Refusal> {
        Ok(())
    }

    fn setup(rules: &rules::Rules, standing: &Standing, chairs: &[Chair<Wishes>]) -> Option<Setup> {
        Setup::next(rules, standing, chairs)
    }

    fn hastened(setup: Setup) -> Setup {
        Setup { rules: setup.rules.hastened(), ..setup }
    }

    fn rules(setup: &Setup) -> rules::Rules {
        setup.rules.clone()
    }

    fn players(setup: &Setup) -> Vec<(Seat, Chips)> {
        Seat::first(SEATS).zip(setup.stacks).collect()
    }

    fn pack(_: &Setup) -> Vec<Card> {
        hand::pack()
    }

    fn new(setup: &Setup, deck: Deck) -> Result<Self, ReplayError> {
        Self::fresh(setup, deck)
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

    fn preview(
        &self,
        seat: Seat,
        action: &action::Action,
    ) -> Result<preview::Preview, NotAccepted<refusal::Refusal>> {
        let event = accept::accept(self, seat, action)?;
        Ok(preview::Preview::of(self, &event))
    }

    fn record(&mut self, event: &Event) -> Result<(), ReplayError> {
        self.phase = record::record(self, event)?;
        Ok(())
    }

    fn invalidates_decisions(event: &Event) -> bool {
        matches!(event, Event::Declared(_) | Event::TrumpSet(_))
    }

    fn fallback(&self, seat: Seat, _: Absence) -> action::Action {
        moves::fallback(self, seat)
    }

    fn tally(&self, seat: Seat) -> tally::Tally {
        tally::tally(self, seat)
    }

    fn view(&self, viewer: Viewer) -> view::View {
        view::view(self, viewer)
    }

    fn seen(event: &Event, viewer: Viewer) -> event::Seen {
        event.seen(viewer)
    }
}
