//! What a player knows, held to its laws at random hands.
//!
//! 1. Replaying the true story gives the hand, its deck included.
//! 2. The true world in any witness's mask gives every viewer the same view, options and moves, and goes on in lockstep with
//!    the hand.
//! 3. Every sampled world, and every story that replaying accepts, gives the viewer the same view, options and moves.
//! 4. A story that replaying accepts is never refused when it is dealt again.
//!
//! And a witness's own view, options and moves are the hand's, byte for byte, after every event.

use cardroom_rules::cards::deck::Deck;
use cardroom_rules::games::doudizhu::hand::Doudizhu;
use cardroom_rules::games::game::{Absence, Game, Outcome, Step};
use cardroom_rules::games::holdem::hand::Holdem;
use cardroom_rules::games::seat::Seats;
use cardroom_rules::games::shengji::hand::Shengji;
use cardroom_rules::games::viewer::Viewer;
use cardroom_rules::games::witness::{Dice, Imagined, Story, Witness};
use serde::Serialize;

use crate::doudizhu::at_doudizhu_tables;
use crate::fuzz_holdem::wanted;
use crate::holdem::at_holdem_tables;
use crate::rng::TestRng;
use crate::shengji::at_shengji_tables;

/// How many other stories are tried at a time.
const STORIES: usize = 4;

impl Dice for TestRng {
    fn below(&mut self, bound: usize) -> usize {
        usize::try_from(TestRng::below(self, bound as u64)).expect("below a usize")
    }
}

/// What was examined, so that a test that examined nothing fails.
#[derive(Debug, Default)]
struct Tally {
    hands: usize,
    events: usize,
    sampled: usize,
    not_found: usize,
    accepted: usize,
    refused: usize,
}

impl Tally {
    fn assert_looked(&self, game: &str) {
        println!("{game}: {self:?}");
        assert!(self.sampled > 20 * self.not_found, "worlds are found: {self:?}");
        assert!(self.accepted > self.hands, "other stories are true as far as a viewer knows: {self:?}");
        assert!(self.refused > self.hands, "other stories are known to be false: {self:?}");
    }
}

/// A hand that is played while the witnesses of all seats, and a watcher's, learn what they see.
struct Witnessed<'a, G: Imagined> {
    setup: &'a G::Setup,
    deck: Deck,
    hand: G,
    log: Vec<G::Event>,
    witnesses: Vec<Witness<G>>,
    /// The true world, dealt into a viewer's mask a while ago.
    twin: Option<G>,
}

impl<'a, G: Imagined> Witnessed<'a, G> {
    fn new(setup: &'a G::Setup, rng: &mut TestRng) -> Self {
        let deck = Deck::shuffled(G::pack(setup), rng.seed());
        let hand = G::new(setup, deck.clone()).expect("a whole deck");
        let seats = G::players(setup).into_iter().map(|(seat, _)| Viewer::Seat(seat));
        let witness = |viewer| Witness::new(setup, viewer).expect("a witness of any setup");
        let witnesses = seats.chain([Viewer::Watcher]).map(witness).collect();
        Self { setup, deck, hand, log: Vec::new(), witnesses, twin: None }
    }

    fn run(mut self, rng: &mut TestRng, tally: &mut Tally) -> Outcome<G::Standing> {
        tally.hands += 1;
        loop {
            self.assert_known(rng);
            if rng.one_in(6) {
                self.assert_imagined(rng, tally);
            }
            let event = match self.hand.step() {
                Step::Over(outcome) => return outcome,
                step => self.next(step, rng),
            };
            self.learn(&event);
            if let Some(derived) = self.hand.derived_event(&event) {
                self.learn(&derived);
            }
            tally.events += 1;
        }
    }

    /// The next event; if a seat may act, one of its moves.
    fn next(&self, step: Step<G::Event, G::Standing>, rng: &mut TestRng) -> G::Event {
        let may_act: Vec<_> = self.hand.may_act().iter().collect();
        match step {
            Step::Now(event) => event,
            Step::After(_, event) if may_act.is_empty() || !rng.one_in(8) => event,
            _ => {
                let seat = *rng.pick(&may_act).expect("a seat may act");
                let mut moves = self.hand.moves(seat);
                let gives_up = self.hand.fallback(seat, Absence::Gone);
                if moves.len() > 1 && !rng.one_in(8) {
                    moves.retain(|action| *action != gives_up);
                }
                let action = rng.pick(&moves).unwrap_or(&gives_up);
                self.hand.accept(seat, action).expect("what is listed is accepted")
            }
        }
    }

    fn learn(&mut self, event: &G::Event) {
        self.hand.record(event).expect("its own event fits");
        for witness in &mut self.witnesses {
            let seen = G::seen(event, witness.viewer());
            witness.learn(&seen).expect("what is seen can be learnt");
        }
        if let Some(twin) = &mut self.twin {
            twin.record(event).expect("the twin goes on like the hand");
        }
        self.log.push(event.clone());
    }

    /// Every witness knows exactly what its viewer may know.
    fn assert_known(&self, rng: &mut TestRng) {
        for witness in &self.witnesses {
            let viewer = witness.viewer();
            let known = (text(&witness.view()), text(&witness.options()));
            let options = seat(viewer).and_then(|seat| self.hand.options(seat));
            assert_eq!(known, (text(&self.hand.view(viewer)), text(&options)), "{viewer:?}");
            if let Some(seat) = seat(viewer).filter(|_| rng.one_in(4)) {
                assert_eq!(text(&witness.moves()), text(&self.hand.moves(seat)), "{viewer:?}");
            }
            assert_eq!(witness.may_act(), self.hand.may_act());
            assert_eq!(witness.awaited(), awaited(&self.hand));
        }
        if let Some(twin) = &self.twin {
            assert_eq!(twin.step(), self.hand.step(), "the twin goes on like the hand");
            for witness in &self.witnesses {
                assert_alike(twin, &self.hand, witness.viewer());
            }
        }
    }

    fn assert_imagined(&mut self, rng: &mut TestRng, tally: &mut Tally) {
        let story = Story::of::<G>(self.deck.clone(), &self.log);
        let witness = rng.pick(&self.witnesses).expect("a watcher at least");
        let viewer = witness.viewer();
        let seen: Vec<_> = self.log.iter().map(|event| G::seen(event, viewer)).collect();

        let replayed = story.replayed::<G>(self.setup, viewer, &seen).expect("the true story");
        assert!(replayed == self.hand, "the true story gives the hand");

        let twin = witness.imagined(&self.hand.world()).expect("the true world");
        assert_eq!(twin.step(), self.hand.step());
        assert_eq!(twin.world(), self.hand.world());

        match witness.sampled(rng) {
            Some(world) => {
                tally.sampled += 1;
                let imagined = witness.imagined(&world).expect("a sampled world can be dealt");
                assert_alike(&imagined, &self.hand, viewer);
                assert!(imagined.world() == world);
            }
            None => tally.not_found += 1,
        }
        for _ in 0..STORIES {
            match another(&story, rng).replayed::<G>(self.setup, viewer, &seen) {
                Ok(other) => {
                    tally.accepted += 1;
                    assert_alike(&other, &self.hand, viewer);
                    let redealt = witness.imagined(&other.world());
                    assert!(redealt.is_ok(), "{viewer:?}: an accepted story is dealt: {redealt:?}");
                }
                Err(_) => tally.refused += 1,
            }
        }
        self.twin = Some(twin);
    }
}

/// Another story: cards exchanged in the deck and in the buried cards, perhaps with another random number.
fn another(story: &Story, rng: &mut TestRng) -> Story {
    let mut other = story.clone();
    let cards = other.deck.cards.len();
    for _ in 0..=Dice::below(rng, 2) {
        let (one, two) = (Dice::below(rng, cards), Dice::below(rng, cards));
        other.deck.cards.swap(one, two);
        if !rng.one_in(4) {
            // A seat that buried one of both could have buried the other one.
            let (one, two) = (story.deck.cards[one], story.deck.cards[two]);
            for card in other.piles.iter_mut().flatten() {
                *card = if *card == one {
                    two
                } else if *card == two {
                    one
                } else {
                    *card
                };
            }
        }
    }
    if !other.piles.is_empty() && rng.one_in(4) {
        let (pile, card) = (Dice::below(rng, other.piles.len()), Dice::below(rng, 8));
        other.piles[pile][card] = other.deck.cards[Dice::below(rng, cards)];
    }
    if rng.one_in(8) {
        other.deck.lots[Dice::below(rng, 4)] = rng.below(1 << 40);
    }
    other
}

fn assert_alike<G: Game>(one: &G, other: &G, viewer: Viewer) {
    assert_eq!(one.view(viewer), other.view(viewer), "{viewer:?} can distinguish two hands");
    assert_eq!(one.may_act(), other.may_act());
    assert_eq!(awaited(one), awaited(other));
    if let Some(seat) = seat(viewer) {
        assert_eq!(one.options(seat), other.options(seat), "{viewer:?} can distinguish two hands");
        assert_eq!(one.moves(seat), other.moves(seat), "{viewer:?} can distinguish two hands");
    }
}

fn seat(viewer: Viewer) -> Option<cardroom_rules::games::seat::Seat> {
    match viewer {
        Viewer::Seat(seat) => Some(seat),
        Viewer::Watcher => None,
    }
}

fn awaited<G: Game>(hand: &G) -> Seats {
    match hand.step() {
        Step::Await(seats) => seats,
        _ => Seats::default(),
    }
}

fn text<T: Serialize>(what: &T) -> String {
    serde_json::to_string(what).expect("a value as JSON")
}

#[test]
fn a_witness_of_holdem_knows_what_its_viewer_may_know() {
    let mut tally = Tally::default();
    at_holdem_tables(wanted(1_000) as u64 / 5, |setup, rng| {
        Witnessed::<Holdem>::new(setup, rng).run(rng, &mut tally)
    });
    tally.assert_looked("Hold'em");
}

#[test]
fn a_witness_of_doudizhu_knows_what_its_viewer_may_know() {
    let mut tally = Tally::default();
    at_doudizhu_tables(wanted(400) as u64 / 5, |setup, rng| {
        Witnessed::<Doudizhu>::new(setup, rng).run(rng, &mut tally)
    });
    tally.assert_looked("Dou Dizhu");
}

#[test]
fn a_witness_of_shengji_knows_what_its_viewer_may_know() {
    let mut tally = Tally::default();
    at_shengji_tables(wanted(100) as u64 / 2, |setup, rng| {
        Witnessed::<Shengji>::new(setup, rng).run(rng, &mut tally)
    });
    tally.assert_looked("Shengji");
}
