//! The closed set of games: one enum for each of a game's types, and one hand that is any of them.
//!
//! On the wire and in the store each is tagged by the game's name: `{"holdem": …}`. A game joins by its line in each
//! of the lists below: `GameKind`, `each!`, `AnyRefusal`, `stake`, `rules` and `in_game!`.

use std::ops::RangeInclusive;

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::doudizhu::hand::Doudizhu;
use super::game::{Absence, BadOption, Chair, Chips, Game, Misfit, Outcome, Seat, Step, Told, Viewer};
use super::holdem::hand::Holdem;
use super::holdem::overlay::Overlay;
use super::shengji::hand::Shengji;
use super::{doudizhu, holdem, shengji};
use crate::cards::card::Card;
use crate::cards::deck::Deck;

/// The games of the house.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum GameKind {
    /// Texas Hold'em.
    Holdem,
    /// Dou Dizhu (斗地主).
    Doudizhu,
    /// Shengji (双升, Tractor).
    Shengji,
}

impl GameKind {
    /// The name on the wire and in the store.
    pub fn name(self) -> &'static str {
        match self {
            Self::Holdem => "holdem",
            Self::Doudizhu => "doudizhu",
            Self::Shengji => "shengji",
        }
    }
}

/// An enum with a variant for each game: for what the game calls so in its file of this name.
macro_rules! each {
    ($(#[$meta:meta])* $any:ident = $file:ident::$own:ident) => {
        each! { $(#[$meta])* $any = $file::{$own, $own, $own} }
    };
    ($(#[$meta:meta])* $any:ident = $file:ident::{$holdem:ident, $doudizhu:ident, $shengji:ident}) => {
        $(#[$meta])*
        pub enum $any {
            /// Texas Hold'em.
            Holdem(holdem::$file::$holdem),
            /// Dou Dizhu (斗地主).
            Doudizhu(doudizhu::$file::$doudizhu),
            /// Shengji (双升, Tractor).
            Shengji(shengji::$file::$shengji),
        }

        impl $any {
            /// Which game it is of.
            pub fn kind(&self) -> GameKind {
                match self {
                    Self::Holdem(_) => GameKind::Holdem,
                    Self::Doudizhu(_) => GameKind::Doudizhu,
                    Self::Shengji(_) => GameKind::Shengji,
                }
            }
        }

        impl From<holdem::$file::$holdem> for $any {
            fn from(own: holdem::$file::$holdem) -> Self {
                Self::Holdem(own)
            }
        }

        impl From<doudizhu::$file::$doudizhu> for $any {
            fn from(own: doudizhu::$file::$doudizhu) -> Self {
                Self::Doudizhu(own)
            }
        }

        impl From<shengji::$file::$shengji> for $any {
            fn from(own: shengji::$file::$shengji) -> Self {
                Self::Shengji(own)
            }
        }
    };
}

each! {
    /// A hand of any game.
    #[derive(Clone, Debug, PartialEq)]
    AnyHand = hand::{Holdem, Doudizhu, Shengji}
}

each! {
    /// The options of a table, by game.
    #[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
    #[serde(rename_all = "snake_case")]
    AnyRules = rules::Rules
}

each! {
    /// What outlives hands, by game.
    #[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
    #[serde(rename_all = "snake_case")]
    AnyStanding = setup::Standing
}

each! {
    /// Everything a hand needs but its chance, by game.
    #[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
    #[serde(rename_all = "snake_case")]
    AnySetup = setup::Setup
}

each! {
    /// What a seat asks for, by game.
    #[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
    #[serde(rename_all = "snake_case")]
    AnyAction = action::Action
}

each! {
    /// What happened, by game; stored, never sent.
    #[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
    #[serde(rename_all = "snake_case")]
    AnyEvent = event::Event
}

each! {
    /// An event as one viewer may know it, by game.
    #[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
    #[serde(rename_all = "snake_case")]
    AnySeen = event::Seen
}

each! {
    /// What a seat may do now, by game.
    #[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
    #[serde(rename_all = "snake_case")]
    AnyOptions = action::Options
}

each! {
    /// What one viewer may know of a hand, by game.
    #[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
    #[serde(rename_all = "snake_case")]
    #[allow(clippy::large_enum_variant, reason = "one an answer, and moved into it once")]
    AnyView = view::View
}

/// The rule that was broken, by game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, thiserror::Error)]
#[serde(untagged)]
pub enum AnyRefusal {
    /// Texas Hold'em.
    #[error(transparent)]
    Holdem(#[from] holdem::refusal::Refusal),
    /// Dou Dizhu (斗地主).
    #[error(transparent)]
    Doudizhu(#[from] doudizhu::refusal::Refusal),
    /// Shengji (双升, Tractor).
    #[error(transparent)]
    Shengji(#[from] shengji::refusal::Refusal),
    /// The action is one of another game.
    #[error("{} is played here, and this is an action of {}", .played.name(), .given.name())]
    OtherGame {
        /// The game that is played.
        played: GameKind,
        /// The game whose action it is.
        given: GameKind,
    },
}

impl AnyRefusal {
    /// The stable code that clients switch on, and the game that it is of; none for what no game's rules say.
    pub fn code(&self) -> (Option<GameKind>, &'static str) {
        match self {
            Self::Holdem(refusal) => (Some(GameKind::Holdem), refusal.code()),
            Self::Doudizhu(refusal) => (Some(GameKind::Doudizhu), refusal.code()),
            Self::Shengji(refusal) => (Some(GameKind::Shengji), refusal.code()),
            Self::OtherGame { .. } => (None, "other_game"),
        }
    }
}

impl Told for AnySeen {}
impl Told for AnyOptions {}
impl Told for AnyView {}
impl Told for AnyRefusal {}

impl AnyRules {
    /// What the lobby sorts tables by: the size of one bet (Hold'em: the big blind; Dou Dizhu: what a point is
    /// worth; Shengji: what a level costs); 0 at a table that is not for chips.
    pub fn stake(&self) -> Chips {
        match self {
            Self::Holdem(rules) => rules.big_blind,
            Self::Doudizhu(rules) => rules.stake,
            Self::Shengji(rules) => rules.stake,
        }
    }

    /// Whether a seat may choose to straddle.
    pub fn may_straddle(&self) -> bool {
        matches!(self, Self::Holdem(rules) if rules.straddle == holdem::rules::Straddle::Voluntary)
    }

    /// Whether there are turns at which a seat can do nothing but pass.
    pub fn may_auto_pass(&self) -> bool {
        self.kind() == GameKind::Doudizhu
    }
}

impl AnySetup {
    /// The options the hand is played by.
    pub fn rules(&self) -> AnyRules {
        match self {
            Self::Holdem(setup) => setup.rules.clone().into(),
            Self::Doudizhu(setup) => setup.rules.clone().into(),
            Self::Shengji(setup) => setup.rules.clone().into(),
        }
    }
}

/// Asks the game that a value is of: binds the game's own value, and calls the game `Played`. Two values have to be of
/// one game, or else.
macro_rules! in_game {
    ($any:ident($own:ident) = $value:expr => $asks:expr) => {
        match $value {
            $any::Holdem($own) => {
                type Played = Holdem;
                $asks
            }
            $any::Doudizhu($own) => {
                type Played = Doudizhu;
                $asks
            }
            $any::Shengji($own) => {
                type Played = Shengji;
                $asks
            }
        }
    };
    ($any:ident($own:ident) = $value:expr, $other:ident($its:ident) = $second:expr => $asks:expr; else $fails:expr) => {
        match ($value, $second) {
            ($any::Holdem($own), $other::Holdem($its)) => {
                type Played = Holdem;
                $asks
            }
            ($any::Doudizhu($own), $other::Doudizhu($its)) => {
                type Played = Doudizhu;
                $asks
            }
            ($any::Shengji($own), $other::Shengji($its)) => {
                type Played = Shengji;
                $asks
            }
            _ => $fails,
        }
    };
}

impl AnyHand {
    /// What a broadcast shows after this event, the last that was recorded, where the game has such a thing.
    pub fn overlay(&self, event: &AnyEvent) -> Option<Overlay> {
        match (self, event) {
            (Self::Holdem(hand), AnyEvent::Holdem(event)) => hand.overlay(event),
            _ => None,
        }
    }
}

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
        in_game!(AnyRules(rules) = rules => Played::check(rules))
    }

    fn seats(rules: &AnyRules) -> RangeInclusive<u8> {
        in_game!(AnyRules(rules) = rules => Played::seats(rules))
    }

    fn opening(rules: &AnyRules) -> AnyStanding {
        in_game!(AnyRules(rules) = rules => Played::opening(rules).into())
    }

    fn setup(rules: &AnyRules, standing: &AnyStanding, chairs: &[Chair]) -> Option<AnySetup> {
        in_game!(AnyRules(rules) = rules, AnyStanding(standing) = standing =>
            Played::setup(rules, standing, chairs).map(Into::into); else None)
    }

    fn players(setup: &AnySetup) -> Vec<(Seat, Chips)> {
        in_game!(AnySetup(setup) = setup => Played::players(setup))
    }

    fn pack(setup: &AnySetup) -> Vec<Card> {
        in_game!(AnySetup(setup) = setup => Played::pack(setup))
    }

    fn new(setup: &AnySetup, deck: Deck) -> Result<Self, Misfit> {
        in_game!(AnySetup(setup) = setup => Played::new(setup, deck).map(Into::into))
    }

    fn step(&self) -> Step<AnyEvent, AnyStanding> {
        in_game!(AnyHand(hand) = self => widened(Played::step(hand)))
    }

    fn options(&self, seat: Seat) -> Option<AnyOptions> {
        in_game!(AnyHand(hand) = self => Played::options(hand, seat).map(Into::into))
    }

    fn moves(&self, seat: Seat) -> Vec<AnyAction> {
        in_game!(AnyHand(hand) = self => Played::moves(hand, seat).into_iter().map(Into::into).collect())
    }

    fn accept(&self, seat: Seat, action: &AnyAction) -> Result<AnyEvent, AnyRefusal> {
        let other_game = AnyRefusal::OtherGame { played: self.kind(), given: action.kind() };
        in_game!(AnyHand(hand) = self, AnyAction(action) = action =>
            Ok(Played::accept(hand, seat, action)?.into()); else Err(other_game))
    }

    fn record(&mut self, event: &AnyEvent) -> Result<(), Misfit> {
        in_game!(AnyHand(hand) = self, AnyEvent(event) = event =>
            Played::record(hand, event); else Err(Misfit("an event of another game")))
    }

    fn fallback(&self, seat: Seat, why: Absence) -> AnyAction {
        in_game!(AnyHand(hand) = self => Played::fallback(hand, seat, why).into())
    }

    fn forced(&self, seat: Seat) -> Option<AnyAction> {
        in_game!(AnyHand(hand) = self => Played::forced(hand, seat).map(Into::into))
    }

    fn view(&self, viewer: Viewer) -> AnyView {
        in_game!(AnyHand(hand) = self => Played::view(hand, viewer).into())
    }

    fn seen(event: &AnyEvent, viewer: Viewer) -> AnySeen {
        in_game!(AnyEvent(event) = event => Played::seen(event, viewer).into())
    }
}

/// A step of one game as a step of any.
fn widened<E: Into<AnyEvent>, S: Into<AnyStanding>>(step: Step<E, S>) -> Step<AnyEvent, AnyStanding> {
    match step {
        Step::Now(event) => Step::Now(event.into()),
        Step::After(beat, event) => Step::After(beat, event.into()),
        Step::Await(seats) => Step::Await(seats),
        Step::Over(Outcome { void, stacks, rake, standing }) => {
            Step::Over(Outcome { void, stacks, rake, standing: standing.into() })
        }
    }
}
