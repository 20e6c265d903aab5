//! Judging an action that is not done.

use super::card_room::CardRoom;
use super::error::RoomError;
use crate::service::id::{PlayerId, TableId};
use crate::service::table::change::Version;
use crate::service::table::refused::Refused;
use crate::service::table::view::DryRun;
use cardroom_rules::games::any::AnyAction;

impl CardRoom {
    /// What an action would come to. It is judged on the table as it was last published, like a read, so it waits for
    /// nobody's turn and nobody waits for it.
    pub async fn dry_run(
        &self,
        table: TableId,
        by: PlayerId,
        at: Version,
        action: &AnyAction,
    ) -> Result<DryRun, RoomError> {
        let _in_flight = self.shared.begin(by)?;
        self.shared.store.looks(by).await?.ok_or(Refused::NoSuchPlayer)?;
        let (_, published) = self.shared.read(table).await?;
        self.shared.see(&published, by);
        Ok(published.dry_run(by, at, action)?)
    }
}
