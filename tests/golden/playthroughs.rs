//! Whole hands as golden text: what is stored, what each seat sees, and what it is offered.
//!
//! In a file, the lines `setup`, `deck` and `act` are the hand; all others follow from them and are compared. The
//! stored events are also replayed by themselves, as a log written by an older release would be: `record` has to
//! fold them for ever. After a wanted change, run with `CARDROOM_BLESS=1`, and read the difference.

use std::fmt::Write;
use std::path::PathBuf;

use cardroom_rules::cards::deck::Deck;
use cardroom_rules::games::any::{AnyAction, AnyEvent, AnyHand, AnySetup};
use cardroom_rules::games::game::{Game, Step};
use cardroom_rules::games::seat::Seat;
use cardroom_rules::games::viewer::Viewer;
use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::log;

#[test]
fn hands_play_as_they_always_did() {
    for file in golden_files() {
        let text = std::fs::read_to_string(&file).expect("a golden file");
        let played = played(&text);
        if std::env::var_os("CARDROOM_BLESS").is_some() {
            std::fs::write(&file, &played).expect("a writable file");
            continue;
        }
        for (line, (ours, golden)) in (1..).zip(played.lines().zip(text.lines())) {
            assert_eq!(ours, golden, "{}, line {line}", file.display());
        }
        assert_eq!(played.lines().count(), text.lines().count(), "{}", file.display());
    }
}

#[test]
fn logs_of_every_release_are_folded() {
    for file in golden_files() {
        let text = std::fs::read_to_string(&file).expect("a golden file");
        let mut hand = dealt(&text);
        for event in lines::<AnyEvent>(&text, "event ") {
            hand.record(&event).expect("a stored event fits");
        }
        let Step::Over(outcome) = hand.step() else { panic!("{}: the hand is not over", file.display()) };
        assert!(text.ends_with(&format!("{}\n", stacks(&outcome.stacks))), "{}", file.display());
    }
}

fn golden_files() -> Vec<PathBuf> {
    let files = std::fs::read_dir(log::folder()).expect("golden files").flatten().map(|entry| entry.path());
    let files: Vec<PathBuf> =
        files.filter(|path| path.extension().is_some_and(|ext| ext == "hand")).collect();
    assert!(!files.is_empty(), "there are no golden files");
    files
}

/// The lines with this name.
fn lines<T: DeserializeOwned>(text: &str, name: &str) -> Vec<T> {
    let bodies = text.lines().filter_map(|line| line.strip_prefix(name));
    bodies.map(|body| serde_json::from_str(body).expect("a line's JSON")).collect()
}

/// The hand before its first event.
fn dealt(text: &str) -> AnyHand {
    let setup = lines::<AnySetup>(text, "setup ").pop().expect("a setup");
    let cards = lines(text, "deck ").pop().expect("a deck");
    AnyHand::new(&setup, Deck::stacked(cards)).expect("a whole deck")
}

/// Plays a file's hand, and rewrites the file.
fn played(text: &str) -> String {
    let is_head = |line: &&str| ["#", "setup ", "deck "].iter().any(|name| line.starts_with(name));
    let mut out = text.lines().take_while(is_head).fold(String::new(), |out, line| out + line + "\n");
    let setup = lines::<AnySetup>(text, "setup ").pop().expect("a setup");
    let seats: Vec<Seat> = AnyHand::players(&setup).into_iter().map(|(seat, _)| seat).collect();
    let mut acts = lines::<(Seat, AnyAction)>(text, "act ").into_iter().peekable();
    let mut hand = dealt(text);
    loop {
        let event = match hand.step() {
            Step::Over(outcome) => {
                write_views(&mut out, &hand, &seats);
                return out + &stacks(&outcome.stacks) + "\n";
            }
            Step::Now(event) => event,
            Step::After(_, event) if acts.peek().is_none_or(|(seat, _)| !hand.may_act().contains(*seat)) => {
                event
            }
            Step::After(..) | Step::Await(_) => {
                let (seat, action) = acts.next().expect("a seat acts");
                tell(&mut out, &format!("offer {}", seat.0), &hand.options(seat));
                tell(&mut out, "act", &(seat, &action));
                hand.accept(seat, &action).expect("a golden action is accepted")
            }
        };
        happens(&mut out, &mut hand, &event, &seats);
        if let Some(derived) = hand.derived_event(&event) {
            happens(&mut out, &mut hand, &derived, &seats);
        }
    }
}

fn happens(out: &mut String, hand: &mut AnyHand, event: &AnyEvent, seats: &[Seat]) {
    hand.record(event).expect("its own event fits");
    tell(out, "event", event);
    write_seen(out, event, seats);
}

fn tell<T: Serialize>(out: &mut String, name: &str, what: &T) {
    let text = serde_json::to_string(what).expect("a value as JSON");
    writeln!(out, "{name} {text}").expect("a string takes it");
}

/// An event as each viewer sees it, if that is not the stored one.
fn write_seen(out: &mut String, event: &AnyEvent, seats: &[Seat]) {
    let stored = serde_json::to_value(event).expect("an event as JSON");
    for (name, viewer) in viewers(seats) {
        let seen = AnyHand::seen(event, viewer);
        if serde_json::to_value(&seen).expect("an event as JSON") != stored {
            tell(out, &format!("seen by {name}"), &seen);
        }
    }
}

fn write_views(out: &mut String, hand: &AnyHand, seats: &[Seat]) {
    for (name, viewer) in viewers(seats) {
        tell(out, &format!("view of {name}"), &hand.view(viewer));
    }
}

fn viewers(seats: &[Seat]) -> Vec<(String, Viewer)> {
    let seats = seats.iter().map(|&seat| (format!("seat {}", seat.0), Viewer::Seat(seat)));
    std::iter::once(("watchers".to_owned(), Viewer::Watcher)).chain(seats).collect()
}

fn stacks(stacks: &[(Seat, u64)]) -> String {
    let got = stacks.iter().map(|(seat, chips)| format!(" {}:{chips}", seat.0));
    got.fold("stacks".to_owned(), |all, stack| all + &stack)
}
