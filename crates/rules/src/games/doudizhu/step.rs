//! The next step of a hand, and the seats that may act.

use super::auction::{Auction, AuctionState};
use super::event::{AuctionOpened, Began, Drawn, Event, Landlord, LeftHand, Revealed, Void, WildDrawn};
use super::hand::{DEALT, Doudizhu};
use super::phase::{Contract, Dealing, Phase, Playing};
use super::rank::Rank;
use super::rules::Wild;
use super::score::{Multiplier, Scored, Sides, Spring};
use super::setup::{SEATS, Standing};
use crate::games::game::{Outcome, Pause, Step};
use crate::games::seat::{Seat, Seats};

/// The uses of the deck's lots.
mod lot {
    pub const FIRST_BIDDER: usize = 0;
    pub const WILD: usize = 1;
    pub const SECOND_WILD: usize = 2;
    pub const LANDLORD: usize = 3;
}

/// The next step of the hand.
pub(super) fn step(hand: &Doudizhu) -> Step<Event, Standing> {
    match &hand.phase {
        Phase::Opening(answered) => {
            let began = Event::Began(Began {});
            let asks = hand.setup.rules.open_hand && Seat::first(SEATS).any(|seat| !answered.contains(seat));
            if asks {
                Step::After(Pause::seconds(hand.setup.rules.showing_seconds), began)
            } else {
                Step::Now(began)
            }
        }
        Phase::Dealing(dealing) => hand.dealing(dealing),
        Phase::Auction(auction) => hand.auction(auction),
        Phase::Drawing(_) => {
            Step::Now(Event::WildDrawn(WildDrawn { rank: hand.drawn_rank(lot::SECOND_WILD) }))
        }
        Phase::Doubling(..) | Phase::Showing(_) => Step::Await(hand.awaited()),
        Phase::Playing(playing) => hand.playing(playing),
        Phase::Void(_) | Phase::Over(..) => Step::Over(hand.outcome()),
    }
}

/// The seats that may act now: those awaited, and those that may show a hand during the deal.
pub(super) fn may_act(hand: &Doudizhu) -> Seats {
    let awaited = hand.awaited();
    Seat::first(SEATS).filter(|&seat| awaited.contains(seat) || hand.may_show(seat).is_ok()).collect()
}

impl Doudizhu {
    /// The seats on the clock.
    pub(super) fn awaited(&self) -> Seats {
        let seat = match &self.phase {
            Phase::Auction(auction) => match auction.state() {
                AuctionState::Bid { seat, .. } | AuctionState::Call(seat) | AuctionState::Rob(seat) => {
                    Some(seat)
                }
                AuctionState::Landlord { .. } | AuctionState::Nobody => None,
            },
            Phase::Doubling(contract, answered) => contract.to_double(*answered),
            Phase::Showing(contract) => Some(contract.landlord),
            Phase::Playing(playing) if self.winner().is_none() => Some(playing.turn),
            _ => None,
        };
        seat.into_iter().collect()
    }

    /// The seat without cards, if cards are played.
    fn winner(&self) -> Option<Seat> {
        Seat::first(SEATS).find(|&seat| self.held(seat).is_empty())
    }

    /// A rank by this lot that is not wild yet, and no joker; at most one is wild already.
    fn drawn_rank(&self, lot: usize) -> Rank {
        let free = Rank::COUNT - 2 - u8::from(!self.wild.is_empty());
        let place = usize::from(self.deck.drawn(lot, free));
        let passed = self.wild.iter().any(|&wild| wild <= Rank::NATURAL[place]);
        Rank::NATURAL[place + usize::from(passed)]
    }

    fn dealing(&self, dealing: &Dealing) -> Step<Event, Standing> {
        let rules = &self.setup.rules;
        if let Some(&card) = self.deck.cards.get(dealing.dealt).filter(|_| dealing.dealt < DEALT) {
            let seat = dealing.drawer();
            let drawn = Event::Drawn(Drawn { seat, card, open: self.is_open(seat) });
            // The pause between two cards exists for seats that may show a hand. If none may, clients animate the deal
            // in their own way.
            let pause = if rules.open_hand {
                Pause::round_by_round(rules.card_millis, dealing.dealt, SEATS)
            } else {
                Pause::NONE
            };
            return Step::After(pause, drawn);
        }
        Step::Now(if rules.wild != Wild::None && self.wild.is_empty() {
            Event::WildDrawn(WildDrawn { rank: self.drawn_rank(lot::WILD) })
        } else if self.setup.forces_landlord() {
            self.landlord(Seat(self.deck.drawn(lot::LANDLORD, SEATS)), 1, true)
        } else {
            Event::AuctionOpened(AuctionOpened { first: Seat(self.deck.drawn(lot::FIRST_BIDDER, SEATS)) })
        })
    }

    fn auction(&self, auction: &Auction) -> Step<Event, Standing> {
        match auction.state() {
            AuctionState::Landlord { seat, base } => Step::Now(self.landlord(seat, base, false)),
            AuctionState::Nobody => Step::Now(Event::Void(Void {})),
            AuctionState::Bid { .. } | AuctionState::Call(_) | AuctionState::Rob(_) => {
                Step::Await(self.awaited())
            }
        }
    }

    fn landlord(&self, seat: Seat, base: u8, forced: bool) -> Event {
        let bottom = self.dealt_bottom().iter().collect();
        Event::Landlord(Landlord { seat, base, forced, bottom })
    }

    fn playing(&self, playing: &Playing) -> Step<Event, Standing> {
        match self.winner() {
            Some(winner) if self.setup.rules.reveals() && !playing.revealed => {
                Step::Now(Event::Revealed(self.left_beside(winner)))
            }
            Some(winner) => Step::Now(Event::Scored(self.scored(playing, winner))),
            None => Step::Await(self.awaited()),
        }
    }

    /// The cards of every seat but the winner.
    fn left_beside(&self, winner: Seat) -> Revealed {
        let left = |seat| LeftHand { seat, cards: self.held(seat).iter().collect() };
        Revealed { hands: Seat::first(SEATS).filter(|&seat| seat != winner).map(left).collect() }
    }

    fn scored(&self, playing: &Playing, winner: Seat) -> Scored {
        let Contract { landlord, base, doubled, .. } = playing.contract;
        let spring = Spring::of(landlord, winner, playing.plays);
        let multiplier = Multiplier::of(base, self.open_factor(), playing.all_bombs(), spring);
        let sides = Sides { landlord, peasants: playing.contract.peasants(), doubled };
        let landlord_won = winner == landlord;
        let payments = sides.payments(self.setup.rules.stake, multiplier, self.setup.stacks);
        let stacks = sides.paid(&payments, landlord_won, self.setup.stacks);
        Scored { winner, landlord_won, multiplier, payments, stacks }
    }

    fn outcome(&self) -> Outcome<Standing> {
        let (void, stacks, void_deals) = match &self.phase {
            Phase::Over(_, scored) => (false, scored.stacks, 0),
            _ => (true, self.setup.stacks, self.setup.void_deals.saturating_add(1)),
        };
        let stacks = Seat::first(SEATS).zip(stacks).collect();
        Outcome { void, stacks, rake: 0, standing: Standing { void_deals } }
    }
}
