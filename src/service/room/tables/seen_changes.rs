//! Changes of the log, as a caller may know them.

use std::collections::{BTreeSet, HashMap};

use crate::service::ports::store::Store;
use crate::service::room::error::RoomError;
use crate::service::table::refused::Refused;
use crate::service::table::stored::change::Change;
use crate::service::table::stored::record::HandRecord;
use cardroom_api::id::{HandId, PlayerId};
use cardroom_api::table::change::SeenChange;

/// Changes as this caller may know them.
pub(in crate::service::room) async fn seen_changes(
    store: &dyn Store,
    changes: &[Change],
    caller: Option<PlayerId>,
) -> Result<Vec<SeenChange>, RoomError> {
    // All at once: a page may have a hand for every other change.
    let ids: BTreeSet<HandId> = changes.iter().filter_map(|change| change.hand).collect();
    let ids: Vec<HandId> = ids.into_iter().collect();
    let hands = if ids.is_empty() { Vec::new() } else { store.hands_of(&ids).await? };
    if hands.len() < ids.len() {
        return Err(Refused::NoSuchHand.into());
    }
    let hands: HashMap<HandId, HandRecord> = hands.into_iter().map(|hand| (hand.id, hand)).collect();
    let hand_of = |change: &Change| change.hand.and_then(|id| hands.get(&id));
    Ok(changes.iter().map(|change| change.seen(hand_of(change), caller)).collect())
}
