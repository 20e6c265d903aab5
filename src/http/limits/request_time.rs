//! How long a request may take.

use std::time::Duration;

use crate::service::room::caller::LONGEST_WAIT;

/// How long an ordinary request may take.
pub const ORDINARY: Duration = Duration::from_secs(15);
/// How long a request may take that waits for something to happen.
const LONG: Duration = LONGEST_WAIT.saturating_add(ORDINARY);
/// How long an audit may take, which reads the whole ledger: about two microseconds for each movement.
const THOROUGH: Duration = Duration::from_mins(10);

/// How long a request of this route may take.
pub fn time_of(route: &str) -> Duration {
    match route {
        "/v1/tables/{id}/events" | "/v1/lobby/events" | "/v1/me/events" | "/v1/socket" => LONG,
        "/v1/admin/audit" => THOROUGH,
        _ => ORDINARY,
    }
}
