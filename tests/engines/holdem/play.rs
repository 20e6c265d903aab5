//! A hand played from a script.

use cardroom_rules::cards::card::Card;
use cardroom_rules::cards::deck::Deck;
use cardroom_rules::games::game::{Chair, Chips, Entry, Game, Step};
use cardroom_rules::games::holdem::action::Action;
use cardroom_rules::games::holdem::event::{Event, Post};
use cardroom_rules::games::holdem::hand::Holdem;
use cardroom_rules::games::holdem::options::Options;
use cardroom_rules::games::holdem::outlook::Equity;
use cardroom_rules::games::holdem::refusal::Refusal;
use cardroom_rules::games::holdem::rules::{Ante, Betting, Rake, Rules, Straddle};
use cardroom_rules::games::holdem::setup::{Setup, Standing};
use cardroom_rules::games::holdem::view::View;
use cardroom_rules::games::holdem::wishes::Wishes;
use cardroom_rules::games::refusal::{Common, NotAccepted};
use cardroom_rules::games::seat::Seat;
use cardroom_rules::games::viewer::Viewer;

/// No limit with blinds 50 and 100.
pub fn no_limit() -> Rules {
    Rules {
        betting: Betting::NoLimit,
        small_blind: 50,
        big_blind: 100,
        ante: Ante::None {},
        straddle: Straddle::None,
        rake: Rake::default(),
        uncapped_heads_up: false,
        run_it_twice: false,
        table_all_ins: false,
        blind_first: false,
        showdown_seconds: 3,
    }
}

/// A chair taken just now.
pub fn chair(seat: u8, chips: Chips) -> Chair<Wishes> {
    Chair { seat: Seat(seat), chips, newcomer: true, entry: Entry::Wait, wishes: None }
}

/// Cards by their texts.
pub fn cards(text: &str) -> Vec<Card> {
    text.split_whitespace().map(|card| card.parse().expect("a card")).collect()
}

/// A board, a pot, and its winners.
type Award = (u8, u8, Vec<(u8, Chips)>);

/// A hand under way.
pub struct Play {
    pub hand: Holdem,
    pub events: Vec<Event>,
    /// The additions beside them.
    pub equities: Vec<Equity>,
}

impl Play {
    /// The first hand of a table whose last seat has the button, so that seat 0 is left of it.
    pub fn new(rules: &Rules, stacks: &[Chips]) -> Self {
        Self::with_cards(rules, stacks, &[], "")
    }

    /// The same, with hole cards for the first seats, and a board.
    pub fn with_cards(rules: &Rules, stacks: &[Chips], hole: &[&str], board: &str) -> Self {
        let chairs: Vec<_> = (0..).zip(stacks).map(|(seat, &chips)| chair(seat, chips)).collect();
        let setup = Holdem::setup(rules, &Standing::default(), &chairs).expect("two players or more");
        Self::of(&setup, hole, board)
    }

    /// A hand from its setup. Cards beyond the fifth are the second board, from where the boards differ.
    pub fn of(setup: &Setup, hole: &[&str], board: &str) -> Self {
        let hand = Holdem::new(setup, Deck::stacked(deck(setup.players.len(), hole, &cards(board))));
        let mut play = Self { hand: hand.expect("a whole deck"), events: Vec::new(), equities: Vec::new() };
        play.go_on();
        play
    }

    /// Goes on until a seat may act.
    fn go_on(&mut self) {
        while let Step::Now(event) = self.hand.step() {
            self.record(event);
        }
    }

    fn record(&mut self, event: Event) {
        self.hand.record(&event).expect("its own event fits");
        if let Some(Event::Equity(equity)) = self.hand.derived_event(&event) {
            self.equities.push(equity);
        }
        self.events.push(event);
    }

    /// Plays actions such as `2 raise 300, 3 call`.
    pub fn script(&mut self, script: &str) -> &mut Self {
        for line in script.split(", ") {
            let (seat, action) = line.split_once(' ').expect("a seat and an action");
            let seat = Seat(seat.parse().expect("a seat"));
            let judged = self.hand.accept(seat, &named(action));
            self.record(judged.unwrap_or_else(|refusal| panic!("{line}: {refusal}")));
            self.go_on();
        }
        self
    }

    /// Lets a pause run out.
    pub fn wait(&mut self) -> &mut Self {
        let Step::After(_, event) = self.hand.step() else { panic!("there is no pause") };
        self.record(event);
        self.go_on();
        self
    }

    /// Lets all pauses run out, and gives the stacks at the end.
    pub fn finish(&mut self) -> Vec<Chips> {
        while matches!(self.hand.step(), Step::After(..)) {
            self.wait();
        }
        let Step::Over(outcome) = self.hand.step() else { panic!("the hand is not over") };
        outcome.stacks.into_iter().map(|(_, chips)| chips).collect()
    }

    /// The rule by which an action is refused.
    pub fn refusal(&self, line: &str) -> Refusal {
        match self.refused(line) {
            NotAccepted::Rule(refusal) => refusal,
            NotAccepted::Common(common) => panic!("{line}: {common}"),
        }
    }

    /// Why an action is refused, for a reason that all games share.
    pub fn common_refusal(&self, line: &str) -> Common {
        match self.refused(line) {
            NotAccepted::Common(common) => common,
            NotAccepted::Rule(refusal) => panic!("{line}: {refusal}"),
        }
    }

    fn refused(&self, line: &str) -> NotAccepted<Refusal> {
        let (seat, action) = line.split_once(' ').expect("a seat and an action");
        let judged = self.hand.accept(Seat(seat.parse().expect("a seat")), &named(action));
        judged.expect_err("it is to be refused")
    }

    /// The only seat that may act.
    pub fn turn(&self) -> u8 {
        let [seat] = self.view().to_act[..] else { panic!("one seat is to act") };
        seat.0
    }

    /// The seat whose turn it is, and its options: the cost of a call (0: a check), and the bounds of a raise.
    pub fn offer(&self) -> (u8, Chips, Option<(Chips, Chips)>) {
        let options = self.options(self.turn());
        (self.turn(), options.call.unwrap_or(0), options.raise_min.zip(options.raise_max))
    }

    pub fn options(&self, seat: u8) -> Options {
        self.hand.options(Seat(seat)).expect("the seat may act")
    }

    pub fn view(&self) -> View {
        self.hand.view(Viewer::Watcher)
    }

    /// The posts, in order.
    pub fn posts(&self) -> Vec<(u8, Post, Chips)> {
        let posted = |event: &Event| match event {
            Event::Posted(posted) => Some((posted.seat.0, posted.post, posted.amount)),
            _ => None,
        };
        self.events.iter().filter_map(posted).collect()
    }

    /// The seats that showed (`true`) or mucked, in order.
    pub fn showdown(&self) -> Vec<(u8, bool)> {
        let shown = |event: &Event| match event {
            Event::Shown(shown) => Some((shown.seat.0, true)),
            Event::Mucked(turn) => Some((turn.seat.0, false)),
            _ => None,
        };
        self.events.iter().filter_map(shown).collect()
    }

    /// The awards, in order.
    pub fn awards(&self) -> Vec<Award> {
        let awarded = |event: &Event| match event {
            Event::Awarded(awarded) => {
                let shares = awarded.shares.iter().map(|share| (share.seat.0, share.amount));
                Some((awarded.board, awarded.pot, shares.collect()))
            }
            _ => None,
        };
        self.events.iter().filter_map(awarded).collect()
    }
}

fn named(action: &str) -> Action {
    let (kind, to) = action.split_once(' ').unwrap_or((action, "0"));
    let to = to.parse().expect("an amount");
    match kind {
        "fold" => Action::Fold {},
        "check" => Action::Check {},
        "call" => Action::Call {},
        "bet" => Action::Bet { to },
        "raise" => Action::Raise { to },
        "agree" => Action::RunTwice { agree: true },
        "decline" => Action::RunTwice { agree: false },
        "show" => Action::Show {},
        "muck" => Action::Muck {},
        other => panic!("no such action: {other}"),
    }
}

/// A deck with these hole cards and these cards after them, each street's first behind a burnt one.
fn deck(players: usize, hole: &[&str], board: &[Card]) -> Vec<Card> {
    let mut places: Vec<Option<Card>> = vec![None; 52];
    for (place, hand) in hole.iter().enumerate() {
        let hand = cards(hand);
        places[place] = Some(hand[0]);
        places[players + place] = Some(hand[1]);
    }
    let is_burnt = |nth: usize| nth == 0 || nth == 4 || nth >= 6 && nth.is_multiple_of(2);
    let places_of_board = (0..).filter(|&nth| !is_burnt(nth));
    for (nth, &card) in places_of_board.zip(board) {
        places[2 * players + nth] = Some(card);
    }
    let mut others = Card::french().filter(|card| !places.contains(&Some(*card))).collect::<Vec<_>>();
    places.into_iter().map(|card| card.or_else(|| others.pop()).expect("52 places for 52 cards")).collect()
}
