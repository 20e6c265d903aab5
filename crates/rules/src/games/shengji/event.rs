//! What happens in a Shengji hand, and how much of it a viewer may know.
//!
//! Every event is one visible step. Hidden are drawn cards, and the kitty until the hand is scored.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::declare::Declaration;
use super::order::Trump;
use super::score::{Points, Progress};
use crate::cards::card::Card;
use crate::games::game::Chips;
use crate::games::seat::Seat;
use crate::games::viewer::{Viewer, ViewerSafe};

/// What happened. Stored with its cards, never sent.
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
    /// Nobody has declared on the first hand: it does not count, and is dealt again.
    Undeclared(Undeclared),
    /// A seat took the kitty up.
    KittyTaken(Kitty),
    /// A seat laid the kitty away.
    Buried(Kitty),
    /// A seat tried to lead several components at once.
    Thrown(Play),
    /// A throw was held against the other hands.
    ThrowJudged(ThrowJudged),
    /// A seat led a single component, or followed.
    Played(Play),
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
    /// Nobody has declared on the first hand: it does not count, and is dealt again.
    Undeclared(Undeclared),
    /// A seat took the kitty up.
    KittyTaken(KittySeen),
    /// A seat laid the kitty away.
    Buried(KittySeen),
    /// A seat tried to lead several components at once.
    Thrown(Play),
    /// A throw was held against the other hands.
    ThrowJudged(ThrowJudged),
    /// A seat led a single component, or followed.
    Played(Play),
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
    /// Who draws the first card: the declarer, or on the first hand a seat drawn by lot.
    pub first: Seat,
}

/// A drawn card.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Drawn {
    /// Who drew.
    pub seat: Seat,
    /// What.
    pub card: Card,
}

/// A drawn card, and what it is if it is the viewer's own.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[schema(as = shengji::Drawn)]
pub struct DrawnSeen {
    /// Who drew.
    pub seat: Seat,
    /// What; absent for everybody else.
    pub card: Option<Card>,
}

impl Drawn {
    fn seen(&self, viewer: Viewer) -> DrawnSeen {
        DrawnSeen { seat: self.seat, card: viewer.is(self.seat).then_some(self.card) }
    }
}

/// A step that has no data but whose it is.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[schema(as = shengji::Turn)]
pub struct Turn {
    /// Whose step it is.
    pub seat: Seat,
}

/// A card of the kitty, turned up for all to see.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[schema(as = shengji::Flipped)]
pub struct Flipped {
    /// Which.
    pub card: Card,
}

/// Trumps are set, and with them who takes the kitty.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[schema(as = shengji::TrumpSet)]
pub struct TrumpSet {
    /// What is trump.
    pub trump: Trump,
    /// The declaration that made it so; absent where nobody declared.
    pub declaration: Option<Declaration>,
    /// Who declares the hand, 庄.
    pub declarer: Seat,
    /// Who takes the kitty: the declarer, or who stole it.
    pub taker: Seat,
}

/// Nobody has declared on the first hand.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[schema(as = shengji::Undeclared)]
pub struct Undeclared {}

/// The kitty, taken up or laid away.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Kitty {
    /// By whom.
    pub seat: Seat,
    /// Its eight cards.
    pub cards: Vec<Card>,
}

/// The kitty, taken up or laid away, and its cards for whoever did.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[schema(as = shengji::Kitty)]
pub struct KittySeen {
    /// By whom.
    pub seat: Seat,
    /// Its eight cards; absent for everybody else.
    pub cards: Option<Vec<Card>>,
}

impl Kitty {
    fn seen(&self, viewer: Viewer) -> KittySeen {
        KittySeen { seat: self.seat, cards: viewer.is(self.seat).then(|| self.cards.clone()) }
    }
}

/// Cards laid on the table.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[schema(as = shengji::Play)]
pub struct Play {
    /// By whom.
    pub seat: Seat,
    /// Which, by group and height.
    pub cards: Vec<Card>,
}

/// What became of a throw. It is never told whose cards were higher.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[schema(as = shengji::ThrowJudged)]
pub struct ThrowJudged {
    /// Who threw.
    pub seat: Seat,
    /// Whether it stands.
    pub stands: bool,
    /// What is led: all of it, or what was forced.
    pub led: Vec<Card>,
    /// What went back to the hand.
    pub returned: Vec<Card>,
    /// What it costs the thrower's team, in points.
    pub penalty: u16,
}

/// A trick was won.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[schema(as = shengji::TrickWon)]
pub struct TrickWon {
    /// By whom.
    pub seat: Seat,
    /// The points in it.
    pub points: u16,
}

/// What a hand came to.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[schema(as = shengji::Scored)]
pub struct Scored {
    /// The kitty, shown to all.
    pub kitty: Vec<Card>,
    /// The points in it.
    pub kitty_points: u16,
    /// How often they count for the attackers: 0 where the declarers won the last trick.
    pub multiplier: u32,
    /// The attackers' points in all.
    pub points: Points,
    /// Whether the attackers took the last trick with a jack from declarers who go back to 2 for it.
    pub hooked: bool,
    /// What it leads to.
    pub progress: Progress,
    /// Every seat's chips after it.
    pub stacks: [Chips; 4],
}
