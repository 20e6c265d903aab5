//! One hand of Shengji: its state, and what happens next.

use std::ops::RangeInclusive;
use std::sync::Arc;

use super::cards::Cards;
use super::event::{Began, Drawn, Event, Flipped, Kitty, TrumpSet, Undeclared};
use super::order::{Order, Trump};
use super::phase::{Contract, Dealing, Flipping, Phase};
use super::setup::{SEATS, Setup, Standing, seats};
use super::{action, event, refusal, rules, view};
use crate::cards::card::Card;
use crate::cards::deck::Deck;
use crate::games::game::{Absence, BadOption, Beat, Chair, Chips, Game, Misfit};
use crate::games::game::{Outcome, Seat, Seats, Step, Viewer};

/// One hand of Shengji.
#[derive(Clone, Debug, PartialEq)]
pub struct Shengji {
    pub(super) setup: Arc<Setup>,
    pub(super) deck: Arc<Deck>,
    pub(super) hands: [Cards; SEATS as usize],
    pub(super) phase: Phase,
}

/// How many cards are dealt; the rest is the kitty.
pub(super) const DEALT: usize = 100;

/// How many cards the kitty has.
pub(super) const KITTY: u8 = 8;

impl Shengji {
    /// The cards that a seat holds.
    pub(super) fn held(&self, seat: Seat) -> Cards {
        self.hands.get(seat.index()).copied().unwrap_or_default()
    }

    /// The kitty as it was dealt.
    pub(super) fn dealt_kitty(&self) -> Cards {
        let cards = self.deck.cards.get(DEALT..).and_then(Cards::gathered);
        cards.unwrap_or_default()
    }

    /// What is trump and who has made it so, once that is set.
    pub(super) fn contract(&self) -> Option<&Contract> {
        match &self.phase {
            Phase::Opening | Phase::Dealing(_) | Phase::Flipping(_) | Phase::Undeclared => None,
            Phase::Taking(contract, _) | Phase::Burying(contract) | Phase::Stolen(contract, _) => {
                Some(contract)
            }
            Phase::Asking(asking) => Some(&asking.contract),
            Phase::Playing(playing) | Phase::Over(playing, _) => Some(&playing.contract),
        }
    }

    /// The order that hands are sorted by: while trumps are not set, that of no-trump.
    pub(super) fn order(&self) -> Order {
        let provisional = || Order::new(self.no_trump(), self.setup.rules.adjacency);
        self.contract().map_or_else(provisional, |contract| contract.order.clone())
    }

    pub(super) fn no_trump(&self) -> Trump {
        Trump { suit: None, level: Some(self.setup.level()) }
    }

    /// Who is asked.
    pub(super) fn awaited(&self) -> Seats {
        match &self.phase {
            Phase::Burying(contract) => std::iter::once(contract.taker).collect(),
            Phase::Asking(asking) => asking.asked(),
            Phase::Playing(playing) if self.is_to_play(playing) => {
                std::iter::once(playing.trick.turn()).collect()
            }
            _ => Seats::default(),
        }
    }

    /// Who draws the first card.
    fn first(&self) -> Seat {
        let lot = u8::try_from(self.deck.lots[0] % u64::from(SEATS)).unwrap_or(0);
        self.setup.declarer.unwrap_or(Seat(lot))
    }

    fn dealing(&self, dealing: &Dealing) -> Step<Event, Standing> {
        if let Some(&card) = self.deck.cards.get(dealing.dealt).filter(|_| !dealing.is_dealt()) {
            return Step::After(Beat::Card, Event::Drawn(Drawn { seat: dealing.drawer(), card }));
        }
        let next = match dealing.made.last() {
            Some(standing) => {
                let declarer = self.setup.declarer.unwrap_or(standing.seat);
                let trump = standing.trump(self.setup.level());
                let declaration = Some(*standing);
                Event::TrumpSet(TrumpSet { trump, declaration, declarer, taker: declarer })
            }
            None => self.undeclared(dealing.first, &[]),
        };
        let all_passed = seats().all(|seat| dealing.passed.contains(seat));
        if all_passed { Step::Now(next) } else { Step::After(Beat::Declaring, next) }
    }

    fn flipping(&self, flipping: &Flipping) -> Step<Event, Standing> {
        match self.undeclared(flipping.first, &flipping.flipped) {
            flips @ Event::Flipped(_) => Step::After(Beat::Card, flips),
            ends => Step::Now(ends),
        }
    }

    /// What follows where nobody has declared. If the table has it so, cards of the kitty are turned up until one sets
    /// trumps; if none does, a game's first hand is dealt again, and any other is played at no-trump.
    fn undeclared(&self, first: Seat, flipped: &[Card]) -> Event {
        let level = self.setup.level();
        let sets_trump = |card: &Card| card.is_joker() || card.rank() == Some(level.rank());
        let hidden = self.deck.cards.get(DEALT + flipped.len()).filter(|_| self.setup.rules.reveal_kitty);
        let no_trump = self.setup.declarer.map(|declarer| (self.no_trump(), declarer));
        let by_card = flipped.last().copied().filter(sets_trump).map(|card| {
            (Trump { suit: card.suit(), level: Some(level) }, self.setup.declarer.unwrap_or(first))
        });
        match (by_card, hidden, no_trump) {
            (None, Some(&card), _) => Event::Flipped(Flipped { card }),
            (Some((trump, declarer)), ..) | (None, None, Some((trump, declarer))) => {
                Event::TrumpSet(TrumpSet { trump, declaration: None, declarer, taker: declarer })
            }
            (None, None, None) => Event::Undeclared(Undeclared {}),
        }
    }

    /// The trumps of the declaration by which the kitty was stolen.
    fn stolen(&self, contract: &Contract) -> Event {
        let thief = contract.made.last().copied();
        Event::TrumpSet(TrumpSet {
            trump: thief.map_or(contract.trump, |thief| thief.trump(self.setup.level())),
            declaration: thief,
            declarer: contract.declarer,
            taker: thief.map_or(contract.taker, |thief| thief.seat),
        })
    }

    fn outcome(&self) -> Outcome<Standing> {
        let setup = &self.setup;
        let (void, stacks, standing) = match &self.phase {
            Phase::Over(_, scored) => (false, scored.stacks, Standing::after(&scored.progress)),
            _ => (true, setup.stacks, Standing { levels: setup.levels, declarer: setup.declarer }),
        };
        Outcome { void, stacks: seats().zip(stacks).collect(), rake: 0, standing }
    }
}

impl Game for Shengji {
    type Rules = rules::Rules;
    type Standing = Standing;
    type Setup = Setup;
    type Action = action::Action;
    type Event = Event;
    type Seen = event::Seen;
    type Options = action::Options;
    type View = view::View;
    type Refusal = refusal::Refusal;

    fn check(rules: &rules::Rules) -> Result<(), BadOption> {
        rules.check()
    }

    fn seats(_: &rules::Rules) -> RangeInclusive<u8> {
        SEATS..=SEATS
    }

    fn opening(_: &rules::Rules) -> Standing {
        Standing::OPENING
    }

    fn setup(rules: &rules::Rules, standing: &Standing, chairs: &[Chair]) -> Option<Setup> {
        Setup::next(rules, standing, chairs)
    }

    fn players(setup: &Setup) -> Vec<(Seat, Chips)> {
        seats().zip(setup.stacks).collect()
    }

    fn pack(_: &Setup) -> Vec<Card> {
        (0..Card::COUNT).filter_map(Card::from_index).flat_map(|card| [card, card]).collect()
    }

    fn new(setup: &Setup, deck: Deck) -> Result<Self, Misfit> {
        setup.check()?;
        let mut sorted = deck.cards.clone();
        sorted.sort_unstable();
        if sorted != Self::pack(setup) {
            return Err(Misfit("the deck is not the 108 cards"));
        }
        let setup = Arc::new(setup.clone());
        Ok(Self { setup, deck: Arc::new(deck), hands: Default::default(), phase: Phase::Opening })
    }

    fn step(&self) -> Step<Event, Standing> {
        match &self.phase {
            Phase::Opening => Step::Now(Event::Began(Began { first: self.first() })),
            Phase::Dealing(dealing) => self.dealing(dealing),
            Phase::Flipping(flipping) => self.flipping(flipping),
            Phase::Taking(contract, kitty) => {
                let (seat, cards) = (contract.taker, contract.order.sorted(*kitty));
                Step::Now(Event::KittyTaken(Kitty { seat, cards }))
            }
            Phase::Burying(_) | Phase::Asking(_) => Step::Await(self.awaited()),
            Phase::Stolen(contract, _) => Step::Now(self.stolen(contract)),
            Phase::Playing(playing) => self.playing(playing),
            Phase::Undeclared | Phase::Over(..) => Step::Over(self.outcome()),
        }
    }

    fn options(&self, seat: Seat) -> Option<action::Options> {
        self.offered(seat)
    }

    fn moves(&self, seat: Seat) -> Vec<action::Action> {
        self.listed(seat)
    }

    fn accept(&self, seat: Seat, action: &action::Action) -> Result<Event, refusal::Refusal> {
        self.judge(seat, action)
    }

    fn record(&mut self, event: &Event) -> Result<(), Misfit> {
        self.phase = self.fold(event)?;
        Ok(())
    }

    fn fallback(&self, seat: Seat, _: Absence) -> action::Action {
        self.clock_plays(seat)
    }

    fn view(&self, viewer: Viewer) -> view::View {
        self.viewed_by(viewer)
    }

    fn seen(event: &Event, viewer: Viewer) -> event::Seen {
        event.seen(viewer)
    }
}
