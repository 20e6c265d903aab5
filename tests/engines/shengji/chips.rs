//! Throws that cost points, stakes, and the results of a hand (rules, sections 4 and 7).

use cardroom_rules::games::game::{Chair, Entry, Game};
use cardroom_rules::games::seat::Seat;
use cardroom_rules::games::shengji::event::Event;
use cardroom_rules::games::shengji::hand::Shengji;
use cardroom_rules::games::shengji::refusal::Refusal;
use cardroom_rules::games::shengji::rules::{Rules, ThrowPenalty};
use cardroom_rules::games::shengji::score::{Levels, Team, Thresholds, Won};
use cardroom_rules::games::shengji::setup::Standing;
use cardroom_rules::games::shengji::wishes::Wishes;

use super::table::{Table, before_the_last_cards, plays, setup};
use super::text::list;

const KITTY: &str = "3c 4c 5c 6c 7c 8c 9c Tc";

/// Seat 0 leads hearts at no-trump, of which seat 2 has the ace.
fn to_throw(rules: Rules) -> Table {
    let mut table = Table::new(&setup(rules, "2", "2"), ["Kh Qh Qh 9h", "3h", "Ah", "Jh Jh"], KITTY);
    table.settle().bury(0, KITTY);
    table
}

#[test]
fn a_failed_throw_shows_its_cards_and_leads_the_forced_part() {
    let mut table = to_throw(Rules::default());
    table.play(0, "Kh Qh Qh 9h");
    let Some(Event::ThrowJudged(judged)) = table.log.last() else { panic!("a throw that is judged") };
    assert!(!judged.stands);
    assert_eq!((judged.led.clone(), judged.returned.clone()), (list("9h"), list("Qh Qh Kh")));
    let trick = table.watched().trick.expect("a trick");
    assert_eq!(trick.plays[0].cards, list("9h"));
    assert_eq!(table.watched().players[0].cards, 24);
}

#[test]
fn a_failed_throw_moves_points_to_the_other_team() {
    for (throw_penalty, led, points) in [
        (ThrowPenalty::None, "9h", 0),
        (ThrowPenalty::PerAttempt, "9h", 10),
        (ThrowPenalty::PerCard, "9h", 20),
        (ThrowPenalty::PerComponent, "9h", 20),
    ] {
        let mut table = to_throw(Rules { throw_penalty, ..Rules::default() });
        table.play(0, "Kh Qh Qh 9h");
        assert_eq!(table.watched().points, points, "{throw_penalty:?}: the declarers threw");
        assert_eq!(table.watched().trick.expect("a trick").plays[0].cards, list(led));
    }
}

#[test]
fn if_each_card_is_paid_for_one_card_is_led() {
    let rules = Rules { throw_penalty: ThrowPenalty::PerCard, ..Rules::default() };
    let mut table = Table::new(&setup(rules, "2", "2"), ["Ah Th Th", "3h", "Kh Kh", "Jh Jh"], KITTY);
    table.settle().bury(0, KITTY).play(0, "Ah Th Th");
    assert_eq!(table.watched().trick.expect("a trick").plays[0].cards, list("Th"));
    assert_eq!(table.watched().points, 20);
}

#[test]
fn a_throw_that_stands_is_led_whole_and_costs_nothing() {
    let rules = Rules { throw_penalty: ThrowPenalty::PerAttempt, ..Rules::default() };
    let mut table = Table::new(&setup(rules, "2", "2"), ["Ah Ah Kh Kh 9h 9h", "3h", "", ""], KITTY);
    table.settle().bury(0, KITTY).play(0, "Ah Ah Kh Kh");
    assert_eq!(table.watched().points, 0);
    table.play_on(|table| table.watched().awaited == [Seat(0)]);
    assert_eq!(table.refused(0, &plays("")), Refusal::NoCards {});
    assert!(matches!(
        table.refused(0, &plays("9h 2d")),
        Refusal::NotHeld { .. } | Refusal::MixedGroups { .. }
    ));
}

#[test]
fn attackers_who_throw_can_fall_below_nothing() {
    let rules = Rules { throw_penalty: ThrowPenalty::PerCard, ..Rules::default() };
    let mut table = Table::new(&setup(rules, "2", "2"), ["4h", "Ah Qc Kc", "Ac 3h", "6h"], KITTY);
    table.settle().bury(0, KITTY);
    table.play(0, "4h").play(1, "Ah").play(2, "3h").play(3, "6h");
    table.play(1, "Qc Kc");
    assert_eq!(table.watched().points, -20);
}

/// The attackers get 50 points here; with 5 they take the deal if `strict`.
fn strict(strict: bool) -> Thresholds {
    if strict { Thresholds { take: 5, step: 20 } } else { Thresholds::default() }
}

#[test]
fn losers_pay_for_each_level_as_far_as_their_chips_go() {
    let stacks_after = |thresholds| {
        let rules = Rules { stake: 10, thresholds, ..Rules::default() };
        let last = ["X2 X2", "2h 2h", "2d 2d", "X1 X1"];
        let mut table = before_the_last_cards(rules, last, [100, 100, 100, 7]);
        table.play_on(|_| false);
        let stacks = table.outcome().stacks.iter().map(|&(_, chips)| chips).collect::<Vec<_>>();
        (table.scored().progress.won, stacks)
    };
    let held = Won { held: true, levels: 1 };
    assert_eq!(stacks_after(strict(false)), (held, vec![107, 90, 110, 0]));
    let lost = Won { held: false, levels: 2 };
    assert_eq!(stacks_after(strict(true)), (lost, vec![80, 120, 80, 27]));
}

fn chairs(entry: Entry, newcomer: bool) -> Vec<Chair<Wishes>> {
    Seat::first(4).map(|seat| Chair { seat, chips: 5, newcomer, entry, wishes: None }).collect()
}

#[test]
fn a_hand_takes_four_players_and_follows_the_last_one() {
    let levels = Levels { even: "5".parse().unwrap(), odd: "9".parse().unwrap() };
    let standing = Standing { levels, declarer: Some(Seat(3)) };
    let setup =
        Shengji::setup(&Rules::default(), &standing, &chairs(Entry::Wait, false)).expect("four players");
    assert_eq!((setup.declarer, setup.level()), (Some(Seat(3)), "9".parse().unwrap()));
    assert_eq!(Shengji::setup(&Rules::default(), &standing, &chairs(Entry::Out, false)), None);
    assert_eq!(Shengji::setup(&Rules::default(), &standing, &chairs(Entry::Wait, false)[..3]), None);
}

#[test]
fn four_newcomers_begin_a_game_anew() {
    let levels = Levels { even: "5".parse().unwrap(), odd: "9".parse().unwrap() };
    let standing = Standing { levels, declarer: Some(Seat(3)) };
    let setup =
        Shengji::setup(&Rules::default(), &standing, &chairs(Entry::Wait, true)).expect("four players");
    assert_eq!((setup.declarer, setup.levels), (None, Levels::OPENING));
}

#[test]
fn holding_the_ace_ends_the_game_and_begins_another() {
    let at_the_ace = |thresholds| {
        let setup = setup(Rules { thresholds, ..Rules::default() }, "A", "9");
        let mut table = Table::new(&setup, ["X2 X2 X1 X1 Ah Ah", "", "", ""], KITTY);
        table.settle().bury(0, KITTY).play_on(|_| false);
        (table.scored().progress.champion, table.outcome().standing)
    };
    assert_eq!(at_the_ace(strict(false)), (Some(Team::Even), Standing::OPENING));
    let levels = Levels { even: "A".parse().unwrap(), odd: "9".parse().unwrap() };
    assert_eq!(at_the_ace(strict(true)), (None, Standing { levels, declarer: Some(Seat(1)) }));
}
