//! Every strategy at tables of all kinds.

use super::STRATEGIES;
use crate::strategy::Strategy;
use cardroom_rules::cards::deck::Deck;
use cardroom_rules::cards::generator::Generator;
use cardroom_rules::games::game::{Chair, Chips, Entry, Game, Step};
use cardroom_rules::games::holdem::event::Event;
use cardroom_rules::games::holdem::hand::Holdem;
use cardroom_rules::games::holdem::rules::{Ante, Betting, Rake, Rules, Straddle};
use cardroom_rules::games::holdem::setup::{Setup, Standing};
use cardroom_rules::games::seat::Seat;
use cardroom_rules::games::viewer::Viewer;
use cardroom_rules::games::witness::Witness;

/// The number of hands. At each, two to ten of the strategies sit.
const HANDS: u64 = 600;

type Boxed = Box<dyn Strategy<Holdem>>;

fn generator(seed: u64, purpose: u64) -> Generator {
    let mut bytes = [0; 32];
    bytes.copy_from_slice([seed, purpose, 0, 0].map(u64::to_le_bytes).as_flattened());
    Generator::new(bytes)
}

fn pick<T: Clone>(dice: &mut Generator, from: &[T]) -> T {
    from[dice.below(from.len())].clone()
}

/// Options of any kind.
fn rules(dice: &mut Generator) -> Rules {
    let big_blind: Chips = pick(dice, &[1, 2, 10, 100, 5_000]);
    let ante = big_blind.div_ceil(4);
    Rules {
        betting: pick(dice, &[Betting::NoLimit, Betting::NoLimit, Betting::PotLimit, Betting::FixedLimit]),
        small_blind: pick(dice, &[big_blind.div_ceil(2), 1, big_blind]),
        big_blind,
        ante: pick(
            dice,
            &[
                Ante::None {},
                Ante::Uniform { amount: ante },
                Ante::BigBlind { amount: big_blind },
                Ante::Button { amount: ante },
            ],
        ),
        straddle: pick(dice, &[Straddle::None, Straddle::Mandatory]),
        rake: Rake { basis_points: pick(dice, &[0, 500]), ..Rake::default() },
        uncapped_heads_up: pick(dice, &[false, true]),
        run_it_twice: pick(dice, &[false, true]),
        table_all_ins: pick(dice, &[false, true]),
        blind_first: pick(dice, &[false, true]),
        showdown_seconds: 3,
    }
}

/// A hand with chairs of any depth, and newcomers who post.
fn setup(dice: &mut Generator, rules: &Rules, standing: &Standing, seats: u8) -> Option<Setup> {
    let chairs: Vec<_> = Seat::first(seats)
        .map(|seat| Chair {
            seat,
            chips: rules.big_blind * pick(dice, &[1, 3, 8, 20, 50, 100, 400]) + pick(dice, &[0, 1, 3]),
            newcomer: pick(dice, &[false, false, true]),
            entry: Entry::Post,
            wishes: None,
        })
        .collect();
    Holdem::setup(rules, standing, &chairs)
}

/// Plays a hand. Returns its events and the table after it. A refused action fails the test.
fn play(setup: &Setup, players: &mut [Boxed], seed: u64) -> (Vec<Event>, Standing) {
    let deck = Deck::shuffled(Holdem::pack(setup), [u8::try_from(seed % 251).unwrap(); 32]);
    let mut hand = Holdem::new(setup, deck).unwrap();
    let seats: Vec<Seat> = setup.players.iter().map(|player| player.seat).collect();
    let mut witnesses: Vec<_> =
        seats.iter().map(|&seat| Witness::<Holdem>::new(setup, Viewer::Seat(seat)).unwrap()).collect();
    let mut dice: Vec<_> = seats.iter().map(|seat| generator(seed, u64::from(seat.0))).collect();
    let at = |seat: Seat| seats.iter().position(|&each| each == seat).unwrap();
    for (&seat, witness) in seats.iter().zip(&witnesses) {
        players[seat.index()].begin(witness);
    }
    let mut log = Vec::new();
    loop {
        let (asked, due) = match hand.step() {
            Step::Over(outcome) => return (log, outcome.standing),
            Step::Now(event) => (None, Some(event)),
            Step::After(_, event) => (hand.may_act().iter().next(), Some(event)),
            Step::Await(seats) => (seats.iter().next(), None),
        };
        let acted = asked.and_then(|seat| {
            let place = at(seat);
            let action = players[seat.index()].act(&witnesses[place], &mut dice[place])?;
            Some(hand.accept(seat, &action).unwrap_or_else(|why| panic!("{action:?} is refused: {why}")))
        });
        let event = acted.or(due).expect("a seat on the clock acts");
        hand.record(&event).unwrap();
        for (&seat, witness) in seats.iter().zip(&mut witnesses) {
            let seen = Holdem::seen(&event, Viewer::Seat(seat));
            witness.learn(&seen).unwrap();
            players[seat.index()].watch(witness, &seen);
        }
        log.push(event);
    }
}

/// A table of any kind for some hands: all events.
fn session(seed: u64, hands: u64) -> Vec<Event> {
    let mut dice = generator(seed, 99);
    let (rules, seats) = (rules(&mut dice), 2 + u8::try_from(dice.below(9)).unwrap());
    let mut players: Vec<Boxed> = (0..seats).map(|_| (pick(&mut dice, STRATEGIES_MADE))()).collect();
    let mut standing = Holdem::opening(&rules);
    let mut log = Vec::new();
    for hand in 0..hands {
        let Some(setup) = setup(&mut dice, &rules, &standing, seats) else { continue };
        let (events, after) = play(&setup, &mut players, seed * 1_000 + hand);
        log.extend(events);
        standing = after;
    }
    log
}

/// How to make each.
const STRATEGIES_MADE: &[fn() -> Boxed] = &[
    STRATEGIES[0].make,
    STRATEGIES[1].make,
    STRATEGIES[2].make,
    STRATEGIES[3].make,
    STRATEGIES[4].make,
    STRATEGIES[5].make,
    STRATEGIES[6].make,
];

#[test]
fn no_strategy_breaks_a_rule() {
    assert_eq!(STRATEGIES.len(), STRATEGIES_MADE.len());
    (0..HANDS / 10).for_each(|seed| drop(session(seed, 10)));
}

#[test]
fn the_same_seed_and_events_give_the_same_moves() {
    (1_000..1_006).for_each(|seed| assert_eq!(session(seed, 4), session(seed, 4)));
}
