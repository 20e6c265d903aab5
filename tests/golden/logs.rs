//! Logs of every release: each is read, folded and ends as it did, for ever. A log is never changed.
//!
//! Those of the present release are also judged: each of their events is what the rules give. When the rules change,
//! `RULES_RELEASE` goes up, older logs are folded only, and new ones are recorded:
//! `cargo test --test golden -- --ignored logs_are_recorded`.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;
use std::process::Command;

use cardroom_rules::games::any::{AnyAction, AnyEvent, AnyHand, GameKind};
use cardroom_rules::games::doudizhu::auction::Said;
use cardroom_rules::games::game::{Game, RULES_RELEASE, Step};
use cardroom_rules::games::seat::Seat;
use cardroom_rules::games::{doudizhu, holdem, shengji};
use serde_json::{Value, json};
use sha2::{Digest, Sha256};
use strum::VariantNames;

use crate::log::{Log, folder, logs, names};

#[test]
fn logs_of_every_release_are_folded_and_end_as_they_did() {
    let logs = logs();
    for log in &logs {
        let mut hand = log.hand();
        for (line, event) in (1..).zip(log.events()) {
            hand.record(&event).unwrap_or_else(|why| panic!("{}, event {line}: {why}", log.name));
        }
        log.assert_ended(&hand);
    }
    let releases: BTreeSet<u32> = logs.iter().map(|log| log.release).collect();
    assert!(releases.into_iter().eq(1..=RULES_RELEASE), "every release has its logs");
}

#[test]
fn unknown_fields_of_a_log_are_ignored() {
    for mut log in logs() {
        add_fields(&mut log.setup);
        log.events.iter_mut().for_each(add_fields);
        let mut hand = log.hand();
        for event in log.events() {
            hand.record(&event).unwrap();
        }
        log.assert_ended(&hand);
    }
}

/// Adds an unknown field to every object.
fn add_fields(value: &mut Value) {
    match value {
        Value::Object(members) => {
            members.values_mut().for_each(add_fields);
            members.insert("unheard_of".to_owned(), json!({"of": [1]}));
        }
        Value::Array(items) => items.iter_mut().for_each(add_fields),
        _ => {}
    }
}

#[test]
fn every_kind_of_event_is_in_some_log() {
    let mut logged: BTreeMap<&str, BTreeSet<String>> = BTreeMap::new();
    for log in logs() {
        let kinds = log.events.iter().map(|event| event["type"].as_str().unwrap().to_owned());
        logged.entry(log.game.name()).or_default().extend(kinds);
    }
    for game in GameKind::ALL {
        let events = match game {
            GameKind::Holdem => holdem::event::Event::VARIANTS,
            GameKind::Doudizhu => doudizhu::event::Event::VARIANTS,
            GameKind::Shengji => shengji::event::Event::VARIANTS,
        };
        let events: BTreeSet<String> = events.iter().map(|&event| event.to_owned()).collect();
        assert_eq!(logged[game.name()], events, "{}", game.name());
    }
}

#[test]
fn logs_of_this_release_follow_from_its_rules() {
    let current: Vec<Log> = logs().into_iter().filter(|log| log.release == RULES_RELEASE).collect();
    for log in &current {
        let (mut hand, mut derived) = (log.hand(), None);
        for (line, event) in (1..).zip(log.events()) {
            let place = format!("{}, event {line}: {event:?}", log.name);
            match derived.take() {
                Some(addition) => assert_eq!(event, addition, "{place} is not the addition to the last"),
                None => assert!(is_given(&hand, &event), "{place} is not what the rules give"),
            }
            hand.record(&event).unwrap();
            derived = hand.derived_event(&event);
        }
    }
    let games: BTreeSet<&str> = current.iter().map(|log| log.game.name()).collect();
    assert_eq!(games.len(), GameKind::ALL.len(), "every game has logs of this release");
}

/// Whether an event is automatic, or the result of an action that a seat may do.
fn is_given(hand: &AnyHand, event: &AnyEvent) -> bool {
    if let Step::Now(next) | Step::After(_, next) = hand.step()
        && next == *event
    {
        return true;
    }
    let Some((seat, action)) = done(event) else { return false };
    hand.accept(seat, &action).is_ok_and(|given| given == *event)
}

/// The seat and its action, if an event is a seat's own.
fn done(event: &AnyEvent) -> Option<(Seat, AnyAction)> {
    match event {
        AnyEvent::Holdem(event) => holdem_done(event).map(|(seat, action)| (seat, action.into())),
        AnyEvent::Doudizhu(event) => doudizhu_done(event).map(|(seat, action)| (seat, action.into())),
        AnyEvent::Shengji(event) => shengji_done(event).map(|(seat, action)| (seat, action.into())),
    }
}

fn holdem_done(event: &holdem::event::Event) -> Option<(Seat, holdem::action::Action)> {
    use holdem::action::Action;
    use holdem::event::Event;
    Some(match event {
        Event::Folded(turn) => (turn.seat, Action::Fold {}),
        Event::Checked(turn) => (turn.seat, Action::Check {}),
        Event::Called(wager) => (wager.seat, Action::Call {}),
        Event::Bet(wager) => (wager.seat, Action::Bet { to: wager.to }),
        Event::Raised(wager) => (wager.seat, Action::Raise { to: wager.to }),
        Event::Answered(answered) => (answered.seat, Action::RunTwice { agree: answered.agree }),
        Event::Shown(shown) => (shown.seat, Action::Show {}),
        Event::Mucked(turn) => (turn.seat, Action::Muck {}),
        _ => return None,
    })
}

fn doudizhu_done(event: &doudizhu::event::Event) -> Option<(Seat, doudizhu::action::Action)> {
    use doudizhu::action::Action;
    use doudizhu::event::Event;
    Some(match event {
        Event::Shown(shown) => (shown.seat, Action::Show {}),
        Event::Passed(turn) => (turn.seat, Action::Pass {}),
        Event::Doubled(turn) => (turn.seat, Action::Double {}),
        Event::Called(call) => (
            call.seat,
            match call.said {
                Said::Bid { points } => Action::Bid { points },
                Said::Call {} => Action::Call {},
                Said::Rob {} => Action::Rob {},
                Said::Pass {} => Action::Pass {},
            },
        ),
        Event::Played(laid) => {
            (laid.seat, Action::Play { cards: laid.cards.clone(), named: Some(laid.reading.named()) })
        }
        _ => return None,
    })
}

fn shengji_done(event: &shengji::event::Event) -> Option<(Seat, shengji::action::Action)> {
    use shengji::action::Action;
    use shengji::event::Event;
    Some(match event {
        Event::Declared(made) => (made.seat, Action::Declare { card: made.card, pair: made.pair }),
        Event::Passed(turn) => (turn.seat, Action::Pass {}),
        Event::Buried(kitty) => (kitty.seat, Action::Bury { cards: kitty.cards.clone() }),
        Event::Thrown(play) | Event::Played(play) => (play.seat, Action::Play { cards: play.cards.clone() }),
        _ => return None,
    })
}

/// The manifest's lines: each log's SHA-256 and its name.
pub fn manifest(folder: &Path, names: &[String]) -> Vec<String> {
    let line = |name: &String| {
        let digest = Sha256::digest(fs::read(folder.join("logs").join(name)).unwrap());
        format!("{}  {name}", const_hex::encode(digest))
    };
    names.iter().map(line).collect()
}

#[test]
fn no_log_was_changed() {
    let listed = fs::read_to_string(folder().join("logs/MANIFEST")).unwrap();
    let mut listed: Vec<&str> = listed.lines().collect();
    listed.sort_by_key(|line| line.split("  ").nth(1));
    assert_eq!(manifest(&folder(), &names()), listed, "a log is never changed: what is new is added");
}

/// Transcripts are blessed, in a copy of all golden files; logs stay unchanged, also damaged ones.
#[test]
fn blessing_writes_transcripts_and_never_logs() {
    let copy = tempfile::tempdir().unwrap();
    copy_folder(&folder(), copy.path());
    let transcript = copy.path().join("holdem_mucked.hand");
    let whole = fs::read_to_string(&transcript).unwrap();
    let kept = whole.lines().filter(|line| !line.starts_with("view of"));
    fs::write(&transcript, kept.map(|line| line.to_owned() + "\n").collect::<String>()).unwrap();
    let log = copy.path().join("logs").join(&names()[0]);
    let damaged = fs::read_to_string(&log).unwrap().replace("\"void\":", "\"void\": ");
    fs::write(&log, &damaged).unwrap();
    let before = manifest(copy.path(), &names());

    let blessed = Command::new(std::env::current_exe().unwrap())
        .args(["--skip", "blessing_writes", "--skip", "pokerkit"])
        .env("CARDROOM_BLESS", "1")
        .env("CARDROOM_GOLDEN", copy.path())
        .output()
        .unwrap();
    let said = String::from_utf8(blessed.stdout).unwrap();
    assert!(said.contains("logs::no_log_was_changed ... FAILED"), "{said}");
    assert_eq!(fs::read_to_string(&transcript).unwrap(), whole, "the transcript is blessed");
    assert_eq!(manifest(copy.path(), &names()), before);
}

fn copy_folder(from: &Path, to: &Path) {
    fs::create_dir_all(to).unwrap();
    for entry in fs::read_dir(from).unwrap() {
        let entry = entry.unwrap();
        let to = to.join(entry.file_name());
        if entry.path().is_dir() {
            copy_folder(&entry.path(), &to);
        } else {
            fs::copy(entry.path(), to).unwrap();
        }
    }
}
