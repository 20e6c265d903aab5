//! Comparing a file record by record.

use std::path::Path;

use serde::de::DeserializeOwned;

use super::lines::records;
use super::tally::{Tally, compare};

/// What was compared in one record.
#[derive(Default)]
pub struct Compared {
    pub decisions: usize,
    pub differences: Vec<String>,
}

impl Compared {
    pub fn compare<T: PartialEq + std::fmt::Debug>(&mut self, what: &str, ours: &T, theirs: &T) {
        self.decisions += 1;
        compare(&mut self.differences, what, ours, theirs);
    }
}

/// Compares each record of a file.
pub fn each<T: DeserializeOwned>(file: &Path, judge: impl Fn(&T, &mut Compared)) -> Tally {
    let mut tally = Tally::default();
    for (number, record) in records(file).enumerate() {
        let mut compared = Compared::default();
        judge(&record, &mut compared);
        tally.hand(&format!("record {}", number + 1), compared.decisions, compared.differences);
    }
    tally
}
