//! The deal, and declaring in its course (rules, section 2).

use cardroom_rules::games::game::{Game, Pause, Step};
use cardroom_rules::games::refusal::Common;
use cardroom_rules::games::seat::Seat;
use cardroom_rules::games::shengji::action::Action;
use cardroom_rules::games::shengji::event::Event;
use cardroom_rules::games::shengji::options::Options;
use cardroom_rules::games::shengji::refusal::Refusal;
use cardroom_rules::games::shengji::rules::Rules;
use cardroom_rules::games::shengji::view::Stage;

use super::table::{Table, declares, first_hand, plays, setup};
use super::text::trump;

const LEVEL_CARDS: [&str; 4] = ["2h 3h", "2s 2s", "X1 X1 2d", "X2 X2 2d"];

fn level_twos() -> Table {
    Table::new(&setup(Rules::default(), "2", "2"), LEVEL_CARDS, "3c 3c")
}

#[test]
fn cards_come_one_at_a_time_from_the_declarer_on() {
    let mut table = level_twos();
    table.draw(5);
    let drawn: Vec<u8> = table
        .log
        .iter()
        .filter_map(|event| match event {
            Event::Drawn(drawn) => Some(drawn.seat.0),
            _ => None,
        })
        .collect();
    assert_eq!(drawn, [0, 1, 2, 3, 0]);
    let pause = Pause::millis(Rules::default().card_millis);
    assert!(matches!(table.hand.step(), Step::After(until, _) if until == pause));
}

#[test]
fn only_cards_drawn_so_far_declare() {
    let mut table = level_twos();
    table.draw(2);
    assert_eq!(table.refused(1, &declares("2s", true)), Refusal::NotHeld { card: "2s".parse().unwrap() });
    table.declare(1, "2s", false);
    table.draw(8).declare(1, "2s", true);
    table.settle();
    assert_eq!(table.watched().trump, Some(trump("s2")));
    assert_eq!(table.watched().declarer, Some(Seat(0)), "a later hand's declarer is known");
}

#[test]
fn a_weaker_declaration_is_refused_with_the_one_that_stands() {
    let mut table = level_twos();
    table.draw(100).declare(1, "2s", true);
    let standing = table.watched().declarations[0];
    assert_eq!(table.refused(0, &declares("2h", false)), Refusal::DeclarationTooWeak { standing });
    assert_eq!(table.refused(1, &declares("2s", true)), Refusal::OwnDeclarationStands { standing });
    table.declare(2, "X1", true).declare(3, "X2", true).settle();
    assert_eq!(table.watched().trump, Some(trump("n2")));
}

#[test]
fn cards_that_declare_nothing_are_refused() {
    let mut table = level_twos();
    table.draw(100);
    let level = "2".parse().unwrap();
    assert_eq!(table.refused(0, &declares("3h", false)), Refusal::NoDeclaration { level });
    assert_eq!(table.refused(2, &declares("X1", false)), Refusal::NoDeclaration { level });
    assert_eq!(table.refused_as_ever(4, &declares("2h", false)), Common::NotDealtIn {});
}

#[test]
fn the_winning_declarer_of_a_first_hand_declares_it() {
    let mut table = Table::new(&first_hand(Rules::default()), LEVEL_CARDS, "3c 3c");
    table.draw(100).declare(3, "2d", false).settle();
    assert_eq!((table.watched().declarer, table.watched().trump), (Some(Seat(3)), Some(trump("d2"))));
    assert_eq!(table.watched().awaited, [Seat(3)], "the seat that takes the kitty");
}

#[test]
fn a_first_hand_without_a_declaration_is_dealt_again() {
    let mut table = Table::new(&first_hand(Rules::default()), LEVEL_CARDS, "3c 3c");
    table.settle();
    let outcome = table.outcome();
    assert!(outcome.void);
    assert_eq!(outcome.standing.declarer, None);
}

#[test]
fn a_later_hand_without_a_declaration_is_played_at_no_trump() {
    let mut table = level_twos();
    table.settle();
    assert_eq!(table.watched().trump, Some(trump("n2")));
    assert_eq!(table.watched().awaited, [Seat(0)]);
}

#[test]
fn the_kitty_is_turned_up_until_a_card_sets_trumps() {
    let rules = Rules { reveal_kitty: true, ..Rules::default() };
    let mut table = Table::new(&setup(rules.clone(), "2", "2"), LEVEL_CARDS, "3c 4c 2c 5c 6c 7c 8c 9c");
    table.settle();
    assert_eq!(table.watched().trump, Some(trump("c2")));
    assert_eq!(table.watched().kitty.flipped.len(), 3);

    let mut table = Table::new(&first_hand(rules.clone()), LEVEL_CARDS, "3c 2h");
    table.settle();
    assert_eq!((table.watched().declarer, table.watched().trump), (Some(Seat(0)), Some(trump("h2"))));

    let mut table = Table::new(&first_hand(rules), LEVEL_CARDS, "3c 4c 5c 6c 7c 8c 9c Tc");
    table.settle();
    assert!(table.outcome().void, "eight cards that set nothing");
}

#[test]
fn a_joker_turned_up_means_no_trump() {
    let rules = Rules { reveal_kitty: true, ..Rules::default() };
    let hands = ["2h", "2s", "2d", "2d"];
    let mut table = Table::new(&setup(rules, "2", "2"), hands, "X2 2c");
    table.settle();
    assert_eq!(table.watched().trump, Some(trump("n2")));
}

#[test]
fn the_grace_ends_when_every_seat_has_passed() {
    let mut table = level_twos();
    table.draw(100);
    let grace = Pause::seconds(Rules::default().declaring_seconds);
    assert!(matches!(table.hand.step(), Step::After(until, _) if until == grace));
    assert_eq!(table.watched().stage, Stage::Declaring);
    for seat in 0..3 {
        table.act(seat, &Action::Pass {});
    }
    assert_eq!(table.refused(0, &Action::Pass {}), Refusal::HasPassed {});
    assert_eq!(table.hand.options(Seat(0)), None);
    table.declare(3, "2d", false);
    assert_eq!(table.watched().passed, [], "after a declaration every seat may answer again");
    for seat in 0..4 {
        table.act(seat, &Action::Pass {});
    }
    assert_eq!(table.watched().trump, Some(trump("d2")));
}

#[test]
fn every_seat_may_declare_whatever_it_holds() {
    let mut table =
        Table::new(&setup(Rules::default(), "2", "2"), ["2h 2s 2d 2c 2h 2s 2d 2c", "", "", ""], "");
    table.draw(100);
    for seat in (0..4).map(Seat) {
        let Some(Options::Declare(options)) = table.hand.options(seat) else { panic!("{seat} may declare") };
        assert_eq!(options.choices.is_empty(), seat != Seat(0));
    }
}

#[test]
fn nothing_is_played_or_buried_while_the_deal_runs() {
    let mut table = level_twos();
    table.draw(50);
    assert_eq!(table.refused(0, &plays("2h")), Refusal::DealRunning {});
    assert_eq!(table.refused(0, &Action::Bury { cards: Vec::new() }), Refusal::DealRunning {});
    table.settle();
    assert_eq!(table.refused(0, &plays("2h")), Refusal::KittyNotBuried {});
    assert_eq!(table.refused(1, &declares("2s", false)), Refusal::DeclaringClosed {});
}
