//! The closed set of games: one enum for each of a game's types, and one hand that is any of them.
//!
//! On the wire and in the store each is tagged by the game's name: `{"holdem": …}`.

use std::ops::RangeInclusive;

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::game::{Absence, BadOption, Chair, Chips, Game, Misfit, Outcome, Seat, Step, Told, Viewer};
use super::holdem;
use super::holdem::hand::Holdem;
use crate::cards::card::Card;
use crate::cards::deck::Deck;

/// The games of the house.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum GameKind {
    /// Texas Hold'em.
    Holdem,
}

impl GameKind {
    /// The name on the wire and in the store.
    pub fn name(self) -> &'static str {
        match self {
            Self::Holdem => "holdem",
        }
    }
}

/// A hand of any game.
#[derive(Clone, Debug, PartialEq)]
pub enum AnyHand {
    /// Texas Hold'em.
    Holdem(Holdem),
}

/// The options of a table, by game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum AnyRules {
    /// Texas Hold'em.
    Holdem(holdem::rules::Rules),
}

impl AnyRules {
    /// What the lobby sorts tables by: the size of one bet (Hold'em: the big blind).
    pub fn stake(&self) -> Chips {
        match self {
            Self::Holdem(rules) => rules.big_blind,
        }
    }

    /// Which game is played by these rules.
    pub fn kind(&self) -> GameKind {
        match self {
            Self::Holdem(_) => GameKind::Holdem,
        }
    }
}

/// What outlives hands, by game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum AnyStanding {
    /// Texas Hold'em.
    Holdem(holdem::setup::Standing),
}

/// Everything a hand needs but its chance, by game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum AnySetup {
    /// Texas Hold'em.
    Holdem(holdem::setup::Setup),
}

impl AnySetup {
    /// The options the hand is played by.
    pub fn rules(&self) -> AnyRules {
        match self {
            Self::Holdem(setup) => AnyRules::Holdem(setup.rules.clone()),
        }
    }
}

/// What a seat asks for, by game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum AnyAction {
    /// Texas Hold'em.
    Holdem(holdem::action::Action),
}

/// What happened, by game; stored, never sent.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum AnyEvent {
    /// Texas Hold'em.
    Holdem(holdem::event::Event),
}

/// An event as one viewer may know it, by game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum AnySeen {
    /// Texas Hold'em.
    Holdem(holdem::event::Seen),
}

/// What a seat may do now, by game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum AnyOptions {
    /// Texas Hold'em.
    Holdem(holdem::action::Options),
}

/// What one viewer may know of a hand, by game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum AnyView {
    /// Texas Hold'em.
    Holdem(holdem::view::View),
}

/// The rule that was broken, by game.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum AnyRefusal {
    /// Texas Hold'em.
    #[error(transparent)]
    Holdem(holdem::refusal::Refusal),
}

impl AnyRefusal {
    /// The game that refused, and its stable code.
    pub fn code(&self) -> (GameKind, &'static str) {
        match self {
            Self::Holdem(refusal) => (GameKind::Holdem, refusal.code()),
        }
    }
}

impl Told for AnySeen {}
impl Told for AnyOptions {}
impl Told for AnyView {}

impl Game for AnyHand {
    type Rules = AnyRules;
    type Standing = AnyStanding;
    type Setup = AnySetup;
    type Action = AnyAction;
    type Event = AnyEvent;
    type Seen = AnySeen;
    type Options = AnyOptions;
    type View = AnyView;
    type Refusal = AnyRefusal;

    fn check(rules: &AnyRules) -> Result<(), BadOption> {
        match rules {
            AnyRules::Holdem(rules) => Holdem::check(rules),
        }
    }

    fn seats(rules: &AnyRules) -> RangeInclusive<u8> {
        match rules {
            AnyRules::Holdem(rules) => Holdem::seats(rules),
        }
    }

    fn opening(rules: &AnyRules) -> AnyStanding {
        match rules {
            AnyRules::Holdem(rules) => AnyStanding::Holdem(Holdem::opening(rules)),
        }
    }

    fn setup(rules: &AnyRules, standing: &AnyStanding, chairs: &[Chair]) -> Option<AnySetup> {
        match (rules, standing) {
            (AnyRules::Holdem(rules), AnyStanding::Holdem(standing)) => {
                Holdem::setup(rules, standing, chairs).map(AnySetup::Holdem)
            }
        }
    }

    fn players(setup: &AnySetup) -> Vec<(Seat, Chips)> {
        match setup {
            AnySetup::Holdem(setup) => Holdem::players(setup),
        }
    }

    fn pack(setup: &AnySetup) -> Vec<Card> {
        match setup {
            AnySetup::Holdem(setup) => Holdem::pack(setup),
        }
    }

    fn new(setup: &AnySetup, deck: Deck) -> Result<Self, Misfit> {
        match setup {
            AnySetup::Holdem(setup) => Holdem::new(setup, deck).map(Self::Holdem),
        }
    }

    fn step(&self) -> Step<AnyEvent, AnyStanding> {
        match self {
            Self::Holdem(hand) => widen(hand.step(), AnyEvent::Holdem, AnyStanding::Holdem),
        }
    }

    fn options(&self, seat: Seat) -> Option<AnyOptions> {
        match self {
            Self::Holdem(hand) => hand.options(seat).map(AnyOptions::Holdem),
        }
    }

    fn moves(&self, seat: Seat) -> Vec<AnyAction> {
        match self {
            Self::Holdem(hand) => hand.moves(seat).into_iter().map(AnyAction::Holdem).collect(),
        }
    }

    fn accept(&self, seat: Seat, action: &AnyAction) -> Result<AnyEvent, AnyRefusal> {
        match (self, action) {
            (Self::Holdem(hand), AnyAction::Holdem(action)) => {
                hand.accept(seat, action).map(AnyEvent::Holdem).map_err(AnyRefusal::Holdem)
            }
        }
    }

    fn record(&mut self, event: &AnyEvent) -> Result<(), Misfit> {
        match (self, event) {
            (Self::Holdem(hand), AnyEvent::Holdem(event)) => hand.record(event),
        }
    }

    fn fallback(&self, seat: Seat, why: Absence) -> AnyAction {
        match self {
            Self::Holdem(hand) => AnyAction::Holdem(hand.fallback(seat, why)),
        }
    }

    fn view(&self, viewer: Viewer) -> AnyView {
        match self {
            Self::Holdem(hand) => AnyView::Holdem(hand.view(viewer)),
        }
    }

    fn seen(event: &AnyEvent, viewer: Viewer) -> AnySeen {
        match event {
            AnyEvent::Holdem(event) => AnySeen::Holdem(Holdem::seen(event, viewer)),
        }
    }
}

/// A step of one game as a step of any.
fn widen<E, S>(
    step: Step<E, S>,
    event: impl Fn(E) -> AnyEvent,
    standing: impl Fn(S) -> AnyStanding,
) -> Step<AnyEvent, AnyStanding> {
    match step {
        Step::Now(e) => Step::Now(event(e)),
        Step::After(beat, e) => Step::After(beat, event(e)),
        Step::Await(seats) => Step::Await(seats),
        Step::Over(Outcome { void, stacks, rake, standing: s }) => {
            Step::Over(Outcome { void, stacks, rake, standing: standing(s) })
        }
    }
}
