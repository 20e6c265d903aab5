//! Reading the oracles' files.

use std::fs::File;
use std::io::{BufRead, BufReader, Read};
use std::path::Path;

use flate2::read::GzDecoder;
use serde::de::DeserializeOwned;

/// The records of a file with one JSON text a line.
pub fn records<T: DeserializeOwned>(file: &Path) -> impl Iterator<Item = T> {
    lines(file).map(|line| serde_json::from_str(&line).expect("a record"))
}

/// The lines of a file, which may be gzip'd.
pub fn lines(file: &Path) -> impl Iterator<Item = String> {
    let raw = File::open(file).expect("a readable file");
    let zipped = file.extension().is_some_and(|extension| extension == "gz");
    let plain: Box<dyn Read> = if zipped { Box::new(GzDecoder::new(raw)) } else { Box::new(raw) };
    BufReader::new(plain).lines().map(|line| line.expect("a line of text"))
}
