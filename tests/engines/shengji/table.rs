//! A hand dealt as a test wants it.

use cardroom_rules::cards::card::Card;
use cardroom_rules::cards::deck::Deck;
use cardroom_rules::games::game::{Absence, Chips, Game, Outcome, Step};
use cardroom_rules::games::refusal::{Common, NotAccepted};
use cardroom_rules::games::seat::Seat;
use cardroom_rules::games::shengji::action::Action;
use cardroom_rules::games::shengji::event::{Event, Scored};
use cardroom_rules::games::shengji::hand::Shengji;
use cardroom_rules::games::shengji::refusal::Refusal;
use cardroom_rules::games::shengji::rules::Rules;
use cardroom_rules::games::shengji::score::Levels;
use cardroom_rules::games::shengji::setup::{Setup, Standing};
use cardroom_rules::games::shengji::view::View;
use cardroom_rules::games::viewer::Viewer;

use super::text::list;

/// A hand in play.
pub struct Table {
    pub hand: Shengji,
    /// The events so far.
    pub log: Vec<Event>,
}

/// A later hand at these levels, declared by seat 0, without chips.
pub fn setup(rules: Rules, even: &str, odd: &str) -> Setup {
    let levels = Levels { even: even.parse().expect("a level"), odd: odd.parse().expect("a level") };
    Setup { rules, levels, declarer: Some(Seat(0)), stacks: [0; 4] }
}

/// The first hand of a game.
pub fn first_hand(rules: Rules) -> Setup {
    Setup { declarer: None, ..setup(rules, "2", "2") }
}

impl Table {
    /// Deals so that seats 0–3 hold these cards, and this is the kitty; the rest is filled up.
    pub fn new(setup: &Setup, hands: [&str; 4], kitty: &str) -> Self {
        let mut rest = Shengji::pack(setup);
        let mut take = |text: &str| -> Vec<Card> {
            let named = list(text);
            for card in &named {
                let place = rest.iter().position(|each| each == card).expect("a card that is left");
                rest.remove(place);
            }
            named
        };
        let mut piles: Vec<Vec<Card>> = hands.into_iter().chain([kitty]).map(&mut take).collect();
        for (pile, size) in piles.iter_mut().zip([25, 25, 25, 25, 8]) {
            // From the low end and the high end in turn, so that no hand gets a suit of its own by accident.
            while pile.len() < size {
                let place = if pile.len() % 2 == 0 { 0 } else { rest.len() - 1 };
                pile.push(rest.remove(place));
            }
        }
        let drawn = (0..100).map(|draw| piles[draw % 4][draw / 4]);
        let cards = drawn.chain(piles[4].iter().copied()).collect();
        let hand = Shengji::new(setup, Deck::stacked(cards)).expect("two decks");
        Self { hand, log: Vec::new() }
    }

    /// Applies events that follow at once, and those after a pause too if `pauses`, until `enough`.
    fn run(&mut self, pauses: bool, mut enough: impl FnMut(&Self) -> bool) {
        while !enough(self) {
            match self.hand.step() {
                Step::Now(event) => self.record(event),
                Step::After(_, event) if pauses => self.record(event),
                _ => return,
            }
        }
    }

    /// Deals this many cards.
    pub fn draw(&mut self, cards: usize) -> &mut Self {
        let drawn = |table: &Self| table.log.iter().filter(|event| matches!(event, Event::Drawn(_))).count();
        self.run(true, |table| drawn(table) == cards);
        self
    }

    /// Goes on until a seat has to decide, or the hand is over.
    pub fn settle(&mut self) -> &mut Self {
        self.run(true, |_| false);
        self
    }

    fn record(&mut self, event: Event) {
        self.hand.record(&event).expect("it fits");
        self.log.push(event);
    }

    /// Does a seat's action, and applies events that follow at once.
    pub fn act(&mut self, seat: u8, action: &Action) -> &mut Self {
        let event =
            self.hand.accept(Seat(seat), action).unwrap_or_else(|refusal| panic!("{action:?}: {refusal}"));
        self.record(event);
        self.run(false, |_| false);
        self
    }

    pub fn declare(&mut self, seat: u8, card: &str, pair: bool) -> &mut Self {
        self.act(seat, &declares(card, pair))
    }

    pub fn bury(&mut self, seat: u8, cards: &str) -> &mut Self {
        self.act(seat, &Action::Bury { cards: list(cards) })
    }

    pub fn play(&mut self, seat: u8, cards: &str) -> &mut Self {
        self.act(seat, &plays(cards))
    }

    /// The clock plays for every seat until `enough`, or until the hand is over.
    pub fn play_on(&mut self, mut enough: impl FnMut(&Self) -> bool) -> &mut Self {
        loop {
            self.settle();
            let Step::Await(seats) = self.hand.step() else { return self };
            if enough(self) {
                return self;
            }
            let seat = seats.iter().next().expect("a seat is asked");
            let action = self.hand.fallback(seat, Absence::Late);
            self.act(seat.0, &action);
        }
    }

    /// The rule by which an action is refused.
    pub fn refused(&self, seat: u8, action: &Action) -> Refusal {
        match self.hand.accept(Seat(seat), action).expect_err("a refusal") {
            NotAccepted::Rule(refusal) => refusal,
            NotAccepted::Common(common) => panic!("{action:?}: {common}"),
        }
    }

    /// Why an action is refused, for a reason that all games share.
    pub fn refused_as_ever(&self, seat: u8, action: &Action) -> Common {
        match self.hand.accept(Seat(seat), action).expect_err("a refusal") {
            NotAccepted::Common(common) => common,
            NotAccepted::Rule(refusal) => panic!("{action:?}: {refusal}"),
        }
    }

    pub fn view(&self, seat: u8) -> View {
        self.hand.view(Viewer::Seat(Seat(seat)))
    }

    pub fn watched(&self) -> View {
        self.hand.view(Viewer::Watcher)
    }

    pub fn scored(&self) -> Scored {
        self.watched().score.expect("a hand that is over")
    }

    pub fn outcome(&self) -> Outcome<Standing> {
        match self.hand.step() {
            Step::Over(outcome) => outcome,
            _ => panic!("the hand is not over"),
        }
    }
}

pub fn declares(card: &str, pair: bool) -> Action {
    Action::Declare { card: card.parse().expect("a card"), pair }
}

pub fn plays(cards: &str) -> Action {
    Action::Play { cards: list(cards) }
}

/// A hand at no-trump in which each seat has nothing left but these two trumps; 40 points are buried.
pub fn before_the_last_cards(rules: Rules, last: [&str; 4], stacks: [Chips; 4]) -> Table {
    let kitty = "2s 2s 2c 2c Kc Kc Td Td";
    let setup = Setup { stacks, ..setup(rules, "2", "2") };
    let mut table = Table::new(&setup, last, kitty);
    table.settle().bury(0, kitty);
    let keep = last.map(list);
    while table.watched().players.iter().any(|player| player.cards > 2) {
        let seat = table.watched().awaited[0];
        // The leads are singles, so that no pair has to be followed.
        let spends = |action: &&Action| match action {
            Action::Play { cards } => cards.len() == 1 && !keep[seat.index()].contains(&cards[0]),
            _ => false,
        };
        let moves = table.hand.moves(seat);
        let action = moves.iter().find(spends).expect("a card to spend").clone();
        table.act(seat.0, &action);
    }
    table
}
