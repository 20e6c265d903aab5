//! Tournaments: from the registration to the payout.

use std::sync::Arc;
use std::time::Duration;

use cardroom::service::ports::clock::Clock;
use cardroom::service::room::error::RoomError;
use cardroom::service::table::command::Command;
use cardroom::service::table::refused::Refused;
use cardroom::store::sqlite::Sqlite;
use cardroom_api::id::{PlayerId, TournamentId};
use cardroom_api::table::bots::{BotPace, FillWithBots};
use cardroom_api::tournament::options::TournamentOptions;
use cardroom_api::tournament::view::{TournamentPhase, TournamentView};
use cardroom_rules::games::game::Chips;
use cardroom_rules::games::level::Level;
use cardroom_rules::tournament::director::refusal::TournamentRefusal;
use serde_json::json;

use crate::room::{GRANT, TestRoom, caller, judged, sit};

/// A sit & go for this many, at tables of this many, whose blinds double every four hands.
fn options(entrants: u32, seats: u8) -> TournamentOptions {
    let level = |big: Chips| json!({"type": "level", "small_blind": big / 2, "big_blind": big, "length": {"hands": 4}});
    let structure: Vec<_> = [20, 40, 80, 160].map(level).into();
    let options = json!({
        "name": "Tonight", "max_entrants": entrants, "seats": seats, "prize": 100, "starting_chips": 200,
        "structure": structure, "bot_pace": "none",
    });
    let fill_with_bots = Some(FillWithBots { level: Level::Novice, after_seconds: 5 });
    TournamentOptions { fill_with_bots, bot_pace: BotPace::None, ..serde_json::from_value(options).unwrap() }
}

async fn announced(room: &TestRoom, by: PlayerId, options: TournamentOptions) -> TournamentId {
    room.card_room.announce_tournament(by, options).await.unwrap().id
}

/// Lets the clock run until the tournament is so far.
async fn run_until(
    room: &TestRoom,
    id: TournamentId,
    is_so_far: impl Fn(&TournamentView) -> bool,
) -> TournamentView {
    for _ in 0..20_000 {
        let view = room.card_room.tournament(id).await.unwrap();
        assert_conserved(&view);
        if is_so_far(&view) {
            return view;
        }
        room.clock.think();
        tokio::time::sleep(Duration::from_micros(200)).await;
    }
    panic!("it does not get so far: {:#?}", room.card_room.tournament(id).await.unwrap());
}

/// All tournament chips that were bought are at the tables, and nobody sits twice.
fn assert_conserved(view: &TournamentView) {
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
async fn assert_paid(room: &TestRoom, view: &TournamentView) {
    assert_eq!(view.phase, TournamentPhase::Finished);
    let paid: Chips = view.entries.iter().map(|entry| entry.prize).sum();
    assert_eq!((paid, paid), (view.pool, view.prizes.iter().sum::<Chips>()));
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
    let view = room.card_room.register(id, ann).await.unwrap();
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
    room.card_room.register(id, ann).await.unwrap();
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
    room.card_room.register(id, ann).await.unwrap();
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
        let again = room.card_room.tournament(id).await.unwrap();
        assert!(again.version >= view.version && again.left <= left);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn entries_are_taken_back_and_given_back() {
    let room = TestRoom::open().await;
    let (ann, bob) = (room.player("Ann").await, room.player("Bob").await);
    let id = announced(&room, ann, TournamentOptions { fill_with_bots: None, ..options(6, 6) }).await;
    room.card_room.register(id, ann).await.unwrap();
    let again = room.card_room.register(id, ann).await.unwrap_err();
    let is_registered = |error| {
        matches!(error, RoomError::Refused(Refused::ByDirector(TournamentRefusal::AlreadyRegistered {})))
    };
    assert!(is_registered(again));
    room.card_room.register(id, bob).await.unwrap();
    room.card_room.unregister(id, ann).await.unwrap();
    assert_eq!([room.chips(ann).await, room.chips(bob).await], [GRANT, GRANT - 100]);
    let refused = room.card_room.cancel_tournament(id, bob).await.unwrap_err();
    assert!(matches!(refused, RoomError::Refused(Refused::NotAnnouncer)));
    let cancelled = room.card_room.cancel_tournament(id, ann).await.unwrap();
    assert_eq!((cancelled.phase, room.chips(bob).await), (TournamentPhase::Cancelled, GRANT));
    let audit = room.card_room.audit().await.unwrap();
    assert!(audit.holds() && audit.tournaments == 0, "{audit:?}");
    assert!(room.store.registered(bob).await.unwrap().is_empty());
    let late = room.card_room.register(id, bob).await.unwrap_err();
    assert!(matches!(late, RoomError::Refused(Refused::ByDirector(TournamentRefusal::TournamentOver {}))));
    assert!(room.clock.now() > jiff::Timestamp::UNIX_EPOCH);
}

#[tokio::test(flavor = "multi_thread")]
async fn an_entry_needs_its_price() {
    let room = TestRoom::open().await;
    let ann = room.player("Ann").await;
    let id = announced(&room, ann, TournamentOptions { prize: GRANT + 1, ..options(6, 6) }).await;
    let refused = room.card_room.register(id, ann).await.unwrap_err();
    assert!(matches!(refused, RoomError::Refused(Refused::NotEnoughChips)));
    assert_eq!(room.card_room.tournament(id).await.unwrap().entered, 0);
}
