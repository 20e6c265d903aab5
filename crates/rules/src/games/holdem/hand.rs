//! One hand of Hold'em: its state.

use std::sync::Arc;

use super::before_flop::BeforeFlop;
use super::event::{Awarded, Returned};
use super::last_action::LastAction;
use super::phase::Phase;
use super::pots::Pot;
use super::round::Round;
use super::setup;
use super::street::StreetName;
use crate::cards::card::Card;
use crate::cards::deck::Deck;
use crate::cards::set::CardSet;
use crate::games::game::Chips;
use crate::games::refusal::ReplayError;
use crate::games::seat::Seat;

/// One hand of Hold'em.
///
/// Players are numbered by place: 0 is left of the button, and the last is the button or the nearest seat before it.
/// Cards, odd chips, and the betting after the flop follow this order.
#[derive(Clone, Debug, PartialEq)]
pub struct Holdem {
    pub(super) setup: Arc<setup::Setup>,
    pub(super) deck: Arc<Deck>,
    /// How many cards have left the deck, burnt ones included.
    pub(super) used: usize,
    pub(super) players: Vec<Player>,
    pub(super) street: StreetName,
    pub(super) round: Round,
    /// One board, or two if it is run twice.
    pub(super) boards: Vec<Vec<Card>>,
    /// Whether it is run twice; absent until that is decided.
    pub(super) twice: Option<bool>,
    /// The pots as last swept, less the chips that were raked or won.
    pub(super) pots: Vec<Pot>,
    /// All chips that are neither in a stack nor raked.
    pub(super) middle: Chips,
    pub(super) rake: Chips,
    /// The pots that were won, or each board's half of them, in order.
    pub(super) awards: Vec<Awarded>,
    /// The uncalled bet, once it was returned.
    pub(super) returned: Option<Returned>,
    pub(super) phase: Phase,
}

/// A player who was dealt in.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Player {
    pub(super) seat: Seat,
    pub(super) stack: Chips,
    /// Chips bet on this street.
    pub(super) bet: Chips,
    /// Bets, blinds and the own ante of the whole hand, less returned bets.
    pub(super) total: Chips,
    /// Dead money: an ante for the table, a missed small blind.
    pub(super) dead: Chips,
    pub(super) won: Chips,
    pub(super) cards: Option<[Card; 2]>,
    pub(super) fate: Fate,
    /// Its last action on this street, posts included.
    pub(super) last_action: Option<LastAction>,
    /// Whether it has acted by choice on this street.
    pub(super) has_acted: bool,
    /// Whether it wants to run the board twice.
    pub(super) agrees: bool,
    pub(super) before_flop: BeforeFlop,
}

/// The state of a player's cards.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Fate {
    /// Held, face down.
    Held,
    /// Folded before the showdown.
    Folded,
    /// Tabled.
    Shown,
    /// Mucked at the showdown, or after winning without one.
    Mucked,
}

impl Player {
    fn new(player: &setup::Player) -> Self {
        Self {
            seat: player.seat,
            stack: player.stack,
            bet: 0,
            total: 0,
            dead: 0,
            won: 0,
            cards: None,
            fate: Fate::Held,
            last_action: None,
            has_acted: false,
            agrees: false,
            before_flop: BeforeFlop::default(),
        }
    }

    pub(super) fn has_folded(&self) -> bool {
        self.fate == Fate::Folded
    }

    /// Whether it can still bet.
    pub(super) fn has_chips_to_bet(&self) -> bool {
        self.stack > 0 && !self.has_folded()
    }
}

impl Holdem {
    /// The hand before its first event; an error if the deck is not a shuffle of the pack.
    pub(super) fn fresh(setup: &setup::Setup, deck: Deck) -> Result<Self, ReplayError> {
        setup.check()?;
        let is_pack = CardSet::gathered(&deck.cards) == Some(Card::french().collect::<CardSet>());
        ReplayError::unless(is_pack, "the deck is not the 52 cards")?;
        let mut hand = Self {
            setup: Arc::new(setup.clone()),
            deck: Arc::new(deck),
            used: 0,
            players: setup.players.iter().map(Player::new).collect(),
            street: StreetName::Preflop,
            round: Round::preflop(&setup.rules, setup.straddle.is_some(), 0),
            boards: vec![Vec::new()],
            twice: None,
            pots: Vec::new(),
            middle: 0,
            rake: 0,
            awards: Vec::new(),
            returned: None,
            phase: Phase::Dealing,
        };
        hand.phase = hand.first_post();
        Ok(hand)
    }

    /// The pots that were won so far, the main pot first: the seats that could win each, and those that won a part of it.
    pub fn pots_won(&self) -> Vec<(Vec<Seat>, Vec<Seat>)> {
        let won = |pot: usize| {
            let awards = self.awards.iter().filter(move |award| usize::from(award.pot) == pot);
            let mut winners: Vec<Seat> = Vec::new();
            for share in awards.flat_map(|award| &award.shares) {
                if !winners.contains(&share.seat) {
                    winners.push(share.seat);
                }
            }
            winners
        };
        self.pots.iter().enumerate().map(|(nth, pot)| (pot.eligible.clone(), won(nth))).collect()
    }

    pub(super) fn places(&self) -> std::ops::Range<usize> {
        0..self.players.len()
    }

    /// Every place once, clockwise from this one.
    pub(super) fn clockwise_from(&self, place: usize) -> impl Iterator<Item = usize> {
        let all = self.players.len();
        (0..all).map(move |ahead| (place + ahead) % all)
    }

    pub(super) fn place_of(&self, seat: Seat) -> Option<usize> {
        self.players.iter().position(|player| player.seat == seat)
    }

    /// The places that have not folded.
    pub(super) fn unfolded(&self) -> impl Iterator<Item = usize> {
        self.places().filter(|&place| !self.players[place].has_folded())
    }

    /// The other places that have not folded.
    pub(super) fn opponents(&self, place: usize) -> impl Iterator<Item = usize> {
        self.unfolded().filter(move |&other| other != place)
    }

    /// Whether two seats or more can still bet.
    pub(super) fn can_betting_go_on(&self) -> bool {
        self.players.iter().filter(|player| player.has_chips_to_bet()).count() >= 2
    }
}
