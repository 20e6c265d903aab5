//! The files that this process has locked, so that none is opened twice.

use std::collections::BTreeSet;
use std::os::unix::fs::MetadataExt;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, MutexGuard};
use std::{fs, io};

use crate::service::lock::lock;

/// The files that this process has locked, by device and number.
static ALL: Mutex<BTreeSet<(u64, u64)>> = Mutex::new(BTreeSet::new());

fn all() -> MutexGuard<'static, BTreeSet<(u64, u64)>> {
    lock(&ALL)
}

/// A file that this process has locked, or is about to lock.
#[derive(Debug)]
pub struct Held {
    file: (u64, u64),
    is_released: AtomicBool,
}

/// The result of claiming a file for this process.
pub enum FileClaim {
    /// There is none.
    Nowhere,
    /// It is claimed from now on.
    Ours(Held),
    /// It is locked by this process.
    Taken,
}

impl Held {
    /// Claims the file at a path, without opening it.
    pub fn of(path: &Path) -> io::Result<FileClaim> {
        let found = match fs::metadata(path) {
            Ok(found) => (found.dev(), found.ino()),
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(FileClaim::Nowhere),
            Err(error) => return Err(error),
        };
        if all().insert(found) {
            Ok(FileClaim::Ours(Self { file: found, is_released: AtomicBool::new(false) }))
        } else {
            Ok(FileClaim::Taken)
        }
    }
}

impl Held {
    /// Only the first call counts: by a second one another claim may exist.
    pub fn release(&self) {
        if !self.is_released.swap(true, Ordering::Relaxed) {
            all().remove(&self.file);
        }
    }
}

impl Drop for Held {
    fn drop(&mut self) {
        self.release();
    }
}
