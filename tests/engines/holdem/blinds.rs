//! Posts: their order, and what they count for.

use cardroom_rules::games::holdem::event::Post;
use cardroom_rules::games::holdem::rules::{Ante, Rules, Straddle};
use cardroom_rules::games::holdem::setup::{Player, Positions, Setup};
use cardroom_rules::games::seat::Seat;

use super::play::{Play, no_limit};

#[test]
fn heads_up_the_button_posts_the_small_blind_and_acts_first_before_the_flop() {
    let mut play = Play::new(&no_limit(), &[10_000; 2]);
    assert_eq!(play.posts(), [(1, Post::SmallBlind, 50), (0, Post::BigBlind, 100)]);
    assert_eq!(play.offer(), (1, 50, Some((200, 10_000))));
    assert_eq!(play.script("1 call, 0 check").turn(), 0, "and last after it");
}

#[test]
fn antes_come_before_blinds_and_stop_at_the_stack() {
    let rules = Rules { ante: Ante::Uniform { amount: 20 }, ..no_limit() };
    let play = Play::new(&rules, &[10_000, 90, 15]);
    assert_eq!(
        play.posts(),
        [
            (0, Post::Ante, 20),
            (1, Post::Ante, 20),
            (2, Post::Ante, 15),
            (0, Post::SmallBlind, 50),
            (1, Post::BigBlind, 70)
        ]
    );
    assert_eq!(play.view().price, 100, "a short big blind does not lower the price");
}

#[test]
fn an_ante_for_the_table_is_dead_money() {
    let rules = Rules { ante: Ante::BigBlind { amount: 100 }, ..no_limit() };
    let mut play = Play::new(&rules, &[10_000; 3]);
    assert_eq!(play.posts()[0], (1, Post::TableAnte, 100));
    assert_eq!(play.script("2 call, 0 call").offer(), (1, 0, Some((200, 9_900))), "and no bet");
    let rules = Rules { ante: Ante::Button { amount: 100 }, ..no_limit() };
    assert_eq!(Play::new(&rules, &[10_000; 3]).posts()[0], (2, Post::TableAnte, 100));
}

#[test]
fn a_seat_with_nothing_but_a_dead_ante_wins_no_more_than_that() {
    let rules = Rules { ante: Ante::Button { amount: 50 }, ..no_limit() };
    let hole = ["2c 7d", "3c 8d", "As Ah"];
    let mut play = Play::with_cards(&rules, &[1_000, 1_000, 19], &hole, "Ad Kd 9s 4h 5h");
    play.script("0 call, 1 check, 0 check, 1 check, 0 check, 1 check, 0 check, 1 check");
    assert_eq!(play.finish(), [900, 1_100, 19]);
}

#[test]
fn a_straddle_doubles_the_price_and_acts_last() {
    let rules = Rules { straddle: Straddle::Mandatory, ..no_limit() };
    let mut play = Play::new(&rules, &[10_000; 4]);
    assert_eq!(play.posts()[2], (2, Post::Straddle, 200));
    assert_eq!(play.offer(), (3, 200, Some((400, 10_000))));
    play.script("3 call, 0 call, 1 call");
    assert_eq!(play.offer(), (2, 0, Some((400, 10_000))));
    play.script("2 check");
    assert_eq!(play.offer(), (0, 0, Some((100, 9_800))), "after the flop a bet is one big blind again");
}

#[test]
fn there_is_no_straddle_heads_up() {
    let rules = Rules { straddle: Straddle::Mandatory, ..no_limit() };
    assert_eq!(Play::new(&rules, &[10_000; 2]).posts().len(), 2);
}

#[test]
fn a_missed_small_blind_is_dead_and_a_missed_big_blind_is_live() {
    let player =
        |seat, dead_blind, entry_blind| Player { seat: Seat(seat), stack: 1_000, dead_blind, entry_blind };
    let setup = Setup {
        rules: no_limit(),
        positions: Positions { button: Seat(4), small_blind: Seat(0), big_blind: Seat(1) },
        players: vec![
            player(0, false, false),
            player(1, false, false),
            player(2, true, true),
            player(3, false, true),
            player(4, true, false),
        ],
        straddle: None,
        dues: Vec::new(),
    };
    let mut play = Play::of(&setup, &[], "");
    assert_eq!(
        play.posts(),
        [
            (2, Post::DeadBlind, 50),
            (4, Post::DeadBlind, 50),
            (0, Post::SmallBlind, 50),
            (1, Post::BigBlind, 100),
            (2, Post::EntryBlind, 100),
            (3, Post::EntryBlind, 100)
        ]
    );
    assert_eq!(play.offer(), (2, 0, Some((200, 950))), "a seat that has posted may check or raise");
    assert_eq!(play.script("2 check, 3 check").offer(), (4, 100, Some((200, 950))));
}

#[test]
fn a_dead_small_blind_is_not_posted() {
    let player = |seat| Player { seat: Seat(seat), stack: 1_000, dead_blind: false, entry_blind: false };
    let setup = Setup {
        rules: no_limit(),
        positions: Positions { button: Seat(5), small_blind: Seat(7), big_blind: Seat(1) },
        players: vec![player(1), player(3), player(4)],
        straddle: None,
        dues: Vec::new(),
    };
    let mut play = Play::of(&setup, &[], "");
    assert_eq!(play.posts(), [(1, Post::BigBlind, 100)]);
    assert_eq!(play.turn(), 3);
    assert_eq!(play.script("3 call, 4 call, 1 check").turn(), 1, "left of the dead button");
}

/// TDA RP-11, since 2024: a stack of 150 posts a big blind of 100 and 50 of the ante; at cash tables the ante comes first.
#[test]
fn the_order_of_a_big_blind_ante_and_the_blind_is_an_option() {
    let ante = Ante::BigBlind { amount: 100 };
    let posts = |blind_first| {
        let play = Play::new(&Rules { ante, blind_first, ..no_limit() }, &[1_000, 150, 1_000]);
        play.posts()
    };
    let small = (0, Post::SmallBlind, 50);
    assert_eq!(posts(true), [small, (1, Post::BigBlind, 100), (1, Post::TableAnte, 50)]);
    assert_eq!(posts(false), [(1, Post::TableAnte, 100), small, (1, Post::BigBlind, 50)]);
}
