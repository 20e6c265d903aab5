//! How much one client may ask for without being known.

use std::sync::Arc;

use super::settings::Settings;
use crate::service::people::throttle::Throttle;
use crate::service::ports::clock::Clock;

/// The bounds by client address.
#[derive(Debug)]
pub struct Limits {
    /// Guests let in.
    pub guests: Throttle,
    /// Passwords tried or set.
    pub passwords: Throttle,
    /// Invite codes looked up.
    pub invites: Throttle,
}

impl Limits {
    /// As set.
    pub fn new(settings: &Settings, clock: &Arc<dyn Clock>) -> Self {
        Self {
            guests: Throttle::per_hour(settings.guests_per_hour, Arc::clone(clock)),
            passwords: Throttle::per_hour(settings.passwords_per_hour, Arc::clone(clock)),
            invites: Throttle::per_hour(settings.invites_per_hour, Arc::clone(clock)),
        }
    }
}
