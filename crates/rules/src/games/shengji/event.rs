//! The events of a Shengji hand, and how much of them a viewer may know.
//!
//! Every event is one visible step. Drawn cards are hidden, and so is the kitty until the hand is scored.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::declare::Declaration;
use super::order::Trump;
use super::score::{Points, Progress};
use crate::cards::card::Card;
use crate::games::game::Chips;
use crate::games::seat::Seat;
use crate::games::viewer::{Viewer, ViewerSafe};

/// An event. It is stored with its cards and never sent.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, strum::VariantNames)]
#[serde(tag = "type", rename_all = "snake_case")]
#[strum(serialize_all = "snake_case")]
pub enum Event {
    /// The deal begins.
    Began(Began),
    /// A seat drew a card.
    Drawn(Drawn),
    /// A seat declared trumps.
    Declared(Declaration),
    /// A seat has nothing to declare.
    Passed(Turn),
    /// Nobody has declared, and a card of the kitty was turned up.
    Flipped(Flipped),
    /// Trumps are set.
    TrumpSet(TrumpSet),
    /// Nobody has declared on the first hand: it is void, and is dealt again.
    Undeclared(Undeclared),
    /// A seat took the kitty up.
    KittyTaken(Kitty),
    /// A seat buried the kitty.
    Buried(Kitty),
    /// A seat tried to lead several components at once.
    Thrown(TrickPlay),
    /// A throw was compared with the other hands.
    ThrowJudged(ThrowJudged),
    /// A seat led a single component, or followed.
    Played(TrickPlay),
    /// A trick was won.
    TrickWon(TrickWon),
    /// The hand was scored.
    Scored(Scored),
}

/// An event as one viewer may know it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(tag = "type", rename_all = "snake_case")]
#[schema(as = shengji::Seen)]
pub enum Seen {
    /// The deal begins.
    Began(Began),
    /// A seat drew a card.
    Drawn(DrawnSeen),
    /// A seat declared trumps.
    Declared(Declaration),
    /// A seat has nothing to declare.
    Passed(Turn),
    /// Nobody has declared, and a card of the kitty was turned up.
    Flipped(Flipped),
    /// Trumps are set.
    TrumpSet(TrumpSet),
    /// Nobody has declared on the first hand: it is void, and is dealt again.
    Undeclared(Undeclared),
    /// A seat took the kitty up.
    KittyTaken(KittySeen),
    /// A seat buried the kitty.
    Buried(KittySeen),
    /// A seat tried to lead several components at once.
    Thrown(TrickPlay),
    /// A throw was compared with the other hands.
    ThrowJudged(ThrowJudged),
    /// A seat led a single component, or followed.
    Played(TrickPlay),
    /// A trick was won.
    TrickWon(TrickWon),
    /// The hand was scored.
    Scored(Scored),
}

impl ViewerSafe for Seen {}

impl Event {
    /// The event as `viewer` may know it.
    pub fn seen(&self, viewer: Viewer) -> Seen {
        match self {
            Self::Began(began) => Seen::Began(began.clone()),
            Self::Drawn(drawn) => Seen::Drawn(drawn.seen(viewer)),
            Self::Declared(declaration) => Seen::Declared(*declaration),
            Self::Passed(turn) => Seen::Passed(turn.clone()),
            Self::Flipped(flipped) => Seen::Flipped(flipped.clone()),
            Self::TrumpSet(set) => Seen::TrumpSet(set.clone()),
            Self::Undeclared(undeclared) => Seen::Undeclared(undeclared.clone()),
            Self::KittyTaken(kitty) => Seen::KittyTaken(kitty.seen(viewer)),
            Self::Buried(kitty) => Seen::Buried(kitty.seen(viewer)),
            Self::Thrown(play) => Seen::Thrown(play.clone()),
            Self::ThrowJudged(judged) => Seen::ThrowJudged(judged.clone()),
            Self::Played(play) => Seen::Played(play.clone()),
            Self::TrickWon(won) => Seen::TrickWon(won.clone()),
            Self::Scored(scored) => Seen::Scored(scored.clone()),
        }
    }
}

/// The deal begins.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[schema(as = shengji::Began)]
pub struct Began {
    /// The seat that draws first: the declarer, or on the first hand a seat drawn by lot.
    pub first: Seat,
}

/// A drawn card.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Drawn {
    /// The seat that drew.
    pub seat: Seat,
    /// The drawn card.
    pub card: Card,
}

/// A drawn card, which only its own seat sees.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[schema(as = shengji::Drawn)]
pub struct DrawnSeen {
    /// The seat that drew.
    pub seat: Seat,
    /// The card; absent for every other viewer.
    pub card: Option<Card>,
}

impl Drawn {
    fn seen(&self, viewer: Viewer) -> DrawnSeen {
        DrawnSeen { seat: self.seat, card: viewer.is(self.seat).then_some(self.card) }
    }
}

/// An event that has no data but its seat.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[schema(as = shengji::Turn)]
pub struct Turn {
    /// The seat that passed.
    pub seat: Seat,
}

/// A card of the kitty, turned up for every viewer.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[schema(as = shengji::Flipped)]
pub struct Flipped {
    /// The card that was turned up.
    pub card: Card,
}

/// Trumps are set, and it is decided who takes the kitty.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[schema(as = shengji::TrumpSet)]
pub struct TrumpSet {
    /// The trump suit, or no-trump, and the level whose cards are trumps.
    pub trump: Trump,
    /// The declaration that set the trumps; absent if nobody declared.
    pub declaration: Option<Declaration>,
    /// The declarer of the hand, 庄.
    pub declarer: Seat,
    /// The seat that takes the kitty: the declarer, or the seat that stole it.
    pub taker: Seat,
}

/// Nobody has declared on the first hand, so the hand is void.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[schema(as = shengji::Undeclared)]
pub struct Undeclared {}

/// The kitty, taken up or buried.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Kitty {
    /// The seat that took the kitty up or buried it.
    pub seat: Seat,
    /// The eight cards of the kitty.
    pub cards: Vec<Card>,
}

/// The kitty, taken up or buried. Only the seat that did it sees the cards.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[schema(as = shengji::Kitty)]
pub struct KittySeen {
    /// The seat that took the kitty up or buried it.
    pub seat: Seat,
    /// The eight cards of the kitty; absent for every other viewer.
    pub cards: Option<Vec<Card>>,
}

impl Kitty {
    fn seen(&self, viewer: Viewer) -> KittySeen {
        KittySeen { seat: self.seat, cards: viewer.is(self.seat).then(|| self.cards.clone()) }
    }
}

/// Cards that were played.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[schema(as = shengji::Play)]
pub struct TrickPlay {
    /// The seat that played.
    pub seat: Seat,
    /// The cards, sorted by group and then by height.
    pub cards: Vec<Card>,
}

/// The result of a throw. The seats with higher cards are never revealed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[schema(as = shengji::ThrowJudged)]
pub struct ThrowJudged {
    /// The seat that threw.
    pub seat: Seat,
    /// Whether the throw stands: no other hand beats one of its components.
    pub stands: bool,
    /// The cards that are led: all cards of a throw that stands, else the smallest beaten component, or its lowest card if the penalty is
    /// counted by card.
    pub led: Vec<Card>,
    /// The cards that went back to the hand of the thrower; none if the throw stands.
    pub returned: Vec<Card>,
    /// The penalty for the thrower's team, in points; 0 if the throw stands.
    pub penalty: u16,
}

/// A trick was won.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[schema(as = shengji::TrickWon)]
pub struct TrickWon {
    /// The seat that won the trick and leads the next one.
    pub seat: Seat,
    /// The points in the trick: 5 for each five, 10 for each ten and each king.
    pub points: u16,
}

/// The result of a hand.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[schema(as = shengji::Scored)]
pub struct Scored {
    /// The cards of the kitty, which every viewer sees now.
    pub kitty: Vec<Card>,
    /// The points in the kitty, before they are multiplied.
    pub kitty_points: u16,
    /// The multiplier of the kitty's points if the attackers won the last trick; 0 if the declarers won it.
    pub multiplier: u32,
    /// The attackers' points in all: their tricks, the multiplied kitty, and penalties.
    pub points: Points,
    /// Whether the attackers took the last trick with a jack, so that the declarers go back to 2.
    pub hooked: bool,
    /// The winners and their levels, the next declarer, and the winner of the game, if it is over.
    pub progress: Progress,
    /// Every seat's stack after the hand, in chips.
    pub stacks: [Chips; 4],
}
