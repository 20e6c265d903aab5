//! This server among those of its database.

use tokio::sync::Notify;

use super::waiting::WaitingSet;
use crate::service::limits::permits::PermitCounts;
use crate::service::ports::shared::ServerId;
use cardroom_api::id::{PlayerId, TableId};

/// This server among those of its database.
pub(in crate::service::room) struct ThisServer {
    pub(in crate::service::room) id: ServerId,
    /// The tables that catch up with another server.
    pub(super) catching_up: PermitCounts<TableId>,
    /// Tables of other servers that the lobby shows otherwise.
    pub(super) changed_in_lobby: WaitingSet<TableId>,
    /// Players who have another name, or were deleted.
    pub(super) renamed: WaitingSet<PlayerId>,
    /// Notified if hints were lost: of tables,
    pub(super) gap_at_tables: Notify,
    /// and of sign-ins.
    pub(super) gap_of_sign_ins: Notify,
}

impl ThisServer {
    pub(in crate::service::room) fn new(id: ServerId) -> Self {
        Self {
            id,
            catching_up: PermitCounts::default(),
            changed_in_lobby: WaitingSet::default(),
            renamed: WaitingSet::default(),
            gap_at_tables: Notify::new(),
            gap_of_sign_ins: Notify::new(),
        }
    }
}
