//! Rake, and uncalled chips.

use cardroom_rules::games::game::{Chips, Game};
use cardroom_rules::games::holdem::event::Event;
use cardroom_rules::games::holdem::rules::{Rake, Rules};
use cardroom_rules::games::seat::Seat;
use cardroom_rules::games::viewer::Viewer;

use super::play::{Play, no_limit};

fn raked(basis_points: u16, cap: Option<Chips>, no_flop_no_drop: bool) -> Rules {
    Rules { rake: Rake { basis_points, cap, no_flop_no_drop }, ..no_limit() }
}

fn rakes(play: &Play) -> Vec<(u8, Chips)> {
    let raked = |event: &Event| match event {
        Event::Raked(raked) => Some((raked.pot, raked.amount)),
        _ => None,
    };
    play.events.iter().filter_map(raked).collect()
}

#[test]
fn uncalled_chips_go_back_before_the_pots_and_the_rake() {
    let mut play = Play::new(&raked(1_000, None, false), &[1_000, 300]);
    play.script("1 call, 0 raise 1000, 1 call");
    let seen = play.hand.view(Viewer::Watcher).returned;
    assert_eq!(seen.map(|returned| (returned.seat, returned.amount)), Some((Seat(0), 700)));
    let returned = play.events.iter().find_map(|event| match event {
        Event::Returned(returned) => Some((returned.seat.0, returned.amount)),
        _ => None,
    });
    assert_eq!(returned, Some((0, 700)));
    assert_eq!(rakes(&play), [(0, 60)]);
}

#[test]
fn each_pot_is_raked_on_its_own_and_rounded_down() {
    // Pots of 105 and 38.
    let rules = Rules { small_blind: 5, big_blind: 10, ..raked(500, None, false) };
    let mut play = Play::new(&rules, &[35, 54, 54]);
    play.script("2 raise 54, 0 call, 1 call");
    assert_eq!(rakes(&play), [(0, 5), (1, 1)]);
    assert_eq!(play.finish().iter().sum::<Chips>(), 35 + 54 + 54 - 6);
}

#[test]
fn the_cap_is_for_the_whole_hand_from_the_main_pot_on() {
    let mut play = Play::new(&raked(500, Some(20), false), &[300, 1_000, 1_000]);
    play.script("2 raise 1000, 0 call, 1 call");
    assert_eq!(rakes(&play), [(0, 20)]);
    let mut play = Play::new(&raked(500, Some(50), false), &[300, 1_000, 1_000]);
    play.script("2 raise 1000, 0 call, 1 call");
    assert_eq!(rakes(&play), [(0, 45), (1, 5)]);
}

#[test]
fn no_flop_no_drop_takes_no_rake_without_a_flop() {
    let fold = "2 raise 300, 0 fold, 1 fold";
    let mut play = Play::new(&raked(500, None, true), &[1_000; 3]);
    play.script(fold).finish();
    assert_eq!(rakes(&play), []);
    let mut play = Play::new(&raked(500, None, false), &[1_000; 3]);
    play.script(fold).finish();
    assert_eq!(rakes(&play), [(0, 12)], "of the 250 that were called");
    let mut play = Play::new(&raked(500, None, true), &[1_000; 3]);
    play.script("2 call, 0 call, 1 check, 0 bet 100, 1 fold, 2 fold").finish();
    assert_eq!(rakes(&play), [(0, 15)]);
}
