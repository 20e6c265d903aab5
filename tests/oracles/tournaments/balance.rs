//! Breaking and balancing the tables of a tournament.

use std::collections::BTreeMap;
use std::path::Path;

use cardroom_rules::games::holdem::setup::Positions;
use cardroom_rules::games::seat::Seat;
use cardroom_rules::tournament::director::floor::balance::{self, Rearrangement, TableSizes};
use cardroom_rules::tournament::director::floor::place::{EntryId, TableNumber};
use cardroom_rules::tournament::director::floor::table::{HandInPlay, TablePlay, TournamentTable};
use serde::Deserialize;
use serde_json::{Value, json};

use crate::lines;
use crate::tally::{Tally, compare};

#[derive(Deserialize)]
struct Case {
    seats: u8,
    final_table: u8,
    tables: Vec<Described>,
    steps: Vec<Value>,
    then: Option<BTreeMap<u32, String>>,
}

#[derive(Deserialize)]
struct Described {
    number: u32,
    players: Vec<(u8, u32)>,
    button: u8,
    small_blind: u8,
    big_blind: u8,
    idle: bool,
}

/// Rearranges the tables of every case of a file.
pub fn check(file: &Path) -> Tally {
    let mut tally = Tally::default();
    for (nth, case) in (1..).zip(lines::records::<Case>(file)) {
        tally.hand(&format!("case {nth}"), case.steps.len(), differences(&case));
    }
    tally
}

fn differences(case: &Case) -> Vec<String> {
    let mut found = Vec::new();
    let sizes = TableSizes::of(case.seats);
    compare(&mut found, "final table", &sizes.final_table, &case.final_table);
    let mut tables: Vec<TournamentTable> = case.tables.iter().map(|table| table.built(case.seats)).collect();
    let mut steps = Vec::new();
    let last = loop {
        let next = sizes.next(&tables);
        if let Some(step) = &next {
            steps.push(described(step, &mut tables, case.seats));
        }
        if !matches!(next, Some(Rearrangement::Move { .. })) {
            break next;
        }
    };
    compare(&mut found, "steps", &steps, &case.steps);
    let then = (!matches!(last, Some(Rearrangement::Break { .. })))
        .then(|| what_idle_tables_do(last.as_ref(), &tables));
    compare(&mut found, "then", &then, &case.then);
    found
}

impl Described {
    fn built(&self, seats: u8) -> TournamentTable {
        let mut taken = vec![None; seats.into()];
        for &(seat, player) in &self.players {
            taken[usize::from(seat)] = Some(EntryId(player));
        }
        let positions = Positions {
            button: Seat(self.button),
            small_blind: Seat(self.small_blind),
            big_blind: Seat(self.big_blind),
        };
        let hand = HandInPlay { level: 1, dealt: Vec::new() };
        TournamentTable {
            number: TableNumber(self.number),
            seats: taken,
            last: Some(positions),
            first_button: None,
            play: if self.idle { TablePlay::Idle(0) } else { TablePlay::Hand(hand) },
            hands_in_level: 0,
            is_dealt_in_round: false,
        }
    }
}

/// A step as the oracle has it. Moves are carried out.
fn described(step: &Rearrangement, tables: &mut [TournamentTable], seats: u8) -> Value {
    match step {
        Rearrangement::FinalTable {} => {
            let mut players: Vec<u32> =
                tables.iter().flat_map(|table| table.players().map(|(_, entry)| entry.0)).collect();
            players.sort_unstable();
            json!({"step": "final_table", "players": players})
        }
        Rearrangement::AwaitFinalTable {} => json!({"step": "await_final_table"}),
        Rearrangement::AwaitBreak { table } => json!({"step": "await_break", "table": table}),
        Rearrangement::Break { table, arrivals } => {
            let mut counts: BTreeMap<u32, u32> = BTreeMap::new();
            for to in arrivals {
                *counts.entry(to.0).or_default() += 1;
            }
            let arriving = tables.iter().filter(|table| counts.contains_key(&table.number.0));
            let open: BTreeMap<u32, Vec<Seat>> =
                arriving.map(|table| (table.number.0, table.open_seats(seats))).collect();
            json!({"step": "break", "table": table, "arrivals": counts, "open": open})
        }
        Rearrangement::Move { entry, from, to } => {
            for table in tables.iter_mut() {
                if table.number == from.table {
                    table.seats[from.seat.index()] = None;
                }
                if table.number == to.table {
                    table.seats[to.seat.index()] = Some(*entry);
                }
            }
            let table = tables.iter().find(|table| table.number == to.table).expect("the new table");
            let dealt_in = table.next_deal().is_some_and(|deal| deal.seats.contains(&to.seat));
            json!({
                "step": "move",
                "player": entry,
                "from": [from.table.0, from.seat.0],
                "to": [to.table.0, to.seat.0],
                "dealt_in": dealt_in,
            })
        }
    }
}

fn what_idle_tables_do(last: Option<&Rearrangement>, tables: &[TournamentTable]) -> BTreeMap<u32, String> {
    let waits_for_all =
        matches!(last, Some(Rearrangement::FinalTable {} | Rearrangement::AwaitFinalTable {}));
    let largest = balance::largest(tables);
    let does = |table: &TournamentTable| {
        let waits = waits_for_all || balance::is_halted(table, largest);
        (table.number.0, if waits { "wait" } else { "deal" }.to_owned())
    };
    tables.iter().filter(|table| table.is_idle()).map(does).collect()
}
