//! Locks of what is never left half written.

use std::sync::{Mutex, MutexGuard, PoisonError};

/// What is locked, also where somebody panicked who had it. Only for what is whole then too: whoever has it does nothing that can panic
/// between two halves of a write.
pub fn whole<T>(locked: &Mutex<T>) -> MutexGuard<'_, T> {
    locked.lock().unwrap_or_else(PoisonError::into_inner)
}
