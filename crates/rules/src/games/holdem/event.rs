//! The events of a Hold'em hand, and how much of them a viewer may know.
//!
//! Every event is one visible step. Only the hole cards are hidden: [`Event::Dealt`] holds all of them, and
//! [`Seen::Dealt`] those of its viewer. A mucked hand is in no event but the deal.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::evaluate::Best;
use super::outlook::{Equity, EquitySeen};
use super::pots::Pot;
use super::street::StreetName;
use crate::cards::card::Card;
use crate::games::game::Chips;
use crate::games::seat::Seat;
use crate::games::viewer::{Viewer, ViewerSafe};

/// An event. It is stored with its cards and never sent.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, strum::VariantNames)]
#[serde(tag = "type", rename_all = "snake_case")]
#[strum(serialize_all = "snake_case")]
pub enum Event {
    /// An ante or a blind was posted.
    Posted(Posted),
    /// Every player got two cards.
    Dealt(Dealt),
    /// A seat folded.
    Folded(Turn),
    /// A seat checked.
    Checked(Turn),
    /// A seat called, or went all in below the price.
    Called(Wager),
    /// A seat opened the betting of a street.
    Bet(Wager),
    /// A seat raised.
    Raised(Wager),
    /// An uncalled bet was returned.
    Returned(Returned),
    /// The bets of the street went into the pots.
    Swept(Swept),
    /// A card was burnt, and the board grew.
    Street(Street),
    /// A seat answered whether to run the board twice.
    Answered(Answered),
    /// A hand was tabled.
    Shown(Shown),
    /// A hand was mucked.
    Mucked(Turn),
    /// How often each of the tabled hands wins from here. It follows from what everybody sees.
    Equity(Equity),
    /// The house took its rake from a pot.
    Raked(Raked),
    /// A pot, or a board's half of one, was won.
    Awarded(Awarded),
}

/// An event as one viewer may know it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(tag = "type", rename_all = "snake_case")]
#[schema(as = holdem::Seen)]
pub enum Seen {
    /// An ante or a blind was posted.
    Posted(Posted),
    /// Every player got two cards.
    Dealt(DealtSeen),
    /// A seat folded.
    Folded(Turn),
    /// A seat checked.
    Checked(Turn),
    /// A seat called, or went all in below the price.
    Called(Wager),
    /// A seat opened the betting of a street.
    Bet(Wager),
    /// A seat raised.
    Raised(Wager),
    /// An uncalled bet was returned.
    Returned(Returned),
    /// The bets of the street went into the pots.
    Swept(Swept),
    /// A card was burnt, and the board grew.
    Street(Street),
    /// A seat answered whether to run the board twice.
    Answered(Answered),
    /// A hand was tabled.
    Shown(Shown),
    /// A hand was mucked.
    Mucked(Turn),
    /// How often each of the hands wins that are all in and tabled. It comes after the last of them was tabled, and
    /// after each later street.
    Equity(EquitySeen),
    /// The house took its rake from a pot.
    Raked(Raked),
    /// A pot, or a board's half of one, was won.
    Awarded(Awarded),
}

impl ViewerSafe for Seen {}

impl Event {
    /// The event as `viewer` may know it.
    pub fn seen(&self, viewer: Viewer) -> Seen {
        match self {
            Self::Posted(posted) => Seen::Posted(posted.clone()),
            Self::Dealt(dealt) => Seen::Dealt(dealt.seen(viewer)),
            Self::Folded(turn) => Seen::Folded(turn.clone()),
            Self::Checked(turn) => Seen::Checked(turn.clone()),
            Self::Called(wager) => Seen::Called(wager.clone()),
            Self::Bet(wager) => Seen::Bet(wager.clone()),
            Self::Raised(wager) => Seen::Raised(wager.clone()),
            Self::Returned(returned) => Seen::Returned(returned.clone()),
            Self::Swept(swept) => Seen::Swept(swept.clone()),
            Self::Street(street) => Seen::Street(street.clone()),
            Self::Answered(answered) => Seen::Answered(answered.clone()),
            Self::Shown(shown) => Seen::Shown(shown.clone()),
            Self::Mucked(turn) => Seen::Mucked(turn.clone()),
            Self::Equity(equity) => Seen::Equity(equity.seen()),
            Self::Raked(raked) => Seen::Raked(raked.clone()),
            Self::Awarded(awarded) => Seen::Awarded(awarded.clone()),
        }
    }
}

/// An ante or a blind.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[schema(as = holdem::Posted)]
pub struct Posted {
    /// The seat that posted.
    pub seat: Seat,
    /// The kind of post.
    pub post: Post,
    /// The part of it that the seat could pay, in chips.
    pub amount: Chips,
    /// Whether this was the whole stack.
    pub all_in: bool,
}

/// What is posted before the cards are dealt, in the order of posting.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = holdem::Post)]
pub enum Post {
    /// The seat's own ante: not a bet, but it counts as the seat's own money when the pots are made.
    Ante,
    /// The ante that one seat posts for the table: dead money.
    TableAnte,
    /// A missed small blind: dead money.
    DeadBlind,
    /// The small blind.
    SmallBlind,
    /// The big blind.
    BigBlind,
    /// As much as the big blind, by a newcomer or for a missed one. It is a bet like the big blind.
    EntryBlind,
    /// Twice the big blind, by the seat left of it.
    Straddle,
}

impl Post {
    /// Whether it is dead money: every seat that has not folded can win it, and it counts for no seat's total.
    pub fn is_dead(self) -> bool {
        matches!(self, Self::TableAnte | Self::DeadBlind)
    }

    /// Whether it counts towards the price of the first street.
    #[doc(hidden)]
    pub fn is_bet(self) -> bool {
        !self.is_dead() && self != Self::Ante
    }
}

/// All hole cards.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Dealt {
    /// One hand for each player, in the order of the deal.
    pub hands: Vec<Hand>,
}

/// A seat's hole cards.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Hand {
    /// The seat that was dealt the cards.
    pub seat: Seat,
    /// In the order in which they were dealt.
    pub cards: [Card; 2],
}

/// The seats that got cards, and the viewer's own cards.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[schema(as = holdem::Dealt)]
pub struct DealtSeen {
    /// The seats that got cards, in the order of the deal.
    pub seats: Vec<Seat>,
    /// The viewer's own cards; absent for a viewer without cards.
    pub cards: Option<[Card; 2]>,
}

impl Dealt {
    fn seen(&self, viewer: Viewer) -> DealtSeen {
        let own = self.hands.iter().find(|hand| viewer.is(hand.seat));
        DealtSeen {
            seats: self.hands.iter().map(|hand| hand.seat).collect(),
            cards: own.map(|hand| hand.cards),
        }
    }
}

/// An event that has no data but its seat.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[schema(as = holdem::Turn)]
pub struct Turn {
    /// The seat that acted.
    pub seat: Seat,
}

/// Chips put in by choice.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[schema(as = holdem::Wager)]
pub struct Wager {
    /// The seat that bet.
    pub seat: Seat,
    /// The chips that left the stack.
    pub amount: Chips,
    /// The seat's total on this street now.
    pub to: Chips,
    /// Whether this was the whole stack.
    pub all_in: bool,
}

/// An uncalled bet.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[schema(as = holdem::Returned)]
pub struct Returned {
    /// The seat that gets the chips back.
    pub seat: Seat,
    /// In chips.
    pub amount: Chips,
}

/// The pots after a street.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[schema(as = holdem::Swept)]
pub struct Swept {
    /// All pots so far, the main pot first.
    pub pots: Vec<Pot>,
}

/// New cards on a board.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[schema(as = holdem::Street)]
pub struct Street {
    /// The street that begins.
    pub street: StreetName,
    /// The board that grows: 0, or 1 for the second one of a board run twice.
    #[schema(maximum = 1)]
    pub board: u8,
    /// The new cards: three on the flop, one after.
    pub cards: Vec<Card>,
}

/// An answer whether to run the board twice.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[schema(as = holdem::Answered)]
pub struct Answered {
    /// The seat that answered.
    pub seat: Seat,
    /// Yes or no. One no decides for one board; there is a second one if every seat said yes.
    pub agree: bool,
}

/// A tabled hand.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[schema(as = holdem::Shown)]
pub struct Shown {
    /// The seat that showed.
    pub seat: Seat,
    /// The hole cards.
    pub cards: [Card; 2],
    /// The best hand they make with the board; absent before the flop.
    pub best: Option<Best>,
}

/// The rake from a pot.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[schema(as = holdem::Raked)]
pub struct Raked {
    /// The pot: 0 is the main pot.
    pub pot: u8,
    /// In chips.
    pub amount: Chips,
}

/// A pot that was won.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[schema(as = holdem::Awarded)]
pub struct Awarded {
    /// The pot: 0 is the main pot.
    pub pot: u8,
    /// The board that decided: 0, or 1 for the second one of a board run twice.
    #[schema(maximum = 1)]
    pub board: u8,
    /// The winners and their shares, clockwise from left of the button.
    pub shares: Vec<Share>,
}

/// A winner's share.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[schema(as = holdem::Share)]
pub struct Share {
    /// The seat that won.
    pub seat: Seat,
    /// In chips, the odd chip included; 0 if a pot has fewer chips than winners.
    pub amount: Chips,
    /// The hand that won; absent if everybody else folded.
    pub best: Option<Best>,
}
