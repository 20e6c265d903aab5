//! Tournaments: from the registration to the payout.

use std::ops::Deref;
use std::sync::Arc;
use std::time::Duration;

use cardroom::service::ports::clock::Clock;
use cardroom::service::room::error::RoomError;
use cardroom::service::room::reads::caller::Caller;
use cardroom::service::room::tournaments::commands::{MOST_ANNOUNCED, TournamentAction};
use cardroom::service::room::bots::BotLimits;
use cardroom::service::room::limits::RoomLimits;
use cardroom::service::room::quotas::network::NetworkKey;
use cardroom::service::table::command::{Command, IdempotencyKey};
use cardroom::service::table::refused::Refused;
use cardroom::store::database::Database;
use cardroom::store::schema::Migrate;
use cardroom::store::sqlite::Sqlite;
use cardroom::store::sqlite::open::OnLoss;
use cardroom_api::id::{PlayerId, TournamentId};
use cardroom_api::table::options::Access;
use cardroom_api::tournament::options::TournamentOptions;
use cardroom_api::tournament::view::{TournamentEntryView, TournamentPhase, TournamentView};
use cardroom_rules::games::game::Chips;
use cardroom_rules::tournament::director::refusal::TournamentRefusal;
use cardroom_rules::tournament::prizes::deal::{DealBasis, DealTerms};
use serde_json::{Value, json};

use crate::postgres;
use crate::room::{GRANT, TestRoom, caller, judged, sit};

/// A sit & go for this many, at tables of this many, whose blinds double every four hands.
fn options(entrants: u32, seats: u8) -> TournamentOptions {
    holdem(entrants, seats, json!({}))
}

/// The same with more terms of its own.
fn holdem(entrants: u32, seats: u8, terms: Value) -> TournamentOptions {
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
async fn run_until(
    room: &TestRoom,
    id: TournamentId,
    is_so_far: impl Fn(&Seen) -> bool,
) -> Seen {
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

#[tokio::test(flavor = "multi_thread")]
async fn entries_are_taken_back_and_given_back() {
    let room = TestRoom::open().await;
    let (ann, bob) = (room.player("Ann").await, room.player("Bob").await);
    let id = announced(&room, ann, TournamentOptions { fill_with_bots: None, ..options(6, 6) }).await;
    act(&room, id, ann, TournamentAction::Register).await.unwrap();
    let again = act(&room, id, ann, TournamentAction::Register).await.unwrap_err();
    let is_registered = |error| {
        matches!(error, RoomError::Refused(Refused::ByDirector(TournamentRefusal::AlreadyRegistered {})))
    };
    assert!(is_registered(again));
    act(&room, id, bob, TournamentAction::Register).await.unwrap();
    act(&room, id, ann, TournamentAction::Unregister).await.unwrap();
    assert_eq!([room.chips(ann).await, room.chips(bob).await], [GRANT, GRANT - 100]);
    let refused = act(&room, id, bob, TournamentAction::Cancel).await.unwrap_err();
    assert!(matches!(refused, RoomError::Refused(Refused::NotAnnouncer)));
    let cancelled = act(&room, id, ann, TournamentAction::Cancel).await.unwrap();
    assert_eq!((cancelled.phase, room.chips(bob).await), (TournamentPhase::Cancelled, GRANT));
    let audit = room.card_room.audit().await.unwrap();
    assert!(audit.holds() && audit.tournaments == 0, "{audit:?}");
    assert!(room.store.registered(bob).await.unwrap().is_empty());
    let late = act(&room, id, bob, TournamentAction::Register).await.unwrap_err();
    assert!(matches!(late, RoomError::Refused(Refused::ByDirector(TournamentRefusal::TournamentOver {}))));
    assert!(room.clock.now() > jiff::Timestamp::UNIX_EPOCH);
}

#[tokio::test(flavor = "multi_thread")]
async fn an_entry_needs_its_price() {
    let room = TestRoom::open().await;
    let ann = room.player("Ann").await;
    let id = announced(&room, ann, TournamentOptions { prize: GRANT + 1, ..options(6, 6) }).await;
    let refused = act(&room, id, ann, TournamentAction::Register).await.unwrap_err();
    assert!(matches!(refused, RoomError::Refused(Refused::NotEnoughChips)));
    assert_eq!(seen(&room, id).await.entered, 0);
}

#[tokio::test(flavor = "multi_thread")]
async fn bounties_are_paid_to_the_last_chip() {
    let room = TestRoom::open().await;
    let ann = room.player("Ann").await;
    for bounties in ["fixed", "progressive"] {
        let terms = json!({"bounty": 25, "bounties": bounties});
        let id = announced(&room, ann, holdem(5, 3, terms)).await;
        act(&room, id, ann, TournamentAction::Register).await.unwrap();
        let ended = run_until(&room, id, |view| view.phase == TournamentPhase::Finished).await;
        assert_paid_with(&room, &ended, 5 * 25).await;
    }
}

/// A player who is moved is still away, keeps the time bank, and is told where to act.
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
    let id = announced(&room, ann, holdem(5, 3, json!({"bounty": 10}))).await;
    act(&room, id, ann, TournamentAction::Register).await.unwrap();
    let is_over = |view: &Seen| view.phase == TournamentPhase::Finished;
    let ended = run_slowly_until(Duration::from_millis(20), &room, id, is_over).await;
    assert_paid_with(&room, &ended, 5 * 10).await;
    room.card_room.drain().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn open_tournaments_of_a_player_are_limited() {
    let room = TestRoom::open().await;
    let (ann, bob) = (room.player("Ann").await, room.player("Bob").await);
    let mut first = None;
    for _ in 0..MOST_ANNOUNCED {
        first = Some(announced(&room, ann, options(6, 6)).await);
    }
    let refused = room.card_room.announce_tournament(ann, options(6, 6), None).await.unwrap_err();
    assert!(matches!(refused, RoomError::Refused(Refused::TooManyTournaments { most: MOST_ANNOUNCED })));
    announced(&room, bob, options(6, 6)).await;
    act(&room, first.unwrap(), ann, TournamentAction::Cancel).await.unwrap();
    announced(&room, ann, options(6, 6)).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn open_tournaments_of_an_address_count_as_tables() {
    let mut room = TestRoom::open().await;
    room.restart_within(RoomLimits { tables_of_address: 2, ..RoomLimits::default() }).await;
    let network = NetworkKey { network: 7, site: None };
    let mut first = None;
    for name in ["Ann", "Bob"] {
        let player = room.player(name).await;
        room.card_room.note_network(player, network);
        first = Some((announced(&room, player, options(6, 6)).await, player));
    }
    let cid = room.player("Cid").await;
    room.card_room.note_network(cid, network);
    let refused = room.card_room.announce_tournament(cid, options(6, 6), None).await.unwrap_err();
    assert!(matches!(refused, RoomError::Refused(Refused::TooManyTablesOfAddress { most: 2 })));
    let (id, player) = first.unwrap();
    act(&room, id, player, TournamentAction::Cancel).await.unwrap();
    announced(&room, cid, options(6, 6)).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn entries_of_an_address_are_limited() {
    let mut room = TestRoom::open().await;
    room.restart_within(RoomLimits { chairs_of_address: 1, ..RoomLimits::default() }).await;
    let host = room.player("Host").await;
    let id = announced(&room, host, options(6, 6)).await;
    let (ann, bob) = (room.player("Ann").await, room.player("Bob").await);
    for player in [ann, bob] {
        room.card_room.note_network(player, NetworkKey { network: 7, site: None });
    }
    act(&room, id, ann, TournamentAction::Register).await.unwrap();
    let refused = act(&room, id, bob, TournamentAction::Register).await.unwrap_err();
    assert!(matches!(refused, RoomError::Refused(Refused::TooManyFromAddress { most: 1 })));
    act(&room, id, ann, TournamentAction::Unregister).await.unwrap();
    act(&room, id, bob, TournamentAction::Register).await.unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn computers_that_fill_a_tournament_are_limited() {
    let mut room = TestRoom::open().await;
    let bots = BotLimits { most_of_host: 4, ..BotLimits::default() };
    room.restart_within(RoomLimits { bots, ..RoomLimits::default() }).await;
    let ann = room.player("Ann").await;
    let refused = room.card_room.announce_tournament(ann, options(6, 6), None).await.unwrap_err();
    assert!(matches!(refused, RoomError::Refused(Refused::TooManyBotsOfHost { most: 4 })));
    announced(&room, ann, options(5, 5)).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_private_tournament_needs_its_code() {
    let room = TestRoom::open().await;
    let (ann, bob) = (room.player("Ann").await, room.player("Bob").await);
    let options = TournamentOptions { access: Access::Invite, ..options(6, 6) };
    let announced = room.card_room.announce_tournament(ann, options, None).await.unwrap();
    let (id, code) = (announced.id, announced.invite_code.unwrap());
    let closed = room.card_room.tournament(id, &caller(bob)).await.unwrap_err();
    assert!(matches!(closed, RoomError::Refused(Refused::InviteNeeded)));
    let refused = act(&room, id, bob, TournamentAction::Register).await.unwrap_err();
    assert!(matches!(refused, RoomError::Refused(Refused::InviteNeeded)));
    assert!(room.card_room.tournaments(true, None, 10).await.unwrap().tournaments.is_empty());
    let entered = room.card_room.in_tournament(id, bob, TournamentAction::Register, Some(code), None).await;
    assert_eq!(entered.unwrap().entered, 1);
    assert_eq!(room.card_room.tournament(id, &caller(bob)).await.unwrap().you.unwrap().player, bob);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_request_with_a_key_is_done_once() {
    let room = TestRoom::open().await;
    let ann = room.player("Ann").await;
    let key = || Some("again".parse::<IdempotencyKey>().unwrap());
    let first = room.card_room.announce_tournament(ann, options(6, 6), key()).await.unwrap();
    let again = room.card_room.announce_tournament(ann, options(6, 6), key()).await.unwrap();
    assert_eq!(first.id, again.id);
    let reused = room.card_room.announce_tournament(ann, options(5, 5), key()).await.unwrap_err();
    assert!(matches!(reused, RoomError::Refused(Refused::KeyReused)));
    let key = || Some("enter".parse::<IdempotencyKey>().unwrap());
    for _ in 0..2 {
        let enters = TournamentAction::Register;
        room.card_room.in_tournament(first.id, ann, enters, None, key()).await.unwrap();
    }
    assert_eq!(room.chips(ann).await, GRANT - 100);
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
    for _ in 0..400 {
        room.clock.think();
        tokio::time::sleep(Duration::from_micros(500)).await;
    }
    let paused = room.card_room.table(table, &caller(bob)).await.unwrap();
    assert!(paused.hand.is_none());
    room.clock.advance(3_600);
    tokio::time::sleep(Duration::from_millis(50)).await;
    assert_eq!(room.card_room.table(table, &caller(bob)).await.unwrap().version, paused.version);
    act(&room, id, ann, TournamentAction::Resume).await.unwrap();
    let ended = run_until(&room, id, |view| view.phase == TournamentPhase::Finished).await;
    assert_paid(&room, &ended).await;
}

/// Two people lose all their chips at once or one after another; one rebuys, the computers do not.
#[tokio::test(flavor = "multi_thread")]
async fn players_rebuy_and_add_on() {
    let room = TestRoom::open().await;
    let ann = room.player("Ann").await;
    let terms = json!({
        "rebuy": {"price": 50, "chips": 200, "until_level": 100, "most": 2},
        "add_on": {"price": 30, "chips": 100},
    });
    let id = announced(&room, ann, holdem(3, 3, terms)).await;
    act(&room, id, ann, TournamentAction::Register).await.unwrap();
    let started = run_until(&room, id, |view| view.phase == TournamentPhase::Playing).await;
    let none = act(&room, id, ann, TournamentAction::AddOn).await.unwrap_err();
    assert!(matches!(none, RoomError::Refused(Refused::ByDirector(TournamentRefusal::NoAddOnNow {}))));
    let table = started.tables[0].table;
    room.card_room.command(table, ann, Command::Away, None).await.unwrap();
    let own = |view: &Seen| view.entries.iter().find(|entry| entry.player == ann).unwrap().clone();
    let is_out = |view: &Seen| own(view).deciding || view.phase == TournamentPhase::Finished;
    let busted = run_until(&room, id, is_out).await;
    if busted.phase == TournamentPhase::Finished {
        return assert_paid(&room, &busted).await;
    }
    let bought = act(&room, id, ann, TournamentAction::Rebuy).await.unwrap();
    assert_eq!((bought.pool, bought.you.unwrap().chips), (350, 200));
    assert_eq!(room.chips(ann).await, GRANT - 150);
    let seated = room.card_room.table(table, &caller(ann)).await.unwrap();
    assert_eq!(seated.chairs.iter().find(|chair| chair.player == ann).unwrap().chips, 200);
    let ended = run_until(&room, id, |view| view.phase == TournamentPhase::Finished).await;
    assert_paid(&room, &ended).await;
}

/// Computers accept a deal by the Independent Chip Model; it ends the tournament.
#[tokio::test(flavor = "multi_thread")]
async fn a_deal_ends_a_tournament() {
    let room = TestRoom::open().await;
    let ann = room.player("Ann").await;
    let id = announced(&room, ann, holdem(4, 4, json!({"bounty": 25}))).await;
    act(&room, id, ann, TournamentAction::Register).await.unwrap();
    let money = |view: &Seen| view.left == 2 || view.phase == TournamentPhase::Finished;
    let two = run_until(&room, id, money).await;
    let own = two.entries.iter().find(|entry| entry.player == ann).unwrap();
    if two.phase == TournamentPhase::Playing && own.place.is_none() {
        let terms = DealTerms { basis: DealBasis::Icm, keep: 0 };
        act(&room, id, ann, TournamentAction::ProposeDeal(terms)).await.unwrap();
    }
    let ended = run_until(&room, id, |view| view.phase == TournamentPhase::Finished).await;
    let paid: Chips = ended.entries.iter().map(|entry| entry.prize).sum();
    assert_eq!(paid, 4 * 125);
    let audit = room.card_room.audit().await.unwrap();
    assert!(audit.holds() && audit.tournaments == 0, "{audit:?}");
}
