//! Entries that sit down and move.

use crate::games::refusal::ReplayError;
use crate::games::seat::Seat;
use crate::tournament::director::entry::EntryState;
use crate::tournament::director::floor::place::{Placement, TableNumber};
use crate::tournament::director::floor::table::TournamentTable;
use crate::tournament::director::state::{Director, Phase};

impl Director {
    pub(super) fn table_ref(&self, number: TableNumber) -> Result<&TournamentTable, ReplayError> {
        self.table(number).ok_or(ReplayError("there is no such table"))
    }

    pub(super) fn table_mut(&mut self, number: TableNumber) -> Result<&mut TournamentTable, ReplayError> {
        let at = self.tables.binary_search_by_key(&number, |table| table.number);
        at.map(|at| &mut self.tables[at]).map_err(|_| ReplayError("there is no such table"))
    }

    pub(super) fn started(&mut self, placements: &[Placement]) -> Result<(), ReplayError> {
        ReplayError::unless(self.phase == Phase::Registering, "the tournament has started")?;
        self.lots.draw();
        self.phase = Phase::Playing;
        self.level = 1;
        self.account.fees_out = self.account.fees_in;
        placements.iter().try_for_each(|&placement| self.sit(placement))
    }

    pub(super) fn seated(&mut self, placement: Placement) -> Result<(), ReplayError> {
        self.lots.draw();
        self.sit(placement)
    }

    /// Puts an entry on a seat. A table that is not there yet opens if its number is the next one.
    fn sit(&mut self, placement: Placement) -> Result<(), ReplayError> {
        let Placement { entry, place } = placement;
        while place.table >= self.next_table {
            let (number, seats, now) = (self.next_table, self.setup.seats, self.time.now);
            let mut table = TournamentTable::new(number, seats, now);
            table.hands_in_level = self.tables.iter().map(|other| other.hands_in_level).min().unwrap_or(0);
            self.tables.push(table);
            self.next_table = TableNumber(number.0 + 1);
        }
        let table = self.table_mut(place.table)?;
        let seat = table.seats.get_mut(place.seat.index()).ok_or(ReplayError("there is no such seat"))?;
        ReplayError::unless(seat.is_none(), "the seat is taken")?;
        *seat = Some(entry);
        let entry = self.entry_mut(entry)?;
        ReplayError::unless(entry.is_left(), "the entry is out")?;
        entry.state = EntryState::Seated(place);
        Ok(())
    }

    fn stand_up(&mut self, placement: Placement) -> Result<(), ReplayError> {
        let from = self.entry_mut(placement.entry)?.place().ok_or(ReplayError("the entry has no seat"))?;
        self.table_mut(from.table)?.seats[from.seat.index()] = None;
        Ok(())
    }

    pub(super) fn moved(&mut self, placement: Placement) -> Result<(), ReplayError> {
        self.stand_up(placement)?;
        self.sit(placement)
    }

    pub(super) fn table_broken(
        &mut self,
        table: TableNumber,
        placements: &[Placement],
    ) -> Result<(), ReplayError> {
        self.lots.draw();
        placements.iter().try_for_each(|&placement| self.moved(placement))?;
        let left = self.table_ref(table)?.count();
        ReplayError::unless(left == 0, "somebody is left at the table")?;
        self.drop_empty_tables();
        Ok(())
    }

    pub(super) fn final_table_formed(
        &mut self,
        table: TableNumber,
        placements: &[Placement],
        button: Seat,
    ) -> Result<(), ReplayError> {
        self.lots.draw();
        placements.iter().try_for_each(|&placement| self.stand_up(placement))?;
        let (seats, now) = (self.setup.sizes().final_table.max(self.setup.seats), self.time.now);
        let hands_in_level = self.tables.iter().map(|table| table.hands_in_level).min().unwrap_or(0);
        let at = self.table_mut(table)?;
        *at = TournamentTable {
            first_button: Some(button),
            hands_in_level,
            ..TournamentTable::new(table, seats, now)
        };
        placements.iter().try_for_each(|&placement| self.sit(placement))?;
        self.drop_empty_tables();
        Ok(())
    }
}
