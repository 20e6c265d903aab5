//! Names of people: stored with the player alone, and filled in where a log has their identifier.

use std::collections::{BTreeSet, HashMap};

use super::redacted::{in_event, in_player};
use crate::service::table::stored::change::Change;
use crate::service::table::stored::record::HandRecord;
use cardroom_api::id::PlayerId;
use cardroom_api::player::name::DELETED;

/// The places that names belong in.
pub struct NamePlaces<'a>(Vec<(PlayerId, &'a mut String)>);

impl<'a> NamePlaces<'a> {
    /// The places in changes.
    pub fn in_changes(changes: &'a mut [Change]) -> Self {
        let events = changes.iter_mut().flat_map(|change| &mut change.body.events);
        Self(events.filter_map(in_event).collect())
    }

    /// The places in hands.
    pub fn in_hands(hands: impl IntoIterator<Item = &'a mut HandRecord>) -> Self {
        let players = hands.into_iter().flat_map(|hand| &mut hand.players);
        Self(players.filter_map(in_player).collect())
    }

    /// Whose names they are, each player once.
    pub fn players(&self) -> BTreeSet<PlayerId> {
        self.0.iter().map(|(player, _)| *player).collect()
    }

    /// Fills in the names, by the players' identifiers. A player without a name has been deleted.
    pub fn fill_in(self, names: &HashMap<PlayerId, String>) {
        for (player, place) in self.0 {
            names.get(&player).map_or(DELETED, String::as_str).clone_into(place);
        }
    }
}
