//! Events that do not fit: a damaged log is reported, and not played.

use cardroom_rules::games::game::Game;
use cardroom_rules::games::holdem::event::{
    Awarded, Event, Post, Posted, Raked, Returned, Share, Shown, Street,
};
use cardroom_rules::games::holdem::event::{Swept, Turn, Wager};
use cardroom_rules::games::holdem::street::StreetName;
use cardroom_rules::games::refusal::ReplayError;
use cardroom_rules::games::seat::Seat;

use super::play::{Play, cards, no_limit};

fn assert_misfit(play: &Play, event: &Event) {
    let mut hand = play.hand.clone();
    assert!(matches!(hand.record(event), Err(ReplayError(_))), "{event:?} fits");
    assert_eq!(hand, play.hand, "{event:?} left something behind");
}

#[test]
fn a_seat_that_has_no_hand_does_nothing() {
    let mut play = Play::new(&no_limit(), &[1_000; 3]);
    play.script("2 fold");
    for seat in [Seat(2), Seat(9)] {
        assert_misfit(&play, &Event::Folded(Turn { seat }));
        assert_misfit(&play, &Event::Checked(Turn { seat }));
        assert_misfit(&play, &Event::Mucked(Turn { seat }));
        assert_misfit(&play, &Event::Called(Wager { seat, amount: 100, to: 100, all_in: false }));
    }
}

#[test]
fn no_seat_pays_more_than_it_has() {
    let play = Play::new(&no_limit(), &[1_000; 3]);
    let seat = Seat(2);
    assert_misfit(&play, &Event::Raised(Wager { seat, amount: 1_001, to: 1_001, all_in: true }));
    assert_misfit(&play, &Event::Raised(Wager { seat, amount: 100, to: 300, all_in: false }));
    assert_misfit(&play, &Event::Raised(Wager { seat, amount: u64::MAX, to: u64::MAX, all_in: true }));
    assert_misfit(&play, &Event::Posted(Posted { seat, post: Post::BigBlind, amount: 5_000, all_in: true }));
    assert_misfit(&play, &Event::Posted(Posted { seat, post: Post::BigBlind, amount: 100, all_in: false }));
}

#[test]
fn chips_do_not_come_from_nowhere() {
    let mut play = Play::new(&no_limit(), &[1_000; 3]);
    assert_misfit(&play, &Event::Swept(Swept { pots: Vec::new() }));
    assert_misfit(&play, &Event::Returned(Returned { seat: Seat(1), amount: 101 }));
    play.script("2 call, 0 call, 1 check");
    let share = |amount| Share { seat: Seat(1), amount, best: None };
    let award = |pot, shares| Event::Awarded(Awarded { pot, board: 0, shares });
    assert_misfit(&play, &award(0, vec![share(301)]));
    assert_misfit(&play, &award(0, vec![share(u64::MAX), share(2)]));
    assert_misfit(&play, &award(1, vec![share(1)]));
    assert_misfit(&play, &award(0, vec![Share { seat: Seat(7), amount: 1, best: None }]));
    assert_misfit(&play, &Event::Raked(Raked { pot: 0, amount: 301 }));
}

#[test]
fn cards_are_those_that_were_dealt() {
    let play = Play::with_cards(&no_limit(), &[1_000; 2], &["As Ah", "Ks Kh"], "");
    let shown = Shown { seat: Seat(0), cards: [cards("Ks")[0], cards("Kh")[0]], best: None };
    assert_misfit(&play, &Event::Shown(shown));
    for (street, board, cards) in [
        (StreetName::Flop, 0, cards("2c 3c")),
        (StreetName::Flop, 1, cards("2c 3c 4c")),
        (StreetName::Preflop, 0, cards("2c 3c 4c")),
    ] {
        assert_misfit(&play, &Event::Street(Street { street, board, cards }));
    }
}
