//! Judging an action that is not done.

use crate::service::room::card_room::CardRoom;
use crate::service::room::error::RoomError;
use cardroom_api::id::{PlayerId, TableId};
use cardroom_api::table::answer::DryRun;
use cardroom_api::table::change::Version;
use cardroom_rules::games::any::AnyAction;

impl CardRoom {
    /// Judges an action without carrying it out. It is judged on the table as it was last published, so like a read it does not
    /// wait for the table's lock.
    pub async fn dry_run(
        &self,
        table: TableId,
        by: PlayerId,
        at: Version,
        action: &AnyAction,
    ) -> Result<DryRun, RoomError> {
        let _in_flight = self.core.quotas.acquire_request(by)?;
        self.core.players.looks(&*self.core.store, by).await?;
        let (_, published) = self.core.tables.read(table).await?;
        self.core.presence.note_present(&published, by);
        Ok(published.dry_run(by, at, action)?)
    }
}
