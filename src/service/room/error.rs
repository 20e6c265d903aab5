//! Errors of the card room.

use std::sync::Arc;

use crate::service::entropy::NoEntropy;
use crate::service::ports::error::StoreError;
use crate::service::room::writer::WriteError;
use crate::service::table::error::{DraftError, OutOfOrder};
use crate::service::table::refused::Refused;
use cardroom_api::id::TableId;

/// Why the card room did not carry out a request: it was refused, or something failed.
#[derive(Clone, Debug, thiserror::Error)]
pub enum RoomError {
    /// It says no. Nothing has changed.
    #[error(transparent)]
    Refused(#[from] Refused),
    /// It failed.
    #[error(transparent)]
    Failed(#[from] Failed),
}

/// A failure that is not the request's fault.
#[derive(Clone, Debug, thiserror::Error)]
pub enum Failed {
    /// Too many other changes came first.
    #[error("the table is too busy")]
    Contended,
    /// Too much work waits already.
    #[error("too many questions are waiting")]
    Busy,
    /// The service is stopping, or behind.
    #[error("the service is not taking requests")]
    Stopping,
    /// A stream was read too slowly.
    #[error("the stream was read too slowly")]
    Behind,
    /// The table or the hand is out of order. Only an operator can repair it, or void the hand.
    #[error("the table is out of order")]
    OutOfOrder(#[source] OutOfOrder),
    /// A row of the table, of its hand or of its changes is damaged.
    #[error("the table is out of order")]
    Damaged(#[source] Arc<StoreError>),
    /// Nothing can be dealt.
    #[error(transparent)]
    NoEntropy(#[from] NoEntropy),
    /// A request that cannot be written down.
    #[error("the request cannot be written as JSON: {0}")]
    Unwritable(String),
    /// The database failed.
    #[error("the database failed")]
    Store(#[source] Arc<StoreError>),
}

impl RoomError {
    /// Logs the error if a table is out of order. Only an operator can repair it.
    pub(super) fn log_out_of_order(&self, table: TableId) {
        if let Self::Failed(error @ (Failed::OutOfOrder(_) | Failed::Damaged(_))) = self {
            tracing::error!(%table, error = error as &dyn std::error::Error, "the table is out of order");
        }
    }
}

impl From<StoreError> for Failed {
    fn from(error: StoreError) -> Self {
        match error {
            StoreError::Unavailable(_) | StoreError::Refused(_) | StoreError::Locked(_) => {
                Self::Store(Arc::new(error))
            }
            StoreError::Impossible { .. } => Self::Damaged(Arc::new(error)),
        }
    }
}

impl From<StoreError> for RoomError {
    fn from(error: StoreError) -> Self {
        Self::Failed(error.into())
    }
}

impl From<WriteError> for RoomError {
    fn from(error: WriteError) -> Self {
        Self::Failed(match error {
            WriteError::Stopped => Failed::Stopping,
            WriteError::Store(error) => Failed::Store(error),
        })
    }
}

impl From<OutOfOrder> for RoomError {
    fn from(error: OutOfOrder) -> Self {
        Self::Failed(Failed::OutOfOrder(error))
    }
}

impl From<NoEntropy> for RoomError {
    fn from(error: NoEntropy) -> Self {
        Self::Failed(error.into())
    }
}

impl From<DraftError> for RoomError {
    fn from(error: DraftError) -> Self {
        match error {
            DraftError::Refused(refused) => refused.into(),
            DraftError::OutOfOrder(error) => error.into(),
            DraftError::NoEntropy(error) => error.into(),
        }
    }
}
