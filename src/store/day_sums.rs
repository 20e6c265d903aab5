//! The sums of a person's hands of one day.

use std::collections::BTreeMap;

use super::history_rows::tally_of;
use crate::service::ports::error::StoreError;
use crate::service::table::stored::figures::HandFigures;

/// The sums of a person's hands of one day, of one game, among people or with computer players.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct DaySums {
    /// How many hands.
    pub hands: i64,
    /// The chips won, below 0 if they were lost.
    pub net: i64,
    /// The game's own counts, by name.
    pub tally: BTreeMap<String, i64>,
}

impl DaySums {
    /// Adds a hand.
    pub fn add(&mut self, counted: &HandFigures) -> Result<(), StoreError> {
        self.hands += 1;
        self.net = self.net.saturating_add(counted.net);
        for (name, amount) in tally_of(&counted.tally)? {
            *self.tally.entry(name).or_default() += amount;
        }
        Ok(())
    }
}
