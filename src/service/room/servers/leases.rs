//! Leases: of several servers, one acts on the deadlines of a table at each version.

use std::convert::Infallible;

use jiff::{SignedDuration, Timestamp};
use tokio::time::timeout;

use crate::service::ports::shared::{Lease, LeaseOutcome};
use crate::service::room::deadlines::{LOOKS_AHEAD, RETRY};
use crate::service::room::error::RoomError;
use crate::service::room::room_core::RoomCore;
use crate::service::room::servers::{PATIENCE, unanswered};
use crate::service::room::tables::table_handle::TableHandle;
use crate::service::table::live::Table;
use crate::service::table::time::later;
use cardroom_api::id::TableId;

/// How long a lease lasts. If its server dies, a deadline is so much later.
const LEASE: SignedDuration = SignedDuration::from_secs(3);
/// How often it is renewed while a computer player thinks.
const RENEWS: SignedDuration = SignedDuration::from_secs(1);
/// How long it may last if nothing is to be done until the next deadline.
const LONGEST: SignedDuration = SignedDuration::from_secs(30);
/// How long one lasts on a table that is out of order.
const OUT_OF_ORDER: SignedDuration = SignedDuration::from_mins(10);

/// How often overdue tables are looked for, and how long overdue they are: the server that keeps their time comes first.
const LOOKS: SignedDuration = SignedDuration::from_millis(500);
const OVERDUE: SignedDuration = SignedDuration::from_millis(400);
/// How many are taken at once. As long as there are so many, the next ones are looked for at once.
const MOST_OVERDUE: u32 = 256;

/// How long a server waits to open a table for a quick seat.
const QUICK: SignedDuration = SignedDuration::from_secs(2);
const LOOKS_QUICKLY: SignedDuration = SignedDuration::from_millis(20);

impl RoomCore {
    pub(in crate::service::room) fn lease(&self, span: SignedDuration) -> Lease {
        let now = self.clock.now();
        Lease { server: self.server.id, now, until: later(now, span) }
    }

    /// Whether this server may look at a table whose deadline has come. If another server has the lease, this one looks again later.
    pub(in crate::service::room) async fn has_lease(&self, id: TableId) -> Result<bool, RoomError> {
        let Some(shared) = self.shared() else { return Ok(true) };
        match Box::pin(shared.take_lease(id, self.lease(LEASE))).await? {
            // If it is not due, it may have absent players, of whom only memory knows.
            LeaseOutcome::Taken | LeaseOutcome::NotDue => Ok(true),
            LeaseOutcome::NoSuchTable => Ok(false),
            LeaseOutcome::Held => {
                self.deadlines.set(id, Some(later(self.clock.now(), RETRY)));
                Ok(false)
            }
        }
    }

    /// Takes the deadlines of tables whose servers do not, forever.
    pub(in crate::service::room) async fn take_overdue(&self) -> Infallible {
        let (mut has_failed, mut goes_on) = (false, false);
        loop {
            if !std::mem::take(&mut goes_on) {
                self.clock.sleep_until(later(self.clock.now(), LOOKS)).await;
            }
            let Some(shared) = self.shared() else { continue };
            let lease = self.lease(LEASE);
            self.deadlines.reach(later(lease.now, LOOKS_AHEAD));
            let taking = shared.take_overdue(later(lease.now, -OVERDUE), lease, MOST_OVERDUE);
            match timeout(PATIENCE, taking).await.unwrap_or_else(|late| Err(unanswered(late))) {
                Ok(taken) => {
                    has_failed = false;
                    goes_on = taken.len() >= MOST_OVERDUE as usize;
                    for table in taken {
                        self.deadlines.bring_forward(table, lease.now);
                    }
                }
                // Logged once, so that the log does not fill while the database is out of reach.
                Err(error) if !has_failed => {
                    has_failed = true;
                    tracing::warn!(
                        error = &error as &dyn std::error::Error,
                        "overdue tables are looked for again and again"
                    );
                }
                Err(_) => {}
            }
        }
    }

    /// Nothing was to be done at a table: its lease lasts until the next deadline.
    pub(in crate::service::room) async fn keep_lease(&self, table: &Table) {
        let now = self.clock.now();
        let next = table.due_after(now).unwrap_or(Timestamp::MAX);
        self.renew_lease(table.record.id, next.clamp(later(now, LEASE), later(now, LONGEST))).await;
    }

    /// A table is out of order, and need not be looked at so soon.
    pub(in crate::service::room) async fn lengthen_lease(&self, id: TableId) {
        self.renew_lease(id, later(self.clock.now(), OUT_OF_ORDER)).await;
    }

    async fn renew_lease(&self, id: TableId, until: Timestamp) {
        if let Some(shared) = self.shared() {
            let lease = Lease { until, ..self.lease(LEASE) };
            if let Err(error) = Box::pin(shared.renew_lease(id, lease)).await {
                tracing::debug!(table = %id, error = &error as &dyn std::error::Error, "a lease ends early");
            }
        }
    }

    /// Renews the lease on a table, for as long as the caller polls it.
    pub(in crate::service::room) async fn hold_lease(&self, id: TableId) -> Infallible {
        if !self.tables.is_shared {
            return std::future::pending().await;
        }
        loop {
            self.clock.sleep_until(later(self.clock.now(), RENEWS)).await;
            self.renew_lease(id, later(self.clock.now(), LEASE)).await;
        }
    }

    /// The next deadline that this server wakes up for: if another server has written the table, it keeps the time.
    pub(in crate::service::room) fn own_due(
        &self,
        handle: &TableHandle,
        table: &Table,
        now: Timestamp,
    ) -> Option<Timestamp> {
        let is_own = !self.tables.is_shared || handle.has_written(table.version());
        table.due_after(now).filter(|_| is_own)
    }

    /// Waits until no other server opens a table for a quick seat, at most two seconds.
    pub(in crate::service::room) async fn begin_quick_seat(&self) -> Result<(), RoomError> {
        let Some(shared) = self.shared() else { return Ok(()) };
        let latest = later(self.clock.now(), QUICK);
        while self.clock.now() < latest && !shared.begin_quick_seat(self.lease(QUICK)).await? {
            self.clock.sleep_until(later(self.clock.now(), LOOKS_QUICKLY)).await;
        }
        Ok(())
    }

    /// Lets other servers open tables for quick seats, which know by now who sits at a new one.
    pub(in crate::service::room) async fn end_quick_seat(&self) {
        let Some(shared) = self.shared() else { return };
        let written = self.presence.write_presence(&*self.store).await;
        if let Err(error) = written.and(shared.end_quick_seat(self.server.id).await) {
            tracing::debug!(error = &error as &dyn std::error::Error, "a quick seat waits for a moment");
        }
    }
}
