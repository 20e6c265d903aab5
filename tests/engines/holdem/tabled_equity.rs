//! Equities beside tabled hands, as in a broadcast.

use cardroom_rules::games::game::Game;
use cardroom_rules::games::holdem::event::{Event, Seen};
use cardroom_rules::games::holdem::hand::Holdem;
use cardroom_rules::games::holdem::outlook::{Equity, EquitySeen};
use cardroom_rules::games::holdem::rules::Rules;
use cardroom_rules::games::holdem::street::StreetName::{self, Flop, Preflop, River, Turn};
use cardroom_rules::games::viewer::Viewer;

use super::play::{Play, no_limit};

const SUITED_AGAINST_QUEENS: [&str; 3] = ["Qh 2c", "Ah Kh", "Qd Qs"];
const BOARD: &str = "2h 7h Tc Ts 3h";

/// Board, street, and each seat's wins, ties with one other, and losses.
type EquityText = (u8, StreetName, Vec<(u8, u64, u64, u64)>);

fn text_of(equity: &Equity) -> EquityText {
    let hands = equity.hands.iter().map(|hand| (hand.seat.0, hand.win, hand.tie[0], hand.lose));
    (equity.board, equity.street, hands.collect())
}

fn seen(equity: &Equity) -> EquitySeen {
    match Holdem::seen(&Event::Equity(equity.clone()), Viewer::Watcher) {
        Seen::Equity(seen) => seen,
        other => panic!("{other:?}"),
    }
}

fn all_texts(play: &Play) -> Vec<EquityText> {
    play.equities.iter().map(text_of).collect()
}

/// The published counts, which hold for all boards without the two hands: a third one, folded, is unknown.
#[test]
fn two_hands_are_compared_after_they_are_tabled_and_after_each_street() {
    let mut play = Play::with_cards(&no_limit(), &[1_000; 3], &SUITED_AGAINST_QUEENS, BOARD);
    play.script("2 raise 1000, 0 fold, 1 call");
    let expected: [EquityText; 4] = [
        (0, Preflop, vec![(1, 787_966, 6_732, 917_606), (2, 917_606, 6_732, 787_966)]),
        (0, Flop, vec![(1, 539, 0, 451), (2, 451, 0, 539)]),
        (0, Turn, vec![(1, 13, 0, 31), (2, 31, 0, 13)]),
        (0, River, vec![(1, 1, 0, 0), (2, 0, 0, 1)]),
    ];
    assert_eq!(all_texts(&play), expected);
    let equity = seen(&play.equities[0]).hands[0].equity;
    assert!((equity - (787_966.0 + 6_732.0 / 2.0) / 1_712_304.0).abs() < 1e-12);
}

#[test]
fn each_of_two_boards_knows_the_cards_of_the_other() {
    let twice = Rules { run_it_twice: true, ..no_limit() };
    let mut play = Play::with_cards(&twice, &[1_000; 2], &["As Ah", "Ks Kh"], "9c 8h 2d Kd 3d 4s 5c");
    play.script("1 call, 0 check, 0 bet 100, 1 raise 900, 0 call");
    assert_eq!(all_texts(&play).len(), 1, "before any decision");
    play.script("1 agree, 0 agree");
    let texts = all_texts(&play);
    let places: Vec<_> = texts.iter().map(|&(board, street, _)| (board, street)).collect();
    assert_eq!(places, [(0, Flop), (0, Turn), (0, River), (1, Turn), (1, River)]);
    let boards = |of: &EquityText| of.2[0].1 + of.2[0].2 + of.2[0].3;
    assert_eq!(
        texts.iter().map(boards).collect::<Vec<_>>(),
        [990, 44, 1, 42, 1],
        "45 cards less two, then less one"
    );
}

#[test]
fn nothing_is_shown_while_betting_goes_on_or_hands_are_hidden() {
    let mut play = Play::with_cards(&no_limit(), &[1_000; 2], &["As Ah", "Ks Kh"], BOARD);
    play.script("1 call, 0 check, 0 check, 1 check, 0 check, 1 check, 0 bet 900, 1 call");
    play.finish();
    assert!(play.equities.is_empty(), "an all-in on the river is an ordinary showdown");
}

/// Ten hands of the whole deck but the board and the burnt cards, before the flop.
#[test]
fn ten_hands_are_compared_like_two() {
    let mut play = Play::new(&no_limit(), &[1_000; 10]);
    let calls: Vec<String> = [3, 4, 5, 6, 7, 8, 9, 0, 1].iter().map(|seat| format!("{seat} call")).collect();
    play.script("2 raise 1000").script(&calls.join(", "));
    let [first, .., last] = &play.equities[..] else { panic!("four streets") };
    let total = |equity: &Equity| {
        let hand = &equity.hands[0];
        hand.win + hand.lose + hand.tie.iter().sum::<u64>()
    };
    assert_eq!((first.hands.len(), total(first), total(last)), (10, 201_376, 1));
    let sum: f64 = seen(first).hands.iter().map(|hand| hand.equity).sum();
    assert!((sum - 1.0).abs() < 1e-9);
}
