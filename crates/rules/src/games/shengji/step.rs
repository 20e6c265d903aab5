//! The next step of a hand, and the seats that may act.

use super::event::{Began, Drawn, Event, Flipped, Kitty, TrumpSet, Undeclared};
use super::hand::{DEALT, Shengji};
use super::order::Trump;
use super::phase::{Contract, Dealing, Flipping, Phase};
use super::score::Team;
use super::setup::{SEATS, Standing};
use crate::cards::card::Card;
use crate::games::game::{Outcome, Pause, Step};
use crate::games::seat::{Seat, Seats};

/// The team that has won the game with this hand.
pub(super) fn champions(hand: &Shengji) -> Seats {
    let Phase::Over(_, scored) = &hand.phase else { return Seats::default() };
    let champion = scored.progress.champion;
    Seat::first(SEATS).filter(|&seat| champion == Some(Team::of(seat))).collect()
}

/// The next step.
pub(super) fn step(hand: &Shengji) -> Step<Event, Standing> {
    match &hand.phase {
        Phase::Opening => Step::Now(Event::Began(Began { first: hand.first() })),
        Phase::Dealing(dealing) => hand.dealing(dealing),
        Phase::Flipping(flipping) => hand.flipping(flipping),
        Phase::Taking(contract, kitty) => {
            let (seat, cards) = (contract.taker, contract.order.sorted(*kitty));
            Step::Now(Event::KittyTaken(Kitty { seat, cards }))
        }
        Phase::Burying(_) | Phase::Asking(_) => Step::Await(hand.awaited()),
        Phase::Stolen(contract, _) => Step::Now(hand.stolen(contract)),
        Phase::Playing(playing) => hand.playing(playing),
        Phase::Undeclared | Phase::Over(..) => Step::Over(hand.outcome()),
    }
}

/// The seats that may act now: those awaited, and those that may declare.
pub(super) fn may_act(hand: &Shengji) -> Seats {
    let awaited = hand.awaited();
    Seat::first(SEATS).filter(|&seat| awaited.contains(seat) || hand.may_answer(seat).is_ok()).collect()
}

impl Shengji {
    /// The seats that are awaited.
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

    /// The seat that draws the first card: the declarer, or a seat drawn by lot.
    fn first(&self) -> Seat {
        self.setup.declarer.unwrap_or(Seat(self.deck.drawn(0, SEATS)))
    }

    fn dealing(&self, dealing: &Dealing) -> Step<Event, Standing> {
        if let Some(&card) = self.deck.cards.get(dealing.dealt).filter(|_| !dealing.is_dealt()) {
            let pause = Pause::round_by_round(self.setup.rules.card_millis, dealing.dealt, SEATS);
            return Step::After(pause, Event::Drawn(Drawn { seat: dealing.drawer(), card }));
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
        let all_passed = Seat::first(SEATS).all(|seat| dealing.passed.contains(seat));
        if all_passed {
            Step::Now(next)
        } else {
            Step::After(Pause::seconds(self.setup.rules.declaring_seconds), next)
        }
    }

    fn flipping(&self, flipping: &Flipping) -> Step<Event, Standing> {
        match self.undeclared(flipping.first, &flipping.flipped) {
            flips @ Event::Flipped(_) => Step::After(Pause::millis(self.setup.rules.card_millis), flips),
            ends => Step::Now(ends),
        }
    }

    /// The next step if nobody has declared. If the table's options say so, cards of the kitty are turned up until one
    /// sets trumps. If none does, a game's first hand is dealt again, and any other is played at no-trump.
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
        Outcome { void, stacks: Seat::first(SEATS).zip(stacks).collect(), rake: 0, standing }
    }
}
