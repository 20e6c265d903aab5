//! A table's life as its players have it: seats, hands, clocks, retries and chips.

use std::sync::Arc;
use std::time::Duration;

use cardroom::service::ports::clock::Clock;
use cardroom::service::ports::tables::LobbyFilter;
use cardroom::service::room::caller::Caller;
use cardroom::service::table::command::Command;
use cardroom::service::table::refused::Refused;
use cardroom::store::sqlite::Sqlite;
use cardroom_api::table::event::TableEvent;
use cardroom_api::table::hand::HandHistory;
use cardroom_api::table::options::{Access, Dealing, TableOptions};
use cardroom_api::table::presence::Presence;
use cardroom_api::table::view::TableView;
use cardroom_rules::games::game::Entry as Terms;
use cardroom_rules::games::holdem::action::Action;
use cardroom_rules::games::holdem::event::Seen;
use cardroom_rules::games::seat::Seat;

use crate::room::{GRANT, TestRoom, act, caller, judged, options, sit};
use crate::tables::{hand_events, heads_up, my_options, table_events};
use crate::watched::{CallOutcome, Watched};

#[tokio::test]
async fn a_hand_is_dealt_played_and_paid() {
    let room = TestRoom::open().await;
    let (table, ann, bob) = heads_up(&room, options()).await;
    assert_eq!(room.chips(ann).await, GRANT - 1_000);
    let dealt = room.command(table, ann, Command::Deal).await.unwrap();
    assert!(dealt.table.hand.is_some());
    assert_eq!(my_options(&dealt.table), None, "the button acts first");

    let bobs = my_options(&room.view(table, bob).await).unwrap();
    assert_eq!((bobs.call, bobs.raise_min, bobs.raise_max), (Some(5), Some(20), Some(1_000)));
    let raised = room.act(table, bob, Action::Raise { to: 30 }).await.unwrap();
    assert_eq!(raised.change.decisions.len(), 1);
    assert_eq!(raised.change.decisions[0].seat, Seat(0));
    let folded = room.act(table, ann, Action::Fold {}).await.unwrap();

    let ended = table_events(&folded.change).into_iter().any(|event| {
        matches!(event, TableEvent::HandEnded { stacks, .. } if stacks.iter().map(|s| s.chips).eq([990, 1_010]))
    });
    assert!(ended, "{:?}", folded.change);
    assert!(folded.table.hand.is_none() && folded.table.last_hand.is_some());
    room.command(table, ann, Command::StandUp).await.unwrap();
    assert_eq!(room.chips(ann).await, GRANT - 10);
    room.command(table, bob, Command::StandUp).await.unwrap();
    assert_eq!(room.chips(bob).await, GRANT + 10);
}

#[tokio::test]
async fn what_a_viewer_may_see_never_changes() {
    let room = TestRoom::open().await;
    let (table, ann, bob) = heads_up(&room, options()).await;
    room.stack("As Kd Ah Kc 2s 7h 8h 9c 3s Tc 4s 2d");
    let hand = room.command(table, ann, Command::Deal).await.unwrap().table.hand.as_ref().unwrap().id;
    for by in [bob, ann, ann, bob, ann, bob, ann, bob] {
        let passive = match my_options(&room.view(table, by).await) {
            Some(options) if options.check => Action::Check {},
            Some(options) if options.call.is_some() => Action::Call {},
            other => panic!("{other:?}"),
        };
        room.act(table, by, passive).await.unwrap();
    }
    // Ann's aces win; she is first to show, and Bob's kings are beaten and mucked.
    let sees = |history: &HandHistory, card: &str| {
        serde_json::to_string(history).unwrap().contains(&format!("\"{card}\""))
    };
    let to_ann = room.card_room.hand(hand, &caller(ann), None).await.unwrap();
    let to_bob = room.card_room.hand(hand, &caller(bob), None).await.unwrap();
    let to_all = room.card_room.hand(hand, &Caller::default(), None).await.unwrap();
    assert!(to_ann.over);
    assert!(sees(&to_ann, "As") && sees(&to_bob, "As") && sees(&to_all, "As"), "shown");
    assert!(sees(&to_bob, "Kd"), "his own");
    assert!(!sees(&to_ann, "Kd") && !sees(&to_all, "Kd"), "mucked");

    // Another player on Bob's chair is not Bob.
    room.command(table, bob, Command::StandUp).await.unwrap();
    let eve = room.player("Eve").await;
    room.sit(table, eve, 1, 500).await;
    assert!(!sees(&room.card_room.hand(hand, &caller(eve), None).await.unwrap(), "Kd"));
    assert!(sees(&room.card_room.hand(hand, &caller(bob), None).await.unwrap(), "Kd"));
}

#[tokio::test]
async fn an_illegal_action_changes_nothing() {
    let room = TestRoom::open().await;
    let (table, ann, bob) = heads_up(&room, options()).await;
    let eve = room.player("Eve").await;
    room.command(table, ann, Command::Deal).await.unwrap();
    let before = room.view(table, bob).await;
    let refused = [
        (ann, act(before.version, Action::Fold {})),
        (eve, act(before.version, Action::Fold {})),
        (bob, act(before.version, Action::Check {})),
        (bob, act(before.version, Action::Raise { to: 19 })),
        (bob, act(before.version, Action::Raise { to: 1_001 })),
        (bob, act(before.version, Action::Raise { to: u64::MAX })),
        (bob, act(before.version + 1, Action::Fold {})),
        (bob, act(before.version - 1, Action::Fold {})),
        (bob, Command::TopUp { amount: 1 }),
        (bob, Command::Deal),
        (bob, Command::Close),
        (bob, sit(Some(2), 100)),
        (eve, sit(Some(1), 100)),
        (eve, sit(Some(6), 100)),
        (eve, sit(None, 99)),
        (eve, sit(None, 2_001)),
        (eve, Command::Ready),
        (eve, Command::StandUp),
    ];
    for (by, command) in refused {
        let said = format!("{command:?}");
        assert!(room.command(table, by, command).await.is_err(), "{said}");
    }
    let after = room.view(table, bob).await;
    assert_eq!(without_presence(after), without_presence(before));
}

#[tokio::test]
async fn a_decision_goes_stale_only_when_it_changes() {
    let room = TestRoom::open().await;
    let (table, ann, bob) = heads_up(&room, options()).await;
    room.command(table, ann, Command::Deal).await.unwrap();
    let seen = room.view(table, bob).await.version;
    // A player sits down: the table has another version, the decision is the same.
    let eve = room.player("Eve").await;
    room.sit(table, eve, 3, 500).await;
    room.command(table, bob, act(seen, Action::Call {})).await.unwrap();
    // The decision is Ann's now, and a version from before it is stale.
    let stale = room.command(table, ann, act(seen, Action::Check {})).await;
    assert!(matches!(stale, Err(Refused::Stale { options: Some(_), .. })), "{stale:?}");
}

#[tokio::test]
async fn a_request_under_a_key_is_done_once() {
    let room = TestRoom::open().await;
    let (table, ann, bob) = heads_up(&room, options()).await;
    room.command(table, ann, Command::Deal).await.unwrap();
    let at = room.view(table, bob).await.version;
    let call = || act(at, Action::Call {});
    let first = room.keyed(table, bob, call(), "one").await.unwrap();
    room.act(table, ann, Action::Check {}).await.unwrap();
    // By now the same request would be stale or refused; under its key it is answered as it was.
    let again = room.keyed(table, bob, call(), "one").await.unwrap();
    assert_eq!(again.change, first.change);
    assert!(again.table.version > first.table.version);
    let other = room.keyed(table, bob, act(at, Action::Fold {}), "one").await;
    assert!(matches!(other, Err(Refused::KeyReused)), "{other:?}");

    let open = |key: &str| room.card_room.open_table(ann, options(), None, Some(key.parse().unwrap()));
    let opened = open("two").await.unwrap();
    assert_eq!(open("two").await.unwrap().table.id, opened.table.id);
    assert_ne!(open("three").await.unwrap().table.id, opened.table.id);
}

#[tokio::test]
async fn the_clock_plays_for_a_late_player_and_three_times_make_away() {
    let room = TestRoom::open().await;
    let (table, ann, bob) = heads_up(&room, options()).await;
    let mut version = 0;
    // Bob is late, then Ann, then Bob, whose bank is empty since; a tenth came back with each hand.
    for bank in [30, 30, 6] {
        let dealt = room.command(table, ann, Command::Deal).await.unwrap();
        let first = dealt.change.decisions[0];
        let late = if first.seat == Seat(0) { ann } else { bob };
        let clock = first.clock.unwrap();
        assert_eq!(clock.due.duration_since(clock.bank_from).as_secs(), bank);
        room.clock.advance(20 + bank - 1);
        let still = room.view(table, late).await;
        assert_eq!(still.version, dealt.table.version, "a second is left");
        room.clock.advance(1);
        let played = room.change_after(table, late, dealt.table.version).await;
        assert!(hand_events(&played).iter().any(|event| matches!(event, Seen::Folded(_))), "{played:?}");
        version = played.version;
    }
    let view = room.view(table, ann).await;
    assert_eq!(view.version, version);
    assert!(view.chairs.iter().all(|chair| !chair.away));
    room.command(table, ann, Command::Deal).await.unwrap();
    room.clock.advance(60);
    let ended = room.change_after(table, ann, version + 1).await;
    room.command(table, ann, Command::Deal).await.unwrap();
    room.clock.advance(60);
    let away = room.change_after(table, ann, ended.version + 1).await;
    assert!(table_events(&away).contains(&&TableEvent::SatOut { seat: Seat(1), away: true }), "{away:?}");
    assert!(matches!(room.command(table, ann, Command::Deal).await, Err(Refused::TooFewPlayers)));
    room.command(table, bob, Command::ComeBack { entry: Terms::Post }).await.unwrap();
    room.command(table, ann, Command::Deal).await.unwrap();
}

#[tokio::test]
async fn deadlines_and_hands_survive_a_restart() {
    let mut room = TestRoom::open().await;
    let (table, ann, bob) = heads_up(&room, options()).await;
    room.command(table, ann, Command::Deal).await.unwrap();
    room.act(table, bob, Action::Raise { to: 40 }).await.unwrap();
    let before = room.view(table, ann).await;
    room.restart().await;
    let after = room.view(table, ann).await;
    assert_eq!(without_presence(after), without_presence(before.clone()));
    room.clock.advance(49);
    room.restart().await;
    assert_eq!(without_presence(room.view(table, ann).await), without_presence(before.clone()));
    room.clock.advance(1);
    let folded = room.change_after(table, ann, before.version).await;
    assert!(matches!(hand_events(&folded)[0], Seen::Folded(_)), "{folded:?}");
}

#[tokio::test]
async fn a_time_bank_is_used_after_the_time_for_a_decision() {
    let room = TestRoom::open().await;
    let (table, ann, bob) = heads_up(&room, options()).await;
    room.command(table, ann, Command::Deal).await.unwrap();
    room.clock.advance(25);
    room.act(table, bob, Action::Call {}).await.unwrap();
    room.clock.advance(20);
    room.act(table, ann, Action::Check {}).await.unwrap();
    let banks: Vec<u32> = room.view(table, ann).await.chairs.iter().map(|chair| chair.time_bank_ms).collect();
    assert_eq!(banks, [30_000, 25_000]);
}

#[tokio::test]
async fn a_player_who_stands_up_folds_in_turn_and_keeps_the_rest() {
    let room = TestRoom::open().await;
    let (table, ann, bob) = heads_up(&room, options()).await;
    room.command(table, ann, Command::Deal).await.unwrap();
    let left = room.command(table, ann, Command::StandUp).await.unwrap();
    assert_eq!(table_events(&left.change), [&TableEvent::Leaving { seat: Seat(0) }], "not yet her turn");
    let again = room.command(table, ann, Command::StandUp).await;
    assert!(matches!(again, Err(Refused::Leaving)), "{again:?}");
    let called = room.act(table, bob, Action::Call {}).await.unwrap();
    assert_eq!(table_events(&called.change), Vec::<&TableEvent>::new(), "his call is a change of its own");
    let gone = room.change_after(table, bob, called.table.version).await;
    assert!(matches!(hand_events(&gone)[0], Seen::Folded(_)), "{gone:?}");
    assert!(table_events(&gone).iter().any(|event| matches!(event, TableEvent::Left { .. })));
    assert_eq!(room.chips(ann).await, GRANT - 10);
}

#[tokio::test]
async fn a_table_deals_by_itself_while_it_can() {
    let room = TestRoom::open().await;
    let dealing = Dealing::Automatic { pause_seconds: 5 };
    let (table, ann, bob) = heads_up(&room, TableOptions { dealing, ..options() }).await;
    let view = room.view(table, ann).await;
    assert!(view.next_hand_at.is_some());
    room.clock.advance(5);
    let dealt = room.change_after(table, ann, view.version).await;
    assert!(matches!(table_events(&dealt)[0], TableEvent::HandStarted { number: 1, .. }));
    assert!(matches!(room.command(table, ann, Command::Deal).await, Err(Refused::OtherDealing)));
    let folded = room.act(table, bob, Action::Fold {}).await.unwrap();
    assert!(folded.table.next_hand_at.is_some());
    let out = room.command(table, bob, Command::SitOut).await.unwrap();
    assert!(out.table.next_hand_at.is_none(), "Ann cannot play alone");
}

#[tokio::test]
async fn the_first_hand_is_dealt_at_once_if_every_chair_is_taken() {
    let room = TestRoom::open().await;
    let dealing = Dealing::Automatic { pause_seconds: 5 };
    let (table, ann, bob) = heads_up(&room, TableOptions { dealing, seats: 3, ..options() }).await;
    let waits = |view: &TableView| view.next_hand_at.unwrap().duration_since(room.clock.now()).as_secs();
    assert_eq!(waits(&room.view(table, ann).await), 5, "another player may come");
    let eve = room.player("Eve").await;
    room.sit(table, eve, 2, 100).await;
    let view = room.view(table, ann).await;
    assert_eq!(waits(&view), 1);
    room.clock.advance(1);
    room.change_after(table, ann, view.version).await;
    for _ in 0..2 {
        let asked = room.view(table, ann).await.hand.unwrap().decisions[0].seat;
        room.act(table, [ann, bob, eve][asked.index()], Action::Fold {}).await.unwrap();
    }
    assert_eq!(waits(&room.view(table, ann).await), 5, "what became of a hand is looked at");
}

#[tokio::test]
async fn a_table_deals_when_all_who_play_are_ready() {
    let room = TestRoom::open().await;
    let dealing = Dealing::WhenReady {};
    let (table, ann, bob) = heads_up(&room, TableOptions { dealing, ..options() }).await;
    let eve = room.player("Eve").await;
    room.sit(table, eve, 2, 100).await;
    room.command(table, eve, Command::SitOut).await.unwrap();
    room.command(table, ann, Command::Ready).await.unwrap();
    let ready = room.command(table, bob, Command::Ready).await.unwrap();
    let dealt = room.change_after(table, ann, ready.table.version).await;
    assert!(matches!(table_events(&dealt)[0], TableEvent::HandStarted { .. }));
    assert!(matches!(room.command(table, ann, Command::Ready).await, Err(Refused::HandInPlay)));
}

/// Both are on disk together, and each is a change of its own.
#[tokio::test]
async fn a_table_without_pauses_deals_with_the_move_that_ends_its_hand() {
    let store = Watched::new(Arc::new(Sqlite::open("sqlite::memory:").await.unwrap()));
    let mut room = TestRoom::over(store.clone()).await;
    let dealing = Dealing::Automatic { pause_seconds: 0 };
    let (table, ann, bob) = heads_up(&room, TableOptions { dealing, ..options() }).await;
    // It was opened, and both sat down: the first hand is the clock's.
    let first = room.change_after(table, bob, 3).await;
    let (dealt, hand) = (first.version, first.hand.unwrap());

    store.plan(|name, _| if name == "commit" { CallOutcome::Fails } else { CallOutcome::Goes });
    let fold = || act(dealt, Action::Fold {});
    assert!(room.keyed_anyway(table, bob, fold(), "fold").await.is_err());
    store.plan(|_, _| CallOutcome::Goes);
    assert_eq!(room.view(table, bob).await.version, dealt, "neither of them");

    let folded = room.keyed(table, bob, fold(), "fold").await.unwrap();
    assert_eq!((folded.change.version, folded.table.version), (dealt + 1, dealt + 2));
    let ends = table_events(&folded.change);
    assert!(matches!(ends[..], [TableEvent::HandEnded { hand: ended, .. }] if *ended == hand), "{ends:?}");
    let next = folded.table.hand.as_ref().unwrap();
    assert_eq!((next.number, folded.table.last_hand), (2, Some(hand)));
    assert_eq!(my_options(&folded.table), None, "now he is the big blind");
    let deal = room.change_after(table, ann, folded.change.version).await;
    assert_eq!((deal.version, deal.hand), (dealt + 2, Some(next.id)));
    assert!(matches!(table_events(&deal)[0], TableEvent::HandStarted { number: 2, .. }));

    // Repeated, and after everything was read from the database, the answer is the same.
    assert_eq!(room.keyed(table, bob, fold(), "fold").await.unwrap().change, folded.change);
    room.restart().await;
    assert_eq!(room.view(table, bob).await.hand.unwrap().id, next.id);
    let HandHistory { changes, over, .. } = room.card_room.hand(hand, &caller(ann), None).await.unwrap();
    assert_eq!((changes.last().unwrap().version, over), (dealt + 1, true), "the deal is of its own hand");
}

#[tokio::test]
async fn an_invite_table_needs_the_code() {
    let room = TestRoom::open().await;
    let (host, eve) = (room.player("Host").await, room.player("Eve").await);
    let opened = room
        .card_room
        .open_table(host, TableOptions { access: Access::Invite, ..options() }, None, None)
        .await
        .unwrap();
    let (table, code) = (opened.table.id, opened.table.you.clone().unwrap().invite_code.unwrap());
    let seen = judged(room.card_room.table(table, &caller(eve)).await);
    assert!(matches!(seen, Err(Refused::InviteNeeded)));
    assert!(matches!(room.command(table, eve, sit(None, 100)).await, Err(Refused::InviteNeeded)));
    let with = |code: &str| Command::Sit {
        seat: None,
        buy_in: 100,
        entry: Terms::Wait,
        invite_code: Some(code.to_owned()),
    };
    assert!(matches!(room.command(table, eve, with("WRONG")).await, Err(Refused::InviteNeeded)));
    room.command(table, eve, with(&code)).await.unwrap();
    assert!(room.view(table, eve).await.you.is_some());
    let lobby = room.card_room.lobby(LobbyFilter::default()).await.unwrap();
    assert!(lobby.tables.is_empty());
}

#[tokio::test]
async fn a_table_closes_after_its_hand_and_returns_all_chips() {
    let room = TestRoom::open().await;
    let (table, ann, bob) = heads_up(&room, options()).await;
    room.command(table, ann, Command::Deal).await.unwrap();
    let closing = room.command(table, ann, Command::Close).await.unwrap();
    assert!(closing.table.closing && closing.table.closed_at.is_none());
    let closed = room.act(table, bob, Action::Fold {}).await.unwrap();
    assert!(closed.table.closed_at.is_some() && closed.table.chairs.is_empty());
    assert_eq!((room.chips(ann).await, room.chips(bob).await), (GRANT + 5, GRANT - 5));
    let late = room.command(table, bob, sit(None, 100)).await;
    assert!(matches!(late, Err(Refused::TableClosed)), "{late:?}");
}

#[tokio::test]
async fn a_void_hand_has_never_been_dealt() {
    let room = TestRoom::open().await;
    let (table, ann, bob) = heads_up(&room, options()).await;
    room.command(table, ann, Command::Deal).await.unwrap();
    room.act(table, bob, Action::Raise { to: 500 }).await.unwrap();
    room.card_room.void_hand(table).await.unwrap();
    let view = room.view(table, ann).await;
    assert!(view.hand.is_none());
    assert_eq!(view.chairs.iter().map(|chair| chair.chips).collect::<Vec<_>>(), [1_000, 1_000]);
    room.command(table, bob, Command::Deal).await.unwrap();
    room.assert_every_chip_is_accounted_for().await;
}

#[tokio::test]
async fn topping_up_stops_at_the_largest_buy_in_and_at_the_wallet() {
    let room = TestRoom::open().await;
    let options = TableOptions { max_buy_in: 100_000, ..options() };
    let ann = room.player("Ann").await;
    let table = room.table(ann, options).await;
    let all = room.command(table, ann, sit(None, GRANT + 1)).await;
    assert!(matches!(all, Err(Refused::NotEnoughChips)), "{all:?}");
    room.sit(table, ann, 0, GRANT - 1).await;
    for amount in [0, 2, 100_000, u64::MAX] {
        assert!(room.command(table, ann, Command::TopUp { amount }).await.is_err(), "{amount}");
    }
    let topped = room.command(table, ann, Command::TopUp { amount: 1 }).await.unwrap();
    assert_eq!(topped.table.chairs[0].chips, GRANT);
    assert_eq!(room.chips(ann).await, 0);
}

#[tokio::test]
async fn a_wait_for_events_ends_with_the_room() {
    let room = TestRoom::open().await;
    let (table, ann, _) = heads_up(&room, options()).await;
    let version = room.view(table, ann).await.version;
    let waiter = room.card_room.clone();
    let waiting = tokio::spawn(async move {
        waiter.events(table, &caller(ann), Some(version), 10, Duration::from_hours(1)).await
    });
    room.card_room.drain().await;
    let page = waiting.await.unwrap().unwrap();
    assert!(page.changes.is_empty());
    assert_eq!(page.table.unwrap().version, version);
    let beyond =
        judged(room.card_room.events(table, &caller(ann), Some(version + 1), 10, Duration::ZERO).await);
    assert!(matches!(beyond, Err(Refused::Ahead { .. })));
}

/// A view without presence and the time, which have no version.
fn without_presence(view: TableView) -> TableView {
    TableView { presence: Presence::default().into(), now: view.created_at, ..view }
}
