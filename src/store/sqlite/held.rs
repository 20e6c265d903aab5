//! Which files this process has locked, so that none is opened twice.

use std::collections::BTreeSet;
use std::os::unix::fs::MetadataExt;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, MutexGuard};
use std::{fs, io};

use crate::service::whole::whole;

/// The files that this process has locked, by device and number.
static ALL: Mutex<BTreeSet<(u64, u64)>> = Mutex::new(BTreeSet::new());

fn all() -> MutexGuard<'static, BTreeSet<(u64, u64)>> {
    whole(&ALL)
}

/// A file that this process has locked, or is about to.
#[derive(Debug)]
pub struct Held {
    file: (u64, u64),
    is_released: AtomicBool,
}

/// What this process knows of a file.
pub enum Known {
    /// There is none.
    Nowhere,
    /// Whoever asks has it from now on.
    Ours(Held),
    /// It is locked by this process.
    Taken,
}

impl Held {
    /// The file at a path, which is not opened for it.
    pub fn of(path: &Path) -> io::Result<Known> {
        let found = match fs::metadata(path) {
            Ok(found) => (found.dev(), found.ino()),
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Known::Nowhere),
            Err(error) => return Err(error),
        };
        if all().insert(found) {
            Ok(Known::Ours(Self { file: found, is_released: AtomicBool::new(false) }))
        } else {
            Ok(Known::Taken)
        }
    }
}

impl Held {
    /// Once: by a second time somebody else may have it.
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
