//! Whole random hands, one after another at the same table, so that there are dead buttons and missed blinds.

use cardroom_rules::cards::deck::Deck;
use cardroom_rules::games::game::{Chair, Chips, Entry, Game, Outcome, Step};
use cardroom_rules::games::holdem::event::Event;
use cardroom_rules::games::holdem::hand::Holdem;
use cardroom_rules::games::holdem::rules::{Ante, Betting, Rake, Rules, Straddle};
use cardroom_rules::games::holdem::setup::{Setup, Standing};
use cardroom_rules::games::holdem::wishes::Wishes;
use cardroom_rules::games::seat::Seat;
use chacha20::ChaCha20Rng;
use chacha20::rand_core::{Rng, SeedableRng};

/// A finished hand.
pub struct Played {
    pub setup: Setup,
    pub events: Vec<Event>,
    pub outcome: Outcome<Standing>,
}

/// A table at which every player acts at random.
pub struct Session {
    rng: ChaCha20Rng,
    rules: Rules,
    standing: Standing,
    chairs: Vec<Chair<Wishes>>,
}

impl Session {
    /// The same table for the same seed.
    pub fn new(seed: u64) -> Self {
        let mut rng = ChaCha20Rng::seed_from_u64(seed);
        let rules = rules(&mut rng);
        let chair = |seat| Chair {
            seat,
            chips: 0,
            newcomer: true,
            entry: Entry::Post,
            wishes: Some(Wishes { straddle: true }),
        };
        let seats = 2 + below(&mut rng, 9);
        Self {
            standing: Holdem::opening(&rules),
            rules,
            chairs: Seat::first(seats).map(chair).collect(),
            rng,
        }
    }

    /// Plays the next hand; `None` if too few sit in.
    pub fn play(&mut self) -> Option<Played> {
        self.come_and_go();
        let setup = Holdem::setup(&self.rules, &self.standing, &self.chairs)?;
        let mut seed = [0; 32];
        self.rng.fill_bytes(&mut seed);
        let mut hand = Holdem::new(&setup, Deck::shuffled(Holdem::pack(&setup), seed)).unwrap();
        let mut events = Vec::new();
        let outcome = loop {
            let event = match hand.step() {
                Step::Over(outcome) => break outcome,
                Step::Now(event) => event,
                Step::After(_, event) => self.any_seat(&hand).unwrap_or(event),
                Step::Await(seats) => self.act(&hand, seats.iter().next().unwrap()),
            };
            hand.record(&event).unwrap();
            let derived = hand.derived_event(&event);
            events.extend([Some(event), derived].into_iter().flatten());
        };
        self.settle(&setup, &outcome);
        Some(Played { setup, events, outcome })
    }

    /// In a pause a seat that may act does, every other time.
    fn any_seat(&mut self, hand: &Holdem) -> Option<Event> {
        let seat = hand.may_act().iter().next()?;
        (below(&mut self.rng, 2) == 0).then(|| self.act(hand, seat))
    }

    fn act(&mut self, hand: &Holdem, seat: Seat) -> Event {
        let moves = hand.moves(seat);
        let chosen = usize::from(below(&mut self.rng, u8::try_from(moves.len()).unwrap()));
        hand.accept(seat, &moves[chosen]).unwrap()
    }

    /// Now and then a player sits out or comes back; a broke player buys in, short or deep.
    fn come_and_go(&mut self) {
        for chair in &mut self.chairs {
            if chair.chips == 0 {
                chair.chips = Chips::from(1 + below(&mut self.rng, 250)) * self.rules.big_blind / 20 + 1;
            }
            chair.entry = match below(&mut self.rng, 10) {
                0 => Entry::Out,
                1 => Entry::Wait,
                _ => Entry::Post,
            };
        }
    }

    fn settle(&mut self, setup: &Setup, outcome: &Outcome<Standing>) {
        self.standing = outcome.standing.clone();
        for chair in &mut self.chairs {
            if let Some(&(_, chips)) = outcome.stacks.iter().find(|&&(seat, _)| seat == chair.seat) {
                chair.chips = chips;
            }
            chair.newcomer &= setup.players.iter().all(|player| player.seat != chair.seat);
        }
    }
}

fn rules(rng: &mut ChaCha20Rng) -> Rules {
    let betting = [Betting::NoLimit, Betting::NoLimit, Betting::PotLimit, Betting::FixedLimit];
    let ante = [
        Ante::None {},
        Ante::None {},
        Ante::Uniform { amount: 3 },
        Ante::BigBlind { amount: 20 },
        Ante::Button { amount: 20 },
    ];
    let straddle = [Straddle::None, Straddle::None, Straddle::Mandatory];
    Rules {
        betting: one_of(rng, &betting),
        small_blind: 10,
        big_blind: 20,
        ante: one_of(rng, &ante),
        straddle: one_of(rng, &straddle),
        rake: Rake { basis_points: one_of(rng, &[0, 0, 0, 0, 0, 0, 0, 500]), ..Rake::default() },
        uncapped_heads_up: false,
        run_it_twice: one_of(rng, &[false, true]),
        table_all_ins: one_of(rng, &[false, true]),
        // Files for PokerKit, which posts antes first.
        blind_first: false,
        showdown_seconds: 3,
    }
}

fn one_of<T: Copy>(rng: &mut ChaCha20Rng, choices: &[T]) -> T {
    choices[usize::from(below(rng, u8::try_from(choices.len()).unwrap()))]
}

/// Close enough to even for choosing what to try.
fn below(rng: &mut ChaCha20Rng, bound: u8) -> u8 {
    u8::try_from(rng.next_u32() % u32::from(bound)).unwrap()
}
