//! One hand under trial.

use cardroom_rules::cards::deck::Deck;
use cardroom_rules::games::game::{Absence, Chips, Game, Outcome, Step};
use cardroom_rules::games::seat::{Seat, Seats};

use crate::rng::TestRng;
use crate::secrecy;

/// More events than a hand may have.
const MOST_EVENTS: usize = 5_000;

/// How many actions are tried at random on each seat, each time.
const TRIED: usize = 4;

/// A hand that is played, and the laws that are checked.
pub struct Trial<'a, G: Game> {
    pub setup: &'a G::Setup,
    pub deck: Deck,
    pub hand: G,
    /// The events so far.
    pub log: Vec<G::Event>,
    any_action: fn(&mut TestRng) -> G::Action,
}

impl<'a, G: Game> Trial<'a, G> {
    /// A hand before it is dealt. `any_action` draws an action, legal or not.
    pub fn new(setup: &'a G::Setup, any_action: fn(&mut TestRng) -> G::Action) -> Self {
        let deck = Deck::stacked(G::pack(setup));
        let hand = G::new(setup, deck.clone()).expect("a whole deck");
        Self { setup, deck, hand, log: Vec::new(), any_action }
    }

    /// Shuffles, and plays the hand to its end under all laws.
    pub fn run(mut self, rng: &mut TestRng) -> Outcome<G::Standing> {
        self.shuffle(rng);
        let mut replayed = self.hand.clone();
        while self.log.len() < MOST_EVENTS {
            self.assert_judgements(rng);
            if rng.one_in(2) {
                secrecy::assert_kept(&self, rng);
            }
            let event = match self.hand.step() {
                Step::Over(outcome) => {
                    self.assert_conserved(&outcome);
                    return outcome;
                }
                step => self.next(step, rng),
            };
            let text = serde_json::to_string(&event).expect("an event as JSON");
            let read: G::Event = serde_json::from_str(&text).expect("an event again");
            assert_eq!(read, event);
            self.record(event);
            replayed.record(&read).expect("a log fits its hand");
            self.record_additions(&mut replayed);
            assert_eq!(replayed, self.hand, "a replay equals the hand, with its additions or without");
        }
        panic!("the hand does not end");
    }

    /// Shuffles, and plays the hand to its end.
    pub fn play_only(self, rng: &mut TestRng) -> Outcome<G::Standing> {
        self.played(rng).1
    }

    /// The same, with the hand as it ended.
    pub fn played(mut self, rng: &mut TestRng) -> (Self, Outcome<G::Standing>) {
        self.shuffle(rng);
        loop {
            let event = match self.hand.step() {
                Step::Over(outcome) => return (self, outcome),
                step => self.next(step, rng),
            };
            self.record(event);
        }
    }

    pub fn seats(&self) -> impl Iterator<Item = Seat> {
        G::players(self.setup).into_iter().map(|(seat, _)| seat)
    }

    /// Every action to try with a seat: those listed for it and for others, and some drawn ones.
    pub fn candidates(&self, rng: &mut TestRng) -> Vec<G::Action> {
        let listed = self.seats().flat_map(|seat| self.hand.moves(seat));
        let mut actions: Vec<_> = listed.collect();
        actions.extend((0..TRIED).map(|_| (self.any_action)(rng)));
        actions
    }

    fn shuffle(&mut self, rng: &mut TestRng) {
        self.deck = Deck::shuffled(G::pack(self.setup), rng.seed());
        self.hand = G::new(self.setup, self.deck.clone()).expect("a whole deck");
    }

    fn record(&mut self, event: G::Event) {
        self.hand.record(&event).expect("its own event fits");
        self.log.push(event);
    }

    /// Records additions to the last event, if there are any: the hand that is played goes on without them.
    fn record_additions(&self, replayed: &mut G) {
        if let Some(derived) = self.log.last().and_then(|event| self.hand.derived_event(event)) {
            let text = serde_json::to_string(&derived).expect("an event as JSON");
            let read: G::Event = serde_json::from_str(&text).expect("an event again");
            assert_eq!(read, derived);
            assert!(!G::invalidates_decisions(&derived), "an addition to an event makes no decision new");
            replayed.record(&read).expect("an addition to an event fits");
        }
    }

    /// The next event; if a seat may act, one of its moves.
    fn next(&self, step: Step<G::Event, G::Standing>, rng: &mut TestRng) -> G::Event {
        let may_act: Vec<Seat> = self.hand.may_act().iter().collect();
        match step {
            Step::Now(event) => event,
            Step::After(_, event) if may_act.is_empty() || rng.one_in(2) => event,
            _ => {
                let seat = *rng.pick(&may_act).expect("a seat may act");
                let action = self.draw(seat, rng);
                self.hand.accept(seat, &action).expect("what is listed is accepted")
            }
        }
    }

    /// One of a seat's moves; seldom what the clock would play for an absent player, or few hands would get far.
    fn draw(&self, seat: Seat, rng: &mut TestRng) -> G::Action {
        let mut moves = self.hand.moves(seat);
        if moves.len() > 1 && !rng.one_in(8) {
            let gives_up = self.hand.fallback(seat, Absence::Gone);
            moves.retain(|action| *action != gives_up);
        }
        rng.pick(&moves).cloned().expect("a move")
    }

    /// Listed moves are accepted; the seats that may act, and no others, have moves and options; a refusal leaves the
    /// hand equal; the clock's choice is accepted whenever a seat is awaited, or may act.
    fn assert_judgements(&self, rng: &mut TestRng) {
        let awaited = match self.hand.step() {
            Step::Await(seats) => seats,
            _ => Seats::default(),
        };
        let before = self.hand.clone();
        let candidates = self.candidates(rng);
        for seat in Seat::first(Seat::MOST) {
            let moves = self.hand.moves(seat);
            let may_act = self.hand.may_act().contains(seat);
            assert_eq!(may_act, self.hand.options(seat).is_some(), "{seat} has options where it may act");
            assert_eq!(may_act, !moves.is_empty(), "{seat} has moves where it may act");
            assert!(!awaited.contains(seat) || may_act, "{seat} is awaited and can do nothing");
            for action in &moves {
                let event = self.hand.accept(seat, action).expect("what is listed is accepted");
                self.hand.clone().record(&event).expect("what is accepted fits");
            }
            if !moves.is_empty() {
                for why in [Absence::Late, Absence::Gone] {
                    let action = self.hand.fallback(seat, why);
                    assert!(self.hand.accept(seat, &action).is_ok(), "{seat}: {action:?} for {why:?}");
                }
            }
            for action in &candidates {
                let is_accepted = self.hand.accept(seat, action).is_ok();
                assert!(!is_accepted || !moves.is_empty(), "{seat}: {action:?} is accepted and not on offer");
            }
        }
        assert_eq!(self.hand, before, "judging changes nothing");
    }

    fn assert_conserved(&self, outcome: &Outcome<G::Standing>) {
        let brought = G::players(self.setup);
        let sum = |stacks: &[(Seat, Chips)]| stacks.iter().map(|&(_, chips)| chips).sum::<Chips>();
        assert_eq!(sum(&outcome.stacks) + outcome.rake, sum(&brought), "chips are conserved");
        assert!(outcome.stacks.iter().map(|&(seat, _)| seat).eq(self.seats()), "every player has a stack");
    }
}
