//! Typed scenarios: the options that the next seat must have, or how the hand must end.

use std::path::Path;

use cardroom_rules::cards::card::Card;
use cardroom_rules::games::game::Chips;
use serde::Deserialize;

use super::played::{Now, Played};
use super::random::{self, Pot};
use super::table::{self, Table};
use super::tally::{Tally, compare};

#[derive(Deserialize)]
struct Trap {
    name: String,
    variant: String,
    stacks: Vec<Chips>,
    blinds: Vec<Chips>,
    antes: Vec<Chips>,
    dead_ante: bool,
    actions: Vec<Move>,
    hole: Option<Vec<[Card; 2]>>,
    board: Option<Vec<Card>>,
    expect_next: Option<Next>,
    expect_final: Option<Vec<Chips>>,
    expect_pots: Option<Vec<Pot>>,
    expect_uncalled: Option<Uncalled>,
}

#[derive(Deserialize)]
#[serde(untagged)]
enum Move {
    Action(u8, String, Option<Chips>),
    /// The end of a street.
    Mark(#[allow(dead_code, reason = "it is always the same")] String),
}

#[derive(Deserialize)]
struct Next {
    seat: u8,
    call: Chips,
    raise_min: Option<Chips>,
    raise_max: Option<Chips>,
}

#[derive(Deserialize)]
struct Uncalled {
    seat: u8,
    amount: Chips,
}

/// Plays every scenario of a file.
pub fn check(file: &Path) -> Tally {
    let text = std::fs::read_to_string(file).expect("a readable file");
    let traps: Vec<Trap> = serde_json::from_str(&text).expect("scenarios");
    let mut tally = Tally::default();
    for trap in &traps {
        tally.hand(&trap.name, trap.actions.len(), differences(trap));
    }
    tally
}

fn differences(trap: &Trap) -> Vec<String> {
    let table = Table {
        variant: &trap.variant,
        stacks: &trap.stacks,
        blinds: &trap.blinds,
        antes: &trap.antes,
        dead_ante: trap.dead_ante,
        blind_first: false,
    };
    let unknown = vec![[None; 2]; trap.stacks.len()];
    let hole = trap.hole.as_ref().map_or(unknown, |hole| hole.iter().map(|hand| hand.map(Some)).collect());
    let board = trap.board.clone().unwrap_or_default();
    let mut played = Played::new(table.hand(table::deck(&hole, &board, 0)));
    let mut found = Vec::new();
    for step in &trap.actions {
        if let Move::Action(seat, kind, to) = step
            && let Err(why) = act(&mut played, *seat, kind, *to)
        {
            return vec![why];
        }
    }
    if let Some(next) = &trap.expect_next {
        compare_next(&mut played, next, &mut found);
    }
    if let Some(stacks) = &trap.expect_final {
        compare_end(&mut played, trap, stacks, &mut found);
    }
    found
}

fn act(played: &mut Played, seat: u8, kind: &str, to: Option<Chips>) -> Result<(), String> {
    match played.go_on() {
        Now::Asks(asked) if asked.0 == seat => played.act(asked, &played.named(kind, to)),
        Now::Asks(asked) => Err(format!("{asked} is asked, not seat {seat}")),
        Now::Over(_) => Err("the hand is over".to_owned()),
    }
}

fn compare_next(played: &mut Played, next: &Next, found: &mut Vec<String>) {
    match played.go_on() {
        Now::Asks(seat) => {
            compare(found, "next seat", &seat.0, &next.seat);
            compare(found, "offer", &played.offer(seat), &(next.call, next.raise_min, next.raise_max));
        }
        Now::Over(_) => found.push("no seat is asked".to_owned()),
    }
}

/// Compares the end; seats that the scenario leaves out of account check it down.
fn compare_end(played: &mut Played, trap: &Trap, stacks: &Vec<Chips>, found: &mut Vec<String>) {
    let ours = loop {
        match played.go_on() {
            Now::Over(stacks) => break stacks,
            Now::Asks(seat) => {
                let (call, ..) = played.offer(seat);
                let kind = if call > 0 { "fold" } else { "check" };
                played.act(seat, &played.named(kind, None)).expect("what is offered is accepted");
            }
        }
    };
    compare(found, "final stacks", &ours, stacks);
    if let Some(pots) = &trap.expect_pots {
        random::compare_pots(played, pots, found);
    }
    let uncalled = trap.expect_uncalled.as_ref().map(|uncalled| (uncalled.seat, uncalled.amount));
    compare(found, "uncalled", &played.uncalled, &uncalled);
}
