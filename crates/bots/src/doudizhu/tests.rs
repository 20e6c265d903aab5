//! The strategies against the rules: legal with any options, and the same again for the same events.

use super::STRATEGIES;
use super::advanced::Advanced;
use super::notes::Notes;
use super::search::Budget;
use crate::search_rng::SearchRng;
use crate::strategy::Strategy;
use cardroom_rules::cards::deck::Deck;
use cardroom_rules::cards::generator::Generator;
use cardroom_rules::games::doudizhu::action::Action;
use cardroom_rules::games::doudizhu::counts::Counts;
use cardroom_rules::games::doudizhu::event::Seen;
use cardroom_rules::games::doudizhu::hand::Doudizhu;
use cardroom_rules::games::doudizhu::preset::{Preset, WingRules};
use cardroom_rules::games::doudizhu::rank::Rank;
use cardroom_rules::games::doudizhu::rules::{Bidding, Rules, Wild};
use cardroom_rules::games::doudizhu::setup::Setup;
use cardroom_rules::games::doudizhu::wings::{Wing, Wings};
use cardroom_rules::games::game::{Game, Step};
use cardroom_rules::games::seat::Seat;
use cardroom_rules::games::viewer::Viewer;
use cardroom_rules::games::witness::Witness;

/// Cards from their text.
pub fn counts(text: &str) -> Counts {
    text.parse().unwrap()
}

/// This many cards of a shuffled pack.
pub fn drawn(cards: usize, rng: &mut SearchRng) -> Counts {
    dealt([cards, 0, 0], rng)[0]
}

/// Three hands of a shuffled pack.
pub fn dealt(lengths: [usize; 3], rng: &mut SearchRng) -> [Counts; 3] {
    let mut pack: Vec<Rank> = Counts::PACK.iter().collect();
    lengths.map(|length| {
        (0..length)
            .fold(Counts::NONE, |hand, _| hand.with(Counts::of(pack.swap_remove(rng.below(pack.len())), 1)))
    })
}

fn seed(hand: u64, of: u8) -> [u8; 32] {
    let mut seed = [of; 32];
    seed[..8].copy_from_slice(&hand.to_le_bytes());
    seed
}

/// Random options.
fn setup(hand: u64, wild: &[Wild]) -> Setup {
    let rng = &mut SearchRng::new(hand);
    let forbid = (rng.below(3) == 0)
        .then(|| Wings::of(&Wing::ALL.into_iter().filter(|_| rng.below(2) == 0).collect::<Vec<_>>()));
    let rules = Rules {
        bidding: [Bidding::Points, Bidding::CallRob][rng.below(2)],
        force_landlord: rng.below(2) == 0,
        doubling: rng.below(2) == 0,
        open_hand: rng.below(2) == 0,
        wings: WingRules { preset: Preset::ALL[rng.below(6)], forbid },
        wild: wild[rng.below(wild.len())],
        ..Rules::default()
    };
    Setup { rules, void_deals: [0, 3][rng.below(2)], stacks: [1_000; 3] }
}

type Player = Box<dyn Strategy<Doudizhu>>;

/// The events that one seat saw, and its action after them.
#[derive(Clone, Debug)]
enum Entry {
    Seen(Seen),
    Did(Option<Action>),
}

/// Plays a hand, and returns what each seat saw and did. Fails at an illegal action.
fn play(setup: &Setup, number: u64, make: impl Fn() -> Player, most: usize) -> [Vec<Entry>; 3] {
    let mut hand = Doudizhu::new(setup, Deck::shuffled(Doudizhu::pack(setup), seed(number, 1))).unwrap();
    let mut entries = [const { Vec::new() }; 3];
    let mut seats: Vec<_> = Seat::first(3)
        .map(|seat| {
            let witness = Witness::<Doudizhu>::new(setup, Viewer::Seat(seat)).unwrap();
            let mut player = make();
            player.begin(&witness);
            (witness, player, Generator::new(seed(number, 2 + seat.0)))
        })
        .collect();
    for _ in 0..most {
        let asked = hand.may_act().iter().next();
        let did = asked.and_then(|seat| {
            let (witness, player, dice) = &mut seats[seat.index()];
            let action = player.act(witness, dice);
            entries[seat.index()].push(Entry::Did(action.clone()));
            action.map(|action| {
                hand.accept(seat, &action).unwrap_or_else(|error| panic!("{number} {action:?}: {error:?}"))
            })
        });
        let event = match (did, hand.step()) {
            (Some(event), _) | (None, Step::Now(event) | Step::After(_, event)) => event,
            (None, Step::Over(_)) => break,
            (None, Step::Await(_)) => panic!("{number}: an awaited seat answers"),
        };
        hand.record(&event).unwrap();
        for (seat, (witness, player, _)) in Seat::first(3).zip(&mut seats) {
            let seen = Doudizhu::seen(&event, Viewer::Seat(seat));
            witness.learn(&seen).unwrap();
            player.watch(witness, &seen);
            entries[seat.index()].push(Entry::Seen(seen));
        }
    }
    entries
}

/// The notes of each seat after this many steps of a hand between novices.
pub fn watched(number: u64, steps: usize) -> Vec<Notes> {
    let setup = setup(number, &[Wild::None]);
    let entries = play(&setup, number, || made("novice"), 60 + steps);
    Seat::first(3).map(|seat| taken(&setup, seat, &entries[seat.index()])).collect()
}

/// A seat's notes when all is dealt.
pub fn notes_of(number: u64, seat: u8) -> Notes {
    let setup = Setup { rules: Rules::default(), void_deals: 0, stacks: [1_000; 3] };
    taken(&setup, Seat(seat), &play(&setup, number, || made("novice"), 52)[usize::from(seat)])
}

/// The notes of a seat that saw these events.
fn taken(setup: &Setup, seat: Seat, entries: &[Entry]) -> Notes {
    let mut notes = Notes::new(&Witness::new(setup, Viewer::Seat(seat)).unwrap());
    for entry in entries {
        if let Entry::Seen(seen) = entry {
            notes.watch(seen);
        }
    }
    notes
}

fn made(name: &str) -> Player {
    (STRATEGIES.iter().find(|named| named.name == name).unwrap().make)()
}

/// The advanced level on a budget with which hundreds of hands take seconds.
fn quick() -> Player {
    Box::new(Advanced::with(Budget { candidates: 4, playouts: 12, drawn: 2, auctions: 4 }))
}

const ANY: &[Wild] = &[Wild::None, Wild::None, Wild::None, Wild::One, Wild::Two];

#[test]
fn five_hundred_hands_of_each_level_are_legal() {
    for name in ["novice", "intermediate"] {
        for number in 0..500 {
            play(&setup(number, ANY), number, || made(name), usize::MAX);
        }
    }
    for number in 0..500 {
        play(&setup(number, ANY), number, quick, usize::MAX);
    }
}

#[test]
fn the_search_is_legal_on_its_whole_budget() {
    for number in 0..4 {
        play(&setup(number, &[Wild::None]), number, || made("advanced"), usize::MAX);
    }
}

#[test]
fn the_same_events_give_the_same_play() {
    for make in [|| made("novice"), || made("intermediate"), quick] {
        for number in 0..20 {
            let setup = setup(number, ANY);
            for (seat, entries) in Seat::first(3).zip(play(&setup, number, make, usize::MAX)) {
                again(&setup, seat, &entries, number, make);
            }
        }
    }
}

/// Shows a player the same events, and asks it only the last time, as after a restart.
fn again(setup: &Setup, seat: Seat, entries: &[Entry], number: u64, make: impl Fn() -> Player) {
    let Some(last) = entries.iter().rposition(|entry| matches!(entry, Entry::Did(_))) else { return };
    let mut witness = Witness::<Doudizhu>::new(setup, Viewer::Seat(seat)).unwrap();
    let (mut player, mut dice) = (make(), Generator::new(seed(number, 2 + seat.0)));
    player.begin(&witness);
    for entry in &entries[..last] {
        match entry {
            Entry::Seen(seen) => {
                witness.learn(seen).unwrap();
                player.watch(&witness, seen);
            }
            // The random numbers that it drew for each decision.
            Entry::Did(_) => drop(dice.lot()),
        }
    }
    let Entry::Did(did) = &entries[last] else { return };
    assert_eq!(player.act(&witness, &mut dice), *did, "{number} {seat}");
}
