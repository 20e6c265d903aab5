//! Prices, raises, and when the betting is reopened.

use cardroom_rules::games::holdem::refusal::{NoRaise, Refusal};
use cardroom_rules::games::holdem::rules::{Betting, Rules};
use cardroom_rules::games::holdem::setup::{Player, Positions, Setup};
use cardroom_rules::games::refusal::Common;
use cardroom_rules::games::seat::Seat;

use super::play::{Play, no_limit};

fn pot_limit() -> Rules {
    Rules { betting: Betting::PotLimit, ..no_limit() }
}

/// Small bets of 100, big bets of 200.
fn fixed_limit() -> Rules {
    Rules { betting: Betting::FixedLimit, ..no_limit() }
}

#[test]
fn a_raise_is_by_the_largest_bet_or_raise_so_far() {
    let mut play = Play::new(&no_limit(), &[10_000; 4]);
    assert_eq!(play.offer(), (2, 100, Some((200, 10_000))));
    assert_eq!(play.script("2 raise 300").offer(), (3, 300, Some((500, 10_000))));
    assert_eq!(play.script("3 raise 700").offer(), (0, 650, Some((1_100, 10_000))));
}

#[test]
fn the_least_opening_bet_is_one_big_blind() {
    let mut play = Play::new(&no_limit(), &[10_000; 3]);
    play.script("2 call, 0 call, 1 check");
    assert_eq!(play.offer(), (0, 0, Some((100, 9_900))));
    assert_eq!(play.refusal("0 bet 99"), Refusal::BelowMinRaise { min: 100 });
    assert_eq!(play.refusal("0 bet 9901"), Refusal::AboveMaxRaise { max: 9_900 });
}

#[test]
fn a_stack_below_the_least_raise_may_go_all_in() {
    let mut play = Play::new(&no_limit(), &[10_000, 10_000, 10_000, 350]);
    play.script("2 raise 300");
    assert_eq!(play.offer(), (3, 300, Some((350, 350))));
    assert_eq!(play.refusal("3 raise 349"), Refusal::BelowMinRaise { min: 350 });
    assert_eq!(play.script("3 raise 350").offer(), (0, 300, Some((550, 10_000))));
}

#[test]
fn a_short_all_in_does_not_reopen_the_betting() {
    let mut play = Play::new(&no_limit(), &[10_000, 10_000, 10_000, 350]);
    play.script("2 raise 300, 3 raise 350, 0 fold, 1 call");
    assert_eq!(play.offer(), (2, 50, None));
    assert_eq!(play.refusal("2 raise 1000"), Refusal::RaiseNotAllowed { why: NoRaise::NotReopened });
}

#[test]
fn short_all_ins_that_sum_to_a_full_raise_reopen_the_betting() {
    // TDA 47, example A: the opener faces 100, who called 125 faces 75.
    let mut play = Play::new(&no_limit(), &[10_000, 225, 10_000, 300, 10_000]);
    play.script("2 call, 3 call, 4 call, 0 call, 1 check");
    play.script("0 bet 100, 1 raise 125, 2 call, 3 raise 200, 4 call");
    assert_eq!(play.offer(), (0, 100, Some((300, 9_900))));
    assert_eq!(play.script("0 call").offer(), (2, 75, None));
}

#[test]
fn a_seat_that_has_not_acted_may_raise_a_short_bet() {
    let mut play = Play::new(&no_limit(), &[10_000, 140, 10_000]);
    play.script("2 call, 0 call, 1 check, 0 check, 1 bet 40");
    assert_eq!(play.offer(), (2, 40, Some((140, 9_900))));
    assert_eq!(play.script("2 call").offer(), (0, 40, None));
}

#[test]
fn the_big_blind_keeps_its_option() {
    let mut play = Play::new(&no_limit(), &[10_000; 3]);
    play.script("2 call, 0 call");
    assert_eq!(play.offer(), (1, 0, Some((200, 10_000))));
    assert_eq!(play.script("1 raise 300").offer(), (2, 200, Some((500, 10_000))));
}

#[test]
fn a_raise_needs_an_opponent_who_could_put_in_more() {
    let mut play = Play::new(&no_limit(), &[10_000, 500, 10_000]);
    play.script("2 fold, 0 raise 10000");
    assert_eq!(play.offer(), (1, 400, None));
    let mut play = Play::new(&no_limit(), &[10_000, 500]);
    play.script("1 raise 500");
    assert_eq!(play.refusal("0 raise 1000"), Refusal::RaiseNotAllowed { why: NoRaise::NobodyToCall });
}

#[test]
fn a_lone_player_who_cannot_be_raised_is_not_asked() {
    // The big blind is all in for less than the small blind has in already.
    let mut play = Play::new(&no_limit(), &[10_000, 30, 10_000]);
    play.script("2 fold");
    assert_eq!(play.showdown(), [(0, true), (1, true)], "hands are tabled without a decision");
    assert_eq!(play.view().boards[0].len(), 5);
}

#[test]
fn a_bet_is_no_raise_and_a_raise_no_bet() {
    let mut play = Play::new(&no_limit(), &[10_000; 3]);
    assert_eq!(play.refusal("2 bet 300"), Refusal::RaiseInstead { price: 100 });
    assert_eq!(play.refusal("2 check"), Refusal::CannotCheck { call: 100 });
    play.script("2 call, 0 call, 1 check");
    assert_eq!(play.refusal("0 raise 300"), Refusal::BetInstead {});
    assert_eq!(play.refusal("0 call"), Refusal::NothingToCall {});
}

#[test]
fn pot_limit_counts_the_call_before_the_raise() {
    let mut play = Play::new(&pot_limit(), &[10_000; 4]);
    assert_eq!(play.offer(), (2, 100, Some((200, 350))));
    assert_eq!(play.script("2 raise 350").offer(), (3, 350, Some((600, 1_200))));
}

/// TDA 54-B: at 100/200 the first player may make it 700, whether the small blind is posted, short or dead.
#[test]
fn a_dead_small_blind_counts_in_pot_limit() {
    let player = |seat| Player { seat: Seat(seat), stack: 10_000, dead_blind: false, entry_blind: false };
    let rules = Rules { small_blind: 100, big_blind: 200, ..pot_limit() };
    let dead = |rules: &Rules| Setup {
        rules: rules.clone(),
        positions: Positions { button: Seat(5), small_blind: Seat(7), big_blind: Seat(1) },
        players: [1, 3, 4, 5].map(player).into(),
        straddle: None,
        dues: Vec::new(),
    };
    let mut play = Play::of(&dead(&rules), &[], "");
    assert_eq!(play.offer(), (3, 200, Some((400, 700))));
    // After the flop only what was bet counts.
    play.script("3 call, 4 fold, 5 fold, 1 check");
    assert_eq!(play.offer(), (1, 0, Some((200, 400))));
    assert_eq!(Play::new(&rules, &[10_000; 4]).offer(), (2, 200, Some((400, 700))));
    assert_eq!(Play::new(&rules, &[40, 10_000, 10_000, 10_000]).offer(), (2, 200, Some((400, 700))));
    // In no limit there is nothing to count.
    let no_limit = Rules { betting: Betting::NoLimit, ..rules };
    assert_eq!(Play::of(&dead(&no_limit), &[], "").offer(), (3, 200, Some((400, 10_000))));
}

#[test]
fn a_short_blind_counts_in_full_in_pot_limit() {
    assert_eq!(Play::new(&pot_limit(), &[10_000, 60, 10_000, 10_000]).offer(), (2, 100, Some((200, 350))));
    assert_eq!(Play::new(&pot_limit(), &[20, 10_000, 10_000, 10_000]).offer(), (2, 100, Some((200, 350))));
}

#[test]
fn fixed_limit_bets_are_small_then_big() {
    let mut play = Play::new(&fixed_limit(), &[10_000; 3]);
    assert_eq!(play.offer(), (2, 100, Some((200, 200))));
    play.script("2 call, 0 call, 1 check");
    assert_eq!(play.offer(), (0, 0, Some((100, 100))));
    play.script("0 check, 1 check, 2 check");
    assert_eq!(play.offer(), (0, 0, Some((200, 200))));
    assert_eq!(play.script("0 bet 200").offer(), (1, 200, Some((400, 400))));
}

#[test]
fn fixed_limit_is_capped_at_a_bet_and_three_raises() {
    let mut play = Play::new(&fixed_limit(), &[10_000; 3]);
    play.script("2 raise 200, 0 raise 300, 1 raise 400");
    assert_eq!(play.offer(), (2, 200, None));
    assert_eq!(play.refusal("2 raise 500"), Refusal::RaiseNotAllowed { why: NoRaise::Capped });
    play.script("2 call, 0 call, 0 bet 100, 1 raise 200, 2 raise 300, 0 raise 400");
    assert_eq!(play.offer(), (1, 200, None));
}

#[test]
fn the_cap_holds_heads_up_unless_it_is_lifted() {
    let raises = "1 raise 200, 0 raise 300, 1 raise 400";
    assert_eq!(Play::new(&fixed_limit(), &[10_000; 2]).script(raises).offer(), (0, 100, None));
    let uncapped = Rules { uncapped_heads_up: true, ..fixed_limit() };
    assert_eq!(Play::new(&uncapped, &[10_000; 2]).script(raises).offer(), (0, 100, Some((500, 500))));
    assert_eq!(
        Play::new(&uncapped, &[10_000; 3]).script("2 raise 200, 0 raise 300, 1 raise 400").offer().2,
        None
    );
}

#[test]
fn a_cap_that_was_reached_among_three_is_not_lifted_when_one_folds() {
    let uncapped = Rules { uncapped_heads_up: true, ..fixed_limit() };
    let mut play = Play::new(&uncapped, &[10_000; 3]);
    play.script("2 raise 200, 0 raise 300, 1 raise 400, 2 fold");
    assert_eq!(play.offer(), (0, 100, None));
    assert_eq!(play.refusal("0 raise 500"), Refusal::RaiseNotAllowed { why: NoRaise::Capped });
    play.script("0 call, 0 bet 100, 1 raise 200, 0 raise 300, 1 raise 400");
    assert_eq!(
        play.offer(),
        (0, 100, Some((500, 500))),
        "on the next street two are left from the beginning"
    );
}

#[test]
fn an_all_in_of_half_a_bet_is_a_raise_in_fixed_limit() {
    let mut play = Play::new(&fixed_limit(), &[10_000, 10_000, 10_000, 250]);
    play.script("2 raise 200, 3 raise 250");
    assert_eq!(play.offer(), (0, 200, Some((350, 350))));
    play.script("0 call, 1 call");
    assert_eq!(play.offer(), (2, 50, Some((350, 350))), "it reopens the betting");
}

#[test]
fn an_all_in_of_less_than_half_a_bet_may_be_completed_in_fixed_limit() {
    let mut play = Play::new(&fixed_limit(), &[10_000, 10_000, 10_000, 249]);
    play.script("2 raise 200, 3 raise 249");
    assert_eq!(play.offer(), (0, 199, Some((300, 300))));
    play.script("0 call, 1 call");
    assert_eq!(play.offer(), (2, 49, None), "it does not reopen the betting");
}

#[test]
fn a_seat_out_of_turn_learns_whose_turn_it_is() {
    let play = Play::new(&no_limit(), &[10_000; 3]);
    let awaited = play.view().to_act;
    assert_eq!(play.common_refusal("0 call"), Common::NotYourTurn { awaited });
    assert_eq!(play.common_refusal("7 call"), Common::NotDealtIn {});
    assert_eq!(play.refusal("2 agree"), Refusal::NotAsked {});
    assert_eq!(play.refusal("2 show"), Refusal::NothingToShow {});
}

#[test]
fn amounts_that_no_stack_holds_are_refused() {
    let play = Play::new(&no_limit(), &[10_000; 3]);
    assert_eq!(play.refusal("2 raise 18446744073709551615"), Refusal::AboveMaxRaise { max: 10_000 });
    assert_eq!(play.refusal("2 raise 0"), Refusal::BelowMinRaise { min: 200 });
}
