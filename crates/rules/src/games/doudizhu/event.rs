//! What happens in a Dou Dizhu hand, and how much of it a viewer may know.
//!
//! Every event is one visible step. Hidden are drawn cards, but those of a hand that lies open.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::auction::Call;
use super::rank::Rank;
use super::reading::Reading;
use super::score::Scored;
use crate::cards::card::Card;
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
    /// A seat showed its hand, which lies open from now on.
    Shown(Shown),
    /// A seat keeps its hand hidden, does not double, or passes in play.
    Passed(Turn),
    /// A rank is wild from now on.
    WildDrawn(WildDrawn),
    /// The auction begins.
    AuctionOpened(AuctionOpened),
    /// A seat spoke in the auction.
    Called(Call),
    /// Nobody would be landlord: the hand does not count, and is dealt again.
    Void(Void),
    /// A seat became landlord and took the bottom cards.
    Landlord(Landlord),
    /// A seat doubled its stake.
    Doubled(Turn),
    /// A seat led, or beat what lay on the table.
    Played(Laid),
    /// Somebody has no cards left: the others show theirs.
    Revealed(Revealed),
    /// The hand was scored.
    Scored(Scored),
}

/// An event as one viewer may know it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(tag = "type", rename_all = "snake_case")]
#[schema(as = doudizhu::Seen)]
pub enum Seen {
    /// The deal begins.
    Began(Began),
    /// A seat drew a card.
    Drawn(DrawnSeen),
    /// A seat showed its hand, which lies open from now on.
    Shown(Shown),
    /// A seat keeps its hand hidden, does not double, or passes in play.
    Passed(Turn),
    /// A rank is wild from now on.
    WildDrawn(WildDrawn),
    /// The auction begins.
    AuctionOpened(AuctionOpened),
    /// A seat spoke in the auction.
    Called(Call),
    /// Nobody would be landlord: the hand does not count, and is dealt again.
    Void(Void),
    /// A seat became landlord and took the bottom cards.
    Landlord(Landlord),
    /// A seat doubled its stake.
    Doubled(Turn),
    /// A seat led, or beat what lay on the table.
    Played(Laid),
    /// Somebody has no cards left: the others show theirs.
    Revealed(Revealed),
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
            Self::Shown(shown) => Seen::Shown(shown.clone()),
            Self::Passed(turn) => Seen::Passed(turn.clone()),
            Self::WildDrawn(drawn) => Seen::WildDrawn(drawn.clone()),
            Self::AuctionOpened(opened) => Seen::AuctionOpened(opened.clone()),
            Self::Called(call) => Seen::Called(*call),
            Self::Void(void) => Seen::Void(void.clone()),
            Self::Landlord(landlord) => Seen::Landlord(landlord.clone()),
            Self::Doubled(turn) => Seen::Doubled(turn.clone()),
            Self::Played(laid) => Seen::Played(laid.clone()),
            Self::Revealed(revealed) => Seen::Revealed(revealed.clone()),
            Self::Scored(scored) => Seen::Scored(scored.clone()),
        }
    }
}

/// The deal begins.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[schema(as = doudizhu::Began)]
pub struct Began {}

/// A drawn card.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Drawn {
    /// Who drew.
    pub seat: Seat,
    /// What.
    pub card: Card,
    /// Whether the seat's hand lies open.
    pub open: bool,
}

/// A drawn card, and what it is if the viewer may know.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[schema(as = doudizhu::Drawn)]
pub struct DrawnSeen {
    /// Who drew.
    pub seat: Seat,
    /// What; absent for everybody else, unless the hand lies open.
    #[schema(required)]
    pub card: Option<Card>,
}

impl Drawn {
    fn seen(&self, viewer: Viewer) -> DrawnSeen {
        let may_know = self.open || viewer.is(self.seat);
        DrawnSeen { seat: self.seat, card: may_know.then_some(self.card) }
    }
}

/// A hand that lies open from now on.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[schema(as = doudizhu::HandShown)]
pub struct Shown {
    /// Whose.
    pub seat: Seat,
    /// What it multiplies the stake by, unless another hand does by more.
    pub factor: u8,
    /// The cards held now, lowest first.
    pub cards: Vec<Card>,
}

/// A step that has no data but whose it is.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[schema(as = doudizhu::Turn)]
pub struct Turn {
    /// Whose step it is.
    pub seat: Seat,
}

/// A wild rank.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[schema(as = doudizhu::WildDrawn)]
pub struct WildDrawn {
    /// Which; never a joker.
    pub rank: Rank,
}

/// The auction begins.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[schema(as = doudizhu::AuctionOpened)]
pub struct AuctionOpened {
    /// Who speaks first, by lot.
    pub first: Seat,
}

/// Nobody would be landlord.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[schema(as = doudizhu::Void)]
pub struct Void {}

/// A seat became landlord.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[schema(as = doudizhu::Landlord)]
pub struct Landlord {
    /// Who.
    pub seat: Seat,
    /// The points bid, or 2 to the power of the robs.
    pub base: u8,
    /// Whether nobody was asked, and the lot chose.
    pub forced: bool,
    /// The bottom cards, which all see.
    #[schema(min_items = 3, max_items = 3)]
    pub bottom: Vec<Card>,
}

/// Cards laid on the table.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[schema(as = doudizhu::Laid)]
pub struct Laid {
    /// By whom.
    pub seat: Seat,
    /// Which, in display order: the chain or the main cards first, then what it carries.
    pub cards: Vec<Card>,
    /// What they are declared to be.
    pub reading: Reading,
}

/// What the others held when somebody had no cards left.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[schema(as = doudizhu::Revealed)]
pub struct Revealed {
    /// The hands, by seat; that of the seat without cards is not among them.
    #[schema(min_items = 2, max_items = 2)]
    pub hands: Vec<LeftHand>,
}

/// What a seat held when the hand was over.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[schema(as = doudizhu::LeftHand)]
pub struct LeftHand {
    /// Whose.
    pub seat: Seat,
    /// The cards, lowest first.
    pub cards: Vec<Card>,
}
