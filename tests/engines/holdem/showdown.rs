//! Showing, mucking, and winning.

use cardroom_rules::games::game::{Absence, Game, Step};
use cardroom_rules::games::holdem::action::Action;
use cardroom_rules::games::holdem::event::Event;
use cardroom_rules::games::holdem::refusal::Refusal;
use cardroom_rules::games::holdem::rules::Rules;
use cardroom_rules::games::holdem::view::PlayerState;
use cardroom_rules::games::refusal::Common;
use cardroom_rules::games::seat::Seat;
use cardroom_rules::games::viewer::Viewer;

use super::play::{Play, no_limit};

const BOARD: &str = "Kd 9c 8h 4s 2d";
/// Aces, kings, nines.
const HOLE: [&str; 3] = ["As Ah", "Kh Qd", "9d Qs"];
const LIMPED: &str = "2 call, 0 call, 1 check";
const CHECKED_TO_THE_RIVER: &str = "0 check, 1 check, 2 check, 0 check, 1 check, 2 check";

fn at_the_river() -> Play {
    let mut play = Play::with_cards(&no_limit(), &[1_000; 3], &HOLE, BOARD);
    play.script(LIMPED).script(CHECKED_TO_THE_RIVER);
    play
}

#[test]
fn the_last_aggressor_shows_first() {
    let mut play = at_the_river();
    play.script("0 check, 1 bet 100, 2 call, 0 call");
    assert_eq!(play.showdown(), [(1, true)]);
    play.finish();
    assert_eq!(play.showdown(), [(1, true), (2, false), (0, true)]);
}

#[test]
fn without_a_bet_the_first_seat_left_of_the_button_shows_first() {
    let mut play = at_the_river();
    play.script("0 check, 1 check, 2 check");
    assert_eq!(play.showdown(), [(0, true)]);
    assert_eq!(play.finish(), [1_200, 900, 900]);
    assert_eq!(play.showdown(), [(0, true), (1, false), (2, false)]);
}

#[test]
fn a_beaten_hand_may_be_shown_or_mucked() {
    let mut play = at_the_river();
    play.script("0 check, 1 check, 2 check");
    assert_eq!((play.options(1).show, play.options(1).muck), (true, true));
    play.script("1 show, 2 muck");
    assert_eq!(play.showdown(), [(0, true), (1, true), (2, false)]);
}

#[test]
fn a_hand_that_is_not_beaten_must_be_shown() {
    let mut play = at_the_river();
    play.script("0 check, 1 check, 2 bet 100, 0 call, 1 call");
    assert_eq!(play.showdown(), [(2, true)]);
    assert_eq!((play.options(0).show, play.options(0).muck), (true, false));
    assert_eq!(play.refusal("0 muck"), Refusal::MustShow {});
    assert_eq!(play.hand.fallback(Seat(0), Absence::Gone), Action::Show {});
    play.script("0 show");
    assert!(play.options(1).muck);
}

#[test]
fn no_other_seat_acts_during_a_pause() {
    let mut play = at_the_river();
    play.script("0 check, 1 check, 2 check");
    assert_eq!(play.common_refusal("2 show"), Common::NotYourTurn { awaited: vec![Seat(1)] });
    assert_eq!(play.refusal("1 fold"), Refusal::BettingClosed {});
    assert!(matches!(play.hand.step(), Step::After(..)));
}

#[test]
fn a_tied_hand_must_be_shown() {
    let hole = ["As Qd", "Ah Qc"];
    let mut play = Play::with_cards(&no_limit(), &[1_000; 2], &hole, BOARD);
    play.script("1 call, 0 check, 0 check, 1 check, 0 check, 1 check, 0 check, 1 check");
    assert_eq!(play.refusal("1 muck"), Refusal::MustShow {});
    assert_eq!(play.finish(), [1_000, 1_000]);
}

#[test]
fn a_hand_beaten_for_the_main_pot_may_still_win_a_side_pot() {
    // Seat 0 is all in with aces; kings beat nines for the side pot.
    let mut play = Play::with_cards(&no_limit(), &[100, 1_000, 1_000], &HOLE, BOARD);
    play.script("2 call, 0 call, 1 check, 1 check, 2 check, 1 check, 2 check, 1 bet 100, 2 call");
    assert_eq!(play.showdown(), [(1, true)]);
    assert!(play.options(2).muck, "nines are beaten in both pots");
    play.wait();
    assert!(!play.options(0).muck);
    assert_eq!(play.finish(), [300, 1_000, 800]);
}

#[test]
fn a_side_pot_is_open_until_a_hand_is_shown_for_it() {
    // The short stack's aces are shown first, being left of the button, and leave the side pot open.
    let mut play = Play::with_cards(&no_limit(), &[100, 1_000, 1_000], &HOLE, BOARD);
    play.script("2 raise 200, 0 call, 1 call, 1 check, 2 check, 1 check, 2 check, 1 check, 2 check");
    assert_eq!(play.showdown(), [(0, true)]);
    assert_eq!(play.refusal("1 muck"), Refusal::MustShow {}, "kings may win the side pot");
    play.script("1 show");
    assert!(play.options(2).muck);
    assert_eq!(play.finish(), [300, 1_000, 800]);
    assert_eq!(play.awards(), [(0, 0, vec![(0, 300)]), (0, 1, vec![(1, 200)])]);
}

#[test]
fn all_hands_are_tabled_before_the_board_is_run_out() {
    let mut play = Play::with_cards(&no_limit(), &[1_000; 3], &HOLE, BOARD);
    play.script("2 raise 1000, 0 call, 1 fold");
    assert_eq!(play.showdown(), [(2, true), (0, true)]);
    let place = |wanted: fn(&Event) -> bool| play.events.iter().position(wanted);
    assert!(
        place(|event| matches!(event, Event::Shown(_))) < place(|event| matches!(event, Event::Street(_)))
    );
    assert_eq!(play.finish(), [2_100, 900, 0]);
}

#[test]
fn all_ins_are_tabled_on_the_river_too_if_the_table_says_so() {
    let to_the_river =
        "2 call, 0 call, 1 check, 0 check, 1 check, 2 check, 0 check, 1 check, 2 check, 0 check";
    let all_in_on_it = "1 bet 900, 2 fold, 0 call";
    let tables = Rules { table_all_ins: true, ..no_limit() };
    let mut play = Play::with_cards(&tables, &[1_000; 3], &HOLE, BOARD);
    play.script(to_the_river).script(all_in_on_it);
    assert_eq!(play.showdown().len(), 2);
    assert!(play.showdown().iter().all(|&(_, is_shown)| is_shown), "also the kings, which are beaten");
    assert!(matches!(play.hand.step(), Step::Over(_)), "the hand waits for no seat");

    // No player is all in: an ordinary showdown.
    let mut play = Play::with_cards(&tables, &[1_000; 3], &HOLE, BOARD);
    play.script(to_the_river).script("1 bet 500, 2 call, 0 call");
    assert!(play.options(2).muck);
}

#[test]
fn a_winner_by_folds_need_not_show() {
    let mut play = Play::with_cards(&no_limit(), &[1_000; 3], &HOLE, BOARD);
    play.script("2 raise 300, 0 fold, 1 fold");
    assert_eq!((play.turn(), play.options(2).show, play.options(2).muck), (2, true, true));
    assert_eq!(play.finish(), [950, 900, 1_150]);
    assert_eq!(play.showdown(), [(2, false)]);
    assert_eq!(play.common_refusal("2 show"), Common::HandOver {});
}

#[test]
fn a_winner_by_folds_may_show() {
    let mut play = Play::with_cards(&no_limit(), &[1_000; 3], &HOLE, BOARD);
    play.script("2 raise 300, 0 fold, 1 fold, 2 show");
    assert_eq!(play.showdown(), [(2, true)]);
    assert_eq!(play.finish(), [950, 900, 1_150]);
}

#[test]
fn mucked_and_folded_cards_are_never_shown_to_others() {
    let mut play = at_the_river();
    play.script("0 check, 1 check, 2 fold");
    play.finish();
    assert_eq!(play.showdown(), [(0, true), (1, false)]);
    for viewer in [Viewer::Watcher, Viewer::Seat(Seat(0))] {
        let view = play.hand.view(viewer);
        let seen = play.events.iter().map(|event| event.seen(viewer));
        let mut text = serde_json::to_string(&seen.collect::<Vec<_>>()).expect("events as JSON");
        text += &serde_json::to_string(&view).expect("a view as JSON");
        for card in ["Kh", "Qd", "9d", "Qs"] {
            assert!(!text.contains(card), "{viewer:?} sees {card}");
        }
    }
    let own = play.hand.view(Viewer::Seat(Seat(1)));
    assert_eq!(own.players[1].state, PlayerState::Mucked);
    assert_eq!(own.players[1].best[0].says, "pair of kings, queen kicker", "their holders still know them");
}

#[test]
fn a_view_names_the_holders_own_best_hand_from_the_flop() {
    let mut play = Play::with_cards(&no_limit(), &[1_000; 3], &HOLE, BOARD);
    let own = |play: &Play| play.hand.view(Viewer::Seat(Seat(0))).players[0].best.clone();
    assert_eq!(own(&play), []);
    play.script(LIMPED);
    assert_eq!(own(&play)[0].says, "pair of aces, king kicker");
    assert_eq!(play.view().players[0].best, [], "a watcher knows nothing of it");
}

#[test]
fn an_all_in_on_the_river_ends_in_an_ordinary_showdown() {
    let mut play = at_the_river();
    play.script("0 bet 900, 1 call, 2 fold");
    assert_eq!(play.showdown(), [(0, true)]);
    assert!(play.options(1).muck);
    assert_eq!(play.finish(), [2_100, 0, 900]);
}

#[test]
fn odd_chips_go_clockwise_from_left_of_the_button() {
    let hole = ["2c 3d", "As Kd", "Ah Kc"];
    let rules = Rules { small_blind: 5, big_blind: 10, ..no_limit() };
    let mut play = Play::with_cards(&rules, &[1_000; 3], &hole, "Qs Js Th 4c 4d");
    play.script("2 call, 0 fold, 1 check, 1 check, 2 check, 1 check, 2 check, 1 check, 2 check");
    assert_eq!(play.finish(), [995, 1_003, 1_002]);
}
