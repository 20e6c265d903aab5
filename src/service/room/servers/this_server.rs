//! This server among those of its database.

use crate::service::limits::permits::PermitCounts;
use crate::service::ports::shared::ServerId;
use cardroom_api::id::TableId;

/// This server among those of its database.
pub(in crate::service::room) struct ThisServer {
    pub(in crate::service::room) id: ServerId,
    /// The tables that catch up with another server.
    pub(super) catching_up: PermitCounts<TableId>,
}

impl ThisServer {
    pub(in crate::service::room) fn new(id: ServerId) -> Self {
        Self { id, catching_up: PermitCounts::default() }
    }
}
