//! Decisions while others decide: which keep their version, and which begin anew, so that an answer to an earlier
//! version is stale.

use cardroom::service::table::command::Command;
use cardroom::service::table::state::WaitReason;
use cardroom_rules::games::any::AnyRules;
use cardroom_rules::games::doudizhu::action::Action as DoudizhuAction;
use cardroom_rules::games::doudizhu::rules::Rules as DoudizhuRules;
use cardroom_rules::games::doudizhu::wishes::Wishes;
use cardroom_rules::games::holdem::action::Action as HoldemAction;
use cardroom_rules::games::holdem::rules::Rules as HoldemRules;
use cardroom_rules::games::shengji::action::Action as ShengjiAction;
use cardroom_rules::games::shengji::rules::Rules as ShengjiRules;

use crate::deals;
use crate::manual::StackedDealer;
use crate::pure::{Pure, is_stale, options};
use crate::room;

#[test]
fn an_answer_to_run_it_twice_leaves_the_others_decisions_open() {
    let AnyRules::Holdem(rules) = room::options().game else { panic!("Hold'em") };
    let rules = HoldemRules { run_it_twice: true, ..rules };
    let mut table = Pure::seated(options(AnyRules::Holdem(rules), 3), StackedDealer::default());
    table.ask(0, &Command::Deal).unwrap();
    for (seat, action) in
        [(2, HoldemAction::Raise { to: 1_000 }), (0, HoldemAction::Call {}), (1, HoldemAction::Call {})]
    {
        table.act(seat, table.table.version(), action).unwrap();
    }
    let asked = table.table.version();
    assert_eq!(table.since(), [(0, asked), (1, asked), (2, asked)]);
    let clocks: Vec<_> = table.table.record.decisions.iter().map(|decision| decision.clock).collect();
    table.wait(1_000);
    table.act(1, asked, HoldemAction::RunTwice { agree: true }).unwrap();
    assert_eq!(table.since(), [(0, asked), (2, asked)]);
    let left: Vec<_> = table.table.record.decisions.iter().map(|decision| decision.clock).collect();
    assert_eq!(left, [clocks[0], clocks[2]], "no deadline restarts");
    table.act(2, asked, HoldemAction::RunTwice { agree: false }).unwrap();
    assert!(table.table.hand.is_none(), "one no decides at once");
}

/// Seat 0 draws the first card; seat 1 holds a pair of twos, of which it draws one first.
fn tractors(card_millis: u16) -> Pure<StackedDealer> {
    let rules = ShengjiRules { card_millis, ..ShengjiRules::default() };
    let dealer = StackedDealer::default();
    let deal = deals::shengji::Deal::of(["3h", "2s 3c 2s", "X1 X1", "X2 X2"], "Qd Qd Kd Kd Ad Ad");
    dealer.stack(&deal.deck(0));
    let mut table = Pure::seated(options(AnyRules::Shengji(rules), 4), dealer);
    table.ask(0, &Command::Deal).unwrap();
    table
}

fn declare(card: &str, pair: bool) -> ShengjiAction {
    ShengjiAction::Declare { card: card.parse().unwrap(), pair }
}

#[test]
fn a_declaration_makes_all_decisions_new_and_a_pass_none() {
    let mut table = tractors(0);
    let dealt = table.table.version();
    assert_eq!(table.since(), [(0, dealt), (1, dealt), (2, dealt), (3, dealt)]);
    table.act(3, dealt, ShengjiAction::Pass {}).unwrap();
    assert_eq!(table.since(), [(0, dealt), (1, dealt), (2, dealt)]);
    table.act(0, dealt, ShengjiAction::Pass {}).unwrap();
    table.act(1, dealt, declare("2s", false)).unwrap();
    let declared = table.table.version();
    assert_eq!(table.since(), [(0, declared), (1, declared), (2, declared), (3, declared)]);
    let too_late = table.act(2, dealt, ShengjiAction::Pass {});
    assert!(is_stale(&too_late), "it has not seen what it would have to beat");
    table.act(2, declared, declare("X1", true)).unwrap();
    assert!(is_stale(&table.act(1, declared, declare("2s", true))));
}

#[test]
fn a_pass_keeps_the_time_to_declare_and_a_declaration_restarts_it() {
    let mut table = tractors(0);
    let dealt = table.table.version();
    let ends = |table: &Pure<StackedDealer>| table.table.record.state.wait.as_ref().unwrap().until;
    let first = ends(&table);
    table.wait(1_000);
    table.act(3, dealt, ShengjiAction::Pass {}).unwrap();
    assert_eq!(ends(&table), first);
    table.act(1, dealt, declare("2s", false)).unwrap();
    assert_eq!(ends(&table), first + jiff::SignedDuration::from_secs(1));
}

#[test]
fn a_drawn_card_makes_only_passed_seats_decide_again() {
    let mut table = tractors(100);
    let dealt = table.table.version();
    assert_eq!(table.since(), [(0, dealt), (1, dealt), (2, dealt), (3, dealt)]);
    for _ in 0..2 {
        table.wait(100);
        table.tick().unwrap();
    }
    assert_eq!(table.since(), [(0, dealt), (1, dealt), (2, dealt), (3, dealt)]);
    table.act(1, dealt, ShengjiAction::Pass {}).unwrap();
    for _ in 0..3 {
        assert_eq!(table.since(), [(0, dealt), (2, dealt), (3, dealt)]);
        table.wait(100);
        table.tick().unwrap();
    }
    table.wait(100);
    table.tick().unwrap();
    let drawn = table.table.version();
    assert_eq!(table.since(), [(0, dealt), (1, drawn), (2, dealt), (3, dealt)], "seat 1 has drawn again");
    // A version from before the others drew is still valid.
    table.act(3, dealt, ShengjiAction::Pass {}).unwrap();
}

/// Seat 0 holds cards that seat 1 cannot beat, and a low one.
fn landlords(rules: DoudizhuRules) -> Pure<StackedDealer> {
    let dealer = StackedDealer::default();
    let hands = ["X1 X2 2s 2h 2c 2d As Ah Ac 3s 3h", "3c 3d 4s 4h 4c", "Ad Ks Kh"];
    dealer.stack(&deals::doudizhu::Deal::of(hands, "Kc Kd Qs").deck());
    let mut table = Pure::seated(options(AnyRules::Doudizhu(rules), 3), dealer);
    table.ask(0, &Command::Deal).unwrap();
    table
}

#[test]
fn the_deal_and_the_auction_make_all_decisions_new() {
    let rules = DoudizhuRules { open_hand: true, card_millis: 100, ..DoudizhuRules::default() };
    let mut table = landlords(rules);
    let before = table.table.version();
    assert_eq!(table.since(), [(0, before), (1, before), (2, before)]);
    table.act(1, before, DoudizhuAction::Pass {}).unwrap();
    assert_eq!(table.since(), [(0, before), (2, before)], "an answer makes no other decision new");
    table.wait(5_000);
    table.tick().unwrap();
    let began = table.table.version();
    assert_eq!(table.since(), [(0, began), (1, began), (2, began)], "showing is worth less from now on");
    assert!(is_stale(&table.act(0, before, DoudizhuAction::Show {})));
    for _ in 0..50 {
        table.wait(100);
        table.tick().unwrap();
        assert_eq!(table.since(), [(0, began), (1, began), (2, began)]);
    }
    table.wait(100);
    table.tick().unwrap();
    let opened = table.table.version();
    assert_eq!(table.since(), [(0, opened)]);
    let keeps_it_hidden = table.act(0, began, DoudizhuAction::Pass {});
    assert!(is_stale(&keeps_it_hidden), "it is no pass in the auction");
    table.act(0, opened, DoudizhuAction::Bid { points: 3 }).unwrap();
}

fn play(cards: &[&str]) -> DoudizhuAction {
    let cards = cards.iter().map(|card| card.parse().unwrap()).collect();
    DoudizhuAction::Play { cards, named: None }
}

#[test]
fn an_automatic_pass_is_considered_once_for_each_decision() {
    let mut table = landlords(DoudizhuRules { card_millis: 0, ..DoudizhuRules::default() });
    table.act(0, table.table.version(), DoudizhuAction::Bid { points: 3 }).unwrap();
    table.ask(1, &Command::Wish { wishes: Wishes { auto_pass: true }.into() }).unwrap();
    let waits =
        |table: &Pure<StackedDealer>| table.table.record.state.wait.as_ref().map(|wait| wait.reason.clone());
    assert_eq!(waits(&table), None, "it is not asked yet");

    // It can beat a three: it has its turn like any other, and the look has made nothing stale.
    table.act(0, table.table.version(), play(&["3s"])).unwrap();
    let asked = table.table.version();
    assert!(
        matches!(waits(&table), Some(WaitReason::Substitutes(seats)) if seats.iter().map(|seat| seat.0).eq([1]))
    );
    assert_eq!(table.table.record.due_at, Some(table.now), "at once");
    assert!(table.tick().is_none());
    assert_eq!(table.since(), [(1, asked)]);
    assert_ne!(table.table.due_after(table.now), None, "its own clock runs");
    // Other events at the table do not change the pending look, and another player's wish does not delay it.
    table.ask(2, &Command::Wish { wishes: Wishes { auto_pass: true }.into() }).unwrap();
    assert_eq!(table.since(), [(1, asked)]);
    table.act(1, asked, DoudizhuAction::Pass {}).unwrap();
    assert!(
        matches!(waits(&table), Some(WaitReason::Substitutes(seats)) if seats.iter().map(|seat| seat.0).eq([2]))
    );
    assert!(table.tick().is_none(), "an ace beats it");
    table.act(2, table.table.version(), DoudizhuAction::Pass {}).unwrap();

    // Only the rocket beats a bomb of twos with the big joker, and seat 0 holds it itself.
    let answer = table.act(0, table.table.version(), play(&["2s", "2h", "2c", "2d"])).unwrap();
    assert_eq!(answer.change.body.events.len(), 1, "the play alone");
    let passed = table.tick().unwrap();
    assert_eq!(passed.change.body.events.len(), 1, "seat 1 passes, in a change of its own");
    let passed = table.tick().unwrap();
    assert_eq!(passed.change.body.events.len(), 1, "and so does seat 2");
    assert_eq!(table.since(), [(0, table.table.version())]);
}
