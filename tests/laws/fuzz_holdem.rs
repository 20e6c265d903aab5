//! Random hands of random Hold'em tables, chips counted after every event.
//!
//! `CARDROOM_FUZZ_HANDS` sets how many hands; without it, a few thousand.

use cardroom_rules::cards::deck::Deck;
use cardroom_rules::games::game::{Chips, Game, Outcome, Step};
use cardroom_rules::games::holdem::event::Event;
use cardroom_rules::games::holdem::hand::Holdem;
use cardroom_rules::games::holdem::setup::{Setup, Standing};
use cardroom_rules::games::refusal::ReplayError;
use cardroom_rules::games::seat::{Seat, Seats};
use cardroom_rules::games::viewer::Viewer;

use crate::rng::TestRng;
use crate::sessions::holdem::HoldemSession;

/// More events than any hand has: ten seats act on four streets, raise a few hundred times at most, and the rest
/// is counted in tens.
const MOST_EVENTS: usize = 5_000;

/// How many hands are played at a table before the next one opens.
const HANDS_AT_A_TABLE: usize = 20;

/// How many hands are played of each game.
pub fn wanted(by_default: usize) -> usize {
    std::env::var("CARDROOM_FUZZ_HANDS").map_or(by_default, |text| text.parse().expect("a number of hands"))
}

#[test]
fn chips_are_conserved_after_every_event() {
    let wanted = wanted(3_000);
    let mut hands = 0;
    let mut events = 0;
    for seed in 0.. {
        if hands >= wanted {
            break;
        }
        let mut rng = TestRng::new(seed);
        let mut session = HoldemSession::new(&mut rng);
        for _ in 0..HANDS_AT_A_TABLE {
            let Some(setup) = session.next(&mut rng) else { continue };
            assert_positions(&session.standing, &setup, seed);
            let (outcome, recorded) = play(&setup, &mut rng, seed);
            session.finish(outcome);
            hands += 1;
            events += recorded;
        }
    }
    println!("{hands} hands, {events} events, chips conserved after each");
}

/// Plays a hand by random moves; gives its outcome, and how many events it had.
fn play(setup: &Setup, rng: &mut TestRng, seed: u64) -> (Outcome<Standing>, usize) {
    let deck = Deck::shuffled(Holdem::pack(setup), rng.seed());
    let mut hand = Holdem::new(setup, deck).expect("a whole deck");
    let brought: Chips = Holdem::players(setup).iter().map(|&(_, chips)| chips).sum();
    for recorded in 0..MOST_EVENTS {
        let event = match hand.step() {
            Step::Over(outcome) => {
                let left: Chips = outcome.stacks.iter().map(|&(_, chips)| chips).sum();
                assert_eq!(left + outcome.rake, brought, "seed {seed}: chips at the end");
                return (outcome, recorded);
            }
            Step::Now(event) => event,
            Step::After(_, event) if rng.one_in(2) => event,
            Step::After(..) => act(&hand, hand.may_act(), rng),
            Step::Await(seats) => act(&hand, seats, rng),
        };
        assert_eq!(hand.record(&event), Ok::<(), ReplayError>(()), "seed {seed}");
        assert_eq!(chips(&hand), brought, "seed {seed}: chips after {event:?}");
    }
    panic!("seed {seed}: the hand does not end");
}

fn act(hand: &Holdem, seats: Seats, rng: &mut TestRng) -> Event {
    let seats: Vec<Seat> = seats.iter().collect();
    let seat = *rng.pick(&seats).expect("a seat may act");
    let moves = hand.moves(seat);
    // Folds are offered at every turn; if they were as likely, few hands would see a flop.
    let without_first = &moves[1.min(moves.len() - 1)..];
    let drawn = if rng.one_in(4) { rng.pick(&moves) } else { rng.pick(without_first) };
    hand.accept(seat, drawn.expect("a move")).expect("what is listed is accepted")
}

/// All chips: in stacks, in the middle, and the server's.
fn chips(hand: &Holdem) -> Chips {
    let view = hand.view(Viewer::Watcher);
    let stacks: Chips = view.players.iter().map(|player| player.stack).sum();
    stacks + view.middle + view.rake
}

/// What holds of the positions in any two consecutive hands.
fn assert_positions(standing: &Standing, setup: &Setup, seed: u64) {
    let now = setup.positions;
    let seats: Vec<Seat> = setup.players.iter().map(|player| player.seat).collect();
    assert!(seats.contains(&now.big_blind), "seed {seed}: the big blind is posted");
    assert_ne!(now.small_blind, now.big_blind, "seed {seed}");
    assert_eq!(
        now.button == now.small_blind,
        seats.len() == 2,
        "seed {seed}: heads-up the button is the small blind"
    );
    let Some(last) = standing.positions else { return };
    let begins_afresh =
        setup.dues.is_empty() && now.button == *seats.iter().max().expect("two players or more");
    if !begins_afresh {
        assert_ne!(now.big_blind, last.big_blind, "seed {seed}: no seat posts two big blinds in a row");
        assert!(
            seats.len() == 2 || now.small_blind == last.big_blind,
            "seed {seed}: the small blind follows"
        );
    }
}
