//! Changes of tournaments: written with the changes of their tables, whole or not at all.

use std::sync::Arc;

use cardroom::service::people::deletion::Deletion;
use cardroom::service::ports::commits::{Batch, Committed};
use cardroom::service::ports::deletion::Deleted;
use cardroom::service::ports::shared::{Lease, ServerId};
use cardroom::service::ports::store::Store;
use cardroom::service::ports::tournaments::{MOST_LOOKED_AT, TournamentFilter};
use cardroom::service::table::stored::change::Author;
use cardroom::service::table::stored::commit::{Commit, MostBots};
use cardroom::service::table::stored::ledger::Account;
use cardroom::service::tournaments::stored::options::StoredTournamentOptions;
use cardroom::service::tournaments::stored::{
    CommitGroup, DoneTournamentRequest, NewComputers, StoredNumbers, StoredPhase, TournamentBody,
    TournamentChange, TournamentCommit, TournamentRecord, TournamentResult,
};
use cardroom_api::id::{MovementId, PlayerId, TournamentId};
use cardroom_api::player::ledger::Reason;
use cardroom_rules::games::any::GameKind;
use cardroom_rules::games::game::Chips;
use serde_json::{Value, json};
use uuid::Uuid;

use crate::records::{GRANT, RecordMaker, done, next, options, time, write};

pub async fn chapter(store: &dyn Store) {
    let mut maker = RecordMaker::starting_at(90_000_000);
    a_tournament_is_written_with_its_tables(store, &mut maker).await;
    Box::pin(nothing_of_a_refused_group_is_written(store, &mut maker)).await;
    two_tournaments_are_one_change(store, &mut maker).await;
    results_are_counted(store, &mut maker).await;
    a_player_who_may_be_paid_is_not_deleted(store, &mut maker).await;
    the_house_puts_aside_what_it_has(store, &mut maker).await;
    computers_who_fill_a_tournament_up_are_counted(store, &mut maker).await;
    one_server_keeps_the_time(store, &mut maker).await;
    tournaments_are_found(store, &mut maker).await;
}

fn record(host: PlayerId, number: u128) -> TournamentRecord {
    let sent = json!({"name": "Tonight", "game": {"holdem": {}}, "max_entrants": 9, "prize": 100});
    let options = StoredTournamentOptions::announced(serde_json::from_value(sent).unwrap(), true).unwrap();
    TournamentRecord {
        id: TournamentId(Uuid::from_u128(number)),
        host,
        options: Arc::new(options),
        invite_code: Some("K7".to_owned()),
        lots: [7; 32],
        phase: StoredPhase::Registering,
        version: 1,
        created_at: time(2),
        ended_at: None,
        due_at: None,
        saved_at: None,
        numbers: StoredNumbers::default(),
    }
}

/// A change that leads to this record.
fn commit(record: TournamentRecord) -> TournamentCommit {
    let change = TournamentChange {
        tournament: record.id,
        version: record.version,
        at: time(3),
        author: Author::Player(record.host),
        body: TournamentBody { invite_code: Some("K7".to_owned()), ..TournamentBody::default() },
    };
    TournamentCommit {
        was: Some(record.version - 1).filter(|&was| was > 0),
        record,
        change,
        most_announced: None,
        most_entered: None,
        filled: None,
        request: None,
        registered: vec![],
        unregistered: vec![],
        won_from_bots: vec![],
        movements: vec![],
        results: vec![],
        rated: None,
    }
}

fn later(record: &TournamentRecord) -> TournamentRecord {
    TournamentRecord { version: record.version + 1, ..record.clone() }
}

/// The same, by which a player enters.
fn entering(
    maker: &mut RecordMaker,
    player: PlayerId,
    price: Chips,
    commit: TournamentCommit,
) -> TournamentCommit {
    let account = Account::Tournament(commit.record.id);
    let entry =
        maker.movement(Account::Wallet(player), account, price, Reason::TournamentEntry, Some(player));
    TournamentCommit { registered: vec![player], movements: vec![entry], ..commit }
}

fn group(tournament: TournamentCommit, tables: Vec<Commit>) -> CommitGroup {
    CommitGroup { tournament, target: None, tables: tables.into_iter().map(Box::new).collect() }
}

fn batch(alone: Vec<Commit>, groups: Vec<CommitGroup>) -> Batch {
    let mut batch = Batch::of(alone.into_iter().map(Box::new));
    for group in groups {
        batch.push_group(group);
    }
    batch
}

async fn written(store: &dyn Store, groups: Vec<CommitGroup>) -> Vec<Committed> {
    store.commit(Arc::new(batch(vec![], groups))).await.unwrap()
}

async fn chips(store: &dyn Store, player: PlayerId) -> Chips {
    store.player(player).await.unwrap().unwrap().chips
}

async fn a_tournament_is_written_with_its_tables(store: &dyn Store, maker: &mut RecordMaker) {
    let ann = maker.guest(store).await;
    let announced = record(ann.id, 7_001);
    let id = announced.id;
    assert!(store.tournament(id).await.unwrap().is_none());
    let request = DoneTournamentRequest {
        player: ann.id,
        key: "enter".to_owned(),
        digest: [9; 32],
        tournament: id,
        version: 1,
        at: time(4),
    };
    let first = entering(maker, ann.id, 100, commit(announced.clone()));
    let first = TournamentCommit { request: Some(request.clone()), ..first };
    let opened = maker.open(ann.id, options(100));
    assert_eq!(written(store, vec![group(first.clone(), vec![opened.clone()])]).await, [Committed::Done]);
    assert!(store.tournament(id).await.unwrap() == Some(announced.clone()));
    assert_eq!(store.tournament_changes(id, 0, 9).await.unwrap(), std::slice::from_ref(&first.change));
    assert_eq!(store.table(opened.table.record.id).await.unwrap(), Some(opened.table.record.clone()));
    assert_eq!(store.registered(ann.id).await.unwrap(), [id]);
    assert_eq!(store.done_tournament_request(ann.id, "enter").await.unwrap(), Some(request));
    assert_eq!(chips(store, ann.id).await, GRANT - 100);
    let last = store.ledger(ann.id, None, 1).await.unwrap();
    assert_eq!(last.first().map(|movement| movement.amount), Some(100));

    let over = TournamentRecord {
        phase: StoredPhase::Cancelled,
        ended_at: Some(time(9)),
        invite_code: Some("K8".to_owned()),
        ..later(&announced)
    };
    let account = Account::Tournament(id);
    let refund =
        maker.movement(account, Account::Wallet(ann.id), 100, Reason::TournamentRefund, Some(ann.id));
    let ended = commit(over.clone());
    let ended = TournamentCommit { unregistered: vec![ann.id], movements: vec![refund], ..ended };
    let open = |name: &str| TournamentFilter {
        open: true,
        host: Some(ann.id),
        name: Some(name.to_owned()),
        limit: 9,
        ..TournamentFilter::default()
    };
    assert!(store.tournaments(&open("tonight")).await.unwrap().tournaments == [announced]);
    assert!(store.tournaments(&open("tomorrow")).await.unwrap().tournaments.is_empty());
    let public = TournamentFilter { public: true, ..open("tonight") };
    assert!(store.tournaments(&public).await.unwrap().tournaments.is_empty());
    assert_eq!(written(store, vec![group(ended.clone(), vec![])]).await, [Committed::Done]);
    assert!(store.tournaments(&open("tonight")).await.unwrap().tournaments.is_empty());
    let phase = Some(StoredPhase::Cancelled);
    let cancelled = TournamentFilter { open: false, phase, ..open("TONIGHT") };
    assert!(store.tournaments(&cancelled).await.unwrap().tournaments == [over]);
    assert_eq!(store.registered(ann.id).await.unwrap(), []);
    assert_eq!(store.tournament_changes(id, 1, 9).await.unwrap(), [ended.change]);
    assert_eq!(chips(store, ann.id).await, GRANT);
}

#[allow(clippy::too_many_lines, reason = "one refusal after the other")]
async fn nothing_of_a_refused_group_is_written(store: &dyn Store, maker: &mut RecordMaker) {
    let ann = maker.guest(store).await;
    let bob = maker.guest(store).await;
    let announced = record(ann.id, 7_002);
    let first = TournamentCommit { most_announced: Some(2), ..commit(announced.clone()) };
    assert_eq!(written(store, vec![group(first.clone(), vec![])]).await, [Committed::Done]);
    let table = done(store, maker.open(ann.id, options(100))).await;
    let other = done(store, maker.open(ann.id, options(100))).await;
    let moved = || write(next(&table), Author::Clock, vec![]);
    let next_change = entering(maker, ann.id, 100, commit(later(&announced)));
    let key = |commit: TournamentCommit| TournamentCommit {
        request: Some(DoneTournamentRequest {
            player: bob.id,
            key: "used".to_owned(),
            digest: [1; 32],
            tournament: commit.record.id,
            version: commit.record.version,
            at: time(5),
        }),
        ..commit
    };
    let of_bob = key(commit(record(bob.id, 7_003)));
    assert_eq!(written(store, vec![group(of_bob, vec![])]).await, [Committed::Done]);

    let stale = commit(announced.clone());
    let fenced_table = write(next(&next(&other)), Author::Clock, vec![]);
    let short = entering(maker, bob.id, GRANT + 1, commit(later(&announced)));
    let third = TournamentCommit { most_announced: Some(1), ..commit(record(ann.id, 7_004)) };
    let refused = [
        (group(stale, vec![moved()]), Committed::Fenced),
        (group(commit(later(&later(&announced))), vec![moved()]), Committed::Fenced),
        (group(next_change.clone(), vec![moved(), fenced_table]), Committed::Fenced),
        (group(short, vec![moved()]), Committed::Short),
        (group(key(next_change.clone()), vec![moved()]), Committed::KeyUsed),
        (group(third, vec![moved()]), Committed::TooManyTournaments { most: 1 }),
    ];
    for (nth, (group, verdict)) in refused.into_iter().enumerate() {
        // One that is alone in the batch is written, also if the batch is written singly.
        let alone = maker.open(bob.id, options(100));
        let mixed = batch(vec![alone.clone()], vec![group.clone()]);
        let verdicts = if nth % 2 == 0 {
            store.commit(Arc::new(mixed)).await.unwrap()
        } else {
            let mut verdicts = Vec::new();
            for single in mixed.singles() {
                verdicts.extend(store.commit(Arc::new(single)).await.unwrap());
            }
            verdicts
        };
        assert_eq!(verdicts, [Committed::Done, verdict]);
        assert!(store.table(alone.table.record.id).await.unwrap().is_some());
        assert!(store.tournament(announced.id).await.unwrap() == Some(announced.clone()));
        assert_eq!(
            store.tournament_changes(announced.id, 0, 9).await.unwrap(),
            std::slice::from_ref(&first.change)
        );
        assert_eq!(store.table(table.id).await.unwrap(), Some(table.clone()));
        assert_eq!(store.table(other.id).await.unwrap(), Some(other.clone()));
        assert_eq!(store.registered(ann.id).await.unwrap(), []);
        assert_eq!([chips(store, ann.id).await, chips(store, bob.id).await], [GRANT, GRANT]);
    }
    assert!(store.tournament(TournamentId(Uuid::from_u128(7_004))).await.unwrap().is_none());
    // What a refused group would have moved does not count for those behind it.
    let dear = entering(maker, ann.id, GRANT, commit(later(&announced)));
    let refused = write(next(&next(&next(&other))), Author::Clock, vec![]);
    let groups =
        vec![group(dear, vec![refused]), group(commit(later(&record(bob.id, 7_003))), vec![moved()])];
    assert_eq!(written(store, groups).await, [Committed::Fenced, Committed::Done]);
    assert_eq!(written(store, vec![group(next_change, vec![])]).await, [Committed::Done]);
    assert_eq!(chips(store, ann.id).await, GRANT - 100);
}

async fn two_tournaments_are_one_change(store: &dyn Store, maker: &mut RecordMaker) {
    let ann = maker.guest(store).await;
    let (satellite, target) = (record(ann.id, 7_010), record(ann.id, 7_009));
    for announced in [&satellite, &target] {
        assert_eq!(written(store, vec![group(commit(announced.clone()), vec![])]).await, [Committed::Done]);
    }
    let pair = |target: TournamentRecord| CommitGroup {
        tournament: commit(later(&satellite)),
        target: Some(commit(target)),
        tables: vec![],
    };
    let stale = pair(later(&later(&target)));
    assert_eq!(written(store, vec![stale]).await, [Committed::Fenced]);
    assert!(store.tournament(satellite.id).await.unwrap() == Some(satellite.clone()));
    assert_eq!(written(store, vec![pair(later(&target))]).await, [Committed::Done]);
    for before in [satellite, target] {
        assert!(store.tournament(before.id).await.unwrap() == Some(later(&before)));
        assert_eq!(store.tournament_changes(before.id, 0, 9).await.unwrap().len(), 2);
    }
}

async fn a_player_who_may_be_paid_is_not_deleted(store: &dyn Store, maker: &mut RecordMaker) {
    let ann = maker.guest(store).await;
    let announced = record(ann.id, 7_030);
    let enters = entering(maker, ann.id, 100, commit(announced.clone()));
    assert_eq!(written(store, vec![group(enters, vec![])]).await, [Committed::Done]);
    let movement = MovementId(Uuid::from_u128(7_030));
    let deletion = Deletion { player: ann.id, password_hash: None, at: time(5), movement };
    assert_eq!(store.delete_player(&deletion).await.unwrap(), Deleted::Seated);
    assert_eq!(chips(store, ann.id).await, GRANT - 100);
    let account = Account::Tournament(announced.id);
    let refund =
        maker.movement(account, Account::Wallet(ann.id), 100, Reason::TournamentRefund, Some(ann.id));
    let leaves = commit(later(&announced));
    let leaves = TournamentCommit { unregistered: vec![ann.id], movements: vec![refund], ..leaves };
    assert_eq!(written(store, vec![group(leaves, vec![])]).await, [Committed::Done]);
    assert!(matches!(store.delete_player(&deletion).await.unwrap(), Deleted::Done { .. }));
}

/// Two guarantees of one batch, and one of a later batch: together they are more than the house has.
async fn the_house_puts_aside_what_it_has(store: &dyn Store, maker: &mut RecordMaker) {
    let ann = maker.guest(store).await;
    let first = commit(record(ann.id, 7_040));
    let fee = maker.movement(Account::Wallet(ann.id), Account::House, 100, Reason::TournamentFee, None);
    let first = TournamentCommit { movements: vec![fee], ..first };
    assert_eq!(written(store, vec![group(first, vec![])]).await, [Committed::Done]);
    let house = Chips::try_from(store.audit().await.unwrap().house).unwrap();
    assert!(house >= 100);
    let mut guaranteed = |number: u128, amount: Chips| {
        let announced = record(ann.id, number);
        let account = Account::Tournament(announced.id);
        let aside = maker.movement(Account::House, account, amount, Reason::TournamentGuarantee, None);
        group(TournamentCommit { movements: vec![aside], ..commit(announced) }, vec![])
    };
    let both = vec![guaranteed(7_041, house), guaranteed(7_042, 1)];
    assert_eq!(written(store, both).await, [Committed::Done, Committed::HouseShort]);
    assert_eq!(written(store, vec![guaranteed(7_043, 1)]).await, [Committed::HouseShort]);
    assert_eq!(store.audit().await.unwrap().house, 0);
}

async fn computers_who_fill_a_tournament_up_are_counted(store: &dyn Store, maker: &mut RecordMaker) {
    let ann = maker.guest(store).await;
    let filled = |number: u128, of_server: u64, of_host: u64| {
        let filled = Some(NewComputers { count: 5, most: MostBots { of_server, of_host } });
        group(TournamentCommit { filled, ..commit(record(ann.id, number)) }, vec![])
    };
    let groups = vec![filled(7_050, 4, 5), filled(7_051, 10_000, 4), filled(7_052, 10_000, 5)];
    let expected =
        [Committed::TooManyBots { most: 4 }, Committed::TooManyBotsOfHost { most: 4 }, Committed::Done];
    assert_eq!(written(store, groups).await, expected);
}

fn announced_with(host: PlayerId, number: u128, terms: &Value) -> TournamentRecord {
    let mut sent = json!({"name": "Listed", "game": {"holdem": {}}, "max_entrants": 9, "prize": 100});
    sent.as_object_mut().unwrap().extend(terms.as_object().unwrap().clone());
    let options = StoredTournamentOptions::announced(serde_json::from_value(sent).unwrap(), true).unwrap();
    let numbers = StoredNumbers { entered: 3, left: 2, ..StoredNumbers::default() };
    TournamentRecord { options: Arc::new(options), invite_code: None, numbers, ..record(host, number) }
}

async fn tournaments_are_found(store: &dyn Store, maker: &mut RecordMaker) {
    let (ann, bob) = (maker.guest(store).await, maker.guest(store).await);
    let of = [
        (7_061, json!({})),
        (7_062, json!({"prize": 0, "starts_at": "2030-01-02T00:00:00Z"})),
        (7_063, json!({"starts_at": "2030-01-01T00:00:00Z"})),
        (7_064, json!({"game": {"doudizhu": {}}})),
    ];
    let all: Vec<TournamentRecord> =
        of.iter().map(|(number, terms)| announced_with(ann.id, *number, terms)).collect();
    let groups = all.iter().map(|announced| group(commit(announced.clone()), vec![])).collect();
    assert_eq!(written(store, groups).await, [Committed::Done; 4]);
    let enters = entering(maker, bob.id, 100, commit(later(&all[3])));
    assert_eq!(written(store, vec![group(enters, vec![])]).await, [Committed::Done]);
    let any = || TournamentFilter { open: true, host: Some(ann.id), limit: 9, ..TournamentFilter::default() };
    for (filter, expected) in [
        (any(), vec![7_064, 7_063, 7_062, 7_061]),
        (TournamentFilter { open: false, ..any() }, vec![7_064, 7_063, 7_062, 7_061]),
        (TournamentFilter { free: Some(true), ..any() }, vec![7_062]),
        (TournamentFilter { free: Some(false), ..any() }, vec![7_064, 7_063, 7_061]),
        (TournamentFilter { game: Some(GameKind::Doudizhu), ..any() }, vec![7_064]),
        (TournamentFilter { name: Some("LIST".to_owned()), ..any() }, vec![7_064, 7_063, 7_062, 7_061]),
        (TournamentFilter { by_start: true, ..any() }, vec![7_063, 7_062]),
        (TournamentFilter { mine: Some(bob.id), ..any() }, vec![7_064]),
        (TournamentFilter { mine: Some(ann.id), after: Some(all[2].id), ..any() }, vec![7_062, 7_061]),
        (TournamentFilter { by_start: true, after: Some(all[2].id), ..any() }, vec![7_062]),
    ] {
        let found = store.tournaments(&filter).await.unwrap();
        let numbers: Vec<u128> = found.tournaments.iter().map(|each| each.id.0.as_u128()).collect();
        assert_eq!((numbers, found.next), (expected, None), "{filter:?}");
        assert!(found.tournaments.iter().all(|each| (each.numbers.entered, each.numbers.left) == (3, 2)));
    }
    let page = store.tournaments(&TournamentFilter { limit: 2, ..any() }).await.unwrap();
    assert_eq!((page.tournaments.len(), page.next), (2, Some(all[2].id)));

    // Behind a thousand others there is one more page, also if nothing of the first one is asked for.
    let many: Vec<_> = (0..u128::from(MOST_LOOKED_AT))
        .map(|nth| group(commit(announced_with(bob.id, 8_000 + nth, &json!({}))), vec![]))
        .collect();
    assert!(written(store, many).await.iter().all(|verdict| *verdict == Committed::Done));
    for (by_start, after) in [(false, None), (true, None)] {
        let found = store.tournaments(&TournamentFilter { by_start, after, ..any() }).await.unwrap();
        assert_eq!(found.next.is_some(), !by_start);
        assert_eq!(found.tournaments.len(), if by_start { 2 } else { 0 });
    }
    let next = store.tournaments(&any()).await.unwrap().next;
    let found = store.tournaments(&TournamentFilter { after: next, ..any() }).await.unwrap();
    assert_eq!(found.tournaments.len(), 4);
}

async fn results_are_counted(store: &dyn Store, maker: &mut RecordMaker) {
    let ann = maker.guest(store).await;
    assert_eq!(store.tournament_figures(ann.id, None).await.unwrap(), []);
    for (number, place, won) in [(7_020, 1, 300), (7_021, 2, 50), (7_022, 3, 0)] {
        let results = vec![TournamentResult { player: ann.id, place, paid: 100, won }];
        let over = TournamentCommit { results, ..commit(record(ann.id, number)) };
        assert_eq!(written(store, vec![group(over, vec![])]).await, [Committed::Done]);
    }
    let figures = store.tournament_figures(ann.id, Some(GameKind::Holdem)).await.unwrap();
    let expected =
        json!([{"game": "holdem", "played": 3, "won": 1, "in_the_money": 2, "paid": 300, "received": 350}]);
    assert_eq!(serde_json::to_value(figures).unwrap(), expected);
    assert_eq!(store.tournament_figures(ann.id, Some(GameKind::Shengji)).await.unwrap(), []);
}

async fn one_server_keeps_the_time(store: &dyn Store, maker: &mut RecordMaker) {
    let ann = maker.guest(store).await;
    let announced = TournamentRecord { due_at: Some(time(50)), ..record(ann.id, 7_130) };
    let id = announced.id;
    assert_eq!(written(store, vec![group(commit(announced.clone()), vec![])]).await, [Committed::Done]);
    store.save_clocks(&[id], time(60)).await.unwrap();
    let saved = TournamentRecord { saved_at: Some(time(60)), ..announced };
    assert!(store.tournament(id).await.unwrap() == Some(saved.clone()));
    if let Some(shared) = store.shared() {
        let lease = |server, now| {
            let server = ServerId(Uuid::from_u128(server));
            Lease { server, now: time(now), until: time(now + 4) }
        };
        let takes = async |server, now| shared.take_overdue_tournaments(lease(server, now), 9).await.unwrap();
        let keeps = async |server, now| shared.keep_tournaments(&[id], lease(server, now)).await.unwrap();
        let lets_go = async |server| {
            shared.let_go_of_tournaments(&[id], ServerId(Uuid::from_u128(server))).await.unwrap();
        };
        assert_eq!(takes(1, 49).await, [], "it is not due");
        assert_eq!((takes(1, 50).await, takes(2, 51).await), (vec![id], vec![]));
        assert_eq!((keeps(1, 52).await, keeps(2, 52).await), (vec![id], vec![]));
        assert_eq!((takes(2, 55).await, takes(2, 56).await), (vec![], vec![id]));
        assert_eq!(keeps(1, 57).await, []);
        lets_go(1).await;
        assert_eq!(takes(3, 57).await, []);
        lets_go(2).await;
        assert_eq!(takes(3, 57).await, [id]);
        assert_eq!(shared.tournament_versions(&[id]).await.unwrap(), [(id, 1)]);
        assert_eq!(shared.ended_tournaments(&[id]).await.unwrap(), []);
    }
    let over = TournamentRecord { phase: StoredPhase::Cancelled, ended_at: Some(time(70)), ..later(&saved) };
    assert_eq!(written(store, vec![group(commit(over.clone()), vec![])]).await, [Committed::Done]);
    store.save_clocks(&[id], time(80)).await.unwrap();
    assert!(store.tournament(id).await.unwrap() == Some(over), "the time of one that has ended stands still");
    if let Some(shared) = store.shared() {
        assert_eq!(shared.ended_tournaments(&[id]).await.unwrap(), [id]);
        let late = Lease { server: ServerId(Uuid::nil()), now: time(90), until: time(94) };
        assert_eq!(shared.take_overdue_tournaments(late, 9).await.unwrap(), []);
    }
}
