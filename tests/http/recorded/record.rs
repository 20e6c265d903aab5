//! A recorded hand.

use std::fs::File;
use std::io::{BufRead, BufReader};
use std::path::Path;

use cardroom_rules::cards::card::Card;
use flate2::read::GzDecoder;
use serde::Deserialize;
use serde_json::{Value, json};

#[derive(Deserialize)]
pub struct Record {
    pub src: String,
    variant: String,
    antes: Vec<f64>,
    blinds: Vec<f64>,
    #[serde(rename = "starting_stacks")]
    brought: Vec<f64>,
    #[serde(rename = "final_stacks")]
    kept: Vec<f64>,
    pub hole: Vec<[String; 2]>,
    pub board: Vec<String>,
    #[serde(rename = "actions")]
    acts: Vec<(u8, usize, String, Option<f64>)>,
    #[serde(skip)]
    pub starting_stacks: Vec<u64>,
    #[serde(skip)]
    pub final_stacks: Vec<u64>,
    /// Street, seat, kind, and the street's total after it.
    #[serde(skip)]
    pub actions: Vec<(u8, usize, String, Option<u64>)>,
}

/// Every record of the file, in chips.
pub fn read(file: &Path) -> Vec<Record> {
    let lines = BufReader::new(GzDecoder::new(File::open(file).unwrap())).lines();
    let mut records: Vec<Record> = lines.map(|line| serde_json::from_str(&line.unwrap()).unwrap()).collect();
    for record in &mut records {
        record.starting_stacks = record.brought.iter().map(|&chips| whole(chips)).collect();
        record.final_stacks = record.kept.iter().map(|&chips| whole(chips)).collect();
        let acts = record.acts.iter().cloned();
        record.actions = acts.map(|(street, seat, kind, to)| (street, seat, kind, to.map(whole))).collect();
    }
    records
}

#[allow(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "records with half chips are left out"
)]
fn whole(chips: f64) -> u64 {
    chips as u64
}

impl Record {
    /// Whether every card is known, and every amount is in whole chips.
    pub fn is_wholly_known(&self) -> bool {
        let bets = self.acts.iter().filter_map(|(_, _, _, to)| to.as_ref());
        let is_whole = self.brought.iter().chain(&self.kept).chain(bets).all(|chips| chips.fract() == 0.0);
        is_whole && self.hole.iter().flatten().all(|card| card.parse::<Card>().is_ok())
    }

    /// The table's options.
    pub fn options(&self) -> Value {
        // Heads-up the button, which is the last seat, has the small blind.
        let (small, big) = if self.hole.len() == 2 {
            (self.blinds[1], self.blinds[0])
        } else {
            (self.blinds[0], self.blinds[1])
        };
        let largest = self.antes.iter().copied().fold(0.0, f64::max);
        let ante = match self.antes.iter().filter(|&&ante| ante > 0.0).count() {
            0 => json!({"type": "none"}),
            1 => json!({"type": "big_blind", "amount": whole(largest)}),
            _ => json!({"type": "uniform", "amount": whole(largest)}),
        };
        let betting = if self.variant == "FT" { "fixed_limit" } else { "no_limit" };
        let (small_blind, big_blind) = (whole(small), whole(big));
        let rules = json!({
            "betting": betting, "small_blind": small_blind, "big_blind": big_blind, "ante": ante, "showdown_seconds": 0,
        });
        json!({
            "name": "Recorded",
            "game": {"holdem": rules},
            "seats": self.hole.len(),
            "min_buy_in": 1,
            "max_buy_in": 1_u64 << 40,
            "dealing": {"type": "by_hand"},
        })
    }

    /// The deck from its top: two rounds of hole cards, and a burnt card before each part of the board.
    pub fn deck(&self) -> String {
        let known: Vec<&String> = self.hole.iter().flatten().chain(&self.board).collect();
        let mut burnt = Card::french().map(|card| card.to_string()).filter(|card| !known.contains(&card));
        let mut deck: Vec<String> = Vec::new();
        for round in 0..2 {
            deck.extend(self.hole.iter().map(|hole| hole[round].clone()));
        }
        for (place, card) in self.board.iter().enumerate() {
            if matches!(place, 0 | 3 | 4) {
                deck.extend(burnt.next());
            }
            deck.push(card.clone());
        }
        deck.join(" ")
    }

    /// The board once the `nth` action is done and the hand goes on.
    pub fn board_after(&self, nth: usize) -> std::collections::BTreeSet<String> {
        let street = self.actions.get(nth + 1).or(self.actions.last()).map_or(0, |(street, ..)| *street);
        let cards = if street == 0 { 0 } else { usize::from(street) + 2 };
        self.board.iter().take(cards).cloned().collect()
    }

    /// Whether a seat has not folded.
    pub fn went_to_showdown(&self, seat: usize) -> bool {
        !self.actions.iter().any(|(_, by, kind, _)| *by == seat && kind == "fold")
    }
}
