//! Tournaments in memory, on several servers and over faults: nothing stands still, and nothing stays for ever.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;

use cardroom::service::people::session_cache::{Invalidate, SessionCache};
use cardroom::service::ports::clock::Clock;
use cardroom::service::ports::tournaments::TournamentFilter;
use cardroom::service::room::caller::Caller;
use cardroom::service::room::card_room::CardRoom;
use cardroom::service::room::error::RoomError;
use cardroom::service::room::limits::RoomLimits;
use cardroom::service::room::tournaments::MOST_IDLE_TOURNAMENTS;
use cardroom::service::room::tournaments::commands::{FARTHEST_START, TournamentAction};
use cardroom::service::table::command::Command;
use cardroom::service::table::refused::Refused;
use cardroom::service::table::stored::change::Author;
use cardroom::service::tournaments::live::{LONGEST_SIT_AND_GO, LiveTournament};
use cardroom::service::tournaments::stored::{TournamentBody, TournamentChange};
use cardroom::store::sqlite::Sqlite;
use cardroom_api::id::{PlayerId, TableId, TournamentId};
use cardroom_api::table::message::{EndReason, Message};
use cardroom_api::table::options::Access;
use cardroom_api::table::view::TableView;
use cardroom_api::tournament::options::TournamentOptions;
use cardroom_api::tournament::view::TournamentPhase;
use cardroom_rules::games::holdem::action::Action;
use cardroom_rules::tournament::director::event::DirectorEvent;
use jiff::SignedDuration;

use super::{act, announced, assert_paid, options, run_until, seen};
use crate::room::{GRANT, TestRoom, act as plays, caller};
use crate::watched::Watched;

async fn watched() -> (Arc<Watched>, TestRoom) {
    let store = Watched::new(Arc::new(Sqlite::open("sqlite::memory:").await.unwrap()));
    (Arc::clone(&store), TestRoom::over(store).await)
}

/// Lets the clock run until the table looks so.
pub(super) async fn table_until(
    room: &TestRoom,
    table: TableId,
    player: PlayerId,
    looks_so: impl Fn(&TableView) -> bool,
) -> TableView {
    for _ in 0..20_000 {
        let view = room.view(table, player).await;
        if looks_so(&view) {
            return view;
        }
        room.clock.think();
        tokio::time::sleep(Duration::from_micros(200)).await;
    }
    panic!("the table never looks so: {:?}", room.view(table, player).await);
}

pub(super) fn is_on_the_clock(view: &TableView) -> bool {
    let own = view.you.as_ref().and_then(|you| you.seat);
    let hand = view.hand.as_ref();
    hand.is_some_and(|hand| {
        hand.decisions.iter().any(|decision| Some(decision.seat) == own && decision.clock.is_some())
    })
}

#[tokio::test(flavor = "multi_thread")]
async fn the_names_of_a_page_are_read_at_once() {
    let (store, room) = watched().await;
    let people = [room.player("Ann").await, room.player("Bob").await, room.player("Cid").await];
    let [ann, bob, _] = people;
    let (first, second) =
        (announced(&room, ann, options(6, 6)).await, announced(&room, bob, options(6, 6)).await);
    for player in people {
        act(&room, first, player, TournamentAction::Register).await.unwrap();
    }
    let forget = || {
        for player in people {
            room.session_cache.invalidate(Invalidate::Looks(player));
        }
        store.calls();
    };
    let reads = || store.calls().get("looks").copied().unwrap_or(0);
    forget();
    let page = room.card_room.tournament_entries(first, &Caller::default(), 0, 100).await.unwrap();
    let names: Vec<_> = page.entries.iter().map(|entry| entry.name.as_str()).collect();
    assert_eq!((names, reads()), (vec!["Ann", "Bob", "Cid"], 1));
    forget();
    let all = TournamentFilter { public: true, limit: 10, ..TournamentFilter::default() };
    let page = room.card_room.tournaments(all, None).await.unwrap();
    let hosts: BTreeMap<_, _> = page.tournaments.iter().map(|it| (it.id, it.host.name.as_str())).collect();
    assert_eq!((hosts, reads()), (BTreeMap::from([(first, "Ann"), (second, "Bob")]), 1));
    forget();
    let view = room.card_room.tournament(first, &caller(bob)).await.unwrap();
    assert!(view.host.avatar.is_some());
    assert_eq!((view.host.id, view.host.name.as_str()), (ann, "Ann"));
    assert_eq!((view.you.unwrap().name.as_str(), reads()), ("Bob", 1));
    // Now they are in memory.
    room.card_room.tournament_entries(first, &caller(bob), 0, 2).await.unwrap();
    assert_eq!(reads(), 0);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_table_deals_again_after_its_hand_was_voided() {
    let room = TestRoom::open().await;
    let ann = room.player("Ann").await;
    let id = announced(&room, ann, options(6, 3)).await;
    act(&room, id, ann, TournamentAction::Register).await.unwrap();
    let started = run_until(&room, id, |view| view.phase == TournamentPhase::Playing).await;
    let own = started.entries.iter().find(|entry| entry.player == ann).unwrap().table.unwrap();
    let before = table_until(&room, own, ann, is_on_the_clock).await;
    let number = before.hand.unwrap().number;
    room.card_room.void_hand(own).await.unwrap();
    let voided = seen(&room, id).await;
    let chips: u64 = voided.entries.iter().map(|entry| entry.chips).sum();
    assert_eq!(chips, voided.chips_in_play);
    table_until(&room, own, ann, |view| view.hand.as_ref().is_some_and(|hand| hand.number > number)).await;
    room.card_room.command(own, ann, Command::Away, None).await.unwrap();
    let ended = run_until(&room, id, |view| view.phase == TournamentPhase::Finished).await;
    assert_paid(&room, &ended).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_refusal_leaves_the_tournament_in_memory() {
    let (store, room) = watched().await;
    let ann = room.player("Ann").await;
    let id = announced(&room, ann, TournamentOptions { prize: GRANT + 1, ..options(6, 6) }).await;
    seen(&room, id).await;
    store.calls();
    let refused = act(&room, id, ann, TournamentAction::Register).await.unwrap_err();
    assert!(matches!(refused, RoomError::Refused(Refused::NotEnoughChips)));
    seen(&room, id).await;
    assert!(!store.calls().contains_key("tournament_changes"));
}

/// Another server on the same data, which does not know that it is not alone.
async fn other(room: &TestRoom) -> CardRoom {
    let clock: Arc<dyn Clock> = room.clock.clone();
    let (cache, limits) = (SessionCache::of(&*room.store), RoomLimits::default());
    CardRoom::start(Arc::clone(&room.store), clock, room.dealer.clone(), cache, limits).await.unwrap()
}

/// The change that ends a hand comes after another change of the tournament: it is made again, and only once.
#[tokio::test(flavor = "multi_thread")]
async fn the_end_of_a_hand_that_was_fenced_is_written_once() {
    let room = TestRoom::open().await;
    let (host, ann) = (room.player("Host").await, room.player("Ann").await);
    let id = announced(&room, host, options(2, 2)).await;
    act(&room, id, ann, TournamentAction::Register).await.unwrap();
    let started = run_until(&room, id, |view| view.phase == TournamentPhase::Playing).await;
    let table = started.tables[0].table;
    let view = table_until(&room, table, ann, is_on_the_clock).await;
    let other = other(&room).await;
    other.in_tournament(id, host, TournamentAction::Pause, None, None).await.unwrap();
    let folds = plays(view.version, Action::Fold {});
    // The other server has given the decision the time back for which it believes that none ran.
    let version = room.store.table(table).await.unwrap().unwrap().version;
    for _ in 0..2 {
        let done = room.keyed_anyway(table, ann, folds.clone(), "once").await.unwrap();
        assert_eq!(done.change.version, version + 1);
    }
    // Once the winner has not shown the cards, the hand ends, and this room learns of the pause.
    run_until(&room, id, |view| view.paused).await;
    let changes = room.store.tournament_changes(id, 0, 100).await.unwrap();
    let ends = changes.iter().flat_map(|change| &change.body.events);
    assert_eq!(ends.filter(|event| matches!(event, DirectorEvent::HandEnded { .. })).count(), 1);
    other.drain().await;
}

/// The row of a tournament may be read before a change of its code, and its log behind it.
#[tokio::test(flavor = "multi_thread")]
async fn a_replaced_invite_code_never_comes_back() {
    let room = TestRoom::open().await;
    let ann = room.player("Ann").await;
    let terms = TournamentOptions { access: Access::Invite, ..options(6, 6) };
    let id = announced(&room, ann, terms).await;
    let row = room.store.tournament(id).await.unwrap().unwrap();
    let replaced = act(&room, id, ann, TournamentAction::ReplaceInvite).await.unwrap();
    assert_ne!(row.invite_code, replaced.invite_code);
    let log = room.store.tournament_changes(id, 0, 9).await.unwrap();
    let live = LiveTournament::load(row.clone(), &log).unwrap();
    assert_eq!((live.record.invite_code, live.record.version), (replaced.invite_code, replaced.version));
    let next = TournamentChange {
        tournament: id,
        version: 2,
        at: row.created_at,
        author: Author::Admin,
        body: TournamentBody::default(),
    };
    let mut live = LiveTournament::load(row.clone(), &log[..1]).unwrap();
    live.follow(&[next]).unwrap();
    assert_eq!(live.record.invite_code, row.invite_code);
}

#[tokio::test(flavor = "multi_thread")]
async fn ended_tournaments_leave_memory() {
    let (store, room) = watched().await;
    let ann = room.player("Ann").await;
    let mut ended: Vec<TournamentId> = Vec::new();
    for _ in 0..=MOST_IDLE_TOURNAMENTS {
        let id = announced(&room, ann, options(6, 6)).await;
        act(&room, id, ann, TournamentAction::Cancel).await.unwrap();
        ended.push(id);
    }
    // Their clocks end.
    tokio::time::sleep(Duration::from_millis(300)).await;
    ended.push(announced(&room, ann, options(6, 6)).await);
    store.calls();
    room.card_room.tournament(*ended.last().unwrap(), &Caller::default()).await.unwrap();
    assert!(!store.calls().contains_key("tournament_changes"), "the last one is in memory");
    room.card_room.tournament(ended[0], &Caller::default()).await.unwrap();
    assert!(store.calls().contains_key("tournament_changes"), "the first one is not");
}

#[tokio::test(flavor = "multi_thread")]
async fn the_stream_of_a_tournament_ends_with_it() {
    let room = TestRoom::open().await;
    let ann = room.player("Ann").await;
    let id = announced(&room, ann, options(6, 6)).await;
    let mut stream = room.card_room.follow_tournament(id, &caller(ann), None).await.unwrap();
    assert!(matches!(stream.next().await, Some(Message::Tournament(_))));
    act(&room, id, ann, TournamentAction::Cancel).await.unwrap();
    let Some(Message::Tournament(last)) = stream.next().await else { panic!("the last version comes") };
    assert_eq!(last.tournament.phase, TournamentPhase::Cancelled);
    assert_eq!(stream.next().await, Some(Message::end(EndReason::TournamentOver)));
    assert_eq!(stream.next().await, None);
    let known = Some(last.tournament.version);
    let mut again = room.card_room.follow_tournament(id, &caller(ann), known).await.unwrap();
    assert_eq!(again.next().await, Some(Message::end(EndReason::TournamentOver)));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_sit_and_go_that_nobody_fills_expires() {
    let room = TestRoom::open().await;
    let ann = room.player("Ann").await;
    let terms = TournamentOptions { fill_with_bots: None, ..options(6, 6) };
    let id = announced(&room, ann, terms).await;
    act(&room, id, ann, TournamentAction::Register).await.unwrap();
    room.clock.advance_by(LONGEST_SIT_AND_GO - SignedDuration::from_secs(60));
    tokio::time::sleep(Duration::from_millis(50)).await;
    assert_eq!(seen(&room, id).await.phase, TournamentPhase::Registering);
    room.clock.advance(61);
    let over = run_until(&room, id, |view| view.phase == TournamentPhase::Cancelled).await;
    assert_eq!(over.cancelled_because, None, "the operator has not cancelled it");
    assert_eq!(room.chips(ann).await, GRANT);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_tournament_starts_within_ninety_days() {
    let room = TestRoom::open().await;
    let ann = room.player("Ann").await;
    let at = |ahead: SignedDuration| TournamentOptions {
        fill_with_bots: None,
        starts_at: Some(room.clock.now() + ahead),
        ..options(6, 6)
    };
    announced(&room, ann, at(FARTHEST_START)).await;
    let too_far = at(FARTHEST_START + SignedDuration::from_secs(1));
    let refused = room.card_room.announce_tournament(ann, too_far, None).await.unwrap_err();
    assert!(matches!(refused, RoomError::Refused(Refused::BadOption(bad)) if bad.option == "starts_at"));
}

/// The time that was played is saved in the row every five seconds; the log does not grow by it, and a restart goes on from there.
#[tokio::test(flavor = "multi_thread")]
async fn the_clock_is_saved_without_a_change() {
    let store = Arc::new(Sqlite::open("sqlite::memory:").await.unwrap());
    let mut room = TestRoom::over(store).await;
    let ann = room.player("Ann").await;
    let terms = serde_json::json!({"structure": [
        {"type": "level", "small_blind": 10, "big_blind": 20, "length": {"seconds": 3_600}},
        {"type": "level", "small_blind": 20, "big_blind": 40, "length": {"seconds": 3_600}},
    ]});
    let terms = TournamentOptions { decision_seconds: 600, ..super::holdem(3, 3, &terms) };
    let id = announced(&room, ann, terms).await;
    act(&room, id, ann, TournamentAction::Register).await.unwrap();
    let started = run_until(&room, id, |view| view.phase == TournamentPhase::Playing).await;
    table_until(&room, started.tables[0].table, ann, is_on_the_clock).await;
    let before = seen(&room, id).await;
    for _ in 0..12 {
        room.clock.advance(5);
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    assert_eq!(seen(&room, id).await.version, before.version);
    room.restart().await;
    room.clock.advance(1);
    let after = run_until(&room, id, |view| view.version > before.version).await;
    let played = |view: &super::Seen| view.level.as_ref().unwrap().played_millis;
    let gone = played(&after) - played(&before);
    assert!((50_000..=65_000).contains(&gone), "{gone}");
}
