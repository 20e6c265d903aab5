//! The dead button, and missed blinds.

use cardroom_rules::games::game::{Chair, Chips, Entry, Game};
use cardroom_rules::games::holdem::hand::Holdem;
use cardroom_rules::games::holdem::rules::{Rules, Straddle};
use cardroom_rules::games::holdem::setup::{Setup, Standing};
use cardroom_rules::games::holdem::wishes::Wishes;
use cardroom_rules::games::seat::Seat;

use super::play::{chair, no_limit};

/// A table from hand to hand, at which no chips are won.
struct Table {
    rules: Rules,
    standing: Standing,
    chairs: Vec<Chair<Wishes>>,
}

impl Table {
    fn new(seats: &[u8]) -> Self {
        let chairs = seats.iter().map(|&seat| chair(seat, 1_000)).collect();
        Self { rules: no_limit(), standing: Standing::default(), chairs }
    }

    fn setup(&self) -> Option<Setup> {
        Holdem::setup(&self.rules, &self.standing, &self.chairs)
    }

    /// Deals a hand. Returns the button, the position of the small blind, and the big blind.
    fn deal(&mut self) -> [u8; 3] {
        let setup = self.setup().expect("two players or more");
        for chair in &mut self.chairs {
            chair.newcomer &= !setup.players.iter().any(|player| player.seat == chair.seat);
        }
        let at = setup.positions;
        self.standing = Standing { positions: Some(at), dues: setup.dues };
        [at.button.0, at.small_blind.0, at.big_blind.0]
    }

    fn chair(&mut self, seat: u8) -> &mut Chair<Wishes> {
        self.chairs.iter_mut().find(|chair| chair.seat == Seat(seat)).expect("a player sits there")
    }

    fn enter(&mut self, seat: u8, entry: Entry) {
        self.chair(seat).entry = entry;
    }

    fn leave(&mut self, seat: u8) {
        self.chairs.retain(|chair| chair.seat != Seat(seat));
    }

    fn sit(&mut self, seat: u8, entry: Entry) {
        self.chairs.push(Chair { entry, ..chair(seat, 1_000) });
    }

    /// The seats that would be dealt in next, in the order of the deal.
    fn players(&self) -> Vec<u8> {
        self.setup().expect("a hand").players.iter().map(|player| player.seat.0).collect()
    }

    /// What a seat would post next for missed blinds: a dead blind, a live one; `None` if it is not dealt in.
    fn makes_up(&self, seat: u8) -> Option<(bool, bool)> {
        let setup = self.setup()?;
        let player = setup.players.iter().find(|player| player.seat == Seat(seat));
        player.map(|player| (player.dead_blind, player.entry_blind))
    }
}

#[test]
fn the_first_button_is_the_highest_seat() {
    assert_eq!(Table::new(&[1, 4, 6, 8]).deal(), [8, 1, 4]);
    assert_eq!(Table::new(&[2, 5]).deal(), [5, 5, 2]);
}

#[test]
fn fewer_than_two_cannot_play() {
    assert_eq!(Table::new(&[]).setup(), None);
    assert_eq!(Table::new(&[3]).setup(), None);
    let mut table = Table::new(&[3, 4]);
    table.enter(3, Entry::Out);
    assert_eq!(table.setup(), None);
    table.enter(3, Entry::Wait);
    table.chair(4).chips = 0;
    assert_eq!(table.setup(), None);
}

#[test]
fn everything_moves_one_seat_a_hand() {
    let mut table = Table::new(&[0, 1, 2, 3]);
    assert_eq!(table.deal(), [3, 0, 1]);
    assert_eq!(table.deal(), [0, 1, 2]);
    assert_eq!(table.deal(), [1, 2, 3]);
    assert_eq!(table.deal(), [2, 3, 0]);
}

#[test]
fn when_the_small_blind_leaves_the_button_is_dead() {
    let mut table = Table::new(&[0, 1, 2, 3]);
    assert_eq!(table.deal(), [3, 0, 1]);
    table.leave(0);
    assert_eq!(table.players(), [1, 2, 3], "dealt from left of the empty seat");
    assert_eq!(table.deal(), [0, 1, 2]);
}

#[test]
fn when_the_big_blind_leaves_the_small_blind_is_dead_and_then_the_button() {
    let mut table = Table::new(&[0, 1, 2, 3, 4]);
    assert_eq!(table.deal(), [4, 0, 1]);
    table.leave(1);
    assert_eq!(table.deal(), [0, 1, 2]);
    assert_eq!(table.deal(), [1, 2, 3]);
    assert_eq!(table.deal(), [2, 3, 4]);
}

#[test]
fn when_both_blinds_leave_both_are_dead() {
    let mut table = Table::new(&[0, 1, 2, 3, 4]);
    assert_eq!(table.deal(), [4, 0, 1]);
    table.leave(0);
    table.leave(1);
    assert_eq!(table.deal(), [0, 1, 2]);
    assert_eq!(table.deal(), [1, 2, 3]);
}

#[test]
fn no_seat_posts_two_big_blinds_in_a_row_on_going_heads_up() {
    // The last hand: button 2, small blind 0, big blind 1.
    for (leaves, places) in [(2, [1, 1, 0]), (0, [1, 1, 2]), (1, [0, 0, 2])] {
        let mut table = Table::new(&[0, 1, 2]);
        assert_eq!(table.deal(), [2, 0, 1]);
        table.leave(leaves);
        assert_eq!(table.deal(), places, "seat {leaves} left");
    }
}

#[test]
fn heads_up_the_blinds_alternate() {
    let mut table = Table::new(&[4, 7]);
    assert_eq!(table.deal(), [7, 7, 4]);
    assert_eq!(table.deal(), [4, 4, 7]);
    assert_eq!(table.deal(), [7, 7, 4]);
}

#[test]
fn a_player_who_joins_heads_up_after_the_big_blind_is_the_big_blind() {
    let mut table = Table::new(&[0, 5]);
    assert_eq!(table.deal(), [5, 5, 0]);
    table.sit(3, Entry::Wait);
    assert_eq!(table.deal(), [5, 0, 3]);
    assert_eq!(table.deal(), [0, 3, 5]);
}

#[test]
fn a_player_who_joins_heads_up_before_the_big_blind_waits_for_it() {
    let mut table = Table::new(&[0, 5]);
    assert_eq!(table.deal(), [5, 5, 0]);
    table.sit(7, Entry::Post);
    assert_eq!(table.players(), [5, 0], "the button and the blinds leave it no place yet");
    assert_eq!(table.deal(), [0, 0, 5]);
    assert_eq!(table.deal(), [0, 5, 7]);
}

#[test]
fn no_seat_between_the_button_and_the_small_blind_is_dealt_in_after_heads_up() {
    let mut table = Table::new(&[3, 6, 7]);
    table.deal();
    assert_eq!(table.deal(), [3, 6, 7]);
    table.leave(7);
    table.enter(6, Entry::Out);
    table.sit(8, Entry::Wait);
    assert_eq!(table.deal(), [3, 3, 8], "the button would have been seat 6, which owes nothing");
    table.enter(6, Entry::Wait);
    table.sit(1, Entry::Wait);
    assert_eq!(table.players(), [8, 1, 3, 6]);
    assert_eq!(table.deal(), [6, 8, 1]);
    assert_eq!(table.deal(), [8, 1, 3]);
}

#[test]
fn a_newcomer_posts_one_big_blind_or_waits_for_it() {
    let mut table = Table::new(&[0, 1, 2, 3]);
    assert_eq!(table.deal(), [3, 0, 1]);
    table.sit(5, Entry::Wait);
    assert_eq!(table.players(), [1, 2, 3, 0], "the button is 0 now");
    table.enter(5, Entry::Post);
    assert_eq!(table.makes_up(5), Some((false, true)));
    table.enter(5, Entry::Wait);
    assert_eq!(table.deal(), [0, 1, 2]);
    assert_eq!(table.deal(), [1, 2, 3]);
    assert_eq!(table.makes_up(5), Some((false, false)), "it is the big blind");
    assert_eq!(table.deal(), [2, 3, 5]);
}

#[test]
fn no_newcomer_enters_between_the_button_and_the_big_blind() {
    let mut table = Table::new(&[0, 2, 4, 6]);
    assert_eq!(table.deal(), [6, 0, 2]);
    table.sit(1, Entry::Post);
    table.sit(3, Entry::Post);
    table.sit(5, Entry::Post);
    let setup = table.setup().expect("a hand");
    assert_eq!((setup.positions.button, setup.positions.big_blind), (Seat(0), Seat(3)));
    assert_eq!(table.makes_up(1), None);
    assert_eq!(table.makes_up(3), Some((false, false)), "it is the big blind");
    assert_eq!(table.makes_up(5), Some((false, true)));
}

#[test]
fn a_player_who_sat_out_through_both_blinds_owes_both() {
    let mut table = Table::new(&[0, 1, 2, 3, 4]);
    assert_eq!(table.deal(), [4, 0, 1]);
    table.enter(2, Entry::Out);
    assert_eq!(table.deal(), [0, 1, 3], "the big blind passes seat 2");
    assert_eq!(table.deal(), [1, 3, 4]);
    assert_eq!(table.deal(), [3, 4, 0]);
    table.enter(2, Entry::Wait);
    assert_eq!(table.makes_up(2), None, "it waits");
    table.enter(2, Entry::Post);
    assert_eq!(table.makes_up(2), Some((true, true)));
    assert_eq!(table.deal(), [4, 0, 1]);
    assert_eq!(table.standing.dues, [], "it has paid");
}

#[test]
fn the_big_blind_settles_everything() {
    let mut table = Table::new(&[0, 1, 2, 3, 4]);
    table.deal();
    table.enter(2, Entry::Out);
    table.deal();
    table.deal();
    table.enter(2, Entry::Wait);
    assert_eq!(table.deal(), [3, 4, 0]);
    assert_eq!(table.deal(), [4, 0, 1]);
    assert_eq!(table.deal(), [0, 1, 2]);
    assert_eq!(table.standing.dues, []);
}

#[test]
fn a_player_who_missed_only_the_small_blind_owes_only_that() {
    let mut table = Table::new(&[0, 1, 2, 3, 4]);
    assert_eq!(table.deal(), [4, 0, 1]);
    table.enter(1, Entry::Out);
    assert_eq!(table.deal(), [0, 1, 2], "its small blind is dead");
    assert_eq!(table.deal(), [1, 2, 3]);
    assert_eq!(table.deal(), [2, 3, 4]);
    table.enter(1, Entry::Post);
    assert_eq!(table.makes_up(1), Some((true, false)));
}

#[test]
fn a_player_who_sat_out_while_no_blind_passed_owes_nothing() {
    let mut table = Table::new(&[0, 1, 2, 3, 4, 5]);
    assert_eq!(table.deal(), [5, 0, 1]);
    table.enter(4, Entry::Out);
    table.deal();
    table.enter(4, Entry::Wait);
    assert_eq!(table.makes_up(4), Some((false, false)));
}

#[test]
fn dues_go_with_their_seat() {
    let mut table = Table::new(&[0, 1, 2, 3, 4]);
    table.deal();
    table.enter(2, Entry::Out);
    table.deal();
    assert_eq!(table.standing.dues.len(), 1);
    table.leave(2);
    table.deal();
    assert_eq!(table.standing.dues, []);
    table.sit(2, Entry::Post);
    table.deal();
    assert_eq!(table.makes_up(2), Some((false, false)), "it came in with one big blind, and owes nothing");
}

#[test]
fn heads_up_nothing_is_made_up_for() {
    let mut table = Table::new(&[0, 1, 2]);
    table.deal();
    table.enter(2, Entry::Out);
    table.deal();
    table.deal();
    table.enter(2, Entry::Post);
    table.leave(0);
    assert_eq!(table.players().len(), 2);
    assert_eq!(table.makes_up(2), Some((false, false)));
}

#[test]
fn if_all_but_one_would_wait_the_table_starts_afresh() {
    let mut table = Table::new(&[0, 1]);
    table.deal();
    table.leave(0);
    table.leave(1);
    for seat in [3, 5, 8] {
        table.sit(seat, Entry::Wait);
    }
    assert_eq!(table.players(), [3, 5, 8]);
    assert_eq!(table.deal(), [8, 3, 5]);
}

#[test]
fn a_voluntary_straddle_is_posted_only_by_wish() {
    let mut table = Table::new(&[0, 1, 2, 3]);
    table.rules.straddle = Straddle::Voluntary;
    assert_eq!(table.setup().and_then(|setup| setup.straddle), None);
    table.chair(1).wishes = Some(Wishes::default());
    table.chair(2).wishes = Some(Wishes { straddle: true });
    assert_eq!(table.setup().and_then(|setup| setup.straddle), Some(Seat(2)));
    table.deal();
    assert_eq!(table.setup().and_then(|setup| setup.straddle), None, "seat 3 does not want to");
}

#[test]
fn stacks_are_what_the_chairs_hold() {
    let chairs: Vec<_> =
        [(1, 300), (6, 200), (9, 100)].map(|(seat, chips): (u8, Chips)| chair(seat, chips)).into();
    let setup = Holdem::setup(&no_limit(), &Standing::default(), &chairs).expect("a hand");
    assert_eq!(Holdem::players(&setup), [(Seat(1), 300), (Seat(6), 200), (Seat(9), 100)]);
}
