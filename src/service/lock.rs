//! Locking of data that is never left half written.

use std::sync::{Mutex, MutexGuard, PoisonError};

/// Locks, even if a thread panicked while it held the lock. Use it only for data that is valid even then: no holder may panic
/// between two halves of a write.
pub fn lock<T>(locked: &Mutex<T>) -> MutexGuard<'_, T> {
    locked.lock().unwrap_or_else(PoisonError::into_inner)
}
