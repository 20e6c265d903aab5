//! Records logs of the present release: hands are played at random, seed by seed, until one has what its log has to
//! show.

mod doudizhu;
mod holdem;
mod shengji;

use std::fmt::Write as _;
use std::fs::{self, File};
use std::io::Write as _;
use std::path::Path;

use cardroom_rules::cards::deck::Deck;
use cardroom_rules::games::any::{AnyAction, AnyEvent, AnyHand, AnySetup, AnyStanding, GameKind};
use cardroom_rules::games::game::{Game, Outcome, RULES_RELEASE, Step};
use cardroom_rules::games::seat::Seat;
use serde::Serialize;
use serde_json::{Value, json};

use crate::log::{folder, json_of};
use crate::logs::manifest;
use crate::rng::TestRng;

/// More seeds than any log has taken to be found.
const SEEDS: u64 = 500_000;

/// The purpose of a log.
pub struct Recipe {
    /// `holdem-side-pots`.
    name: &'static str,
    says: &'static str,
    setup: AnySetup,
    /// In how many of a hundred pauses a seat acts that may.
    acts_in_pauses: u64,
    /// The action of a seat.
    choose: fn(&AnyHand, Seat, &mut TestRng) -> AnyAction,
    /// Whether the hand so far can still serve the purpose.
    hopeful: fn(&[AnyEvent]) -> bool,
    wanted: fn(&[AnyEvent], &Outcome<AnyStanding>) -> bool,
}

/// A hand that was played.
struct Played {
    deck: Deck,
    log: Vec<AnyEvent>,
    outcome: Outcome<AnyStanding>,
}

#[test]
#[ignore = "records the logs of this release that are not there yet; nothing is ever written over"]
fn logs_are_recorded() {
    let mut recorded = 0;
    for recipe in [holdem::recipes(), doudizhu::recipes(), shengji::recipes()].into_iter().flatten() {
        let name = format!("{RULES_RELEASE}/{}.log", recipe.name);
        if folder().join("logs").join(&name).exists() {
            continue;
        }
        let found = (0..SEEDS).find_map(|seed| Some((seed, recipe.play(&mut TestRng::new(seed))?)));
        let (seed, played) = found.unwrap_or_else(|| panic!("{name}: no seed shows it"));
        assert!(write_new(&folder(), &name, &recipe.text(&played)));
        println!("{name}: seed {seed}, {} events", played.log.len());
        recorded += 1;
    }
    println!("{recorded} logs recorded");
}

#[test]
fn an_existing_log_is_not_recorded_again() {
    let folder = tempfile::tempdir().unwrap();
    let read = |name: &str| fs::read_to_string(folder.path().join("logs").join(name)).unwrap();
    assert!(write_new(folder.path(), "7/holdem-x.log", "first\n"));
    assert!(!write_new(folder.path(), "7/holdem-x.log", "second\n"));
    assert_eq!(read("7/holdem-x.log"), "first\n");
    assert!(write_new(folder.path(), "7/holdem-y.log", "third\n"));
    let names = ["7/holdem-x.log", "7/holdem-y.log"].map(str::to_owned);
    assert!(read("MANIFEST").lines().eq(manifest(folder.path(), &names)));
}

/// Writes a log that does not exist yet, and adds it to the manifest. Returns whether it has.
fn write_new(folder: &Path, name: &str, text: &str) -> bool {
    let logs = folder.join("logs");
    let file = logs.join(name);
    fs::create_dir_all(file.parent().unwrap()).unwrap();
    let Ok(mut new) = File::create_new(&file) else { return false };
    new.write_all(text.as_bytes()).unwrap();
    let mut listed = File::options().create(true).append(true).open(logs.join("MANIFEST")).unwrap();
    for line in manifest(folder, &[name.to_owned()]) {
        writeln!(listed, "{line}").unwrap();
    }
    true
}

impl Recipe {
    /// Plays one hand; `None` if it does not serve the purpose.
    fn play(&self, rng: &mut TestRng) -> Option<Played> {
        let mut deck = Deck::shuffled(AnyHand::pack(&self.setup), rng.seed());
        // So that any reader of JSON keeps them exact.
        deck.lots = deck.lots.map(|lot| lot & ((1 << 53) - 1));
        let mut hand = AnyHand::new(&self.setup, deck.clone()).unwrap();
        let mut log = Vec::new();
        loop {
            let may_act: Vec<Seat> = hand.may_act().iter().collect();
            let event = match hand.step() {
                Step::Over(outcome) => {
                    let is_wanted = (self.wanted)(&log, &outcome);
                    return is_wanted.then_some(Played { deck, log, outcome });
                }
                Step::Now(event) => event,
                Step::After(_, event) if may_act.is_empty() || rng.below(100) >= self.acts_in_pauses => event,
                Step::After(..) | Step::Await(_) => {
                    let seat = *rng.pick(&may_act).unwrap();
                    let action = (self.choose)(&hand, seat, rng);
                    hand.accept(seat, &action).unwrap_or_else(|why| panic!("{action:?}: {why}"))
                }
            };
            hand.record(&event).unwrap();
            log.push(event);
            if !(self.hopeful)(&log) {
                return None;
            }
        }
    }

    /// The log's text, with the additions to its events.
    fn text(&self, played: &Played) -> String {
        let game = self.setup.kind();
        let mut text = format!("# {}\n", self.says);
        line(&mut text, "setup", &own(game, &self.setup));
        line(&mut text, "deck", &json!({"cards": played.deck.cards, "lots": played.deck.lots}));
        let mut hand = AnyHand::new(&self.setup, played.deck.clone()).unwrap();
        for event in &played.log {
            hand.record(event).unwrap();
            line(&mut text, "event", &own(game, event));
            if let Some(derived) = hand.derived_event(event) {
                line(&mut text, "event", &own(game, &derived));
            }
        }
        line(&mut text, "outcome", &json_of(game, &played.outcome));
        text
    }
}

fn line(text: &mut String, name: &str, value: &Value) {
    writeln!(text, "{name} {value}").unwrap();
}

/// The value without the game's name around it.
fn own<T: Serialize>(game: GameKind, any: &T) -> Value {
    serde_json::to_value(any).unwrap()[game.name()].take()
}

/// One of the moves, the first of which gives up or passes: that one seldom.
fn boldly(hand: &AnyHand, seat: Seat, rng: &mut TestRng) -> AnyAction {
    let moves = hand.moves(seat);
    let bold = &moves[usize::from(moves.len() > 1)..];
    let drawn = if rng.one_in(5) { rng.pick(&moves) } else { rng.pick(bold) };
    drawn.cloned().unwrap()
}

/// Any hand can serve the purpose.
fn always(_: &[AnyEvent]) -> bool {
    true
}
