//! Tournaments: from the registration to the payout.

mod absentees;
mod bounds;
mod crowd;
mod duplicate;
mod keeping;
mod money;
mod passing;
mod progress;
mod seeds;
mod stops;
mod stored;
mod streams;
mod teams;
mod terms;

use std::collections::BTreeMap;
use std::ops::Deref;
use std::sync::Arc;
use std::time::Duration;

use cardroom::service::people::session_cache::SessionCache;
use cardroom::service::ports::clock::Clock;
use cardroom::service::room::caller::Caller;
use cardroom::service::room::card_room::CardRoom;
use cardroom::service::room::error::RoomError;
use cardroom::service::room::limits::RoomLimits;
use cardroom::service::room::tournaments::commands::TournamentAction;
use cardroom::service::table::command::Command;
use cardroom::service::table::refused::Refused;
use cardroom::store::database::Database;
use cardroom::store::schema::Migrate;
use cardroom::store::sqlite::Sqlite;
use cardroom::store::sqlite::open::OnLoss;
use cardroom_api::id::{PlayerId, TournamentId};
use cardroom_api::table::message::{Message, TableMessage};
use cardroom_api::tournament::options::TournamentOptions;
use cardroom_api::tournament::view::{TournamentEntryView, TournamentPhase, TournamentView};
use cardroom_rules::games::game::Chips;
use serde_json::{Value, json};

use crate::postgres;
use crate::room::{GRANT, TestRoom, caller, judged, sit};

/// A sit & go for this many, at tables of this many, whose blinds double every four hands.
fn options(entrants: u32, seats: u8) -> TournamentOptions {
    holdem(entrants, seats, &json!({}))
}

/// The same with more terms of its own.
fn holdem(entrants: u32, seats: u8, terms: &Value) -> TournamentOptions {
    let level = |big: Chips| json!({"type": "level", "small_blind": big / 2, "big_blind": big, "length": {"hands": 4}});
    let structure: Vec<_> = [20, 40, 80, 160].map(level).into();
    let mut game = json!({"seats": seats, "starting_chips": 200, "structure": structure});
    game.as_object_mut().unwrap().extend(terms.as_object().unwrap().clone());
    let options = json!({
        "name": "Tonight", "game": {"holdem": game}, "max_entrants": entrants, "prize": 100,
        "fill_with_bots": {"level": "novice", "after_seconds": 5}, "bot_pace": "none",
    });
    serde_json::from_value(options).unwrap()
}

/// A tournament, with its entries.
struct Seen {
    view: TournamentView,
    entries: Vec<TournamentEntryView>,
}

impl Deref for Seen {
    type Target = TournamentView;

    fn deref(&self) -> &TournamentView {
        &self.view
    }
}

/// A tournament with its entries, of one version.
async fn seen(room: &TestRoom, id: TournamentId) -> Seen {
    let caller = Caller::default();
    loop {
        let view = room.card_room.tournament(id, &caller).await.unwrap();
        let entries = room.card_room.tournament_entries(id, &caller, 0, 100).await.unwrap().entries;
        if room.card_room.tournament(id, &caller).await.unwrap().version == view.version {
            return Seen { view, entries };
        }
    }
}

async fn act(
    room: &TestRoom,
    id: TournamentId,
    by: PlayerId,
    action: TournamentAction,
) -> Result<TournamentView, RoomError> {
    room.card_room.in_tournament(id, by, action, None, None).await
}

async fn announced(room: &TestRoom, by: PlayerId, options: TournamentOptions) -> TournamentId {
    room.card_room.announce_tournament(by, options, None).await.unwrap().id
}

/// Lets the clock run until the tournament is so far.
async fn run_until(room: &TestRoom, id: TournamentId, is_so_far: impl Fn(&Seen) -> bool) -> Seen {
    run_slowly_until(Duration::from_micros(200), room, id, is_so_far).await
}

/// The same, with this pause before the clock goes on.
async fn run_slowly_until(
    pause: Duration,
    room: &TestRoom,
    id: TournamentId,
    is_so_far: impl Fn(&Seen) -> bool,
) -> Seen {
    for _ in 0..20_000 {
        let view = seen(room, id).await;
        assert_conserved(&view);
        if is_so_far(&view) {
            return view;
        }
        room.clock.think();
        tokio::time::sleep(pause).await;
    }
    panic!("it does not get so far: {:#?}", seen(room, id).await.view);
}

/// The kinds of what has happened in a tournament, with how often each did.
async fn happened(room: &TestRoom, id: TournamentId) -> BTreeMap<String, usize> {
    let history = room.card_room.tournament_history(id, &Caller::default(), 0, 500).await.unwrap();
    let mut kinds = BTreeMap::new();
    for happening in history.changes.iter().flat_map(|change| &change.happened) {
        let kind = serde_json::to_value(happening).unwrap()["type"].as_str().unwrap().to_owned();
        *kinds.entry(kind).or_default() += 1;
    }
    kinds
}

/// All tournament chips that were bought are at the tables, and nobody sits twice.
fn assert_conserved(view: &Seen) {
    if view.phase != TournamentPhase::Playing {
        return;
    }
    let chips: Chips = view.entries.iter().map(|entry| entry.chips).sum();
    assert_eq!(chips, view.chips_in_play);
    let mut seats: Vec<_> =
        view.entries.iter().filter_map(|entry| Some((entry.table?, entry.seat?))).collect();
    let seated = seats.len();
    seats.sort_unstable_by_key(|&(table, seat)| (table, seat.0));
    seats.dedup();
    assert_eq!(seats.len(), seated, "each seat is one player's");
}

/// Everything is paid out, and every place is taken once.
async fn assert_paid(room: &TestRoom, view: &Seen) {
    assert_paid_with(room, view, 0).await;
}

/// The same with these bounties besides.
async fn assert_paid_with(room: &TestRoom, view: &Seen, bounties: Chips) {
    assert_eq!(view.phase, TournamentPhase::Finished);
    let paid: Chips = view.entries.iter().map(|entry| entry.prize).sum();
    assert_eq!((paid, view.pool), (view.pool + bounties, view.prizes.iter().sum::<Chips>()));
    assert!(view.entries.iter().all(|entry| entry.place.is_some()));
    let audit = room.card_room.audit().await.unwrap();
    assert!(audit.holds() && audit.tournaments == 0, "{audit:?}");
    assert!(view.tables.is_empty());
}

#[tokio::test(flavor = "multi_thread")]
async fn one_person_and_five_computers_play_a_sit_and_go_to_the_prize() {
    let room = TestRoom::open().await;
    let ann = room.player("Ann").await;
    let id = announced(&room, ann, options(6, 6)).await;
    let view = act(&room, id, ann, TournamentAction::Register).await.unwrap();
    assert_eq!((view.entered, room.chips(ann).await), (1, GRANT - 100));
    let started = run_until(&room, id, |view| view.phase == TournamentPhase::Playing).await;
    assert_eq!((started.entered, started.tables.len(), started.chips_in_play), (6, 1, 1_200));
    let table = started.tables[0].table;
    // Who sits there is the director's decision.
    let bob = room.player("Bob").await;
    let asked =
        [(bob, sit(None, 400)), (ann, Command::StandUp), (ann, Command::Close), (ann, Command::Pause)];
    for (by, command) in asked {
        let refused = judged(room.card_room.command(table, by, command, None).await).unwrap_err();
        assert!(matches!(refused, Refused::OfTournament { tournament } if tournament == id), "{refused}");
    }
    room.card_room.command(table, ann, Command::Away, None).await.unwrap();
    let ended = run_until(&room, id, |view| view.phase == TournamentPhase::Finished).await;
    assert_paid(&room, &ended).await;
    let own = ended.entries.iter().find(|entry| entry.player == ann).unwrap();
    assert_eq!(room.chips(ann).await, GRANT - 100 + own.prize);
    assert!(room.card_room.table(table, &caller(ann)).await.unwrap().closed_at.is_some());
}

#[tokio::test(flavor = "multi_thread")]
async fn several_tables_break_to_one() {
    let room = TestRoom::open().await;
    let ann = room.player("Ann").await;
    let id = announced(&room, ann, options(7, 3)).await;
    act(&room, id, ann, TournamentAction::Register).await.unwrap();
    let started = run_until(&room, id, |view| view.phase == TournamentPhase::Playing).await;
    let sizes: Vec<u32> = started.tables.iter().map(|table| table.players).collect();
    assert_eq!(sizes, [3, 2, 2]);
    let ended = run_until(&room, id, |view| view.phase == TournamentPhase::Finished).await;
    assert_paid(&room, &ended).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_tournament_goes_on_after_restarts() {
    let store = Arc::new(Sqlite::open("sqlite::memory:").await.unwrap());
    let mut room = TestRoom::over(store).await;
    let ann = room.player("Ann").await;
    let id = announced(&room, ann, options(5, 3)).await;
    act(&room, id, ann, TournamentAction::Register).await.unwrap();
    room.restart().await;
    let mut left = 5;
    loop {
        let view = run_until(&room, id, |view| {
            view.phase == TournamentPhase::Finished
                || view.phase == TournamentPhase::Playing && view.left < left
        })
        .await;
        if view.phase == TournamentPhase::Finished {
            return assert_paid(&room, &view).await;
        }
        left = view.left;
        room.restart().await;
        let again = seen(&room, id).await;
        assert!(again.version >= view.version && again.left <= left);
    }
}

/// A player who is moved is still away, keeps the time bank, and learns where to act.
#[tokio::test(flavor = "multi_thread")]
async fn a_moved_player_keeps_what_is_theirs() {
    let room = TestRoom::open().await;
    let ann = room.player("Ann").await;
    let id = announced(&room, ann, options(7, 3)).await;
    act(&room, id, ann, TournamentAction::Register).await.unwrap();
    let started = run_until(&room, id, |view| view.phase == TournamentPhase::Playing).await;
    let own = |view: &Seen| view.entries.iter().find(|entry| entry.player == ann).unwrap().clone();
    let first = own(&started).table.unwrap();
    room.card_room.command(first, ann, Command::Away, None).await.unwrap();
    let moved = run_until(&room, id, |view| own(view).table != Some(first)).await;
    let Some(second) = own(&moved).table else { return };
    let refused = judged(room.card_room.command(first, ann, Command::Away, None).await).unwrap_err();
    assert!(matches!(refused, Refused::SeatedElsewhere { table } if table == second), "{refused}");
    let table = room.card_room.table(second, &caller(ann)).await.unwrap();
    let chair = table.chairs.iter().find(|chair| chair.player == ann).unwrap();
    assert!(chair.away, "{chair:?}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_sit_and_go_ends_on_postgres() {
    let Some((server, name)) = postgres::database().await else { return };
    let opened = Database::open(&server.url(&name), OnLoss::Refuse, Migrate::AtStart).await.unwrap();
    let room = TestRoom::over(opened.store()).await;
    let ann = room.player("Ann").await;
    let id = announced(&room, ann, holdem(5, 3, &json!({"bounty": 10}))).await;
    act(&room, id, ann, TournamentAction::Register).await.unwrap();
    let is_over = |view: &Seen| view.phase == TournamentPhase::Finished;
    let ended = run_slowly_until(Duration::from_millis(20), &room, id, is_over).await;
    assert_paid_with(&room, &ended, 5 * 10).await;
    room.card_room.drain().await;
}

/// The host pauses: no table deals, and no level ends; then all goes on.
#[tokio::test(flavor = "multi_thread")]
async fn a_paused_tournament_stands_still() {
    let room = TestRoom::open().await;
    let (ann, bob) = (room.player("Ann").await, room.player("Bob").await);
    let id = announced(&room, ann, options(4, 4)).await;
    act(&room, id, bob, TournamentAction::Register).await.unwrap();
    let started = run_until(&room, id, |view| view.phase == TournamentPhase::Playing).await;
    let refused = act(&room, id, bob, TournamentAction::Pause).await.unwrap_err();
    assert!(matches!(refused, RoomError::Refused(Refused::NotAnnouncer)));
    assert!(act(&room, id, ann, TournamentAction::Pause).await.unwrap().paused);
    let table = started.tables[0].table;
    room.card_room.command(table, bob, Command::Away, None).await.unwrap();
    for _ in 0..400 {
        room.clock.think();
        tokio::time::sleep(Duration::from_micros(500)).await;
    }
    let paused = room.card_room.table(table, &caller(bob)).await.unwrap();
    assert!(paused.hand.is_none());
    room.clock.advance(1_500);
    tokio::time::sleep(Duration::from_millis(50)).await;
    assert_eq!(room.card_room.table(table, &caller(bob)).await.unwrap().version, paused.version);
    act(&room, id, ann, TournamentAction::Resume).await.unwrap();
    let ended = run_until(&room, id, |view| view.phase == TournamentPhase::Finished).await;
    assert_paid(&room, &ended).await;
}

/// Whether the levels have risen in a table's view.
fn has_risen(message: &TableMessage) -> bool {
    let table = message.table.as_ref().map(|table| serde_json::to_value(table).unwrap());
    table.is_some_and(|table| table["tournament"]["progress"]["level"]["number"].as_u64() > Some(1))
}

/// Two servers on one database: one keeps the time, both judge commands.
#[tokio::test(flavor = "multi_thread")]
async fn a_sit_and_go_ends_on_two_servers() {
    let Some((server, name)) = postgres::database().await else { return };
    let url = server.url(&name);
    let opened = Database::open(&url, OnLoss::Refuse, Migrate::AtStart).await.unwrap();
    let room = TestRoom::over(opened.store()).await;
    let opened = Database::open(&url, OnLoss::Refuse, Migrate::AtStart).await.unwrap();
    let clock: Arc<dyn Clock> = room.clock.clone();
    let store = opened.store();
    let (cache, limits) = (SessionCache::of(&*store), RoomLimits::default());
    let other = CardRoom::start(store, clock, room.dealer.clone(), cache, limits).await;
    let other = other.unwrap();
    let (ann, bob) = (room.player("Ann").await, room.player("Bob").await);
    let id = announced(&room, ann, options(5, 3)).await;
    act(&room, id, ann, TournamentAction::Register).await.unwrap();
    other.in_tournament(id, bob, TournamentAction::Register, None, None).await.unwrap();
    assert_eq!(seen(&room, id).await.entered, 2);
    let pause = Duration::from_millis(30);
    let started = run_slowly_until(pause, &room, id, |view| view.phase == TournamentPhase::Playing).await;
    // The server that does not keep the time shows it as well, and tells its followers.
    let table = started.tables[0].table;
    let shown = other.table(table, &caller(bob)).await.unwrap().tournament.unwrap();
    let progress = shown.progress.unwrap();
    let level = progress.level.unwrap();
    assert_eq!((shown.id, progress.entered, level.number), (id, 5, 1));
    assert!(progress.your_place.is_some() && level.left_hands.is_some());
    let mut following = other.follow(table, Caller::default(), None).await.unwrap();
    let rises = async {
        loop {
            match following.next().await.unwrap() {
                Message::Progress(message) if message.progress.level.unwrap().number > 1 => break,
                Message::Table(message) if has_risen(&message) => break,
                Message::End(end) => panic!("{end:?}"),
                _ => {}
            }
        }
    };
    tokio::select! {
        () = rises => {}
        _ = run_slowly_until(pause, &room, id, |view| view.phase == TournamentPhase::Finished) => {
            panic!("a table's follower learns nothing of the levels")
        }
    }
    // The other server goes on alone.
    room.card_room.drain().await;
    let room = TestRoom { card_room: other, ..room };
    let ended = run_slowly_until(pause, &room, id, |view| view.phase == TournamentPhase::Finished).await;
    assert_paid(&room, &ended).await;
    room.card_room.drain().await;
}
