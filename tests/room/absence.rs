//! Players who are absent or have no chips: what the clock does for them, at a table without a room around it.

use std::sync::Arc;

use cardroom::service::table::command::Command;
use cardroom::service::table::draft::{Draft, DraftContext};
use cardroom::service::table::seats::gone::Gone;
use cardroom::service::table::state::Sitting;
use cardroom::service::table::stored::change::{Author, Event};
use cardroom::service::table::stored::commit::Commit;
use cardroom::service::table::stored::event::StoredEvent;
use cardroom_api::table::options::TableOptions;
use cardroom_rules::games::game::Entry;
use cardroom_rules::games::holdem::action::Action;
use cardroom_rules::games::level::Level;
use cardroom_rules::games::seat::Seat;
use jiff::SignedDuration;

use crate::manual::StackedDealer;
use crate::pure::{Pure, player};
use crate::room;

type Table = Pure<StackedDealer>;

/// Hold'em among this many players, before the first hand.
fn table(seats: u8) -> Table {
    Pure::seated(TableOptions { seats, ..room::options() }, StackedDealer::default())
}

/// The change that is due while these players are absent, and have been for an hour.
fn tick_without(table: &mut Table, gone: &[u8]) -> Option<Commit> {
    let since = table.now - SignedDuration::from_hours(1);
    tick(table, gone.iter().map(|&number| Gone { player: player(number), since, was_there: true }).collect())
}

fn tick(table: &mut Table, gone: Vec<Gone>) -> Option<Commit> {
    let context = DraftContext { gone, ..DraftContext::default() };
    let mut draft = Draft::new(&table.table, table.now, &table.dealer).within(context);
    draft.tick().unwrap();
    if draft.is_empty() {
        return None;
    }
    let commit = draft.finish(Author::Clock).unwrap();
    table.table = Arc::clone(&commit.table);
    Some(commit)
}

fn chair(table: &Table, seat: u8) -> &Sitting {
    table.table.chair(Seat(seat)).unwrap()
}

/// Lets the clock play without these players until nothing is due at this moment.
fn play_without(table: &mut Table, gone: &[u8]) {
    while tick_without(table, gone).is_some() {}
}

fn act(table: &mut Table, number: u8, action: Action) {
    let at = table.table.version();
    table.act(number, at, cardroom_rules::games::any::AnyAction::Holdem(action)).unwrap();
}

fn has_left(commit: &Commit) -> bool {
    let events = &commit.change.body.events;
    events.iter().any(|event| matches!(event, Event::Table(StoredEvent::Left { .. })))
}

#[test]
fn an_absent_player_has_the_time_of_the_decision_and_no_bank() {
    let mut table = table(3);
    table.ask(0, &Command::Deal).unwrap();
    // Three-handed, the button on the last seat acts first.
    assert_eq!(table.since(), [(2, table.table.version())]);
    table.wait(19_999);
    assert!(tick_without(&mut table, &[2]).is_none());
    table.wait(1);
    assert!(tick_without(&mut table, &[]).is_none(), "a present player has a time bank");
    assert!(tick_without(&mut table, &[2]).is_some());
    let away = chair(&table, 2);
    assert!(away.is_away() && away.entry == Entry::Out);
    assert_eq!(away.bank_millis, 30_000, "the time bank is not used up");
}

#[test]
fn an_absent_player_has_all_the_time_if_no_one_waits() {
    let mut table = table(3);
    table.ask(0, &Command::Deal).unwrap();
    table.wait(49_999);
    assert!(tick_without(&mut table, &[0, 1, 2]).is_none());
    table.wait(1);
    assert!(tick_without(&mut table, &[0, 1, 2]).is_some());
    assert_eq!(chair(&table, 2).timeouts, 1);
}

#[test]
fn a_hand_of_only_absent_players_is_played_at_once() {
    let mut table = table(3);
    table.ask(0, &Command::Deal).unwrap();
    play_without(&mut table, &[0, 1]);
    assert!(table.table.hand.is_some(), "a present player is asked");
    act(&mut table, 2, Action::Fold {});
    assert!(tick_without(&mut table, &[]).is_none());
    play_without(&mut table, &[0, 1]);
    assert!(table.table.hand.is_none(), "they are waited for");
    // The player whose turn it was is away; the other never was.
    assert_eq!([0, 1].map(|seat| chair(&table, seat).is_away()), [true, false]);
}

#[test]
fn a_player_who_has_the_promise_of_a_chair_does_not_wait_for_a_hand_of_absent_players() {
    let options = TableOptions { seats: 2, ..room::options() };
    let (_, mut table) = Pure::open(options, StackedDealer::default());
    table.ask(0, &crate::pure::sit(Seat(1), 100)).unwrap();
    table.ask(0, &Command::SeatBot { seat: None, level: Level::Novice, name: None }).unwrap();
    table.ask(0, &Command::Deal).unwrap();
    table.ask(1, &Command::Sit { seat: None, buy_in: 100, entry: Entry::Post, invite_code: None }).unwrap();
    assert!(chair(&table, 0).successor.is_some());
    assert_eq!(table.since()[0].0, 1, "the button, on the last seat, is asked first");
    assert!(tick_without(&mut table, &[0, 1]).is_none(), "no present player waits");
    assert!(tick_without(&mut table, &[0]).is_some());
}

#[test]
fn players_have_time_to_connect_again_after_a_restart() {
    let mut table = table(3);
    table.ask(0, &Command::Deal).unwrap();
    act(&mut table, 2, Action::Fold {});
    let gone = |table: &Table| {
        [0, 1].map(|number| Gone { player: player(number), since: table.now, was_there: true }).to_vec()
    };
    let restarted = gone(&table);
    table.wait(14_999);
    assert!(tick(&mut table, restarted.clone()).is_none());
    table.wait(1);
    assert!(tick(&mut table, restarted).is_some());
}

#[test]
fn an_absent_player_loses_the_chair_half_a_minute_after_the_hand() {
    let mut table = table(3);
    table.ask(0, &Command::Deal).unwrap();
    let gone = Gone { player: player(1), since: table.now, was_there: true };
    table.wait(40_000);
    act(&mut table, 2, Action::Fold {});
    act(&mut table, 0, Action::Fold {});
    assert!(table.table.hand.is_none());
    table.wait(29_999);
    assert!(tick(&mut table, vec![gone]).is_none());
    table.wait(1);
    let commit = tick(&mut table, vec![gone]).unwrap();
    assert!(has_left(&commit) && chair(&table, 1).bot.is_some_and(|bot| bot.level == Level::Intermediate));
    assert_eq!(table.table.kept_for(player(1)).map(|kept| kept.chips), Some(1_005));
    // It leaves with the last person, as it came for the others.
    table.ask(0, &Command::StandUp).unwrap();
    table.ask(2, &Command::StandUp).unwrap();
    assert!(table.table.record.state.chairs.is_empty());
}

#[test]
fn no_chair_is_given_up_for_players_who_do_not_want_to_play() {
    let mut table = table(3);
    table.wait(600_000);
    // A player who has been dealt a hand keeps the chair for longer while they sit out.
    let chairs = &mut Arc::make_mut(&mut table.table).record.state.chairs;
    for chair in chairs.iter_mut() {
        chair.newcomer = false;
    }
    table.ask(0, &Command::SitOut).unwrap();
    table.ask(2, &Command::SitOut).unwrap();
    assert!(tick_without(&mut table, &[1]).is_none());
    table.ask(0, &Command::Pause).unwrap();
    table.ask(2, &Command::ComeBack { entry: Entry::Post }).unwrap();
    assert!(tick_without(&mut table, &[1]).is_none(), "while the deal is paused");
    table.ask(0, &Command::Resume).unwrap();
    assert!(tick_without(&mut table, &[1]).is_some());
}

#[test]
fn kept_chairs_are_limited_by_the_table() {
    let mut table = table(2);
    for number in 1..=5 {
        let gone = Gone { player: player(number), since: table.now, was_there: true };
        table.wait(30_000);
        assert!(tick(&mut table, vec![gone]).is_some());
        let sit = Command::Sit { seat: None, buy_in: 500, entry: Entry::Post, invite_code: None };
        table.ask(number + 1, &sit).unwrap();
    }
    let kept: Vec<_> = table.table.record.state.kept.iter().map(|kept| kept.player).collect();
    assert_eq!(kept, [player(4), player(5)]);
    table.ask(0, &Command::Close).unwrap();
    assert!(table.table.record.state.kept.is_empty());
}

/// Removes a player's stack.
fn lose_all(table: &mut Table, seat: usize) {
    let now = table.now;
    let chair = &mut Arc::make_mut(&mut table.table).record.state.chairs[seat];
    (chair.chips, chair.idle_since) = (0, Some(now));
}

#[test]
fn a_player_without_chips_keeps_the_chair_for_two_minutes() {
    let mut table = table(3);
    lose_all(&mut table, 1);
    let commit = table.ask(0, &Command::TopUp { amount: 1 }).unwrap();
    assert_eq!(commit.table.record.due_at, Some(table.now + SignedDuration::from_secs(120)));
    table.wait(119_999);
    assert!(table.tick().is_none());
    table.ask(1, &Command::TopUp { amount: 100 }).unwrap();
    table.wait(1);
    assert!(table.tick().is_none(), "a player who adds chips stays");
    lose_all(&mut table, 1);
    table.wait(120_000);
    assert!(has_left(&table.tick().unwrap()));
    assert!(table.table.chair(Seat(1)).is_none() && table.table.kept_for(player(1)).is_none());
}

#[test]
fn a_connected_player_without_chips_keeps_the_chair_among_computers() {
    let (_, mut table) = Pure::open(room::options(), StackedDealer::default());
    table.ask(0, &crate::pure::sit(Seat(0), 100)).unwrap();
    table.ask(0, &Command::SeatBot { seat: None, level: Level::Novice, name: None }).unwrap();
    lose_all(&mut table, 0);
    table.wait(1_000_000);
    assert!(tick(&mut table, vec![]).is_none());
    let gone = Gone { player: player(0), since: table.now, was_there: true };
    table.wait(119_999);
    assert!(tick(&mut table, vec![gone]).is_none());
    table.wait(1);
    assert!(has_left(&tick(&mut table, vec![gone]).unwrap()));
}
