//! Pages of a list. Damaged rows are left out, so a page may take several reads.

use crate::service::ports::error::StoreError;

/// The data of a row; a damaged row is left out, and logged as an error.
pub fn sound<T>(row: Result<T, StoreError>) -> Option<T> {
    row.inspect_err(|error| {
        tracing::error!(error = error as &dyn std::error::Error, "a damaged row is left out");
    })
    .ok()
}

/// Whether a page came out short, though there may be more, because damaged rows were left out.
pub fn is_short<T>(read: usize, sound: &[T], limit: u32) -> bool {
    read == limit as usize && sound.len() < limit as usize
}

/// At most `limit` of these.
pub fn cut<T>(mut rows: Vec<T>, limit: u32) -> Vec<T> {
    rows.truncate(limit as usize);
    rows
}
