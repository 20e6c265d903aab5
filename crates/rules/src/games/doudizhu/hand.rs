//! One hand of Dou Dizhu: its state.

use std::sync::Arc;

use super::cards::Cards;
use super::phase::{Contract, Phase, Playing};
use super::play::PlayRules;
use super::rank::Rank;
use super::ranks::Ranks;
use super::rules::Wild;
use super::setup::{SEATS, Setup};
use crate::cards::card::Card;
use crate::cards::deck::Deck;
use crate::games::refusal::ReplayError;
use crate::games::seat::{Seat, Seats};

/// One hand of Dou Dizhu.
#[derive(Clone, Debug, PartialEq)]
pub struct Doudizhu {
    pub(super) setup: Arc<Setup>,
    pub(super) deck: Arc<Deck>,
    pub(super) hands: [Cards; SEATS as usize],
    /// The factor by which a seat has shown its hand; 1 if it has not.
    pub(super) shown: [u8; SEATS as usize],
    /// The wild ranks, the first one first.
    pub(super) wild: Vec<Rank>,
    pub(super) phase: Phase,
}

/// The number of cards that are dealt; the rest are the bottom cards.
pub(super) const DEALT: usize = 51;

impl Doudizhu {
    /// The hand before its first event; an error if the deck is not a shuffle of the pack.
    pub(super) fn fresh(setup: &Setup, deck: Deck) -> Result<Self, ReplayError> {
        if deck.cards.len() != usize::from(Card::COUNT) || Cards::gathered(&deck.cards).is_none() {
            return Err(ReplayError("the deck is not the 54 cards"));
        }
        Ok(Self {
            setup: Arc::new(setup.clone()),
            deck: Arc::new(deck),
            hands: Default::default(),
            shown: [1; SEATS as usize],
            wild: Vec::new(),
            phase: Phase::Opening(Seats::default()),
        })
    }

    /// The cards that a seat holds.
    pub(super) fn held(&self, seat: Seat) -> Cards {
        self.hands.get(seat.index()).copied().unwrap_or_default()
    }

    /// Whether a seat's hand lies open.
    pub(super) fn is_open(&self, seat: Seat) -> bool {
        self.shown.get(seat.index()).is_some_and(|&factor| factor > 1)
    }

    /// Whether every player knows the cards of a seat: its hand lies open, or it was shown at the end.
    pub(super) fn is_known(&self, seat: Seat) -> bool {
        let revealed = match &self.phase {
            Phase::Playing(playing) | Phase::Over(playing, _) => playing.revealed,
            _ => false,
        };
        self.is_open(seat) || revealed && !self.held(seat).is_empty()
    }

    /// The wild ranks as a set.
    pub(super) fn wild_ranks(&self) -> Ranks {
        self.wild.iter().fold(Ranks::NONE, |wild, &rank| wild.or(Ranks::one(rank)))
    }

    /// The rules for plays in this hand.
    pub(super) fn play_rules(&self) -> PlayRules {
        PlayRules { forbidden: self.setup.rules.wings.forbidden(), wild: self.wild_ranks() }
    }

    /// The landlord and the peasants, once that is decided.
    pub(super) fn contract(&self) -> Option<&Contract> {
        match &self.phase {
            Phase::Opening(_) | Phase::Dealing(_) | Phase::Auction(_) | Phase::Void(_) => None,
            Phase::Drawing(contract) | Phase::Doubling(contract, _) | Phase::Showing(contract) => {
                Some(contract)
            }
            Phase::Playing(playing) | Phase::Over(playing, _) => Some(&playing.contract),
        }
    }

    /// The factor of a shown hand.
    pub(super) fn open_factor(&self) -> u8 {
        self.shown.iter().copied().max().unwrap_or(1)
    }

    /// The bottom cards.
    pub(super) fn dealt_bottom(&self) -> Cards {
        self.deck.cards.get(DEALT..).and_then(Cards::gathered).unwrap_or_default()
    }

    /// The phase once the landlord and all wild ranks are known.
    pub(super) fn after_auction(&self, contract: Contract) -> Phase {
        let rules = &self.setup.rules;
        if rules.wild == Wild::Two && self.wild.len() < 2 {
            Phase::Drawing(contract)
        } else if rules.doubling {
            Phase::Doubling(contract, 0)
        } else {
            self.after_doubling(contract)
        }
    }

    /// The phase after all answers about doubling.
    pub(super) fn after_doubling(&self, contract: Contract) -> Phase {
        if self.setup.rules.open_hand && !self.is_open(contract.landlord) {
            Phase::Showing(contract)
        } else {
            Phase::Playing(Box::new(Playing::new(contract)))
        }
    }
}
