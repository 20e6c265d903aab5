//! The kitty: taken, buried, stolen, and counted (rules, sections 3 and 7, and trap 8).

use cardroom_rules::games::game::{Game, Step};
use cardroom_rules::games::refusal::Common;
use cardroom_rules::games::seat::Seat;
use cardroom_rules::games::shengji::action::Action;
use cardroom_rules::games::shengji::declare::Reinforcing;
use cardroom_rules::games::shengji::event::{Event, Seen};
use cardroom_rules::games::shengji::refusal::Refusal;
use cardroom_rules::games::shengji::rules::{KittyMultiplier, Rules};
use cardroom_rules::games::shengji::view::Stage;
use cardroom_rules::games::viewer::Viewer;

use super::table::{Table, before_the_last_cards, declares, plays, setup};
use super::text::{list, trump};

const KITTY: &str = "3c 4c 5c 6c 7c 8c 9c Tc";

fn dealt(rules: Rules) -> Table {
    let mut table = Table::new(&setup(rules, "2", "2"), ["2h", "2s 2s", "X1 X1", "X2 X2"], KITTY);
    table.draw(100).declare(0, "2h", false).settle();
    table
}

#[test]
fn the_declarer_takes_eight_cards_and_buries_any_eight() {
    let mut table = dealt(Rules::default());
    assert_eq!(table.watched().players[0].cards, 33);
    let wrong = Refusal::WrongNumber { demanded: 8, given: 7 };
    assert_eq!(table.refused(0, &Action::Bury { cards: list("3c 4c 5c 6c 7c 8c 9c") }), wrong);
    assert_eq!(
        table.refused_as_ever(1, &Action::Bury { cards: list(KITTY) }),
        Common::NotYourTurn { awaited: vec![Seat(0)] }
    );
    assert!(matches!(table.refused(0, &Action::Bury { cards: list("X2 X2") }), Refusal::NotHeld { .. }));
    table.bury(0, "2h Tc 5c 3c 4c 6c 7c 8c");
    assert_eq!(table.watched().awaited, [Seat(0)], "the declarer leads");
    assert_eq!(table.refused(0, &Action::Bury { cards: Vec::new() }), Refusal::NothingToBury {});
}

#[test]
fn only_the_burier_sees_the_kitty_before_the_end() {
    let mut table = dealt(Rules::default());
    table.bury(0, KITTY);
    assert_eq!(table.view(0).kitty.cards, Some(list(KITTY)));
    for view in [table.view(1), table.view(2), table.view(3), table.watched()] {
        assert_eq!(view.kitty.cards, None);
    }
    let hides = |event: &&Event| matches!(event, Event::KittyTaken(_) | Event::Buried(_));
    for event in table.log.iter().filter(hides) {
        for viewer in [Viewer::Seat(Seat(2)), Viewer::Watcher] {
            let (Seen::KittyTaken(kitty) | Seen::Buried(kitty)) = event.seen(viewer) else {
                panic!("the kitty")
            };
            assert_eq!(kitty.cards, None);
        }
    }
    table.play_on(|_| false);
    assert_eq!(table.watched().kitty.cards, Some(list(KITTY)));
}

#[test]
fn the_kitty_is_stolen_with_stronger_declarations_until_all_pass() {
    let mut table = dealt(Rules { steal: true, ..Rules::default() });
    table.bury(0, KITTY);
    assert_eq!(table.watched().stage, Stage::Stealing);
    assert_eq!(table.watched().awaited, [Seat(1), Seat(2), Seat(3)], "whether or not they could declare");
    let not_asked = Common::NotYourTurn { awaited: table.watched().awaited };
    assert_eq!(table.refused_as_ever(0, &Action::Pass {}), not_asked);
    table.act(3, &Action::Pass {});
    table.declare(1, "2s", true);
    assert_eq!(table.watched().trump, Some(trump("s2")));
    assert_eq!(table.watched().players[1].cards, 33, "the thief has taken it");
    table.bury(1, KITTY);
    assert_eq!(table.view(0).kitty.cards, None, "it is not the first one's kitty any more");
    assert_eq!(table.watched().awaited, [Seat(0), Seat(2), Seat(3)], "every seat is asked again");
    assert!(matches!(table.refused(0, &declares("2h", false)), Refusal::DeclarationTooWeak { .. }));
    table.declare(2, "X1", true).bury(2, KITTY);
    for seat in [0, 1, 3] {
        table.act(seat, &Action::Pass {});
    }
    assert_eq!(table.watched().trump, Some(trump("n2")));
    assert_eq!((table.watched().declarer, table.watched().awaited), (Some(Seat(0)), vec![Seat(0)]));
}

#[test]
fn a_declaration_may_be_reinforced_while_the_kitty_may_be_stolen() {
    let by = |reinforcing| {
        let rules = Rules { steal: true, reinforcing, ..Rules::default() };
        let mut table = Table::new(&setup(rules, "2", "2"), ["", "2s 2s 2c 2c", "", ""], KITTY);
        table.draw(100).declare(1, "2s", false).settle();
        table.bury(0, KITTY);
        table
    };
    let table = by(Reinforcing::ReinforceWhileWinning);
    let standing = table.watched().declarations[0];
    assert_eq!(table.refused(1, &declares("2c", true)), Refusal::OwnDeclarationStands { standing });
    assert!(table.hand.accept(Seat(1), &declares("2s", true)).is_ok());
    let table = by(Reinforcing::OverturnOrReinforce);
    assert!(table.hand.accept(Seat(1), &declares("2c", true)).is_ok());
}

const JOKERS_LAST: [&str; 4] = ["2h 2h", "X2 X2", "2d 2d", "X1 X1"];

#[test]
fn attackers_who_win_the_last_trick_get_the_kitty_by_the_last_lead() {
    let mut by_pair = before_the_last_cards(Rules::default(), JOKERS_LAST, [0; 4]);
    let before = by_pair.watched().points;
    let leader = by_pair.watched().awaited[0].0;
    for seat in (0..4).map(|ahead| (leader + ahead) % 4) {
        by_pair.play(seat, JOKERS_LAST[usize::from(seat)]);
    }
    let scored = by_pair.scored();
    assert_eq!((scored.kitty_points, scored.multiplier, scored.points), (40, 4, before + 160));
    let count = by_pair.watched().count.expect("it is scored");
    assert_eq!((count.tricks, count.kitty, count.component), (before, 160, Some(2)));

    let mut by_singles = before_the_last_cards(Rules::default(), JOKERS_LAST, [0; 4]);
    by_singles.play_on(|_| false);
    assert_eq!(by_singles.scored().multiplier, 2);
    assert_eq!(by_singles.watched().count.and_then(|count| count.component), Some(1));
    let rules = Rules { kitty_multiplier: KittyMultiplier::PowerOfTwo, ..Rules::default() };
    let mut by_power = before_the_last_cards(rules, JOKERS_LAST, [0; 4]);
    assert_eq!(by_power.watched().count, None);
    by_power.play_on(|_| false);
    assert_eq!((by_power.scored().multiplier, by_power.watched().count.unwrap().component), (2, Some(1)));
}

#[test]
fn declarers_who_win_the_last_trick_keep_the_kitty() {
    let mut table = before_the_last_cards(Rules::default(), ["X2 X2", "2h 2h", "2d 2d", "X1 X1"], [0; 4]);
    let before = table.watched().points;
    table.play_on(|_| false);
    assert_eq!((table.scored().multiplier, table.scored().points), (0, before));
    let count = table.watched().count.expect("it is scored");
    assert_eq!((count.tricks, count.kitty, count.component), (before, 0, None));
}

/// Trap 8.
#[test]
fn a_hand_is_played_to_its_last_card() {
    let mut table = dealt(Rules::default());
    table.bury(0, KITTY).play_on(|_| false);
    assert!(table.watched().players.iter().all(|player| player.cards == 0));
    assert!(matches!(table.hand.step(), Step::Over(_)));
    assert_eq!(table.refused_as_ever(0, &plays("2h")), Common::HandOver {});
}
