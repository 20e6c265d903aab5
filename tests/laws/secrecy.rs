//! The law of secrecy: swap two cards hidden from a viewer, and nothing that the viewer can get changes.

use std::collections::BTreeSet;

use cardroom_rules::cards::card::Card;
use cardroom_rules::cards::deck::Deck;
use cardroom_rules::games::game::{Absence, Game, Step};
use cardroom_rules::games::seat::Seat;
use cardroom_rules::games::viewer::Viewer;
use serde::Serialize;
use serde_json::Value;

use crate::law::Trial;
use crate::rng::TestRng;

/// How many pairs of hidden cards are swapped at a time.
const PAIRS: usize = 4;

/// Swaps cards hidden from one viewer, and compares everything that this viewer can get.
pub fn assert_kept<G: Game>(trial: &Trial<G>, rng: &mut TestRng) {
    let mut viewers: Vec<Viewer> = trial.seats().map(Viewer::Seat).collect();
    viewers.push(Viewer::Watcher);
    let viewer = *rng.pick(&viewers).expect("a viewer");
    let actions = trial.candidates(rng);
    assert_previews_tell_nothing(trial, viewer, &actions, rng);
    let got = got(&trial.hand, &trial.log, viewer, &actions);
    let hidden = hidden(trial, &got);
    for _ in 0..PAIRS {
        // The cards that were dealt first are the ones that others hold.
        let held = &hidden[..hidden.len().div_ceil(2)];
        let (Some(&one), Some(&other)) = (rng.pick(held), rng.pick(&hidden)) else { return };
        let (twin, log) = twin(trial, one, other);
        assert_eq!(
            got,
            self::got(&twin, &log, viewer, &actions),
            "{viewer:?} can distinguish {one} from {other}"
        );
    }
}

/// A dry run reveals nothing new: cards that only the action itself reveals are swapped, and the answer stays the
/// same.
fn assert_previews_tell_nothing<G: Game>(
    trial: &Trial<G>,
    viewer: Viewer,
    actions: &[G::Action],
    rng: &mut TestRng,
) {
    let Viewer::Seat(seat) = viewer else { return };
    let asked = |hand: &G| actions.iter().map(|action| previewed(hand, seat, action)).collect::<Vec<_>>();
    let mut got = got(&trial.hand, &trial.log, viewer, &[]);
    // Cards that the caller names reveal nothing, but a refusal may repeat them.
    got.extend(actions.iter().map(text));
    let hidden = hidden(trial, &got);
    let (Some(&one), Some(&other)) = (rng.pick(&hidden), rng.pick(&hidden)) else { return };
    let (twin, _) = twin(trial, one, other);
    assert_eq!(
        asked(&trial.hand),
        asked(&twin),
        "{viewer:?} can distinguish {one} from {other} without acting"
    );
    for action in actions {
        let (done, asked) = (trial.hand.accept(seat, action), trial.hand.preview(seat, action));
        assert_eq!(done.err(), asked.err(), "an action and its preview are judged alike");
    }
}

/// The result of a dry run.
fn previewed<G: Game>(hand: &G, seat: Seat, action: &G::Action) -> String {
    match hand.preview(seat, action) {
        Ok(preview) => text(&preview),
        Err(refusal) => format!("{refusal:?}: {refusal}"),
    }
}

/// The same hand up to here, with two cards exchanged.
fn twin<G: Game>(trial: &Trial<G>, one: Card, other: Card) -> (G, Vec<G::Event>) {
    let swap = |card: Card| match card {
        card if card == one => other,
        card if card == other => one,
        card => card,
    };
    let deck = Deck { cards: trial.deck.cards.iter().copied().map(swap).collect(), lots: trial.deck.lots };
    let log: Vec<G::Event> = trial.log.iter().map(|event| swapped(event, &swap)).collect();
    let mut twin = G::new(trial.setup, deck).expect("a whole deck");
    for event in &log {
        twin.record(event).expect("the same hand with other cards");
    }
    (twin, log)
}

/// Everything that a viewer can get, as text: its view and events, with their additions; for a seat, its options,
/// moves, refusals and the clock's choice; and what a watcher knows of the next step.
fn got<G: Game>(hand: &G, log: &[G::Event], viewer: Viewer, actions: &[G::Action]) -> Vec<String> {
    let mut got = vec![text(&hand.view(viewer)), next(hand)];
    got.extend(log.iter().map(|event| text(&G::seen(event, viewer))));
    got.extend(
        log.last()
            .and_then(|event| hand.derived_event(event))
            .map(|derived| text(&G::seen(&derived, viewer))),
    );
    if let Viewer::Seat(seat) = viewer {
        got.push(text(&hand.options(seat)));
        got.push(text(&hand.moves(seat)));
        got.extend([Absence::Late, Absence::Gone].map(|why| text(&hand.fallback(seat, why))));
        got.extend(actions.iter().map(|action| judged(hand, seat, action)));
    }
    // Every viewer sees which others may act; their options can depend on their cards.
    got.push(format!("{:?}", hand.may_act()));
    got
}

/// How an action is judged. An event of the actor's own may show its cards; the viewer gets it as seen.
fn judged<G: Game>(hand: &G, seat: Seat, action: &G::Action) -> String {
    match hand.accept(seat, action) {
        Ok(event) => text(&G::seen(&event, Viewer::Seat(seat))),
        Err(refusal) => format!("{refusal:?}: {refusal}"),
    }
}

/// What every viewer knows of the next step: its kind, and the type of an event without a pause.
fn next<G: Game>(hand: &G) -> String {
    match hand.step() {
        Step::Now(event) => format!("now {}", kind(&event)),
        Step::After(pause, _) => format!("after {pause:?}"),
        Step::Await(seats) => format!("await {seats:?}"),
        Step::Over(_) => "over".to_owned(),
    }
}

/// The name of an event's type, below the names of its games.
fn kind<E: Serialize>(event: &E) -> String {
    let mut value = serde_json::to_value(event).expect("an event as JSON");
    loop {
        match value {
            Value::Object(fields) if fields.contains_key("type") => return fields["type"].to_string(),
            Value::Object(fields) => value = fields.into_iter().next().expect("an event has a name").1,
            other => panic!("an event is an object, not {other}"),
        }
    }
}

/// The cards that no event has revealed.
fn hidden<G: Game>(trial: &Trial<G>, got: &[String]) -> Vec<Card> {
    let quoted = |card: &Card| format!("\"{card}\"");
    let known: BTreeSet<Card> = trial
        .deck
        .cards
        .iter()
        .copied()
        .filter(|card| got.iter().any(|text| text.contains(&quoted(card))))
        .collect();
    trial.deck.cards.iter().copied().filter(|card| !known.contains(card)).collect()
}

/// The same event with other cards.
fn swapped<E: Serialize + serde::de::DeserializeOwned>(event: &E, swap: &impl Fn(Card) -> Card) -> E {
    let mut value = serde_json::to_value(event).expect("an event as JSON");
    swap_within(&mut value, swap);
    serde_json::from_value(value).expect("an event again")
}

fn swap_within(value: &mut Value, swap: &impl Fn(Card) -> Card) {
    match value {
        Value::String(text) => {
            if let Ok(card) = text.parse::<Card>() {
                *text = swap(card).to_string();
            }
        }
        Value::Array(values) => values.iter_mut().for_each(|value| swap_within(value, swap)),
        Value::Object(fields) => fields.values_mut().for_each(|value| swap_within(value, swap)),
        Value::Null | Value::Bool(_) | Value::Number(_) => {}
    }
}

fn text<T: Serialize>(what: &T) -> String {
    serde_json::to_string(what).expect("a value as JSON")
}
