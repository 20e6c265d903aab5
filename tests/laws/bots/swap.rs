//! Swapping hidden cards never changes a move. One seat is played in two hands that look the same to it: the true
//! one, and one that its witness imagines. Each gets what the seat sees there, and makes the same moves as long as it
//! sees the same in both. A strategy that looks at the others' cards would be found out, and one that does so on
//! purpose is.

use cardroom_bots::strategy::{Named, Strategy};
use cardroom_bots::{doudizhu, holdem, shengji};
use cardroom_rules::cards::deck::Deck;
use cardroom_rules::cards::generator::Generator;
use cardroom_rules::games::doudizhu::hand::Doudizhu;
use cardroom_rules::games::game::{Absence, Game, Outcome, Step};
use cardroom_rules::games::holdem::hand::Holdem;
use cardroom_rules::games::seat::Seat;
use cardroom_rules::games::shengji::hand::Shengji;
use cardroom_rules::games::viewer::Viewer;
use cardroom_rules::games::witness::{Imagined, Witness};

use crate::doudizhu::at_doudizhu_tables;
use crate::holdem::at_holdem_tables;
use crate::rng::TestRng;
use crate::shengji::at_shengji_tables;

/// How a seat decides: by its strategy, from what it has seen; or by the hand itself, as no strategy can.
enum Mind<G: Imagined> {
    Honest(Box<dyn Strategy<G>>),
    Cheat,
}

/// A seat in one of the two hands.
struct Side<G: Imagined> {
    seat: Seat,
    hand: G,
    witness: Witness<G>,
    mind: Mind<G>,
}

impl<G: Imagined> Side<G> {
    /// A seat of this hand that has seen this.
    fn having_seen(
        setup: &G::Setup,
        seat: Seat,
        hand: G,
        named: Option<&Named<G>>,
        having_seen: &[G::Seen],
    ) -> Self {
        let witness = Witness::new(setup, Viewer::Seat(seat)).expect("a witness of any hand");
        let mut mind = named.map_or(Mind::Cheat, |named| Mind::Honest((named.make)()));
        if let Mind::Honest(strategy) = &mut mind {
            strategy.begin(&witness);
        }
        let mut side = Self { seat, hand, witness, mind };
        for seen in having_seen {
            side.learn(seen);
        }
        side
    }

    fn learn(&mut self, seen: &G::Seen) {
        self.witness.learn(seen).expect("what is seen can be learnt");
        if let Mind::Honest(strategy) = &mut self.mind {
            strategy.watch(&self.witness, seen);
        }
    }

    /// Learns the new events of this hand.
    fn go_on(&mut self, event: &G::Event) {
        self.hand.record(event).expect("its own event fits");
        self.learn(&G::seen(event, Viewer::Seat(self.seat)));
    }

    fn act(&mut self, seed: [u8; 32]) -> Option<G::Action> {
        match &mut self.mind {
            Mind::Honest(strategy) => strategy.act(&self.witness, &mut Generator::new(seed)),
            Mind::Cheat => {
                // One move or another, depending on all cards.
                let all = Seat::first(Seat::MOST).map(|seat| self.hand.view(Viewer::Seat(seat)));
                let held: String = all.map(|view| serde_json::to_string(&view).expect("JSON")).collect();
                let sum: usize =
                    held.bytes().enumerate().map(|(place, byte)| place * usize::from(byte)).sum();
                let mut moves = self.witness.moves();
                (!moves.is_empty()).then(|| moves.swap_remove(sum % moves.len()))
            }
        }
    }
}

/// How often both sides had to decide, and how often they decided differently.
#[derive(Clone, Copy, Debug, Default)]
struct Tally {
    compared: u64,
    different: u64,
}

/// The seat decides one time in this many in another world, too.
const IMAGINED: u64 = 3;

/// Plays a hand at which one seat decides so, and the others do anything.
fn play<G: Imagined>(
    setup: &G::Setup,
    named: Option<&Named<G>>,
    rng: &mut TestRng,
    tally: &mut Tally,
) -> Outcome<G::Standing> {
    let deck = Deck::shuffled(G::pack(setup), rng.seed());
    let players: Vec<Seat> = G::players(setup).into_iter().map(|(seat, _)| seat).collect();
    let seat = *rng.pick(&players).expect("a seat plays");
    let hand = G::new(setup, deck).expect("a whole deck");
    let mut side = Side::having_seen(setup, seat, hand, named, &[]);
    let (mut twin, mut having_seen): (Option<Side<G>>, Vec<G::Seen>) = (None, Vec::new());
    loop {
        let may_act: Vec<Seat> = side.hand.may_act().iter().collect();
        let due = match side.hand.step() {
            Step::Over(outcome) => return outcome,
            Step::Now(event) => Some(event),
            Step::After(_, event) => Some(event).filter(|_| may_act.is_empty() || rng.one_in(2)),
            Step::Await(_) => None,
        };
        let acts = due.is_none().then(|| *rng.pick(&may_act).expect("a seat may act"));
        let action = match acts {
            Some(asked) if asked == seat => {
                if twin.is_none() && rng.one_in(IMAGINED) {
                    let world =
                        side.witness.sampled(rng).and_then(|world| side.witness.imagined(&world).ok());
                    twin = world.map(|hand| Side::having_seen(setup, seat, hand, named, &having_seen));
                }
                let seed = rng.seed();
                let action = side.act(seed);
                if let Some(twin) = &mut twin {
                    tally.compared += 1;
                    tally.different += u64::from(twin.act(seed) != action);
                }
                action.unwrap_or_else(|| side.hand.fallback(seat, Absence::Late))
            }
            Some(other) => any(&side.hand, other, rng),
            None => side.hand.fallback(seat, Absence::Late),
        };
        let accepted = |hand: &G| hand.accept(acts.unwrap_or(seat), &action).ok();
        let event = due.clone().or_else(|| accepted(&side.hand)).expect("what is offered is accepted");
        let seen = G::seen(&event, Viewer::Seat(seat));
        // The other hand goes on as long as it looks the same.
        twin = twin.take().and_then(|mut twin| {
            let event = if due.is_some() { due_in(&twin.hand) } else { accepted(&twin.hand) }?;
            (G::seen(&event, Viewer::Seat(seat)) == seen).then(|| {
                twin.go_on(&event);
                twin
            })
        });
        side.go_on(&event);
        having_seen.push(seen);
    }
}

fn due_in<G: Game>(hand: &G) -> Option<G::Event> {
    match hand.step() {
        Step::Now(event) | Step::After(_, event) => Some(event),
        Step::Await(_) | Step::Over(_) => None,
    }
}

/// Any move of a seat, but seldom one that gives up.
fn any<G: Game>(hand: &G, seat: Seat, rng: &mut TestRng) -> G::Action {
    let (mut moves, gives_up) = (hand.moves(seat), hand.fallback(seat, Absence::Gone));
    if moves.len() > 1 && !rng.one_in(6) {
        moves.retain(|action| *action != gives_up);
    }
    rng.pick(&moves).cloned().unwrap_or(gives_up)
}

/// The number of tables at which a strategy is checked: those that search are slow.
fn tables(named: &str, tables: u64) -> u64 {
    if named == "advanced" { tables.div_ceil(8) } else { tables }
}

fn assert_blind(game: &str, name: &str, tally: Tally) {
    println!("{game}, {name}: {tally:?}");
    assert!(tally.compared >= 20, "{game}, {name}: too few were compared");
    assert_eq!(tally.different, 0, "{game}, {name}: hidden cards changed a move");
}

#[test]
fn no_hidden_card_changes_a_move_of_holdem() {
    for named in holdem::STRATEGIES {
        let mut tally = Tally::default();
        at_holdem_tables(tables(named.name, 80), |setup, rng| {
            play::<Holdem>(setup, Some(named), rng, &mut tally)
        });
        assert_blind("Hold'em", named.name, tally);
    }
}

#[test]
fn no_hidden_card_changes_a_move_of_doudizhu() {
    for named in doudizhu::STRATEGIES {
        let mut tally = Tally::default();
        at_doudizhu_tables(tables(named.name, 16), |setup, rng| {
            play::<Doudizhu>(setup, Some(named), rng, &mut tally)
        });
        assert_blind("Dou Dizhu", named.name, tally);
    }
}

#[test]
fn no_hidden_card_changes_a_move_of_shengji() {
    for named in shengji::STRATEGIES {
        let mut tally = Tally::default();
        at_shengji_tables(tables(named.name, 16), |setup, rng| {
            play::<Shengji>(setup, Some(named), rng, &mut tally)
        });
        assert_blind("Shengji", named.name, tally);
    }
}

#[test]
fn a_strategy_that_looks_is_found_out() {
    let mut tallies = [Tally::default(); 3];
    at_holdem_tables(40, |setup, rng| play::<Holdem>(setup, None, rng, &mut tallies[0]));
    at_doudizhu_tables(4, |setup, rng| play::<Doudizhu>(setup, None, rng, &mut tallies[1]));
    at_shengji_tables(4, |setup, rng| play::<Shengji>(setup, None, rng, &mut tallies[2]));
    for Tally { compared, different } in tallies {
        assert!(different > 10 && different * 10 > compared, "{tallies:?}");
    }
}
