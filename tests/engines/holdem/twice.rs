//! Two boards by consent.

use cardroom_rules::cards::card::Card;
use cardroom_rules::games::game::{Absence, Game, Step};
use cardroom_rules::games::holdem::action::Action;
use cardroom_rules::games::holdem::refusal::Refusal;
use cardroom_rules::games::holdem::rules::{Rake, Rules};
use cardroom_rules::games::refusal::Common;
use cardroom_rules::games::seat::Seat;

use super::play::{Play, no_limit};

fn rules() -> Rules {
    Rules { run_it_twice: true, ..no_limit() }
}

/// Aces against kings; the second run of turn and river brings a king.
const HOLE: [&str; 2] = ["As Ah", "Ks Kh"];
const BOARDS: &str = "9c 8h 2d 4s 3d Kd 5c";

fn all_in_on_the_flop(rules: &Rules, stacks: &[u64]) -> Play {
    let mut play = Play::with_cards(rules, stacks, &HOLE, BOARDS);
    play.script("1 call, 0 check, 0 bet 100, 1 raise 900, 0 call");
    play
}

#[test]
fn every_remaining_player_is_asked_after_the_hands_are_tabled() {
    let play = all_in_on_the_flop(&rules(), &[1_000; 2]);
    assert_eq!(play.showdown(), [(1, true), (0, true)]);
    assert_eq!(play.view().to_act, [Seat(0), Seat(1)]);
    assert!(play.options(0).run_twice && play.options(1).run_twice);
    assert_eq!(play.view().boards.len(), 1);
    assert_eq!(play.refusal("0 call"), Refusal::BettingClosed {});
}

#[test]
fn with_consent_each_board_decides_half() {
    let mut play = all_in_on_the_flop(&rules(), &[1_000; 2]);
    play.script("1 agree");
    assert_eq!(play.view().to_act, [Seat(0)]);
    assert!(matches!(play.common_refusal("1 agree"), Common::NotYourTurn { .. }));
    play.script("0 agree");
    let text = |board: &Vec<Card>| board.iter().map(ToString::to_string).collect::<String>();
    let boards: Vec<String> = play.view().boards.iter().map(text).collect();
    assert_eq!(boards, ["9c8h2d4s3d", "9c8h2dKd5c"]);
    assert_eq!(play.awards(), [(0, 0, vec![(0, 1_000)]), (1, 0, vec![(1, 1_000)])]);
    assert_eq!(play.finish(), [1_000, 1_000]);
}

#[test]
fn the_odd_chip_goes_with_the_first_board() {
    let odd = Rules { small_blind: 25, ..rules() };
    let mut play = Play::with_cards(&odd, &[1_000, 1_000, 1_000], &["2c 7d", "As Ah", "Ks Kh"], BOARDS);
    play.script("2 raise 1000, 0 fold, 1 call, 1 agree, 2 agree");
    assert_eq!(play.awards().iter().map(|award| award.2[0].1).collect::<Vec<_>>(), [1_013, 1_012]);
}

#[test]
fn one_no_decides_at_once() {
    let mut play = all_in_on_the_flop(&rules(), &[1_000; 2]);
    play.script("0 decline");
    assert_eq!(play.view().boards.len(), 1);
    assert_eq!(play.finish(), [2_000, 0]);
}

#[test]
fn a_missing_answer_declines() {
    let play = all_in_on_the_flop(&rules(), &[1_000; 2]);
    for why in [Absence::Late, Absence::Gone] {
        assert_eq!(play.hand.fallback(Seat(1), why), Action::RunTwice { agree: false });
    }
}

#[test]
fn no_seat_is_asked_if_the_table_does_not_offer_it() {
    let play = all_in_on_the_flop(&no_limit(), &[1_000; 2]);
    assert!(matches!(play.hand.step(), Step::Over(_)));
}

#[test]
fn no_seat_is_asked_when_the_betting_closes_on_the_river() {
    let mut play = Play::with_cards(&rules(), &[1_000; 2], &HOLE, BOARDS);
    play.script("1 call, 0 check, 0 check, 1 check, 0 check, 1 check, 0 bet 900, 1 call");
    assert!(!play.options(1).run_twice);
}

#[test]
fn rake_is_taken_once_before_the_halves() {
    let rake = Rake { basis_points: 500, cap: None, no_flop_no_drop: false };
    let mut play = all_in_on_the_flop(&Rules { rake, ..rules() }, &[1_000; 2]);
    play.script("0 agree, 1 agree");
    assert_eq!(play.awards(), [(0, 0, vec![(0, 950)]), (1, 0, vec![(1, 950)])]);
    assert_eq!(play.view().rake, 100);
}
