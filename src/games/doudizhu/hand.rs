//! One hand of Dou Dizhu: its state.

use std::ops::RangeInclusive;
use std::sync::Arc;

use super::cards::Cards;
use super::event::Event;
use super::phase::{Contract, Phase, Playing};
use super::play::PlayRules;
use super::rank::Rank;
use super::ranks::Ranks;
use super::rules::Wild;
use super::setup::{SEATS, Setup, Standing};
use super::wishes::Wishes;
use super::{accept, action, event, moves, options, record, refusal, rules, step, view};
use crate::cards::card::Card;
use crate::cards::deck::Deck;
use crate::games::game::{Absence, Chair, Chips, Game, Step, Viewer};
use crate::games::refusal::{BadOption, NotAccepted, ReplayError};
use crate::games::seat::{Seat, Seats};

/// One hand of Dou Dizhu.
#[derive(Clone, Debug, PartialEq)]
pub struct Doudizhu {
    pub(super) setup: Arc<Setup>,
    pub(super) deck: Arc<Deck>,
    pub(super) hands: [Cards; SEATS as usize],
    /// By what factor a seat has shown its hand; 1 where it has not.
    pub(super) shown: [u8; SEATS as usize],
    /// The wild ranks, the first one first.
    pub(super) wild: Vec<Rank>,
    pub(super) phase: Phase,
}

/// How many cards are dealt; the rest lies at the bottom.
pub(super) const DEALT: usize = 51;

impl Doudizhu {
    /// The cards that a seat holds.
    pub(super) fn held(&self, seat: Seat) -> Cards {
        self.hands.get(seat.index()).copied().unwrap_or_default()
    }

    /// Whether a seat's hand lies open.
    pub(super) fn is_open(&self, seat: Seat) -> bool {
        self.shown.get(seat.index()).is_some_and(|&factor| factor > 1)
    }

    /// The wild ranks as a set.
    pub(super) fn wild_ranks(&self) -> Ranks {
        self.wild.iter().fold(Ranks::NONE, |wild, &rank| wild.or(Ranks::one(rank)))
    }

    /// What decides plays in this hand.
    pub(super) fn play_rules(&self) -> PlayRules {
        PlayRules { forbidden: self.setup.rules.wings.forbidden(), wild: self.wild_ranks() }
    }

    /// Who plays against whom, once that is known.
    pub(super) fn contract(&self) -> Option<&Contract> {
        match &self.phase {
            Phase::Opening(_) | Phase::Dealing(_) | Phase::Auction(_) | Phase::Void(_) => None,
            Phase::Drawing(contract) | Phase::Doubling(contract, _) | Phase::Showing(contract) => {
                Some(contract)
            }
            Phase::Playing(playing) | Phase::Over(playing, _) => Some(&playing.contract),
        }
    }

    /// What a shown hand makes of the stake.
    pub(super) fn open_factor(&self) -> u8 {
        self.shown.iter().copied().max().unwrap_or(1)
    }

    /// The bottom cards.
    pub(super) fn dealt_bottom(&self) -> Cards {
        self.deck.cards.get(DEALT..).and_then(Cards::gathered).unwrap_or_default()
    }

    /// What follows once the landlord and all wild ranks are known.
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

    /// What follows once everybody was asked to double.
    pub(super) fn after_doubling(&self, contract: Contract) -> Phase {
        if self.setup.rules.open_hand && !self.is_open(contract.landlord) {
            Phase::Showing(contract)
        } else {
            Phase::Playing(Box::new(Playing::new(contract)))
        }
    }
}

impl Game for Doudizhu {
    type Rules = rules::Rules;
    type Standing = Standing;
    type Wishes = Wishes;
    type Setup = Setup;
    type Action = action::Action;
    type Event = Event;
    type Seen = event::Seen;
    type Options = options::Options;
    type View = view::View;
    type Refusal = refusal::Refusal;

    fn check(rules: &rules::Rules) -> Result<(), BadOption> {
        rules.check()
    }

    fn seats(_: &rules::Rules) -> RangeInclusive<u8> {
        SEATS..=SEATS
    }

    fn stake(rules: &rules::Rules) -> Chips {
        rules.stake
    }

    fn opening(_: &rules::Rules) -> Standing {
        Standing::default()
    }

    fn wish(_: &rules::Rules, _: &Wishes) -> Result<(), refusal::Refusal> {
        Ok(())
    }

    fn setup(rules: &rules::Rules, standing: &Standing, chairs: &[Chair<Wishes>]) -> Option<Setup> {
        Setup::next(rules, standing, chairs)
    }

    fn rules(setup: &Setup) -> rules::Rules {
        setup.rules.clone()
    }

    fn players(setup: &Setup) -> Vec<(Seat, Chips)> {
        Seat::first(SEATS).zip(setup.stacks).collect()
    }

    fn pack(_: &Setup) -> Vec<Card> {
        Card::ALL.to_vec()
    }

    fn new(setup: &Setup, deck: Deck) -> Result<Self, ReplayError> {
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

    fn step(&self) -> Step<Event, Standing> {
        step::step(self)
    }

    fn may_act(&self) -> Seats {
        step::may_act(self)
    }

    fn options(&self, seat: Seat) -> Option<options::Options> {
        options::options(self, seat)
    }

    fn moves(&self, seat: Seat) -> Vec<action::Action> {
        moves::moves(self, seat)
    }

    fn accept(&self, seat: Seat, action: &action::Action) -> Result<Event, NotAccepted<refusal::Refusal>> {
        accept::accept(self, seat, action)
    }

    fn record(&mut self, event: &Event) -> Result<(), ReplayError> {
        self.phase = record::record(self, event)?;
        Ok(())
    }

    fn fallback(&self, seat: Seat, _: Absence) -> action::Action {
        moves::fallback(self, seat)
    }

    fn plays_unasked(wishes: &Wishes) -> bool {
        wishes.auto_pass
    }

    fn renews(event: &Event) -> bool {
        matches!(event, Event::Began(_) | Event::AuctionOpened(_))
    }

    fn unasked(&self, seat: Seat, wishes: &Wishes) -> Option<action::Action> {
        moves::unasked(self, seat, *wishes)
    }

    fn view(&self, viewer: Viewer) -> view::View {
        view::view(self, viewer)
    }

    fn seen(event: &Event, viewer: Viewer) -> event::Seen {
        event.seen(viewer)
    }
}
