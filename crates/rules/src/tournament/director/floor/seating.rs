//! Seats by lot: at the start, for late entrants, when a table breaks, and at the final table.

use super::balance;
use super::place::{EntryId, Placement, TableNumber, TableSeat};
use super::table::TournamentTable;
use crate::cards::generator::Generator;
use crate::games::seat::Seat;

/// Puts a list into an order by lot: Fisher–Yates from the last place down, as the cards of a deck.
pub fn shuffle<T>(list: &mut [T], lots: &mut Generator) {
    for last in (1..list.len()).rev() {
        list.swap(last, lots.below(last + 1));
    }
}

/// The seats of the start. Entrants in the order of a lot go to tables 1, 2 … in turn, so sizes differ by at most one;
/// their seats are drawn as well (TDA 7).
pub fn at_the_start(mut entries: Vec<EntryId>, seats: u8, lots: &mut Generator) -> Vec<Placement> {
    shuffle(&mut entries, lots);
    let tables = entries.len().div_ceil(seats.into()).max(1);
    let mut placed = Vec::with_capacity(entries.len());
    for (number, nth) in (1..).zip(0..tables) {
        let table = TableNumber(number);
        let players = entries.iter().skip(nth).step_by(tables);
        let drawn = drawn_seats(seats, lots);
        placed.extend(
            players.zip(drawn).map(|(&entry, seat)| Placement { entry, place: TableSeat { table, seat } }),
        );
    }
    placed
}

/// The place of a late entrant: a seat by lot at the table with the fewest players (equal: by lot). If no table has an
/// open seat, it opens the table `next`.
pub fn late(tables: &[TournamentTable], next: TableNumber, seats: u8, lots: &mut Generator) -> TableSeat {
    let open = || tables.iter().filter(|table| table.count() > 0 && !balance::is_full(table, seats));
    let fewest = open().map(TournamentTable::count).min();
    let smallest: Vec<&TournamentTable> = open().filter(|table| Some(table.count()) == fewest).collect();
    if smallest.is_empty() {
        return TableSeat { table: next, seat: Seat(below(seats, lots)) };
    }
    let table = smallest[lots.below(smallest.len())];
    let free = table.open_seats(seats);
    TableSeat { table: table.number, seat: free[lots.below(free.len())] }
}

/// The new places when a table breaks: which of the open seats are taken, and who gets which, are two lots (TDA 10-B).
pub fn of_a_break(
    broken: &TournamentTable,
    arrivals: &[TableNumber],
    tables: &[TournamentTable],
    seats: u8,
    lots: &mut Generator,
) -> Vec<Placement> {
    let mut places = Vec::with_capacity(arrivals.len());
    for table in tables {
        let arriving = arrivals.iter().filter(|&&number| number == table.number).count();
        let mut open = table.open_seats(seats);
        shuffle(&mut open, lots);
        places.extend(open.into_iter().take(arriving).map(|seat| table.at(seat)));
    }
    shuffle(&mut places, lots);
    let entries = broken.players().map(|(_, entry)| entry);
    entries.zip(places).map(|(entry, place)| Placement { entry, place }).collect()
}

/// The seats at the final table, and its button.
pub fn of_the_final(
    table: TableNumber,
    mut entries: Vec<EntryId>,
    seats: u8,
    lots: &mut Generator,
) -> (Vec<Placement>, Seat) {
    shuffle(&mut entries, lots);
    let drawn = drawn_seats(seats, lots);
    let placed: Vec<_> = entries
        .into_iter()
        .zip(drawn)
        .map(|(entry, seat)| Placement { entry, place: TableSeat { table, seat } })
        .collect();
    let button = placed[lots.below(placed.len())].place.seat;
    (placed, button)
}

/// All seats of a table in the order of a lot.
fn drawn_seats(seats: u8, lots: &mut Generator) -> Vec<Seat> {
    let mut drawn: Vec<Seat> = Seat::first(seats).collect();
    shuffle(&mut drawn, lots);
    drawn
}

fn below(bound: u8, lots: &mut Generator) -> u8 {
    u8::try_from(lots.below(bound.into())).unwrap_or(0)
}
