//! Dou Dizhu in duplicate rounds and as a knock-out: to the payout, over restarts, and what may be known when.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use std::time::Duration;

use cardroom::service::ports::tables::LobbyFilter;
use cardroom::service::room::caller::Caller;
use cardroom::service::room::error::RoomError;
use cardroom::service::room::streams::inbox::WatchList;
use cardroom::service::room::tournaments::commands::TournamentAction;
use cardroom::service::table::command::Command;
use cardroom::service::table::refused::Refused;
use cardroom::store::database::Database;
use cardroom::store::schema::Migrate;
use cardroom::store::sqlite::Sqlite;
use cardroom::store::sqlite::open::OnLoss;
use cardroom_api::id::{HandId, PlayerId, TableId, TournamentId};
use cardroom_api::table::hand::HandHistory;
use cardroom_api::table::message::Message;
use cardroom_api::tournament::options::TournamentOptions;
use cardroom_api::tournament::rounds::DuplicateResults;
use cardroom_api::tournament::view::{TournamentEntryView, TournamentPhase, TournamentView};
use cardroom_rules::games::any::AnyView;
use cardroom_rules::games::game::Chips;
use serde_json::{Value, json};

use super::{Seen, act, announced, happened, run_slowly_until, run_until, seen};
use crate::postgres;
use crate::room::{GRANT, TestRoom, caller};

/// An event for this many, with these terms.
pub(super) fn doudizhu(entrants: u32, terms: &Value) -> TournamentOptions {
    let options = json!({
        "name": "Tonight", "game": {"doudizhu": terms}, "max_entrants": entrants, "prize": 100,
        "fill_with_bots": {"level": "novice", "after_seconds": 5}, "bot_pace": "none",
    });
    serde_json::from_value(options).unwrap()
}

fn two_rounds() -> Value {
    json!({"format": {"type": "duplicate", "rounds": 2}, "deals": 2, "computers": "novice"})
}

/// Announces an event, and these people enter it.
pub(super) async fn entered(
    room: &TestRoom,
    people: &[PlayerId],
    options: TournamentOptions,
) -> TournamentId {
    let id = announced(room, people[0], options).await;
    for &player in people {
        act(room, id, player, TournamentAction::Register).await.unwrap();
    }
    id
}

/// Everybody who sits anywhere is played for from now on.
pub(super) async fn all_away(room: &TestRoom, view: &Seen, people: &[PlayerId]) {
    for entry in view.entries.iter().filter(|entry| people.contains(&entry.player)) {
        if let Some(table) = entry.table {
            // A player who is away already stays so.
            drop(room.card_room.command(table, entry.player, Command::Away, None).await);
        }
    }
}

/// What an event leaves behind: the tables of each round, in the order of their numbers.
struct Played {
    ended: Seen,
    rounds: BTreeMap<u32, BTreeSet<TableId>>,
}

/// Plays an event to its end.
async fn played(room: &TestRoom, id: TournamentId, people: &[PlayerId]) -> Played {
    let mut rounds: BTreeMap<u32, BTreeSet<TableId>> = BTreeMap::new();
    loop {
        let known = *rounds.keys().last().unwrap_or(&0);
        let view = run_until(room, id, |view| {
            view.phase != TournamentPhase::Registering
                && (view.phase == TournamentPhase::Finished || view.rounds.as_ref().unwrap().number > known)
        })
        .await;
        if view.phase == TournamentPhase::Finished {
            return Played { ended: view, rounds };
        }
        all_away(room, &view, people).await;
        let tables = view.tables.iter().map(|table| table.table).collect();
        rounds.insert(view.rounds.as_ref().unwrap().number, tables);
    }
}

/// The hands of a table that were not void by mistake, in their order.
async fn hands(room: &TestRoom, table: TableId) -> Vec<HandHistory> {
    let nobody = Caller::default();
    let mut ids: Vec<(u64, HandId)> = Vec::new();
    for hand in room.card_room.hands(table, &nobody, None, 100).await.unwrap().hands {
        ids.push((hand.number, hand.id));
    }
    ids.sort_unstable_by_key(|(number, _)| *number);
    let mut hands = Vec::new();
    for (_, id) in ids {
        hands.push(room.card_room.hand(id, &nobody, None).await.unwrap());
    }
    hands
}

/// The score of each seat, and whether it has won as landlord.
fn scores(hand: &HandHistory) -> [(i64, bool); 3] {
    let AnyView::Doudizhu(view) = &hand.state else { panic!("another game") };
    let mut scores = [(0, false); 3];
    if let (Some(scored), Some(landlord)) = (&view.score, view.landlord) {
        for payment in &scored.payments {
            let paid = i64::try_from(payment.price).unwrap() * if scored.landlord_won { 1 } else { -1 };
            scores[usize::from(landlord.0)].0 += paid;
            scores[usize::from(payment.peasant.0)].0 -= paid;
        }
        scores[usize::from(landlord.0)].1 = scored.landlord_won;
    }
    scores
}

/// The results of each player, counted from the hands of these rounds.
async fn counted(room: &TestRoom, rounds: &[&BTreeSet<TableId>]) -> BTreeMap<PlayerId, DuplicateResults> {
    let mut results: BTreeMap<PlayerId, DuplicateResults> = BTreeMap::new();
    for tables in rounds {
        let mut all = Vec::new();
        for &table in *tables {
            all.push(hands(room, table).await);
        }
        for deal in 0..all[0].len() {
            let at: Vec<&HandHistory> = all.iter().map(|hands| &hands[deal]).collect();
            assert!(at.iter().all(|hand| hand.root == at[0].root), "all tables play the same deal");
            let AnyView::Doudizhu(first) = &at[0].state else { panic!("another game") };
            for hand in &at {
                let AnyView::Doudizhu(view) = &hand.state else { panic!("another game") };
                assert_eq!(view.first, first.first, "the same seat bids first");
            }
            for seat in 0..3 {
                for hand in &at {
                    let (own, won) = scores(hand)[seat];
                    let others = at.iter().filter(|other| other.table != hand.table);
                    let points = others.map(|other| match scores(other)[seat].0 {
                        other if other < own => 2,
                        other if other == own => 1,
                        _ => 0,
                    });
                    let result = results.entry(hand.players[seat].player).or_default();
                    result.matchpoints += points.sum::<u32>();
                    result.score += own;
                    result.landlord_wins += u32::from(won);
                }
            }
        }
    }
    results
}

/// Nothing is known of a table to these callers, unless its round ends meanwhile.
async fn assert_hidden(room: &TestRoom, table: TableId, hand: HandId, callers: &[Caller]) {
    let room = &room.card_room;
    let mut told = Vec::new();
    let mut check = |what: &'static str, refused: Option<RoomError>| {
        if !matches!(refused, Some(RoomError::Refused(Refused::DealsInPlay))) {
            told.push(what);
        }
    };
    for caller in callers {
        check("the table", room.table(table, caller).await.err());
        check("its versions", room.versions(table, caller).await.err());
        check("a poll", room.events(table, caller, None, 100, Duration::ZERO).await.err());
        check("its log", room.events(table, caller, Some(0), 100, Duration::ZERO).await.err());
        check("a stream", room.follow(table, caller.clone(), Some(0)).await.err());
        check("its hands", room.hands(table, caller, None, 100).await.err());
        check("a hand", room.hand(hand, caller, None).await.err());
        check("its file", room.hand_file(hand, caller).await.err());
        let Some(player) = caller.player else { continue };
        let watched = WatchList { tables: vec![table], ..WatchList::default() };
        check("a watched table", room.inbox(player, None, watched.clone(), None).await.err());
        let polled = room.messages(player, None, watched, None, Duration::ZERO).await;
        check("a polled table", polled.err());
        assert!(room.advice(table, player).await.is_err());
        let own = room.my_hands(player, None, None, 100).await.unwrap();
        assert!(own.hands.iter().all(|own| own.table != table));
    }
    if !told.is_empty() {
        let now = room.table(table, &Caller::default()).await;
        assert!(now.is_ok_and(|now| now.closed_at.is_some()), "{told:?} of an open table");
    }
}

/// Four people and two computers play an evening; the places, the matchpoints and the prizes are exact.
#[tokio::test(flavor = "multi_thread")]
async fn an_evening_of_duplicate_rounds_is_played_to_the_prizes() {
    let room = TestRoom::open().await;
    let mut people = Vec::new();
    for name in ["Ann", "Bob", "Cid", "Dan"] {
        people.push(room.player(name).await);
    }
    let id = entered(&room, &people, doudizhu(6, &two_rounds())).await;
    assert_eq!(room.chips(people[1]).await, GRANT - 100);
    let Played { ended, rounds } = played(&room, id, &people).await;
    assert_eq!(rounds.values().map(BTreeSet::len).collect::<Vec<_>>(), [2, 2]);
    let results = counted(&room, &rounds.values().collect::<Vec<_>>()).await;
    assert_eq!(ended.entries.len(), 6);
    for entry in &ended.entries {
        let own = DuplicateResults { stage: 1, ..results[&entry.player] };
        assert_eq!(entry.duplicate.unwrap(), own);
    }
    let key = |own: &DuplicateResults| (own.matchpoints, own.score, own.landlord_wins);
    for entry in &ended.entries {
        let better = results.values().filter(|other| key(other) > key(&entry.duplicate.unwrap())).count();
        assert_eq!(entry.place, Some(u32::try_from(better + 1).unwrap()));
    }
    assert_eq!((ended.pool, &ended.prizes), (600, &vec![390, 210]));
    let paid: Chips = ended.entries.iter().map(|entry| entry.prize).sum();
    assert_eq!(paid, 600);
    for entry in ended.entries.iter().filter(|entry| people.contains(&entry.player)) {
        assert_eq!(room.chips(entry.player).await, GRANT - 100 + entry.prize);
    }
    let audit = room.card_room.audit().await.unwrap();
    assert!(audit.holds() && audit.tournaments == 0, "{audit:?}");
    assert!(ended.tables.is_empty());
}

/// Until all tables have finished a round, only those who sit at a table know anything of it.
#[tokio::test(flavor = "multi_thread")]
async fn nothing_of_a_deal_leaves_its_table_before_all_have_finished_it() {
    let room = TestRoom::open().await;
    let mut people = Vec::new();
    for name in ["Ann", "Bob", "Cid", "Dan"] {
        people.push(room.player(name).await);
    }
    let host = room.player("Host").await;
    let id = announced(&room, host, doudizhu(6, &two_rounds())).await;
    for &player in &people {
        act(&room, id, player, TournamentAction::Register).await.unwrap();
    }
    let started = run_until(&room, id, |view| view.phase == TournamentPhase::Playing).await;
    let mut known: BTreeMap<TableId, HandId> = BTreeMap::new();
    let mut checked = 0;
    all_away(&room, &started, &people).await;
    loop {
        let view = seen(&room, id).await;
        if view.rounds.as_ref().unwrap().number > 1 {
            break;
        }
        for own in &started.tables {
            let sits = |entry: &&TournamentEntryView| {
                entry.table == Some(own.table) && people.contains(&entry.player)
            };
            let own_people: Vec<_> = started.entries.iter().filter(sits).map(|entry| entry.player).collect();
            let Some(&insider) = own_people.first() else { panic!("a person sits at each table") };
            let inside = room.card_room.table(own.table, &caller(insider)).await;
            let Ok(inside) = inside else { continue };
            if inside.closed_at.is_some() {
                continue;
            }
            if let Some(hand) = inside.hand.as_ref().map(|hand| hand.id).or(inside.last_hand) {
                known.insert(own.table, hand);
                let others = people.iter().filter(|other| !own_people.contains(other));
                let mut callers: Vec<Caller> = others.map(|&other| caller(other)).collect();
                callers.extend([Caller::default(), caller(host)]);
                assert_hidden(&room, own.table, hand, &callers).await;
                checked += 1;
            }
        }
        // Only results of rounds that have ended are told.
        let blank = DuplicateResults { stage: 1, ..DuplicateResults::default() };
        assert!(view.entries.iter().all(|entry| entry.duplicate == Some(blank) && entry.chips == 0));
        let own = own_message(&room, people[0]).await;
        assert!(own.rounds.unwrap().number > 1 || own.you.unwrap().duplicate == Some(blank));
        assert!(room.card_room.lobby(lobby()).await.unwrap().tables.is_empty());
        for _ in 0..20 {
            room.clock.think();
            tokio::time::sleep(Duration::from_micros(200)).await;
        }
    }
    assert!(checked > 4 && known.len() == 2, "{checked}");
    // Now everybody may look.
    for (&table, &hand) in &known {
        let nobody = Caller::default();
        assert!(room.card_room.table(table, &nobody).await.unwrap().closed_at.is_some());
        assert!(room.card_room.hand(hand, &nobody, None).await.unwrap().over);
        assert_eq!(room.card_room.hands(table, &nobody, None, 100).await.unwrap().hands.len(), 2);
        let log = room.card_room.events(table, &nobody, Some(0), 100, Duration::ZERO).await.unwrap();
        assert!(!log.changes.is_empty());
    }
    let statistics = room.card_room.statistics(people[0], people[0], None).await.unwrap();
    assert!(statistics.figures.is_empty(), "hands of events are not in the figures of tables");
}

/// The tournament in a player's own stream.
async fn own_message(room: &TestRoom, player: PlayerId) -> TournamentView {
    let nothing = WatchList::default();
    let polled = room.card_room.messages(player, None, nothing, None, Duration::ZERO).await.unwrap();
    let own = polled.messages.into_iter().find_map(|message| match message {
        Message::Tournament(message) => Some(message.tournament),
        _ => None,
    });
    own.expect("they play in it")
}

fn lobby() -> LobbyFilter {
    LobbyFilter { limit: 10, ..LobbyFilter::default() }
}

/// Stages halve the field; the last one is one table, which everybody may watch.
#[tokio::test(flavor = "multi_thread")]
async fn a_knock_out_is_played_to_the_last_table() {
    let room = TestRoom::open().await;
    let ann = room.player("Ann").await;
    let terms = json!({"format": {"type": "knock_out"}, "deals": 1, "computers": "novice"});
    let id = entered(&room, &[ann], doudizhu(12, &terms)).await;
    let last = run_until(&room, id, |view| view.rounds.as_ref().is_some_and(|rounds| rounds.number == 3));
    let started = run_until(&room, id, |view| view.phase == TournamentPhase::Playing).await;
    all_away(&room, &started, &[ann]).await;
    let last = last.await;
    assert_eq!((last.tables.len(), last.left), (1, 3));
    let table = room.card_room.table(last.tables[0].table, &Caller::default()).await.unwrap();
    assert_eq!(table.chairs.len(), 3);
    let Played { ended, .. } = played(&room, id, &[ann]).await;
    let happened = happened(&room, id).await;
    let times = |kind: &str| happened.get(kind).copied().unwrap_or(0);
    assert_eq!((times("entered"), times("started"), times("duplicate_round")), (12, 1, 3));
    assert_eq!((times("round_ended"), times("ranked"), times("finished")), (3, 1, 1));
    let stages: Vec<u32> = ended.entries.iter().map(|entry| entry.duplicate.unwrap().stage).collect();
    assert_eq!(stages, [3, 3, 3, 2, 2, 2, 1, 1, 1, 1, 1, 1]);
    let places: Vec<u32> = ended.entries.iter().map(|entry| entry.place.unwrap()).collect();
    assert!(places.is_sorted() && places[0] == 1 && places[3] == 4 && places[6] == 7, "{places:?}");
    let paid: Chips = ended.entries.iter().map(|entry| entry.prize).sum();
    assert_eq!((paid, ended.pool), (1_200, 1_200));
    let audit = room.card_room.audit().await.unwrap();
    assert!(audit.holds() && audit.tournaments == 0, "{audit:?}");
}

/// Seven entries need nine seats: two computer players fill up, and are in no list. The server is started again in each round.
#[tokio::test(flavor = "multi_thread")]
async fn an_evening_goes_on_after_restarts() {
    let store = Arc::new(Sqlite::open("sqlite::memory:").await.unwrap());
    let mut room = TestRoom::over(store).await;
    let ann = room.player("Ann").await;
    let id = entered(&room, &[ann], doudizhu(7, &two_rounds())).await;
    room.restart().await;
    for round in 1..=2 {
        let view = run_until(&room, id, |view| {
            view.phase == TournamentPhase::Playing && view.rounds.as_ref().unwrap().number == round
        })
        .await;
        assert_eq!((view.tables.len(), view.entries.len()), (3, 7));
        all_away(&room, &view, &[ann]).await;
        room.restart().await;
        let again = seen(&room, id).await;
        assert!(again.version >= view.version && again.rounds.as_ref().unwrap().number == round);
    }
    let Played { ended, .. } = played(&room, id, &[ann]).await;
    let paid: Chips = ended.entries.iter().map(|entry| entry.prize).sum();
    assert_eq!((ended.entries.len(), paid), (7, 700));
    let audit = room.card_room.audit().await.unwrap();
    assert!(audit.holds() && audit.tournaments == 0, "{audit:?}");
}

/// A deal that the operator voids is passed out: the round ends all the same.
#[tokio::test(flavor = "multi_thread")]
async fn a_voided_deal_is_passed_out() {
    let room = TestRoom::open().await;
    let ann = room.player("Ann").await;
    let terms = json!({"format": {"type": "duplicate", "rounds": 1}, "deals": 1, "computers": "novice"});
    let id = entered(&room, &[ann], doudizhu(6, &terms)).await;
    let started = run_until(&room, id, |view| view.phase == TournamentPhase::Playing).await;
    let own = started.entries.iter().find(|entry| entry.player == ann).unwrap().table.unwrap();
    for _ in 0..2_000 {
        if room.card_room.table(own, &caller(ann)).await.unwrap().hand.is_some() {
            break;
        }
        room.clock.think();
        tokio::time::sleep(Duration::from_micros(200)).await;
    }
    room.card_room.void_hand(own).await.unwrap();
    let ended = run_until(&room, id, |view| view.phase == TournamentPhase::Finished).await;
    let own = ended.entries.iter().find(|entry| entry.player == ann).unwrap();
    assert_eq!(own.duplicate.unwrap().score, 0);
}

#[tokio::test(flavor = "multi_thread")]
async fn what_an_event_of_dou_dizhu_has_not_is_refused() {
    let room = TestRoom::open().await;
    let ann = room.player("Ann").await;
    let bad = |options| async {
        let refused = room.card_room.announce_tournament(ann, options, None).await.unwrap_err();
        let RoomError::Refused(Refused::BadOption(bad)) = refused else { panic!("{refused}") };
        bad.option
    };
    assert_eq!(bad(doudizhu(5, &two_rounds())).await, "max_entrants");
    assert_eq!(bad(doudizhu(6, &json!({"deals": 0}))).await, "deals");
    assert_eq!(bad(doudizhu(6, &json!({"deals": 61}))).await, "deals");
    assert_eq!(bad(doudizhu(6, &json!({"round_minutes": 1_441}))).await, "round_minutes");
    let many = json!({"format": {"type": "duplicate", "rounds": 21}});
    assert_eq!(bad(doudizhu(6, &many)).await, "format.rounds");
    let id = entered(&room, &[ann], doudizhu(6, &two_rounds())).await;
    let joins = TournamentAction::Join("ABCDEFGH".to_owned());
    for action in [TournamentAction::Rebuy, TournamentAction::AddOn, joins] {
        let refused = act(&room, id, room.player("Bob").await, action).await.unwrap_err();
        assert!(matches!(refused, RoomError::Refused(Refused::ByDirector(_))), "{refused}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn an_evening_ends_on_postgres() {
    let Some((server, name)) = postgres::database().await else { return };
    let opened = Database::open(&server.url(&name), OnLoss::Refuse, Migrate::AtStart).await.unwrap();
    let room = TestRoom::over(opened.store()).await;
    let ann = room.player("Ann").await;
    let terms = json!({"format": {"type": "duplicate", "rounds": 2}, "deals": 1, "computers": "novice"});
    let id = entered(&room, &[ann], doudizhu(7, &terms)).await;
    let is_over = |view: &Seen| view.phase == TournamentPhase::Finished;
    let ended = run_slowly_until(Duration::from_millis(20), &room, id, is_over).await;
    let paid: Chips = ended.entries.iter().map(|entry| entry.prize).sum();
    assert_eq!(paid, 700);
    let audit = room.card_room.audit().await.unwrap();
    assert!(audit.holds() && audit.tournaments == 0, "{audit:?}");
    room.card_room.drain().await;
}
