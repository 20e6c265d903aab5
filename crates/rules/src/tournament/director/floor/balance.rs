//! Breaking and balancing tables: the next rearrangement, and the tables that have to wait.
//!
//! It depends on nothing but the tables as they are now, so the order in which they came to be so does not matter.

use super::place::{EntryId, TableNumber, TableSeat};
use super::table::TournamentTable;

/// The sizes of a tournament's tables.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TableSizes {
    /// How many seats a table has.
    pub seats: u8,
    /// How many players make the final table.
    pub final_table: u8,
}

/// A rearrangement before tables are as they should be.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Rearrangement {
    /// The two tables that are left become the final table.
    FinalTable {},
    /// They become the final table when both have finished their hands. Neither deals before.
    AwaitFinalTable {},
    /// This table breaks.
    Break {
        /// The table.
        table: TableNumber,
        /// Where its players go, one after the other.
        arrivals: Vec<TableNumber>,
    },
    /// This table breaks when it has finished its hand. Nobody is moved before.
    AwaitBreak {
        /// The table.
        table: TableNumber,
    },
    /// An entry moves.
    Move {
        /// The entry.
        entry: EntryId,
        /// Its place so far.
        from: TableSeat,
        /// Its new place.
        to: TableSeat,
    },
}

impl TableSizes {
    /// Tables of this many seats. Nine play at the final table of tables of eight or nine, seven at that of tables of
    /// six or seven (TDA RP-9).
    pub fn of(seats: u8) -> Self {
        let final_table = match seats {
            8 => 9,
            6 => 7,
            seats => seats,
        };
        Self { seats, final_table }
    }

    /// The next rearrangement; `None` if the tables are as they should be. Tables without players are left out.
    pub fn next(self, tables: &[TournamentTable]) -> Option<Rearrangement> {
        let tables: Vec<&TournamentTable> = tables.iter().filter(|table| table.count() > 0).collect();
        let players: usize = tables.iter().map(|table| table.count()).sum();
        match tables.as_slice() {
            [] | [_] => None,
            [one, other] if players <= self.final_table.into() => {
                let all_idle = one.is_idle() && other.is_idle();
                Some(if all_idle { Rearrangement::FinalTable {} } else { Rearrangement::AwaitFinalTable {} })
            }
            [rest @ .., last] if rest.len() >= 2 && players <= rest.len() * usize::from(self.seats) => {
                let table = last.number;
                let goes = || Rearrangement::Break { table, arrivals: arrivals(rest, last.count()) };
                Some(if last.is_idle() { goes() } else { Rearrangement::AwaitBreak { table } })
            }
            tables => self.balance(tables),
        }
    }

    /// Moves a player from the largest idle table to the smallest table, if it has at least two more.
    fn balance(self, tables: &[&TournamentTable]) -> Option<Rearrangement> {
        let smallest = tables.iter().min_by_key(|table| table.count())?;
        // Of equal tables, `min_by_key` gives the first.
        let idle = tables.iter().filter(|table| table.is_idle());
        let largest = idle.min_by_key(|table| usize::MAX - table.count())?;
        if largest.count() < smallest.count() + 2 {
            return None;
        }
        let from = largest.next_big_blind()?;
        let entry = (*largest.seats.get(from.index())?)?;
        let to = smallest.worst_open_seat(self.seats)?;
        Some(Rearrangement::Move { entry, from: largest.at(from), to: smallest.at(to) })
    }
}

/// To which of these tables so many players go, one by one to the one with the fewest.
fn arrivals(tables: &[&TournamentTable], players: usize) -> Vec<TableNumber> {
    let mut counts: Vec<(usize, TableNumber)> =
        tables.iter().map(|table| (table.count(), table.number)).collect();
    let goes = |_| {
        let fewest = counts.iter_mut().min()?;
        fewest.0 += 1;
        Some(fewest.1)
    };
    (0..players).map_while(goes).collect()
}

/// Whether an idle table has to wait although nothing has to be rearranged now: it is three or more short of the largest
/// table, or has fewer than two players (TDA 11-D).
pub fn is_halted(table: &TournamentTable, largest: usize) -> bool {
    table.count() < 2 || table.count() + 3 <= largest
}

/// The number of players at the largest table.
pub fn largest(tables: &[TournamentTable]) -> usize {
    tables.iter().map(TournamentTable::count).max().unwrap_or(0)
}

/// Whether a table has no open seat among those that every table has.
pub fn is_full(table: &TournamentTable, seats: u8) -> bool {
    table.count() >= seats.into() || table.open_seats(seats).is_empty()
}
