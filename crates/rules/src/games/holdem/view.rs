//! A Hold'em hand as one viewer may know it.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::describe;
use super::evaluate::Best;
use super::event::{Awarded, Returned};
use super::hand::{Fate, Holdem};
use super::last_action::LastAction;
use super::phase::Phase;
use super::pots::Pot;
use super::setup::Positions;
use super::street::StreetName;
use crate::cards::card::Card;
use crate::games::game::{Chips, Game};
use crate::games::seat::Seat;
use crate::games::viewer::{Viewer, ViewerSafe};

/// A hand as one viewer may know it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[schema(as = holdem::View)]
pub struct View {
    /// The seats of the button and the blinds.
    pub positions: Positions,
    /// The street that is played.
    pub street: StreetName,
    /// The board; two of them if it is run twice.
    pub boards: Vec<Vec<Card>>,
    /// The pots so far, the main pot first, without the bets of this street.
    pub pots: Vec<Pot>,
    /// All chips in the middle: the pots, and the bets of this street.
    pub middle: Chips,
    /// The rake so far.
    pub rake: Chips,
    /// The pots that were won, with winners, shares and hands.
    pub awards: Vec<Awarded>,
    /// The uncalled bet that was returned; null if there was none so far.
    #[schema(required)]
    pub returned: Option<Returned>,
    /// The highest total on this street, which a call matches.
    pub price: Chips,
    /// The seat that made the last bet or raise of this street.
    pub aggressor: Option<Seat>,
    /// The seats that may act now: those awaited, and those that may end a pause by showing or mucking.
    pub to_act: Vec<Seat>,
    /// Whether the hand is over.
    pub over: bool,
    /// All players dealt in, clockwise from the seat left of the button.
    pub players: Vec<PlayerView>,
}

/// A player as one viewer may know them.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[schema(as = holdem::PlayerView)]
pub struct PlayerView {
    /// The number of the seat.
    pub seat: Seat,
    /// The chips behind.
    pub stack: Chips,
    /// The chips bet on this street.
    pub bet: Chips,
    /// All chips put into this hand, blinds and antes included, less returned bets.
    pub paid: Chips,
    /// The chips won.
    pub won: Chips,
    /// Its last action on this street, posts included; null if there is none yet.
    #[schema(required)]
    pub last_action: Option<LastAction>,
    /// Whether it still plays the hand, and how it left it.
    pub state: PlayerState,
    /// The hole cards, if the viewer knows them: its own, and those shown.
    pub cards: Option<[Card; 2]>,
    /// The best hand that those cards make with each board, from the flop on.
    pub best: Vec<Made>,
}

/// Whether a player still plays the hand.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = holdem::PlayerState)]
pub enum PlayerState {
    /// Still in, with chips behind.
    In,
    /// All in.
    AllIn,
    /// Folded.
    Folded,
    /// Tabled.
    Shown,
    /// Mucked at the showdown, or after winning without one.
    Mucked,
}

/// A made hand and its name.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[schema(as = holdem::Made)]
pub struct Made {
    /// The best five cards, with their category and rank.
    pub best: Best,
    /// In words: `"two pair, aces and kings, queen kicker"`.
    pub says: String,
}

impl ViewerSafe for View {}

impl ViewerSafe for Made {}

/// The hand as this viewer may know it now.
pub(super) fn view(hand: &Holdem, viewer: Viewer) -> View {
    View {
        positions: hand.setup.positions,
        street: hand.street,
        boards: hand.boards.clone(),
        pots: hand.pots.clone(),
        middle: hand.middle,
        rake: hand.rake,
        awards: hand.awards.clone(),
        returned: hand.returned.clone(),
        price: hand.round.price,
        aggressor: hand.round.aggressor.map(|place| hand.players[place].seat),
        to_act: hand.may_act().iter().collect(),
        over: hand.phase == Phase::Over,
        players: hand.places().map(|place| hand.player_seen_by(viewer, place)).collect(),
    }
}

/// The hole cards that a seat has tabled.
pub(super) fn shown(hand: &Holdem, seat: Seat) -> Vec<Card> {
    let player = hand.place_of(seat).map(|place| &hand.players[place]);
    player
        .filter(|player| player.fate == Fate::Shown)
        .and_then(|player| player.cards)
        .into_iter()
        .flatten()
        .collect()
}

impl Holdem {
    fn player_seen_by(&self, viewer: Viewer, place: usize) -> PlayerView {
        let player = &self.players[place];
        let knows_cards = viewer.is(player.seat) || player.fate == Fate::Shown;
        let boards = 0..if knows_cards { self.boards.len() } else { 0 };
        let state = match player.fate {
            Fate::Held if player.stack == 0 => PlayerState::AllIn,
            Fate::Held => PlayerState::In,
            Fate::Folded => PlayerState::Folded,
            Fate::Shown => PlayerState::Shown,
            Fate::Mucked => PlayerState::Mucked,
        };
        PlayerView {
            seat: player.seat,
            stack: player.stack,
            bet: player.bet,
            paid: player.total + player.dead,
            won: player.won,
            last_action: player.last_action,
            state,
            cards: if knows_cards { player.cards } else { None },
            best: boards.filter_map(|board| self.made(place, board)).collect(),
        }
    }

    fn made(&self, place: usize, board: usize) -> Option<Made> {
        let best = self.best(place, board)?;
        Some(Made { says: describe::describe(&best), best })
    }
}
