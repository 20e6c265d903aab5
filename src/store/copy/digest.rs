//! A hash over the rows of a card room, the same on every database, in whatever order they are read.

use std::collections::HashMap;

use sha2::{Digest as _, Sha256};

use super::copied_table::CopiedTable;
use super::rows::CopiedRow;

/// The rows of a table: how many there are, and the sum of their hashes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct TableDigest {
    rows: u64,
    sum: [u64; 4],
}

/// Hashes the rows of a table.
pub struct TableHasher {
    table: &'static CopiedTable,
    digest: TableDigest,
    /// How many rows have come with each value of the column by which they are listed.
    listed: HashMap<Option<String>, u64>,
}

impl TableHasher {
    /// Of a table whose rows come next.
    pub fn of(table: &'static CopiedTable) -> Self {
        Self { table, digest: TableDigest::default(), listed: HashMap::new() }
    }

    /// Adds a row. Its place in its list is a part of it.
    pub fn add(&mut self, row: &CopiedRow) {
        let mut hash = Sha256::new_with_prefix(self.table.name);
        for value in row {
            match value {
                None => hash.update([0]),
                Some(text) => {
                    hash.update([1]);
                    hash.update((text.len() as u64).to_le_bytes());
                    hash.update(text);
                }
            }
        }
        if let Some(column) = self.table.listed_by {
            let nth = self.listed.entry(row.get(column).cloned().flatten()).or_default();
            *nth += 1;
            hash.update(nth.to_le_bytes());
        }
        let hash = hash.finalize();
        for (sum, part) in self.digest.sum.iter_mut().zip(hash.chunks_exact(8)) {
            let part = part.iter().rev().fold(0, |number, byte| (number << 8) | u64::from(*byte));
            *sum = sum.wrapping_add(part);
        }
        self.digest.rows += 1;
    }

    /// The hash over all of them.
    pub fn finish(self) -> TableDigest {
        self.digest
    }
}

impl TableDigest {
    /// How many rows there are.
    pub fn rows(&self) -> u64 {
        self.rows
    }

    fn bytes(&self) -> [u8; 32] {
        let mut hash = Sha256::new();
        hash.update(self.rows.to_le_bytes());
        for part in self.sum {
            hash.update(part.to_le_bytes());
        }
        hash.finalize().into()
    }

    /// The beginning of the hash, in hexadecimal.
    pub fn short(&self) -> String {
        const_hex::encode(&self.bytes()[..8])
    }
}

/// The hash over all tables.
#[derive(Clone, Default)]
pub struct RoomHasher(Sha256);

impl RoomHasher {
    /// Adds the next table.
    pub fn add(&mut self, table: &CopiedTable, digest: TableDigest) {
        self.0.update(table.name);
        self.0.update(digest.bytes());
    }

    /// The hash, in hexadecimal.
    pub fn hex(self) -> String {
        const_hex::encode(self.0.finalize())
    }
}
