//! Several servers on one database: hints to the others, hints from them, and the slow queries behind the hints.

mod hearing;
mod leases;
mod looks;
pub(super) mod this_server;
pub(super) mod tournament_leases;
mod waiting;

use std::sync::Arc;
use std::time::Duration;

use jiff::SignedDuration;
use tokio::sync::mpsc::UnboundedReceiver;
use tokio::time::error::Elapsed;

use super::room_core::RoomCore;
use super::tables::published_table::PublishedTable;
use crate::service::ports::error::StoreError;
use crate::service::ports::hints::Hint;
use crate::service::ports::shared::SharedStore;
use crate::service::room::lobby_channel::looks_alike;
use crate::service::room::presence::sharing::WRITES_EVERY;
use crate::service::table::time::later;
use cardroom_api::id::PlayerId;

/// The shortest time between two writes of whom this server sees.
const REST: SignedDuration = SignedDuration::from_millis(100);

/// How long a look may take: a connection may be cut off silently.
const PATIENCE: Duration = Duration::from_secs(5);

/// The database has not answered in time.
fn unanswered(late: Elapsed) -> StoreError {
    StoreError::Unavailable(Box::new(late))
}

impl RoomCore {
    /// What the servers of the database share; `None` if there is only this one.
    fn shared(&self) -> Option<&dyn SharedStore> {
        self.store.shared()
    }

    /// Lets other servers know of a change, and of what the lobby shows.
    pub(super) fn hint_of_table(&self, before: Option<&PublishedTable>, after: &PublishedTable) {
        let Some(shared) = self.shared() else { return };
        let listed = before.map(|table| &table.record).filter(|record| record.listed);
        let lobby = match listed {
            Some(before) => !after.record.listed || !looks_alike(before, &after.record),
            None => after.record.listed,
        };
        shared.hint(Hint::Table { id: after.record.id, version: after.version(), lobby });
    }

    /// Works with the other servers until the room stops. `news` are the notifications of players that other servers need.
    pub(super) async fn work_with_others(self: Arc<Self>, mut news: UnboundedReceiver<(PlayerId, ())>) {
        let Some(shared) = self.shared() else { return };
        let mut stopping = self.stopping.subscribe();
        let relaying = async {
            while let Some((player, ())) = news.recv().await {
                shared.hint(Hint::Player(player));
            }
            std::future::pending::<()>().await;
        };
        tokio::select! {
            _ = stopping.wait_for(|&stopping| stopping) => {}
            () = relaying => {}
            () = self.hear(shared) => {}
            () = self.show_changed_tables() => {}
            () = self.forget_names() => {}
            () = self.look_at_followed(shared) => {}
            () = self.look_at_sign_ins(shared) => {}
            () = self.look_at_the_rest(shared) => {}
            () = self.keep_tournaments(shared) => {}
            () = self.look_at_tournaments(shared) => {}
            () = self.tell_presence_always() => {}
        }
    }

    /// Writes whom this server sees: every few seconds, and at once if somebody comes.
    async fn tell_presence_always(&self) {
        let came = self.presence.came();
        loop {
            if let Err(error) = self.presence.write_presence(&*self.store).await {
                tracing::debug!(
                    error = &error as &dyn std::error::Error,
                    "other servers do not know who is here"
                );
            }
            self.clock.sleep_until(later(self.clock.now(), REST)).await;
            tokio::select! {
                () = came.notified() => {}
                () = self.clock.sleep_until(later(self.clock.now(), WRITES_EVERY)) => {}
            }
        }
    }
}
