//! Reading tables, changes, hands and the ledger, page by page.

use std::sync::Arc;

use cardroom::service::ports::store::Store;
use cardroom::service::ports::tables::{LobbyFilter, LobbySort};
use cardroom::service::table::stored::change::{Author, Change};
use cardroom::service::table::stored::ledger::ChipMovement;
use cardroom::service::table::stored::options::{StoredAccess, StoredOptions};
use cardroom::service::table::stored::record::{HandRecord, TableRecord};
use cardroom_api::id::TableId;
use cardroom_rules::games::any::GameKind;

use crate::records::{self, RecordMaker, done, listed, next, options, time, write};

pub async fn chapter(store: &dyn Store) {
    let mut maker = RecordMaker::starting_at(3_000_000);
    hands_and_changes(store, &mut maker).await;
    ledger_pages(store, &mut maker).await;
    lobby(store, &mut maker).await;
    due(store, &mut maker).await;
    seated(store, &mut maker).await;
}

async fn hands_and_changes(store: &dyn Store, maker: &mut RecordMaker) {
    let [ann, bob] = [maker.guest(store).await, maker.guest(store).await];
    let open = maker.open(ann.id, options(100));
    let mut changes = vec![Arc::clone(&open.change)];
    let mut table = done(store, open).await;
    for player in [&ann, &bob] {
        let sit = maker.sit(&table, player, 1_000);
        changes.push(Arc::clone(&sit.change));
        table = done(store, sit).await;
    }
    let mut hands = vec![];
    for _ in 0..3 {
        let deal = maker.deal(&table, time(50));
        let mut hand = HandRecord::clone(deal.hand_started.as_deref().unwrap());
        changes.push(Arc::clone(&deal.change));
        table = done(store, deal).await;
        assert_eq!(store.hand(hand.id).await.unwrap().as_ref(), Some(&hand));
        let finish = maker.finish(&table, 100, 5);
        changes.push(Arc::clone(&finish.change));
        table = done(store, finish).await;
        hand.last_version = Some(table.version);
        assert_eq!(store.hand(hand.id).await.unwrap().as_ref(), Some(&hand));
        hands.insert(0, hand);
    }
    assert_eq!(store.table(table.id).await.unwrap().as_ref(), Some(&table));

    let changes: Vec<Change> = changes.into_iter().map(Arc::unwrap_or_clone).collect();
    assert_eq!(store.changes(table.id, 0, 99).await.unwrap(), changes);
    assert_eq!(store.changes(table.id, 2, 3).await.unwrap(), changes[2..5]);
    assert_eq!(store.changes(table.id, table.version, 9).await.unwrap(), []);
    assert_eq!(store.changes(table.id, u64::MAX, 9).await.unwrap(), []);
    let first = &hands[2];
    let of_first = store.changes(table.id, first.first_version - 1, 2).await.unwrap();
    assert!(of_first.iter().all(|change| change.hand == Some(first.id)));

    assert_eq!(store.hands(table.id, None, 99).await.unwrap(), hands);
    assert_eq!(store.hands(table.id, None, 1).await.unwrap(), hands[..1]);
    assert_eq!(store.hands(table.id, Some(3), 1).await.unwrap(), hands[1..2]);
    assert_eq!(store.hands(table.id, Some(1), 9).await.unwrap(), []);
    let nowhere = maker.open(ann.id, options(100)).table.record.id;
    assert_eq!(store.hands(nowhere, None, 9).await.unwrap(), []);
}

async fn ledger_pages(store: &dyn Store, maker: &mut RecordMaker) {
    let ann = maker.guest(store).await;
    let mut table = done(store, maker.open(ann.id, options(100))).await;
    let mut movements: Vec<ChipMovement> = store.ledger(ann.id, None, 9).await.unwrap();
    for chips in 1..=5 {
        let sit = maker.sit(&table, &ann, chips);
        movements.splice(0..0, sit.movements.clone());
        table = done(store, sit).await;
        let leave = maker.leave(&table);
        movements.splice(0..0, leave.movements.clone());
        table = done(store, leave).await;
    }
    assert_eq!(store.ledger(ann.id, None, 99).await.unwrap(), movements);
    assert_eq!(store.ledger(ann.id, None, 4).await.unwrap(), movements[..4]);
    assert_eq!(store.ledger(ann.id, Some(movements[3].id), 4).await.unwrap(), movements[4..8]);
    assert_eq!(store.ledger(ann.id, Some(movements[10].id), 4).await.unwrap(), []);
}

async fn lobby(store: &dyn Store, maker: &mut RecordMaker) {
    let ann = maker.guest(store).await;
    let before = maker.open(ann.id, options(100)).table.record.id;
    let mut tables = vec![];
    for stake in [1_001, 1_002, 1_003, 1_004, 1_005] {
        tables.insert(0, done(store, maker.open(ann.id, options(stake))).await);
    }
    // One that is not listed, and one that is closed.
    let hidden = StoredOptions { access: StoredAccess::Invite, ..options(1_003) };
    done(store, maker.open(ann.id, hidden)).await;
    let closed = done(store, maker.open(ann.id, options(1_003))).await;
    let closed = TableRecord { closed_at: Some(time(7)), listed: false, ..next(&closed) };
    let closed = done(store, write(closed, Author::Player(ann.id), vec![])).await;
    assert_eq!(store.table(closed.id).await.unwrap(), Some(closed));

    let all =
        LobbyFilter { min_stake: Some(1_001), max_stake: Some(1_005), limit: 99, ..LobbyFilter::default() };
    let shown = |tables: &[TableRecord]| tables.iter().map(listed).collect::<Vec<_>>();
    assert_eq!(store.lobby(&all).await.unwrap(), shown(&tables));
    let holdem = LobbyFilter { game: Some(GameKind::Holdem), ..all.clone() };
    assert_eq!(store.lobby(&holdem).await.unwrap(), shown(&tables));
    let dear = LobbyFilter { min_stake: Some(1_004), ..all.clone() };
    assert_eq!(store.lobby(&dear).await.unwrap(), shown(&tables[..2]));
    let cheap = LobbyFilter { max_stake: Some(1_002), ..all.clone() };
    assert_eq!(store.lobby(&cheap).await.unwrap(), shown(&tables[3..]));
    let anything = LobbyFilter { min_stake: None, max_stake: Some(u64::MAX), limit: 3, ..all.clone() };
    assert_eq!(store.lobby(&anything).await.unwrap(), shown(&tables[..3]));

    let page = LobbyFilter { after: Some(tables[1].id), limit: 2, ..all.clone() };
    assert_eq!(store.lobby(&page).await.unwrap(), shown(&tables[2..4]));
    let end = LobbyFilter { after: Some(tables[4].id), ..all.clone() };
    assert_eq!(store.lobby(&end).await.unwrap(), []);
    assert!(before < tables[4].id);

    tables[2] = done(store, maker.sit(&tables[2], &ann, 10)).await;
    for (sort, order) in [(LobbySort::Stake, [4, 3, 2, 1, 0]), (LobbySort::Players, [2, 0, 1, 3, 4])] {
        let sorted: Vec<TableRecord> = order.into_iter().map(|nth: usize| tables[nth].clone()).collect();
        let all = LobbyFilter { sort, ..all.clone() };
        assert_eq!(store.lobby(&all).await.unwrap(), shown(&sorted), "{sort:?}");
        let page = LobbyFilter { after: Some(sorted[1].id), limit: 2, ..all };
        assert_eq!(store.lobby(&page).await.unwrap(), shown(&sorted[2..4]), "{sort:?}");
    }
    let roomy = LobbyFilter { free_seats: Some(6), ..all.clone() };
    let [a, b, _, d, e] = tables.clone().try_into().unwrap();
    assert_eq!(store.lobby(&roomy).await.unwrap(), shown(&[a, b, d, e]));
    let any_chair = LobbyFilter { free_seats: Some(5), ..all };
    assert_eq!(store.lobby(&any_chair).await.unwrap(), shown(&tables));

    for (name, found) in
        [("the \"BRIDGE", true), ("Ünder", true), ("ünder", false), ("Under", false), ("\0", false)]
    {
        let named = LobbyFilter { name: Some(name.to_owned()), limit: 1, ..LobbyFilter::default() };
        assert_eq!(store.lobby(&named).await.unwrap().len(), usize::from(found), "{name:?}");
    }
    assert_eq!(store.invited_to("K\0").await.unwrap(), None);
}

async fn due(store: &dyn Store, maker: &mut RecordMaker) {
    let ann = maker.guest(store).await;
    let table = done(store, maker.open(ann.id, options(100))).await;
    assert_eq!(due_at(store, table.id).await, None);
    let waiting = TableRecord { due_at: Some(time(77)), ..next(&table) };
    let table = done(store, write(waiting, Author::Clock, vec![])).await;
    assert_eq!(due_at(store, table.id).await, Some(time(77)));
    let closed = TableRecord { closed_at: Some(time(78)), ..next(&table) };
    let table = done(store, write(closed, Author::Clock, vec![])).await;
    assert_eq!(due_at(store, table.id).await, None);
}

async fn due_at(store: &dyn Store, table: TableId) -> Option<jiff::Timestamp> {
    let due = store.due_tables(time(0), jiff::Timestamp::MAX).await.unwrap();
    due.into_iter().find(|(id, _)| *id == table).map(|(_, at)| at)
}

async fn seated(store: &dyn Store, maker: &mut RecordMaker) {
    let [ann, bob] = [maker.guest(store).await, maker.guest(store).await];
    let mut tables = vec![];
    for _ in 0..3 {
        let table = done(store, maker.open(ann.id, options(100))).await;
        let table = done(store, maker.sit(&table, &ann, 500)).await;
        tables.insert(0, table);
    }
    assert_eq!(store.seated(ann.id, None, 9).await.unwrap(), tables);
    assert_eq!(store.seated(ann.id, None, 2).await.unwrap(), tables[..2]);
    assert_eq!(store.seated(ann.id, Some(tables[1].id), 9).await.unwrap(), tables[2..]);
    assert_eq!(store.seated(bob.id, None, 9).await.unwrap(), []);

    let batch = [maker.leave(&tables[0]), maker.sit(&tables[1], &bob, 500)];
    store.commit(records::batch(&batch)).await.unwrap();
    let [_, joined] = batch.map(|commit| commit.table.record.clone());
    assert_eq!(store.seated(ann.id, None, 9).await.unwrap(), [joined.clone(), tables[2].clone()]);
    assert_eq!(store.seated(bob.id, None, 9).await.unwrap(), std::slice::from_ref(&joined));

    let left = done(store, maker.leave(&joined)).await;
    assert_eq!(store.seated(bob.id, None, 9).await.unwrap(), []);
    let back = done(store, maker.sit(&left, &bob, 500)).await;
    assert_eq!(store.seated(bob.id, None, 9).await.unwrap(), [back]);
}
