//! The pace of a table, and preferences of its players.

use std::sync::Arc;
use std::time::Duration;

use cardroom::service::ports::clock::Clock;
use cardroom::service::room::tables::published_table::PublishedTable;
use cardroom::service::room::tables::seen_by::Audience;
use cardroom::service::table::command::Command;
use cardroom::service::table::seats::gone::Gone;
use cardroom::service::table::state::WaitReason;
use cardroom::service::table::stored::change::Event;
use cardroom::service::table::stored::commit::Commit;
use cardroom::service::table::stored::event::StoredEvent;
use cardroom::store::sqlite::Sqlite;
use cardroom_api::cached_json::CachedJson;
use cardroom_api::table::bots::BotPace;
use cardroom_api::table::options::{Dealing, TableOptions};
use cardroom_api::table::preferences::{AtShowdown, Pace, Preferences};
use cardroom_rules::games::any::{AnyEvent, AnyRules};
use cardroom_rules::games::doudizhu::rules::Rules as DoudizhuRules;
use cardroom_rules::games::game::{Game, Step};
use cardroom_rules::games::holdem::action::Action;
use cardroom_rules::games::holdem::event::Event as HoldemEvent;
use cardroom_rules::games::holdem::rules::Rules;
use cardroom_rules::games::level::Level;
use cardroom_rules::games::seat::Seat;
use cardroom_rules::games::shengji::rules::Rules as ShengjiRules;
use jiff::SignedDuration;
use tokio::sync::Notify;

use crate::manual::StackedDealer;
use crate::pure::{Pure, options, player, sit};
use crate::room::{self, TestRoom};
use crate::watched::{CallOutcome, Watched};

type Room = Pure<StackedDealer>;

/// Blinds of 5 and 10, and three seconds to show.
fn holdem() -> AnyRules {
    let AnyRules::Holdem(rules) = room::options().game else { panic!("Hold'em") };
    AnyRules::Holdem(Rules { showdown_seconds: 3, ..rules })
}

/// A table at which people have the last chairs, this many, and computers the others. The host has the last chair.
fn among_computers(options: TableOptions, people: u8) -> Room {
    let seats = options.seats;
    let (_, mut table) = Pure::open(options, StackedDealer::default());
    for number in 0..people {
        table.ask(number, &sit(Seat(seats - 1 - number), 1_000)).unwrap();
    }
    for seat in Seat::first(seats - people) {
        let bot = Command::SeatBot { seat: Some(seat), level: Level::Novice, name: None };
        table.ask(0, &bot).unwrap();
    }
    table
}

fn prefer(pace: Pace) -> Command {
    Command::Prefer { preferences: Preferences { pace, ..Preferences::default() } }
}

/// How long the computer on this seat takes for its move, in milliseconds.
fn thinks(table: &Room, seat: u8) -> i128 {
    let planned = table.table.record.state.bot_moves.iter().find(|planned| planned.seat == Seat(seat));
    planned.expect("it is asked").at.duration_since(table.now).as_millis()
}

/// How long the hand pauses, in milliseconds.
fn pauses(table: &Room) -> Option<i128> {
    let wait = table.table.record.state.wait.as_ref()?;
    (wait.reason == WaitReason::Step).then(|| wait.until.duration_since(table.now).as_millis())
}

fn events_of(commit: &Commit) -> Vec<&StoredEvent> {
    let events = commit.change.body.events.iter();
    events.filter_map(|event| if let Event::Table(event) = event { Some(event) } else { None }).collect()
}

fn own(event: &Event) -> Option<&HoldemEvent> {
    if let Event::Hand(AnyEvent::Holdem(event)) = event { Some(event) } else { None }
}

fn happened(commit: &Commit) -> Vec<&HoldemEvent> {
    commit.change.body.events.iter().filter_map(own).collect()
}

fn fold(table: &mut Room, number: u8) {
    table.act(number, table.table.version(), Action::Fold {}).unwrap();
}

#[test]
fn a_hand_goes_on_at_the_pace_of_a_player_who_has_no_decision_left() {
    for (pace, slowest, pause) in
        [(Pace::Normal, 3_000, 3_000), (Pace::Quick, 750, 750), (Pace::AtOnce, 0, 0)]
    {
        let mut table = among_computers(options(holdem(), 3), 1);
        table.ask(0, &prefer(pace)).unwrap();
        table.ask(0, &Command::Deal).unwrap();
        assert_eq!(table.since()[0].0, 2, "the person acts first");
        fold(&mut table, 0);
        let time = thinks(&table, 0);
        assert!(time <= slowest, "{pace:?}: {time}");
        assert_eq!(time > 0, pace != Pace::AtOnce);
        table.play_for_bot(0);
        match pause {
            0 => assert!(table.table.hand.is_none(), "the winner is not waited for"),
            pause => assert_eq!(pauses(&table), Some(pause)),
        }
    }
}

#[test]
fn a_computer_without_a_pace_thinks_equally_long_with_any_cards() {
    let without = || TableOptions { bot_pace: BotPace::None, ..options(holdem(), 3) };
    for people in [1, 2] {
        let mut table = among_computers(without(), people);
        table.ask(0, &Command::Deal).unwrap();
        while table.table.record.state.bot_moves.is_empty() {
            let (seat, since) = table.since()[0];
            let number = 2 - seat;
            table.act(number, since, Action::Call {}).unwrap();
        }
        let seat = table.table.record.state.bot_moves[0].seat.0;
        assert_eq!(thinks(&table, seat), 250, "{people} people");
        let begins = table.table.record.state.bot_moves[0].thinks_from();
        assert_eq!(begins, table.now, "it thinks all the while");
    }
}

/// Whatever people prefer: the time of a move reveals nothing of the hand.
#[test]
fn a_computer_without_a_pace_thinks_equally_long_without_pauses() {
    let without = TableOptions { bot_pace: BotPace::None, ..options(holdem(), 3) };
    let mut table = among_computers(without, 1);
    table.ask(0, &prefer(Pace::AtOnce)).unwrap();
    table.ask(0, &Command::Deal).unwrap();
    fold(&mut table, 0);
    assert_eq!(thinks(&table, 0), 250);
    table.wait(100);
    table.ask(0, &prefer(Pace::Quick)).unwrap();
    assert_eq!(thinks(&table, 0), 150);
}

/// How much longer than planned does not show. This one thinks for 350 milliseconds.
#[tokio::test]
async fn a_computer_that_thinks_for_too_long_moves_a_whole_number_of_quarters_of_a_second_late() {
    let store = Watched::new(Arc::new(Sqlite::open("sqlite::memory:").await.unwrap()));
    let mut room = TestRoom::over(store.clone()).await;
    let ann = room.player("Ann").await;
    let table = room.table(ann, TableOptions { bot_pace: BotPace::None, ..room::options() }).await;
    room.sit(table, ann, 0, 500).await;
    let bot = Command::SeatBot { seat: Some(Seat(1)), level: Level::Novice, name: None };
    room.command(table, ann, bot).await.unwrap();
    let dealt = room.command(table, ann, Command::Deal).await.unwrap().table;
    assert_eq!(dealt.hand.as_ref().unwrap().decisions[0].seat, Seat(1), "the computer acts first");
    let began = room.clock.now();
    let thinks = Arc::new(Notify::new());
    let (events_of, clock, mut reads) = (Arc::clone(&thinks), Arc::clone(&room.clock), 0);
    // After a restart the log is read to bring the hand back to life, and then by the computer that begins to think.
    store.plan(move |name, _| {
        if name == "changes" {
            reads += 1;
            if reads == 2 {
                clock.advance_by(SignedDuration::from_millis(350));
                events_of.notify_one();
            }
        }
        CallOutcome::Goes
    });
    room.restart().await;
    thinks.notified().await;
    tokio::time::sleep(Duration::from_millis(50)).await;
    room.clock.advance_by(SignedDuration::from_millis(150));
    let moved = room.change_after(table, ann, dealt.version).await;
    assert_eq!(moved.at.duration_since(began), SignedDuration::from_millis(500));
}

/// They may return, and see when each move was made.
#[test]
fn no_computer_hurries_while_an_absent_player_may_still_decide() {
    let mut table = among_computers(options(holdem(), 4), 2);
    table.ask(0, &prefer(Pace::AtOnce)).unwrap();
    table.ask(0, &Command::Deal).unwrap();
    table.act(1, table.table.version(), Action::Call {}).unwrap();
    table.context.gone = vec![Gone { player: player(1), since: table.now, was_there: true }];
    fold(&mut table, 0);
    assert!(thinks(&table, 0) >= 700);
}

#[test]
fn the_pace_of_present_players_counts_and_a_seat_to_act_is_not_hurried() {
    let mut table = among_computers(options(holdem(), 4), 2);
    table.ask(0, &prefer(Pace::AtOnce)).unwrap();
    table.ask(0, &Command::Deal).unwrap();
    // Seats 2 and 3 are people's; the first to act after the blinds is seat 2.
    assert_eq!(table.since()[0].0, 2);
    fold(&mut table, 1);
    fold(&mut table, 0);
    assert!(thinks(&table, 0) >= 700, "the other has not said so");
    table.ask(1, &prefer(Pace::Quick)).unwrap();
    let quick = thinks(&table, 0);
    assert!((1..=750).contains(&quick), "the slower of both: {quick}");
    table.context.gone = vec![Gone { player: player(1), since: table.now, was_there: true }];
    table.ask(0, &prefer(Pace::AtOnce)).unwrap();
    assert_eq!(thinks(&table, 0), 0, "an absent player is not asked");

    let mut table = among_computers(options(holdem(), 4), 2);
    for number in [0, 1] {
        table.ask(number, &prefer(Pace::AtOnce)).unwrap();
    }
    table.ask(0, &Command::Deal).unwrap();
    fold(&mut table, 1);
    table.act(0, table.table.version(), Action::Call {}).unwrap();
    assert!(thinks(&table, 0) >= 700, "one of them may still be asked");
}

#[test]
fn an_all_in_player_waits_for_no_pace() {
    let mut table = among_computers(options(holdem(), 3), 1);
    table.ask(0, &prefer(Pace::AtOnce)).unwrap();
    table.ask(0, &Command::Deal).unwrap();
    table.act(0, table.table.version(), Action::Raise { to: 1_000 }).unwrap();
    assert_eq!(thinks(&table, 0), 0);
}

#[test]
fn preferences_belong_to_the_player() {
    let mut table = Pure::seated(options(holdem(), 2), StackedDealer::default());
    let commit = table.ask(0, &prefer(Pace::Quick)).unwrap();
    assert!(commit.change.body.events.is_empty(), "there is no event");
    let kept = serde_json::to_string(&commit.table.record.state.chairs).unwrap();
    assert_eq!(kept.matches("preferences").count(), 1, "unset preferences are not stored");
}

/// Two play; the last on the button folds, and the other has won.
fn won(showdown: AtShowdown) -> (Room, Commit) {
    let mut table = Pure::seated(options(holdem(), 2), StackedDealer::default());
    let preferences = Preferences { showdown, ..Preferences::default() };
    table.ask(0, &Command::Prefer { preferences }).unwrap();
    table.ask(0, &Command::Deal).unwrap();
    assert_eq!(table.since()[0].0, 1, "the button acts first");
    let folded = table.act(1, table.table.version(), Action::Fold {}).unwrap();
    (table, folded)
}

#[test]
fn a_preference_shows_or_mucks_cards_automatically() {
    let (table, _) = won(AtShowdown::Ask);
    assert_eq!(pauses(&table), Some(3_000));
    for (showdown, shows) in [(AtShowdown::Muck, false), (AtShowdown::Show, true)] {
        let (mut table, folded) = won(showdown);
        assert!(table.table.hand.is_some() && happened(&folded).len() < 4, "in a change of its own");
        assert_eq!(table.table.record.due_at, Some(table.now), "at once");
        let done = table.tick().unwrap();
        assert!(table.table.hand.is_none());
        let shown = happened(&done).iter().any(|event| matches!(event, HoldemEvent::Shown(_)));
        assert_eq!(shown, shows);
        assert_eq!(happened(&done).iter().any(|event| matches!(event, HoldemEvent::Mucked(_))), !shows);
    }
}

#[test]
fn a_withdrawn_preference_leaves_the_pause() {
    let (mut table, _) = won(AtShowdown::Muck);
    table.ask(0, &prefer(Pace::Normal)).unwrap();
    assert_eq!(pauses(&table), Some(3_000));
    table.wait(3_000);
    table.tick().unwrap();
    assert!(table.table.hand.is_none());
}

#[test]
fn a_preference_sits_out_before_the_next_big_blind_once() {
    let mut table = Pure::seated(options(holdem(), 3), StackedDealer::default());
    let preferences = Preferences { sit_out_next_big_blind: true, ..Preferences::default() };
    // In the first hand seat 1 posts it, then seat 2.
    table.ask(2, &Command::Prefer { preferences }).unwrap();
    table.ask(0, &Command::Deal).unwrap();
    fold(&mut table, 2);
    fold(&mut table, 0);
    table.wait(3_000);
    table.tick().unwrap();
    let dealt = table.ask(0, &Command::Deal).unwrap();
    assert!(matches!(events_of(&dealt)[0], StoredEvent::SatOut { seat: Seat(2), away: false }));
    assert_eq!(table.table.hand.as_ref().unwrap().record.players.len(), 2);
    assert!(!table.table.chair(Seat(2)).unwrap().preferences.sit_out_next_big_blind);
}

/// Seat 0 has lost all that it had but this.
fn loser(rest: u64) -> Room {
    let mut table = Pure::seated(options(holdem(), 2), StackedDealer::default());
    let preferences = Preferences { auto_top_up: true, ..Preferences::default() };
    table.ask(0, &Command::Prefer { preferences }).unwrap();
    table.ask(0, &Command::Deal).unwrap();
    table.act(1, table.table.version(), Action::Call {}).unwrap();
    table.act(0, table.table.version(), Action::Raise { to: 1_000 - rest }).unwrap();
    table.act(1, table.table.version(), Action::Call {}).unwrap();
    while table.table.hand.is_some() {
        let asked = table.since()[0].0;
        let action = if asked == 0 { Action::Fold {} } else { Action::Check {} };
        table.act(asked, table.table.version(), action).unwrap();
        table.wait(3_000);
        table.tick();
    }
    assert_eq!(table.table.chair(Seat(0)).unwrap().chips, rest);
    table
}

#[test]
fn a_stack_is_topped_up_as_far_as_the_wallet_allows() {
    for (wallet, filled) in [(5_000, Some(1_000)), (300, Some(350)), (49, None)] {
        let mut table = loser(50);
        assert_eq!(table.table.chair(Seat(0)).unwrap().session_net(), -950);
        assert_eq!(table.tick().map(|_| ()), None, "the wallet is not known");
        table.context.wallets = vec![(player(0), wallet)];
        let topped_up = table.tick();
        let Some(chips) = filled else {
            assert!(topped_up.is_none(), "it would still be too small");
            continue;
        };
        let topped_up = topped_up.unwrap();
        let event = StoredEvent::ToppedUp { seat: Seat(0), amount: chips - 50, chips };
        assert_eq!(events_of(&topped_up), [&event]);
        assert_eq!(topped_up.movements.iter().map(|movement| movement.amount).sum::<u64>(), chips - 50);
        let chair = table.table.chair(Seat(0)).unwrap();
        assert_eq!((chair.chips, chair.session_net(), chair.tops_up_since), (chips, -950, None));
        assert!(table.tick().is_none());
    }
}

#[test]
fn the_hand_length_of_a_table_is_a_median() {
    let mut table = Pure::seated(options(holdem(), 2), StackedDealer::default());
    for seconds in [5, 90, 7, 6] {
        table.ask(0, &Command::Deal).unwrap();
        let asked = table.since()[0].0;
        table.wait(1_000 * (seconds - 3));
        fold(&mut table, asked);
        table.wait(3_000);
        table.tick().unwrap();
    }
    assert_eq!(table.table.record.state.hand_seconds, [5, 90, 7, 6]);
    let published = PublishedTable::new(Arc::clone(&table.table));
    let view = published.view(None, Audience::Alone, CachedJson::default(), table.now);
    assert_eq!(view.typical_hand_seconds, Some(7));
    for _ in 0..12 {
        table.ask(0, &Command::Deal).unwrap();
        let asked = table.since()[0].0;
        fold(&mut table, asked);
        table.wait(3_000);
        table.tick().unwrap();
    }
    assert_eq!(table.table.record.state.hand_seconds, [3; 10], "of the last ten");
}

#[test]
fn an_automatic_deal_comes_at_once_when_all_present_players_are_ready() {
    let dealing = Dealing::Automatic { pause_seconds: 8 };
    let mut table = Pure::seated(TableOptions { dealing, ..options(holdem(), 3) }, StackedDealer::default());
    let deals_in = |table: &Room| {
        let wait = table.table.record.state.wait.as_ref().filter(|wait| wait.reason == WaitReason::Deal);
        wait.map(|wait| wait.until.duration_since(table.now).as_secs())
    };
    table.wait(1_000);
    table.tick().unwrap();
    fold(&mut table, 2);
    fold(&mut table, 0);
    table.wait(3_000);
    table.tick().unwrap();
    assert_eq!(deals_in(&table), Some(8));
    table.ask(0, &Command::Ready).unwrap();
    assert_eq!(deals_in(&table), Some(8));
    table.context.gone = vec![Gone { player: player(2), since: table.now, was_there: true }];
    table.ask(1, &Command::Ready).unwrap();
    assert_eq!(deals_in(&table), Some(0), "the deal does not wait for an absent player");
    table.tick().unwrap();
    assert!(table.table.hand.is_some());
    assert!(table.table.record.state.chairs.iter().all(|chair| !chair.ready));
}

#[test]
fn one_person_among_computers_has_more_time_in_the_first_three_hands() {
    let mut table = among_computers(options(holdem(), 3), 1);
    let time = |table: &Room| {
        let decision = table.table.decision(Seat(2)).expect("the person is asked");
        decision.clock.unwrap().bank_from.duration_since(table.now).as_secs()
    };
    table.ask(0, &Command::Deal).unwrap();
    assert_eq!(time(&table), 600);
    // Nobody sees how long a computer has left.
    table.act(0, table.table.version(), Action::Call {}).unwrap();
    let clock = table.table.decision(Seat(0)).unwrap().clock.unwrap();
    assert_eq!(clock.bank_from.duration_since(table.now).as_secs(), 20);

    // Another player comes, and does not wait for ten minutes.
    let mut table = among_computers(options(holdem(), 3), 1);
    table.ask(0, &Command::Deal).unwrap();
    table.wait(30_000);
    table.ask(0, &Command::SendBotAway { seat: Seat(1) }).unwrap();
    assert_eq!(time(&table), 570);
    let (_, mut crowded) = Pure::open(options(holdem(), 3), StackedDealer::default());
    crowded.ask(0, &sit(Seat(2), 1_000)).unwrap();
    crowded.ask(0, &Command::SeatBot { seat: Some(Seat(0)), level: Level::Novice, name: None }).unwrap();
    crowded.ask(0, &Command::Deal).unwrap();
    if crowded.table.decision(Seat(2)).is_none() {
        crowded.play_for_bot(0);
    }
    crowded.wait(30_000);
    crowded.ask(1, &sit(Seat(1), 1_000)).unwrap();
    assert_eq!(time(&crowded), 20, "from now on");
}

#[test]
fn the_first_hand_of_one_person_among_computers_is_dealt_at_once() {
    let dealing = Dealing::Automatic { pause_seconds: 8 };
    for (people, waits) in [(1, 0), (2, 1)] {
        let table = among_computers(TableOptions { dealing, ..options(holdem(), 3) }, people);
        let wait = table.table.record.state.wait.as_ref().unwrap();
        assert_eq!(wait.reason, WaitReason::Deal);
        assert_eq!(wait.until.duration_since(table.now), SignedDuration::from_secs(waits));
    }
}

/// How many milliseconds the deal takes, and in how many changes cards are dealt.
fn deal(table: &mut Room) -> (i64, usize) {
    let (from, mut changes) = (table.now, 1);
    table.ask(0, &Command::Deal).unwrap();
    let has_cards = |table: &Room| {
        let step = table.table.hand.as_ref().unwrap().game.step();
        matches!(
            step,
            Step::After(_, AnyEvent::Shengji(cardroom_rules::games::shengji::event::Event::Drawn(_)))
        )
    };
    while has_cards(table) {
        table.now = table.table.record.state.wait.as_ref().unwrap().until;
        table.tick().unwrap();
        changes += 1;
    }
    (i64::try_from(table.now.duration_since(from).as_millis()).unwrap(), changes)
}

#[test]
fn shengji_is_dealt_quickly_to_one_person_among_computers() {
    let game = || AnyRules::Shengji(ShengjiRules::default());
    let mut alone = among_computers(options(game(), 4), 1);
    assert_eq!(deal(&mut alone), (2_500, 26));
    let mut two = among_computers(options(game(), 4), 2);
    assert_eq!(deal(&mut two), (25_000, 101));
}

#[test]
fn a_hand_of_shengji_without_a_declaration_is_dealt_again_soon() {
    let dealing = Dealing::Automatic { pause_seconds: 8 };
    let rules = ShengjiRules { card_millis: 0, ..ShengjiRules::default() };
    let options = TableOptions { dealing, ..options(AnyRules::Shengji(rules), 4) };
    let mut table = Pure::seated(options, StackedDealer::default());
    let next = |table: &mut Pure<StackedDealer>| {
        let wait = table.table.record.state.wait.clone().unwrap();
        let rest = wait.until.duration_since(table.now);
        table.wait(i64::try_from(rest.as_millis()).unwrap());
        table.tick().unwrap();
        (wait.reason, rest)
    };
    assert_eq!(next(&mut table).0, WaitReason::Deal);
    assert_eq!(next(&mut table).0, WaitReason::Step);
    assert!(table.table.hand.is_none(), "no seat has declared");
    assert_eq!(next(&mut table), (WaitReason::Deal, SignedDuration::from_secs(2)));
    assert!(table.table.hand.is_some());
}

#[test]
fn dou_dizhu_is_dealt_in_one_change() {
    let mut table =
        Pure::seated(options(AnyRules::Doudizhu(DoudizhuRules::default()), 3), StackedDealer::default());
    let dealt = table.ask(0, &Command::Deal).unwrap();
    let drawn = dealt.change.body.events.iter();
    let drawn = drawn.filter(|event| matches!(event, Event::Hand(AnyEvent::Doudizhu(event)) if matches!(event, cardroom_rules::games::doudizhu::event::Event::Drawn(_))));
    assert_eq!(drawn.count(), 51);
    assert_eq!(table.since().len(), 1, "a seat is asked");
}
