//! Reads of the database: tables in use stay in memory, and tables that do not exist take no room there.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;

use cardroom::service::room::caller::Caller;
use cardroom::service::table::command::Command;
use cardroom::service::table::refused::Refused;
use cardroom::store::sqlite::Sqlite;
use cardroom_api::id::TableId;
use uuid::Uuid;

use crate::room::{TestRoom, caller, judged, options};
use crate::tables::heads_up;
use crate::watched::Watched;

/// More than the cache holds of unused tables.
const UNKNOWN: u128 = 5_000;

async fn room() -> (TestRoom, Arc<Watched>) {
    let store = Watched::new(Arc::new(Sqlite::open("sqlite::memory:").await.unwrap()));
    (TestRoom::over(store.clone()).await, store)
}

#[tokio::test]
async fn tables_that_do_not_exist_take_no_memory() {
    let (room, store) = room().await;
    let (table, ann, _) = heads_up(&room, options()).await;
    room.view(table, ann).await;
    store.calls();
    for number in 0..UNKNOWN {
        let unknown = TableId(Uuid::from_u128(number));
        let asked = match number % 3 {
            0 => judged(room.card_room.table(unknown, &Caller::default()).await).map(drop),
            1 => {
                let events = room.card_room.events(unknown, &caller(ann), Some(0), 1, Duration::ZERO).await;
                judged(events).map(drop)
            }
            _ => judged(room.card_room.command(unknown, ann, Command::SitOut, None).await).map(drop),
        };
        assert!(matches!(asked, Err(Refused::NoSuchTable)), "{asked:?}");
    }
    let calls = store.calls();
    assert_eq!(calls["has_table"], usize::try_from(UNKNOWN).unwrap(), "each is looked for, and no more");
    assert!(!calls.contains_key("table"), "{calls:?}");
    room.view(table, ann).await;
    assert_eq!(store.calls(), BTreeMap::new(), "the table that is there is in memory still");
}

#[tokio::test]
async fn a_table_in_memory_is_read_without_the_database() {
    let (mut room, store) = room().await;
    let (table, ann, bob) = heads_up(&room, options()).await;
    room.command(table, ann, Command::Deal).await.unwrap();
    store.calls();
    for by in [ann, bob] {
        room.view(table, by).await;
        room.card_room.versions(table, &caller(by)).await.unwrap();
    }
    assert_eq!(store.calls(), BTreeMap::new());
    // The player's looks are in memory too: only the change is written.
    room.card_room.command(table, bob, Command::SitOut, None).await.unwrap();
    assert_eq!(store.calls(), BTreeMap::from([("commit", 1)]));

    room.restart().await;
    store.calls();
    room.view(table, ann).await;
    let calls = store.calls();
    assert_eq!(
        (calls["has_table"], calls["table"], calls["hand"], calls["changes"]),
        (1, 1, 1, 1),
        "{calls:?}"
    );
    room.view(table, bob).await;
    assert_eq!(store.calls(), BTreeMap::new());
}
