//! Writing whom this server sees at tables, and reading whom the others see.

use jiff::SignedDuration;

use crate::service::ports::error::StoreError;
use crate::service::room::room_core::RoomCore;
use crate::service::room::streams::presence::sharing::TELLS;
use crate::service::table::time::later;
use cardroom_api::id::TableId;

/// How long it is remembered when a player left: longer than any absence matters.
const REMEMBERS: SignedDuration = SignedDuration::from_mins(10);

/// How old what was heard of other servers may be.
pub(in crate::service::room) const HEARD_LATELY: SignedDuration = SignedDuration::from_secs(1);

/// The shortest time between two writes.
const REST: SignedDuration = SignedDuration::from_millis(100);

impl RoomCore {
    /// Writes whom this server sees, until the room stops: every few seconds, and at once if somebody comes.
    pub(super) async fn tell_presence_always(&self) {
        let came = self.presence.came();
        loop {
            if let Err(error) = self.tell_presence().await {
                tracing::debug!(
                    error = &error as &dyn std::error::Error,
                    "other servers do not know who is here"
                );
            }
            self.clock.sleep_until(later(self.clock.now(), REST)).await;
            tokio::select! {
                () = came.notified() => {}
                () = self.clock.sleep_until(later(self.clock.now(), TELLS)) => {}
            }
        }
    }

    /// Writes whom this server sees.
    pub(in crate::service::room) async fn tell_presence(&self) -> Result<(), StoreError> {
        let Some(shared) = self.shared() else { return Ok(()) };
        let seen = self.presence.to_tell(self.server);
        if seen.is_empty() {
            return Ok(());
        }
        let forget = later(self.clock.now(), -REMEMBERS);
        let written = shared.write_presence(&seen, forget).await;
        if written.is_err() {
            self.presence.was_not_told();
        }
        written
    }

    /// Reads whom other servers see at these tables, if that was last read longer ago than `lately`.
    pub(in crate::service::room) async fn hear_presence(
        &self,
        tables: &[TableId],
        lately: SignedDuration,
    ) -> Result<(), StoreError> {
        if !self.is_shared {
            return Ok(());
        }
        let Some(shared) = self.shared() else { return Ok(()) };
        let now = self.clock.now();
        let unheard = self.presence.unheard_since(later(now, -lately), tables);
        if unheard.is_empty() {
            return Ok(());
        }
        let seen = Box::pin(shared.presence(&unheard, later(now, -REMEMBERS))).await?;
        self.presence.hear(&unheard, seen, self.server);
        Ok(())
    }
}
