//! Writing: whole or not at all, alone and together.

use std::slice;
use std::sync::Arc;

use cardroom::service::people::refill::{Refill, RefillTerms};
use cardroom::service::ports::commits::Committed;
use cardroom::service::ports::refills::Refilled;
use cardroom::service::ports::store::Store;
use cardroom::service::table::stored::change::Author;
use cardroom::service::table::stored::commit::{Columns, Commit, EndedHand};
use cardroom::service::table::stored::ledger::Account;
use cardroom::service::table::stored::record::{HandRecord, TableRecord};
use cardroom_api::player::ledger::Reason;
use cardroom_rules::games::game::MOST_CHIPS;
use jiff::SignedDuration;

use crate::records::{self, GRANT, RecordMaker, done, next, options, time, under_key, write, writing};

pub async fn chapter(store: &dyn Store) {
    let mut maker = RecordMaker::starting_at(2_000_000);
    assert_eq!(store.commit(Arc::default()).await.unwrap(), []);
    fence(store, &mut maker).await;
    keys(store, &mut maker).await;
    wallets(store, &mut maker).await;
    mixture(store, &mut maker).await;
    one_wallet_at_two_tables(store, &mut maker).await;
    one_key_at_two_tables(store, &mut maker).await;
    what_is_refused_counts_for_nothing(store, &mut maker).await;
    a_hand_ends_and_the_next_is_dealt(store, &mut maker).await;
    chips_are_given_between_two_batches(store, &mut maker).await;
}

async fn fence(store: &dyn Store, maker: &mut RecordMaker) {
    let ann = maker.guest(store).await;
    let open = maker.open(ann.id, options(100));
    let table = done(store, open.clone()).await;
    assert_eq!(store.table(table.id).await.unwrap(), Some(table.clone()));
    // Opened twice.
    refused(store, &open, Committed::Fenced).await;

    let sit = maker.sit(&table, &ann, 500);
    let seated = done(store, sit.clone()).await;
    assert_eq!(store.table(table.id).await.unwrap(), Some(seated.clone()));
    // Sent again; sent with an older table, or for a table that does not exist.
    refused(store, &sit, Committed::Fenced).await;
    refused(store, &maker.sit(&table, &ann, 1), Committed::Fenced).await;
    let ahead = next(&seated);
    refused(store, &maker.sit(&ahead, &ann, 1), Committed::Fenced).await;
    let nowhere = maker.open(ann.id, options(100)).table;
    refused(store, &write(next(&nowhere.record), Author::Admin, vec![]), Committed::Fenced).await;
    assert_eq!(store.player(ann.id).await.unwrap().unwrap().chips, GRANT - 500);
}

async fn keys(store: &dyn Store, maker: &mut RecordMaker) {
    let [ann, bob] = [maker.guest(store).await, maker.guest(store).await];
    let table = done(store, maker.open(ann.id, options(100))).await;
    assert_eq!(store.done_request(ann.id, "k").await.unwrap(), None);
    let first = under_key(write(next(&table), Author::Player(ann.id), vec![]), ann.id, "k", time(6));
    let table = done(store, first.clone()).await;
    assert_eq!(store.done_request(ann.id, "k").await.unwrap(), first.request);
    assert_eq!(store.done_request(bob.id, "k").await.unwrap(), None);

    // The key is checked before the fence: a repeated request learns that it was done.
    refused(store, &first, Committed::KeyUsed).await;
    let again = write(next(&table), Author::Player(ann.id), vec![]);
    refused(store, &under_key(again.clone(), ann.id, "k", time(7)), Committed::KeyUsed).await;
    let table = done(store, under_key(again, bob.id, "k", time(-500))).await;

    // Once forgotten, the key is free.
    assert_eq!(store.forget(time(-500), time(-9_000)).await.unwrap(), 0);
    assert_eq!(store.forget(time(-499), time(-9_000)).await.unwrap(), 1);
    assert_eq!(store.done_request(bob.id, "k").await.unwrap(), None);
    assert_eq!(store.done_request(ann.id, "k").await.unwrap(), first.request);
    let reused = write(next(&table), Author::Player(bob.id), vec![]);
    done(store, under_key(reused, bob.id, "k", time(8))).await;
}

async fn wallets(store: &dyn Store, maker: &mut RecordMaker) {
    let ann = maker.guest(store).await;
    let table = done(store, maker.open(ann.id, options(100))).await;
    refused(store, &maker.sit(&table, &ann, GRANT + 1), Committed::Short).await;
    let (anonymous, ..) = maker.newcomer();
    refused(store, &maker.sit(&table, &anonymous, 1), Committed::Short).await;
    let table = done(store, maker.sit(&table, &ann, GRANT)).await;
    assert_eq!(store.player(ann.id).await.unwrap().unwrap().chips, 0);

    // A gift that would lift a wallet over all bounds; several movements count in order.
    let gift = |maker: &mut RecordMaker, amount| {
        let wallet = Account::Wallet(ann.id);
        maker.movement(Account::Mint, wallet, amount, Reason::Grant, Some(ann.id))
    };
    let mut too_much = write(next(&table), Author::Admin, vec![]);
    too_much.movements = vec![gift(maker, MOST_CHIPS), gift(maker, 1)];
    refused(store, &too_much, Committed::Short).await;
    let mut there_and_back = write(next(&table), Author::Admin, vec![]);
    let back = maker.movement(Account::Wallet(ann.id), Account::Mint, 70, Reason::Grant, Some(ann.id));
    there_and_back.movements = vec![back.clone(), gift(maker, 70)];
    refused(store, &there_and_back, Committed::Short).await;
    there_and_back.movements = vec![gift(maker, 71), back];
    done(store, there_and_back).await;
    assert_eq!(store.player(ann.id).await.unwrap().unwrap().chips, 1);
}

async fn mixture(store: &dyn Store, maker: &mut RecordMaker) {
    let ann = maker.guest(store).await;
    let mut tables = vec![];
    for _ in 0..4 {
        tables.push(done(store, maker.open(ann.id, options(100))).await);
    }
    let good = maker.sit(&tables[0], &ann, 10);
    let fenced = write(next(&next(&tables[1])), Author::Admin, vec![]);
    let short = maker.sit(&tables[2], &ann, GRANT);
    let keyed = under_key(maker.sit(&tables[3], &ann, 20), ann.id, "mixed", time(6));
    let opened = maker.open(ann.id, options(200));
    let batch = [good.clone(), fenced.clone(), short.clone(), keyed.clone(), opened.clone()];
    let verdicts = store.commit(records::batch(&batch)).await.unwrap();
    let done = Committed::Done;
    assert_eq!(verdicts, [done, Committed::Fenced, Committed::Short, done, done]);
    for commit in [&good, &keyed, &opened] {
        assert_eq!(store.table(commit.table.record.id).await.unwrap(), Some(commit.table.record.clone()));
        let was = commit.table.record.version - 1;
        let changes = store.changes(commit.table.record.id, was, 9).await.unwrap();
        assert_eq!(changes, std::slice::from_ref(&*commit.change));
    }
    for (commit, was) in [(&fenced, &tables[1]), (&short, &tables[2])] {
        assert_eq!(store.table(commit.table.record.id).await.unwrap().as_ref(), Some(was));
        assert_eq!(store.changes(commit.table.record.id, was.version, 9).await.unwrap(), []);
    }
    assert_eq!(store.player(ann.id).await.unwrap().unwrap().chips, GRANT - 30);
}

async fn one_wallet_at_two_tables(store: &dyn Store, maker: &mut RecordMaker) {
    let ann = maker.guest(store).await;
    let [one, two] = [options(100), options(100)].map(|options| maker.open(ann.id, options));
    let [one, two] = [done(store, one).await, done(store, two).await];
    let batch = [maker.sit(&one, &ann, GRANT - 1), maker.sit(&two, &ann, GRANT - 1)];
    assert_eq!(store.commit(records::batch(&batch)).await.unwrap(), [Committed::Done, Committed::Short]);
    assert_eq!(store.player(ann.id).await.unwrap().unwrap().chips, 1);
    let batch = [maker.leave(&batch[0].table.record), maker.sit(&two, &ann, GRANT)];
    assert_eq!(store.commit(records::batch(&batch)).await.unwrap(), [Committed::Done, Committed::Done]);
    assert_eq!(store.player(ann.id).await.unwrap().unwrap().chips, 0);
}

async fn one_key_at_two_tables(store: &dyn Store, maker: &mut RecordMaker) {
    let ann = maker.guest(store).await;
    let batch = [options(100), options(100)]
        .map(|options| under_key(maker.open(ann.id, options), ann.id, "both", time(6)));
    assert_eq!(store.commit(records::batch(&batch)).await.unwrap(), [Committed::Done, Committed::KeyUsed]);
    assert_eq!(store.table(batch[1].table.record.id).await.unwrap(), None);
    assert_eq!(store.done_request(ann.id, "both").await.unwrap(), batch[0].request);
}

async fn what_is_refused_counts_for_nothing(store: &dyn Store, maker: &mut RecordMaker) {
    let ann = maker.guest(store).await;
    let mut batch = [(); 3].map(|()| Commit { most_hosted: Some(1), ..maker.open(ann.id, options(100)) });
    let too_much =
        maker.movement(Account::Wallet(ann.id), Account::Mint, GRANT + 1, Reason::Grant, Some(ann.id));
    batch[0].movements = vec![too_much];
    let verdicts = store.commit(records::batch(&batch)).await.unwrap();
    assert_eq!(verdicts, [Committed::Short, Committed::Done, Committed::TooManyTables { most: 1 }]);
}

/// The commit is refused, and changes nothing.
async fn refused(store: &dyn Store, commit: &Commit, verdict: Committed) {
    let before = everything_about(store, commit).await;
    assert_eq!(store.commit(records::batch(slice::from_ref(commit))).await.unwrap(), [verdict]);
    assert_eq!(everything_about(store, commit).await, before);
}

async fn everything_about(store: &dyn Store, commit: &Commit) -> String {
    let table = store.table(commit.table.record.id).await.unwrap();
    let changes = store.changes(commit.table.record.id, 0, 99).await.unwrap();
    let hands = store.hands(commit.table.record.id, None, 99).await.unwrap();
    let mut players = vec![];
    for player in commit.movements.iter().filter_map(|movement| movement.player) {
        players.push((store.player(player).await.unwrap(), store.ledger(player, None, 99).await.unwrap()));
    }
    let request = match &commit.request {
        Some(request) => store.done_request(request.player, &request.key).await.unwrap(),
        None => None,
    };
    format!("{table:?} {changes:?} {hands:?} {players:?} {request:?} {:?}", store.audit().await.unwrap())
}

/// If another connection writes to a player, the next batch knows of it.
async fn chips_are_given_between_two_batches(store: &dyn Store, maker: &mut RecordMaker) {
    let ann = maker.guest(store).await;
    let table = done(store, maker.open(ann.id, options(100))).await;
    let table = done(store, maker.sit(&table, &ann, 100)).await;
    let terms = RefillTerms { chips: 7, every: SignedDuration::from_hours(24), below: GRANT + 1 };
    let gift = maker.movement(Account::Wallet(ann.id), Account::Mint, 7, Reason::Grant, Some(ann.id));
    let (player, movement) = (ann.id, maker.movement(gift.debit, gift.credit, 7, gift.reason, None).id);
    let refill = Refill { player, terms, at: time(5), movement, key: None };
    assert_eq!(store.refill(&refill).await.unwrap(), Refilled::Done);
    let back = Commit { movements: vec![gift.clone()], ..write(next(&table), Author::Admin, vec![]) };
    done(store, back).await;
    let ledger = store.ledger(ann.id, None, 9).await.unwrap();
    assert_eq!(ledger.iter().map(|movement| movement.amount).collect::<Vec<_>>(), [7, 7, 100, GRANT]);
    assert_eq!((ledger[0].id, ledger[1].id), (gift.id, movement));
}

/// By one commit, of which each change is one of the log.
async fn a_hand_ends_and_the_next_is_dealt(store: &dyn Store, maker: &mut RecordMaker) {
    let [ann, bob] = [maker.guest(store).await, maker.guest(store).await];
    let table = done(store, maker.open(ann.id, options(100))).await;
    let table = done(store, maker.sit(&table, &ann, 500)).await;
    let table = done(store, maker.sit(&table, &bob, 500)).await;
    let dealt = maker.deal(&table, time(30));
    let first = dealt.hand_started.clone().unwrap();
    let table = done(store, dealt.clone()).await;

    let finish = maker.finish(&table, 10, 0);
    let deal = maker.deal(&finish.table.record, time(60));
    let second = deal.hand_started.clone().unwrap();
    let alone = finish.clone().and_deal(finish.clone());
    assert_eq!(
        (alone.deal, alone.change),
        (None, finish.change.clone()),
        "what deals nothing does not come with it"
    );
    let both = under_key(finish.clone().and_deal(deal.clone()), ann.id, "both", time(6));
    assert_eq!(both.changes().collect::<Vec<_>>(), [&finish.change, &deal.change]);
    refused(store, &Commit { write: dealt.write, ..both.clone() }, Committed::Fenced).await;
    let now = done(store, both.clone()).await;
    assert_eq!(store.table(table.id).await.unwrap(), Some(now.clone()));
    assert_eq!((now.hand, now.version), (Some(second.id), table.version + 2));
    let changes = store.changes(table.id, table.version, 9).await.unwrap();
    assert_eq!(changes.iter().collect::<Vec<_>>(), [&*finish.change, &*deal.change]);
    let read = |hand| async move { store.hand(hand).await.unwrap().unwrap() };
    assert_eq!(read(first.id).await.last_version, Some(finish.change.version));
    assert_eq!(read(second.id).await, HandRecord::clone(&second));

    // A hand that is all in by its blinds is over with the change that deals it.
    let finish = maker.finish(&now, 10, 0);
    let deal = maker.deal(&finish.table.record, time(90));
    let third = deal.hand_started.clone().unwrap();
    let over =
        TableRecord { hand: None, due_at: None, decisions: vec![].into(), ..deal.table.record.clone() };
    let ended = EndedHand { id: third.id, people: Some(vec![ann.id, bob.id]), shown: vec![] };
    let at_once = writing(Columns::State, write(over, Author::Clock, vec![]));
    let at_once = Commit { hand_started: deal.hand_started, hand_ended: Some(ended), ..at_once };
    done(store, finish.clone()).await;
    done(store, at_once.clone()).await;
    assert_eq!(read(second.id).await.last_version, Some(finish.change.version));
    assert_eq!(read(third.id).await.last_version, Some(at_once.change.version));
}
