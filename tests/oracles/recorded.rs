//! Recorded hands of real play: every action is accepted, and the stacks end as they did.

use std::path::Path;

use cardroom_rules::cards::card::Card;
use cardroom_rules::games::game::Chips;
use serde::Deserialize;

use super::lines;
use super::played::{Now, Played};
use super::table::{self, Table};
use super::tally::{Tally, compare};

#[derive(Deserialize)]
struct Record {
    src: String,
    variant: String,
    antes: Vec<f64>,
    blinds: Vec<f64>,
    starting_stacks: Vec<f64>,
    hole: Vec<[String; 2]>,
    board: Vec<Card>,
    actions: Vec<(u8, u8, String, Option<f64>)>,
    final_stacks: Vec<f64>,
}

/// Plays every hand of a file.
pub fn check(file: &Path) -> Tally {
    let mut tally = Tally::default();
    for record in lines::records::<Record>(file) {
        tally.hand(&record.src, record.actions.len(), differences(&record));
    }
    tally
}

/// The amounts of a record as chips. Some records have half chips; theirs are doubled.
struct Scale(f64);

impl Scale {
    fn of(record: &Record) -> Self {
        let stacks = record.starting_stacks.iter().chain(&record.final_stacks);
        let bets = record.actions.iter().filter_map(|(_, _, _, to)| to.as_ref());
        let is_whole = stacks.chain(bets).all(|amount| amount.fract() == 0.0);
        Self(if is_whole { 1.0 } else { 2.0 })
    }

    fn chips(&self, amount: f64) -> Chips {
        let chips = amount * self.0;
        assert!(chips >= 0.0 && chips.fract() == 0.0, "{amount} is no number of half chips");
        #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "just judged")]
        return chips as Chips;
    }

    fn all(&self, amounts: &[f64]) -> Vec<Chips> {
        amounts.iter().map(|&amount| self.chips(amount)).collect()
    }
}

/// Unknown cards, written `??`, were folded or mucked: some cards exist with which the hand ends as it did.
fn differences(record: &Record) -> Vec<String> {
    let is_known = record.hole.iter().flatten().all(|card| known(card).is_some());
    let turns = if is_known { 1 } else { Card::FRENCH.into() };
    let mut tried = (0..turns).map(|turn| differences_with(record, turn));
    let first = tried.next().unwrap_or_default();
    if first.is_empty() || tried.any(|found| found.is_empty()) { Vec::new() } else { first }
}

fn known(card: &str) -> Option<Card> {
    card.parse().ok()
}

/// The differences if unknown cards are filled in this way.
fn differences_with(record: &Record, turn: usize) -> Vec<String> {
    let scale = Scale::of(record);
    let antes = scale.all(&record.antes);
    let table = Table {
        variant: &record.variant,
        stacks: &scale.all(&record.starting_stacks),
        blinds: &scale.all(&record.blinds),
        dead_ante: antes.iter().filter(|&&ante| ante > 0).count() == 1,
        blind_first: false,
        antes: &antes,
    };
    let hole: Vec<_> = record.hole.iter().map(|[first, second]| [known(first), known(second)]).collect();
    let mut played = Played::new(table.hand(table::deck(&hole, &record.board, turn)));
    for (nth, (_, seat, kind, to)) in record.actions.iter().enumerate() {
        let done = match played.go_on() {
            Now::Asks(asked) if asked.0 == *seat => {
                played.act(asked, &played.named(kind, to.map(|to| scale.chips(to))))
            }
            Now::Asks(asked) => Err(format!("{asked} is asked, not seat {seat}")),
            Now::Over(_) => Err("the hand is over".to_owned()),
        };
        if let Err(why) = done {
            return vec![format!("action {nth}, {kind}: {why}")];
        }
    }
    let mut found = Vec::new();
    match played.go_on() {
        Now::Asks(seat) => found.push(format!("{seat} is asked, but the hand is over")),
        Now::Over(stacks) => compare(&mut found, "final stacks", &stacks, &scale.all(&record.final_stacks)),
    }
    found
}
