//! Players who want nothing to do with each other.

use super::shared::Shared;
use crate::service::id::PlayerId;
use crate::service::ports::error::StoreError;
use crate::service::table::live::Table;

impl Shared {
    /// Whether somebody at the table and this player were apart before it was opened: then neither sits beside the other.
    pub(super) async fn is_kept_apart(&self, table: &Table, player: PlayerId) -> Result<bool, StoreError> {
        let coming = table.record.state.chairs.iter().filter_map(|chair| chair.successor.as_ref());
        let seated = table.people().map(|chair| chair.player);
        let others: Vec<PlayerId> = seated.chain(coming.map(|next| next.player)).collect();
        if others.is_empty() {
            return Ok(false);
        }
        self.store.were_apart(player, &others, table.record.created_at).await
    }
}
