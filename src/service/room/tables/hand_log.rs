//! Stored hands and their changes.

use crate::service::ports::store::Store;
use crate::service::room::error::RoomError;
use crate::service::table::refused::Refused;
use crate::service::table::stored::change::Change;
use crate::service::table::stored::record::HandRecord;
use cardroom_api::id::HandId;

/// How many changes are read at once.
const ROWS: u32 = 500;

/// Reads a hand; refused if there is none with this identifier.
pub async fn stored_hand(store: &dyn Store, id: HandId) -> Result<HandRecord, RoomError> {
    Ok(store.hand(id).await?.ok_or(Refused::NoSuchHand)?)
}

/// The changes of a hand, in order; other changes may lie between them.
pub async fn changes_of_hand(store: &dyn Store, hand: &HandRecord) -> Result<Vec<Change>, RoomError> {
    let last = hand.last_version.unwrap_or(u64::MAX);
    let mut changes: Vec<Change> = Vec::new();
    let mut after = hand.first_version.saturating_sub(1);
    loop {
        // Not a row further: later rows may be damaged, and the hand is complete without them.
        let rows = u32::try_from(last.saturating_sub(after)).map_or(ROWS, |left| left.min(ROWS));
        let page = store.changes(hand.table, after, rows).await?;
        let read = page.len();
        changes.extend(page.into_iter().filter(|change| change.version <= last));
        after = changes.last().map_or(after, |change| change.version);
        if read < rows as usize || after >= last {
            return Ok(changes);
        }
    }
}

/// A hand and its changes.
pub async fn hand_with_changes(
    store: &dyn Store,
    id: HandId,
) -> Result<(HandRecord, Vec<Change>), RoomError> {
    let hand = stored_hand(store, id).await?;
    let changes = changes_of_hand(store, &hand).await?;
    Ok((hand, changes))
}
