//! Tables of two, and helpers to read their views.

use cardroom_api::id::{PlayerId, TableId};
use cardroom_api::table::change::{SeenChange, SeenEvent};
use cardroom_api::table::event::TableEvent;
use cardroom_api::table::options::TableOptions;
use cardroom_api::table::view::TableView;
use cardroom_rules::games::any::{AnyOptions, AnySeen};
use cardroom_rules::games::holdem::event::Seen;
use cardroom_rules::games::holdem::options::Options;

use crate::room::TestRoom;

/// Two players at a table that is dealt by hand: seat 0 has the big blind, seat 1 the button.
pub async fn heads_up(room: &TestRoom, options: TableOptions) -> (TableId, PlayerId, PlayerId) {
    let (ann, bob) = (room.player("Ann").await, room.player("Bob").await);
    let table = room.table(ann, options).await;
    room.sit(table, ann, 0, 1_000).await;
    room.sit(table, bob, 1, 1_000).await;
    (table, ann, bob)
}

pub fn my_options(view: &TableView) -> Option<Options> {
    let AnyOptions::Holdem(options) = view.you.as_ref()?.options.clone()? else { return None };
    Some(options)
}

pub fn table_events(change: &SeenChange) -> Vec<&TableEvent> {
    fn table(event: &SeenEvent) -> Option<&TableEvent> {
        match event {
            SeenEvent::Table(event) => Some(event),
            SeenEvent::Hand(_) => None,
        }
    }
    change.events.iter().filter_map(table).collect()
}

pub fn hand_events(change: &SeenChange) -> Vec<&Seen> {
    fn hand(event: &SeenEvent) -> Option<&Seen> {
        match event {
            SeenEvent::Hand(AnySeen::Holdem(event)) => Some(event),
            SeenEvent::Hand(_) | SeenEvent::Table(_) => None,
        }
    }
    change.events.iter().filter_map(hand).collect()
}
