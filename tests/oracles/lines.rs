//! Reading the oracles' files.

use std::fs::File;
use std::io::{BufRead, BufReader};
use std::path::Path;

use flate2::read::GzDecoder;
use serde::de::DeserializeOwned;

/// The records of a gzip'd file with one JSON text a line.
pub fn records<T: DeserializeOwned>(file: &Path) -> impl Iterator<Item = T> {
    let lines = BufReader::new(GzDecoder::new(File::open(file).expect("a readable file"))).lines();
    lines.map(|line| serde_json::from_str(&line.expect("a line of text")).expect("a record"))
}
