//! The events of a Dou Dizhu hand, and how much of them a viewer may know.
//!
//! Every event is one visible step. Drawn cards are hidden, except those of a hand that lies open.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::auction::Call;
use super::rank::Rank;
use super::reading::Reading;
use super::score::Scored;
use crate::cards::card::Card;
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
    /// A seat showed its hand, which lies open from now on.
    Shown(Shown),
    /// A seat kept its hand hidden, did not double, or passed in play.
    Passed(Turn),
    /// A rank is wild from now on.
    WildDrawn(WildDrawn),
    /// The auction begins.
    AuctionOpened(AuctionOpened),
    /// A seat made its call in the auction.
    Called(Call),
    /// Nobody wanted to be landlord: the hand is void, and is dealt again.
    Void(Void),
    /// A seat became landlord and took the bottom cards.
    Landlord(Landlord),
    /// A seat doubled its stake.
    Doubled(Turn),
    /// A seat led, or beat the play on the table.
    Played(Laid),
    /// A seat has no cards left: the others show theirs.
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
    /// A seat kept its hand hidden, did not double, or passed in play.
    Passed(Turn),
    /// A rank is wild from now on.
    WildDrawn(WildDrawn),
    /// The auction begins.
    AuctionOpened(AuctionOpened),
    /// A seat made its call in the auction.
    Called(Call),
    /// Nobody wanted to be landlord: the hand is void, and is dealt again.
    Void(Void),
    /// A seat became landlord and took the bottom cards.
    Landlord(Landlord),
    /// A seat doubled its stake.
    Doubled(Turn),
    /// A seat led, or beat the play on the table.
    Played(Laid),
    /// A seat has no cards left: the others show theirs.
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
    /// The seat that drew.
    pub seat: Seat,
    /// The drawn card.
    pub card: Card,
    /// Whether the seat's hand lies open.
    pub open: bool,
}

/// A drawn card, which the viewer sees only if it may.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[schema(as = doudizhu::Drawn)]
pub struct DrawnSeen {
    /// The seat that drew.
    pub seat: Seat,
    /// The card; absent for every other viewer, unless the hand lies open.
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
    /// The seat that showed its hand.
    pub seat: Seat,
    /// The factor for the stake, unless another hand has a larger one.
    pub factor: u8,
    /// The cards held now, lowest first.
    pub cards: Vec<Card>,
}

/// An event that has no data but its seat.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[schema(as = doudizhu::Turn)]
pub struct Turn {
    /// The seat that acted.
    pub seat: Seat,
}

/// A wild rank.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[schema(as = doudizhu::WildDrawn)]
pub struct WildDrawn {
    /// The rank; never a joker.
    pub rank: Rank,
}

/// The auction begins.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[schema(as = doudizhu::AuctionOpened)]
pub struct AuctionOpened {
    /// The seat that is first, drawn by lot.
    pub first: Seat,
}

/// Nobody wanted to be landlord.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[schema(as = doudizhu::Void)]
pub struct Void {}

/// A seat became landlord.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[schema(as = doudizhu::Landlord)]
pub struct Landlord {
    /// The seat of the landlord.
    pub seat: Seat,
    /// The points bid, or 2 to the power of the robs.
    pub base: u8,
    /// Whether nobody was asked, and the lot decided.
    pub forced: bool,
    /// The bottom cards, which every viewer sees.
    #[schema(min_items = 3, max_items = 3)]
    pub bottom: Vec<Card>,
}

/// Cards that were played.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[schema(as = doudizhu::Laid)]
pub struct Laid {
    /// The seat that played.
    pub seat: Seat,
    /// The cards, in display order: the chain or the main cards first, then the wings.
    pub cards: Vec<Card>,
    /// The reading of the cards as a play.
    pub reading: Reading,
}

/// The cards that the others held when a seat had none left.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[schema(as = doudizhu::Revealed)]
pub struct Revealed {
    /// The hands, by seat, without the empty one.
    #[schema(min_items = 2, max_items = 2)]
    pub hands: Vec<LeftHand>,
}

/// The cards that a seat held when the hand was over.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[schema(as = doudizhu::LeftHand)]
pub struct LeftHand {
    /// The seat whose cards these are.
    pub seat: Seat,
    /// The cards, lowest first.
    pub cards: Vec<Card>,
}
