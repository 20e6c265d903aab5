//! Everything that the handlers call.

use std::sync::Arc;

use super::limits::Limits;
use super::settings::Settings;
use crate::service::accounts::Accounts;
use crate::service::clock::Clock;
use crate::service::equity::EquityDesk;
use crate::service::players::Players;
use crate::service::room::Room;
use crate::service::sessions::Sessions;
use crate::service::store::Store;

/// Everything that the handlers call.
pub struct Services {
    /// How the doors are set.
    pub settings: Settings,
    /// The bounds by client address.
    pub limits: Limits,
    /// The players.
    pub players: Players,
    /// Their accounts.
    pub accounts: Accounts,
    /// Their sign-ins.
    pub sessions: Sessions,
    /// Their tables.
    pub room: Room,
    /// Where equities are asked for.
    pub equity: EquityDesk,
}

impl Services {
    /// Over this room, and the store and clock that it was started with.
    pub fn new(settings: Settings, store: &Arc<dyn Store>, clock: &Arc<dyn Clock>, room: Room) -> Self {
        let (store, clock) = (|| Arc::clone(store), || Arc::clone(clock));
        let sessions = Sessions::new(store(), clock());
        Self {
            limits: Limits::new(&settings, &clock()),
            players: Players::new(store(), clock(), sessions.clone(), settings.first_grant),
            accounts: Accounts::new(store(), clock(), sessions.clone()),
            equity: EquityDesk::new(clock()),
            sessions,
            room,
            settings,
        }
    }
}
