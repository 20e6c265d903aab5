//! The last action of a seat in a view is the one that it did: at random hands of every game.

use cardroom_rules::cards::deck::Deck;
use cardroom_rules::games::any::{AnyHand, AnySetup};
use cardroom_rules::games::game::{Game, Outcome, Step};
use cardroom_rules::games::seat::Seat;
use cardroom_rules::games::viewer::Viewer;
use serde::Serialize;
use serde_json::Value;

use crate::doudizhu::at_doudizhu_tables;
use crate::holdem::at_holdem_tables;
use crate::rng::TestRng;
use crate::shengji::at_shengji_tables;

/// The value without the name of the game.
fn own(what: &impl Serialize) -> Value {
    let value = serde_json::to_value(what).expect("JSON");
    value.as_object().and_then(|by_game| by_game.values().next()).expect("a game's own").clone()
}

/// A watcher's view: in which part of the hand the seat acts, and its last action.
fn seen(hand: &AnyHand, seat: Seat) -> (Value, Value) {
    let view = own(&hand.view(Viewer::Watcher));
    let part = if view["street"].is_string() { &view["street"] } else { &view["stage"] };
    let players = view["players"].as_array().expect("players");
    let player = players.iter().find(|player| player["seat"] == seat.0).expect("the player");
    (part.clone(), player["last_action"].clone())
}

/// Plays a hand by its moves, and counts the actions that the view had.
fn got<G: Game>(setup: &G::Setup, rng: &mut TestRng, counted: &mut usize) -> Outcome<G::Standing>
where
    AnySetup: From<G::Setup>,
    AnyHand: From<G>,
{
    let mut hand = G::new(setup, Deck::shuffled(G::pack(setup), rng.seed())).expect("a whole deck");
    loop {
        let may_act: Vec<Seat> = hand.may_act().iter().collect();
        let acts = rng.pick(&may_act).copied().filter(|_| !rng.one_in(6));
        let (event, done) = match (hand.step(), acts) {
            (Step::Over(outcome), _) => return outcome,
            (Step::Now(event), _) | (Step::After(_, event), None) => (event, None),
            (Step::Await(_) | Step::After(..), acts) => {
                let seat = acts.or(may_act.first().copied()).expect("a seat may act");
                let action = rng.pick(&hand.moves(seat)).cloned().expect("a move");
                (hand.accept(seat, &action).expect("a move is accepted"), Some((seat, action)))
            }
        };
        let before = done.as_ref().map(|(seat, _)| seen(&hand.clone().into(), *seat).0);
        hand.record(&event).expect("its own event fits");
        let Some((seat, action)) = done else { continue };
        let (part, last) = seen(&hand.clone().into(), seat);
        // The last answer of a part may begin another part, in which no seat has acted.
        if Some(part) == before {
            let action = serde_json::to_value(&action).expect("JSON");
            assert_eq!(last["type"], action["type"], "{seat}: {action} is shown as {last}");
            for part in ["to", "agree", "points", "card", "pair"] {
                assert!(action.get(part).is_none_or(|asked| last[part] == *asked), "{action}, {last}");
            }
            *counted += 1;
        }
    }
}

#[test]
fn the_last_action_in_a_view_is_the_one_that_was_done() {
    use cardroom_rules::games::{doudizhu::hand::Doudizhu, holdem::hand::Holdem, shengji::hand::Shengji};
    let mut counted = [0; 3];
    at_holdem_tables(40, |setup, rng| got::<Holdem>(setup, rng, &mut counted[0]));
    at_doudizhu_tables(10, |setup, rng| got::<Doudizhu>(setup, rng, &mut counted[1]));
    at_shengji_tables(2, |setup, rng| got::<Shengji>(setup, rng, &mut counted[2]));
    assert!(counted.iter().all(|&counted| counted > 200), "{counted:?}");
}
