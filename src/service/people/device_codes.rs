//! Codes that sign a player in on one more device. A guest, who has no password, can use them too.

use std::num::NonZeroU32;
use std::sync::Arc;

use jiff::{SignedDuration, Timestamp};

use super::accounts::AccountError;
use super::codes::{OneTimeCode, Purpose};
use super::device::Device;
use super::player::Player;
use super::sessions::{Sessions, Tokens};
use crate::service::limits::rate_limiter::RateLimiter;
use crate::service::ports::clock::Clock;
use crate::service::ports::store::Store;
use crate::service::table::randomness::dealer::Dealer;
use crate::service::table::time::later;
use cardroom_api::id::PlayerId;

/// How long a code opens a device.
pub const CODE_TIME: SignedDuration = SignedDuration::from_mins(10);
/// How many codes one player may get in an hour.
const CODES_PER_HOUR: NonZeroU32 = NonZeroU32::new(30).unwrap();

/// The device codes of all players; each player has at most one.
#[derive(Clone)]
pub struct DeviceCodes {
    store: Arc<dyn Store>,
    clock: Arc<dyn Clock>,
    entropy: Arc<dyn Dealer>,
    sessions: Sessions,
    given: Arc<RateLimiter>,
}

impl DeviceCodes {
    /// Over this store and clock.
    pub fn new(
        store: Arc<dyn Store>,
        clock: Arc<dyn Clock>,
        entropy: Arc<dyn Dealer>,
        sessions: Sessions,
    ) -> Self {
        let given = Arc::new(RateLimiter::per_hour(CODES_PER_HOUR, Arc::clone(&clock)));
        Self { store, clock, entropy, sessions, given }
    }

    /// A new code for a player, in place of the one before; and when it expires.
    pub async fn give(&self, player: PlayerId) -> Result<(OneTimeCode, Timestamp), AccountError> {
        self.given.spend(player)?;
        let code = OneTimeCode::new(Purpose::Device, &*self.entropy)?;
        let until = later(self.clock.now(), CODE_TIME);
        self.store.set_device_code(player, code.hash(), until).await?;
        Ok((code, until))
    }

    /// Uses up a code, and signs this device in as the player who was given it.
    pub async fn claim(&self, code: &str, device: Option<Device>) -> Result<(Player, Tokens), AccountError> {
        let code = OneTimeCode::read(Purpose::Device, code).ok_or(AccountError::WrongCode)?.hash();
        let player = self.store.device_code(code, self.clock.now()).await?.ok_or(AccountError::WrongCode)?;
        let (session, tokens) = self.sessions.open(player, device)?;
        if !self.store.claim_device_code(code, &session).await? {
            return Err(AccountError::WrongCode);
        }
        let player = self.store.player(player).await?.ok_or(AccountError::WrongCode)?;
        Ok((player, tokens))
    }
}
