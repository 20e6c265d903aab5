//! A seat's notes on a hand: its own cards, the cards that were shown, and the plays.

use super::evidence::Record;
use super::pile::Pile;
use super::position::{Position, SEATS};
use super::ranking::Ranking;
use cardroom_rules::cards::card::Card;
use cardroom_rules::games::seat::Seat;
use cardroom_rules::games::shengji::cards::Cards;
use cardroom_rules::games::shengji::declare::Declaration;
use cardroom_rules::games::shengji::event::{KittySeen, Seen, TrumpSet};
use cardroom_rules::games::shengji::hand::Shengji;
use cardroom_rules::games::shengji::level::TeamLevel;
use cardroom_rules::games::shengji::order::Order;
use cardroom_rules::games::shengji::rules::Rules;
use cardroom_rules::games::viewer::Viewer;
use cardroom_rules::games::witness::Witness;

/// A seat's notes on a hand.
#[derive(Clone, Debug)]
pub struct Notes {
    /// The seat.
    pub seat: u8,
    /// The level of the hand.
    pub level: TeamLevel,
    /// The declarer, once known.
    pub declarer: Option<u8>,
    /// Its cards.
    pub hand: Cards,
    /// The cards that each seat has shown and not played since.
    pub shown: [Cards; SEATS],
    /// The declaration that stands.
    pub standing: Option<Declaration>,
    /// The trumps and the declaration that set them, once they are set.
    pub contract: Option<Contract>,
    /// The lead of the trick, as cards.
    pub led: Option<Cards>,
    /// The options of the table.
    pub rules: Rules,
}

/// The trumps, and the plays since.
#[derive(Clone, Debug)]
pub struct Contract {
    /// The order of the cards.
    pub ranking: Ranking,
    /// The seat that has taken the kitty last.
    pub taker: u8,
    /// The kitty, if this seat has buried it.
    pub kitty: Option<Cards>,
    /// The position, which every seat sees.
    pub position: Position,
    /// The plays, except those that a failed throw forced.
    pub records: Vec<Record>,
}

impl Notes {
    /// Before the first event.
    pub fn new(witness: &Witness<Shengji>) -> Self {
        let setup = witness.setup();
        let seat = match witness.viewer() {
            Viewer::Seat(seat) => seat.0,
            Viewer::Watcher => 0,
        };
        Self {
            seat,
            level: setup.level(),
            declarer: setup.declarer.map(|seat| seat.0),
            hand: Cards::default(),
            shown: [Cards::default(); SEATS],
            standing: None,
            contract: None,
            led: None,
            rules: setup.rules.clone(),
        }
    }

    /// Adds the event that the witness has just recorded.
    pub fn watch(&mut self, seen: &Seen) {
        match seen {
            Seen::Drawn(drawn) => self.take(drawn.card.as_slice()),
            Seen::Declared(new) => {
                self.standing = Some(*new);
                let cards = if new.pair { Cards::two(new.card) } else { Cards::one(new.card) };
                self.show(new.seat, cards);
            }
            Seen::TrumpSet(set) => self.set_trump(set),
            Seen::KittyTaken(KittySeen { cards: Some(cards), .. }) => self.take(cards),
            Seen::Buried(KittySeen { cards: Some(cards), .. }) => {
                self.part_with(cards);
                if let Some(contract) = &mut self.contract {
                    contract.kitty = Cards::gathered(cards);
                }
            }
            Seen::Played(play) => self.laid(play.seat, &play.cards),
            Seen::ThrowJudged(judged) => {
                self.laid(judged.seat, &judged.led);
                if let Some(contract) = self.contract.as_mut().filter(|_| !judged.stands) {
                    contract.records.pop();
                }
                self.show(judged.seat, Cards::gathered(&judged.returned).unwrap_or_default());
                let penalty = i16::try_from(judged.penalty).unwrap_or(i16::MAX);
                if let Some(Contract { position, .. }) = &mut self.contract {
                    position.points += if position.attacks(judged.seat.0) { -penalty } else { penalty };
                }
            }
            Seen::TrickWon(won) => {
                self.led = None;
                // The table may compare throws in another way than the model.
                let points = i16::try_from(won.points).unwrap_or(0);
                if let Some(Contract { position, .. }) = &mut self.contract {
                    let (mine, theirs) = (position.attacks(position.leader), position.attacks(won.seat.0));
                    position.points += points * (i16::from(theirs) - i16::from(mine));
                    (position.leader, position.best, position.last.0) = (won.seat.0, won.seat.0, won.seat.0);
                }
            }
            _ => {}
        }
    }

    fn take(&mut self, cards: &[Card]) {
        self.hand = self.hand.with(Cards::gathered(cards).unwrap_or_default());
    }

    fn part_with(&mut self, cards: &[Card]) {
        let cards = Cards::gathered(cards).unwrap_or_default();
        self.hand = self.hand.without(cards.and(self.hand));
    }

    fn show(&mut self, seat: Seat, cards: Cards) {
        if let Some(shown) = self.shown.get_mut(seat.index()).filter(|_| seat.0 != self.seat) {
            *shown = shown.without(shown.and(cards)).with(cards);
        }
    }

    fn set_trump(&mut self, set: &TrumpSet) {
        self.declarer = Some(set.declarer.0);
        self.contract = Some(Contract {
            ranking: Ranking::new(&Order::new(set.trump, self.rules.adjacency)),
            taker: set.taker.0,
            kitty: None,
            position: Position::new(set.declarer.0),
            records: Vec::new(),
        });
    }

    /// Adds played cards.
    fn laid(&mut self, seat: Seat, cards: &[Card]) {
        let Some(play) = Cards::gathered(cards) else { return };
        if seat.0 == self.seat {
            self.part_with(cards);
        } else if let Some(shown) = self.shown.get_mut(seat.index()) {
            *shown = shown.without(shown.and(play));
        }
        self.led.get_or_insert(play);
        if let Some(contract) = &mut self.contract {
            let play = contract.ranking.pile(play);
            contract.records.push(Record { seat: seat.0, before: contract.position, play });
            contract.position.play(&contract.ranking, play);
        }
    }
}

impl Contract {
    /// The cards that a seat with this hand does not see.
    pub fn unseen(&self, hand: Pile) -> Pile {
        let kitty = self.kitty.map(|kitty| self.ranking.pile(kitty)).unwrap_or_default();
        Pile::ALL.without(self.position.played.with(hand).with(kitty))
    }
}
