//! Implements the trait for Hold'em; each file of the folder has one of its parts.

use super::event::Event;
use super::hand::Holdem;
use super::wishes::Wishes;
use super::{accept, action, event, moves, options, position, preview, record, refusal, rules, setup, step};
use super::{tabled_equity, tally, view};
use crate::cards::card::Card;
use crate::cards::deck::Deck;
use crate::games::game::{Absence, Chair, Chips, Game, Step};
use crate::games::refusal::{BadOption, NotAccepted, ReplayError};
use crate::games::seat::{Seat, Seats};
use crate::games::viewer::Viewer;
use std::ops::RangeInclusive;

impl Game for Holdem {
    type Rules = rules::Rules;
    type Standing = setup::Standing;
    type Wishes = Wishes;
    type Setup = setup::Setup;
    type Action = action::Action;
    type Event = event::Event;
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
        2..=Seat::MOST
    }

    fn may_become(from: &Self::Rules, to: &Self::Rules) -> bool {
        let &rules::Rules { small_blind, big_blind, ante, showdown_seconds, .. } = to;
        *to == rules::Rules { small_blind, big_blind, ante, showdown_seconds, ..from.clone() }
    }

    fn stake(rules: &rules::Rules) -> Chips {
        rules.big_blind
    }

    fn first_to_act(_: &rules::Rules, chairs: u8) -> Seat {
        // The seat after the blinds. Heads-up the button is the small blind.
        Seat(if chairs == 2 { 1 } else { 2 })
    }

    fn opening(_: &rules::Rules) -> setup::Standing {
        setup::Standing::default()
    }

    fn check_wishes(rules: &rules::Rules, wishes: &Wishes) -> Result<(), refusal::Refusal> {
        wishes.check(rules)
    }

    fn setup(
        rules: &rules::Rules,
        standing: &setup::Standing,
        chairs: &[Chair<Wishes>],
    ) -> Option<setup::Setup> {
        position::setup(rules, standing, chairs)
    }

    fn big_blind(setup: &setup::Setup) -> Option<Seat> {
        Some(setup.positions.big_blind)
    }

    fn rules(setup: &setup::Setup) -> rules::Rules {
        setup.rules.clone()
    }

    fn players(setup: &setup::Setup) -> Vec<(Seat, Chips)> {
        let mut players: Vec<_> = setup.players.iter().map(|player| (player.seat, player.stack)).collect();
        players.sort_unstable();
        players
    }

    fn pack(_: &setup::Setup) -> Vec<Card> {
        Card::french().collect()
    }

    fn new(setup: &setup::Setup, deck: Deck) -> Result<Self, ReplayError> {
        Self::fresh(setup, deck)
    }

    fn step(&self) -> Step<Event, setup::Standing> {
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
        accept::accept(self, seat, action).map(|event| preview::Preview::of(&event))
    }

    fn record(&mut self, event: &Event) -> Result<(), ReplayError> {
        let before_flop = tally::before_flop_after(self, event);
        self.phase = record::record(self, event)?;
        if let Some((place, done)) = before_flop {
            self.players[place].before_flop = done;
        }
        Ok(())
    }

    fn derived_event(&self, event: &Event) -> Option<Event> {
        tabled_equity::derived_event(self, event)
    }

    fn may_still_act(&self, seat: Seat) -> bool {
        step::may_still_act(self, seat)
    }

    fn at_showdown(&self, seat: Seat, shows: bool) -> Option<action::Action> {
        moves::at_showdown(self, seat, shows)
    }

    fn fallback(&self, seat: Seat, why: Absence) -> action::Action {
        moves::fallback(self, seat, why)
    }

    fn tally(&self, seat: Seat) -> tally::Tally {
        tally::tally(self, seat)
    }

    fn shown(&self, seat: Seat) -> Vec<Card> {
        view::shown(self, seat)
    }

    fn view(&self, viewer: Viewer) -> view::View {
        view::view(self, viewer)
    }

    fn seen(event: &Event, viewer: Viewer) -> event::Seen {
        event.seen(viewer)
    }
}
