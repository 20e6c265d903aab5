//! Locks of what is never left half written.

use std::sync::{Mutex, MutexGuard, PoisonError};

/// What is locked, also where somebody panicked who had it: for what no panic can leave between two halves of a write.
pub fn whole<T>(locked: &Mutex<T>) -> MutexGuard<'_, T> {
    locked.lock().unwrap_or_else(PoisonError::into_inner)
}
