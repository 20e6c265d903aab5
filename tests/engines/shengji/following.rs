//! Fullness (rules, section 5, and traps 3 and 4).

use cardroom_rules::games::shengji::describe::Owed;
use cardroom_rules::games::shengji::follow::{self, Breach};
use cardroom_rules::games::shengji::order::{Adjacency, Group, Order};
use cardroom_rules::games::shengji::{choices, runs::Lengths};

use super::text::{cards, lead, order, text_of, trump};

fn judged(led: &str, hand: &str, play: &str) -> Result<(), Breach> {
    let order = order("s2");
    follow::judge(&order, &lead(&order, led), cards(hand), cards(play))
}

fn owed(led: &str, hand: &str) -> Vec<u8> {
    let order = order("s2");
    follow::duty(&order, &lead(&order, led), cards(hand)).shape.iter().collect()
}

fn shape(lengths: &[u8]) -> Lengths {
    lengths.iter().copied().collect()
}

#[test]
fn a_tractor_demands_pairs_if_there_is_no_tractor() {
    let (led, hand) = ("3h 3h 4h 4h", "7h 7h 6h 5h 4h 3h");
    assert_eq!(owed(led, hand), [1]);
    let kept_back = Breach::Shape { demanded: shape(&[1]), given: shape(&[]) };
    assert_eq!(judged(led, hand, "6h 5h 4h 3h"), Err(kept_back));
    assert_eq!(judged(led, hand, "7h 7h 4h 3h"), Ok(()));
    assert_eq!(judged(led, hand, "7h 7h 6h 5h"), Ok(()));
}

#[test]
fn a_run_of_three_steps_down_as_the_rules_say() {
    let led = "9h 9h Th Th Jh Jh";
    assert_eq!(owed(led, "3h 3h 4h 4h 5h 5h 7h 7h Ah"), [3]);
    assert_eq!(owed(led, "3h 3h 4h 4h 6h 6h 8h 8h Ah"), [2, 1]);
    assert_eq!(owed(led, "3h 3h 5h 5h 7h 7h Qh Ah Kh"), [1, 1, 1]);
    assert_eq!(owed(led, "3h 3h 4h 4h 6h 7h Qh Ah Kh"), [2]);
    assert_eq!(owed(led, "3h 3h 5h 5h 6h 7h Qh Ah Kh"), [1, 1]);
    assert_eq!(owed(led, "3h 3h 4h 5h 6h 7h Qh Ah Kh"), [1]);
    assert_eq!(owed(led, "3h 8h 4h 5h 6h 7h Qh Ah Kh"), [0u8; 0]);
}

#[test]
fn which_run_is_played_is_free() {
    let (led, hand) = ("9h 9h Th Th", "3h 3h 4h 4h 5h 5h");
    assert_eq!(judged(led, hand, "3h 3h 4h 4h"), Ok(()));
    assert_eq!(judged(led, hand, "4h 4h 5h 5h"), Ok(()));
    assert!(judged(led, hand, "3h 3h 5h 5h").is_err(), "no two neighbours");
}

#[test]
fn a_lead_without_pairs_demands_the_suit_alone() {
    assert_eq!(judged("9h Ah", "3h 3h 4h 4h", "3h 4h"), Ok(()));
    let demanded = Breach::Group { group: Group::Hearts, demanded: 2, given: 1 };
    assert_eq!(judged("9h Ah", "3h 3h 4h 4h Ac", "3h Ac"), Err(demanded));
}

#[test]
fn a_hand_with_too_few_of_the_group_plays_them_all() {
    assert_eq!(judged("9h 9h Th Th", "3h 3h 4h As Ks Qs", "3h 3h 4h As"), Ok(()));
    let demanded = Breach::Group { group: Group::Hearts, demanded: 3, given: 2 };
    assert_eq!(judged("9h 9h Th Th", "3h 3h 4h As Ks Qs", "3h 3h Ks As"), Err(demanded));
    assert_eq!(judged("9h 9h Th Th", "Ac Kc As Ks Qs", "Ac Kc As Ks"), Ok(()), "void: anything");
}

#[test]
fn missing_cards_and_wrong_numbers_are_refused() {
    let card = "5h".parse().unwrap();
    assert_eq!(judged("9h 9h", "3h 5h", "5h 5h"), Err(Breach::NotHeld { card }));
    assert_eq!(judged("9h 9h", "3h 5h", "5h"), Err(Breach::Size { demanded: 2, given: 1 }));
}

#[test]
fn a_level_card_follows_trumps_and_not_its_suit() {
    assert_eq!(judged("9h", "2h 3c", "3c"), Ok(()));
    assert!(judged("9s", "2h 3c", "3c").is_err());
}

/// Trap 3.
#[test]
fn five_pairs_against_three_and_two_or_three_and_three_may_keep_none_back() {
    let hand = "3h 3h 5h 5h 7h 7h 9h 9h Jh Jh Kh Ah";
    let three_and_two = "4h 4h 5h 5h 6h 6h 8h 8h 9h 9h";
    assert_eq!(owed(three_and_two, hand), [1, 1, 1, 1, 1]);
    assert!(judged(three_and_two, hand, "3h 3h 5h 5h 7h 7h 9h 9h Jh Kh").is_err());
    assert_eq!(judged(three_and_two, hand, "3h 3h 5h 5h 7h 7h 9h 9h Jh Jh"), Ok(()));
    let three_and_three = "4h 4h 5h 5h 6h 6h 8h 8h 9h 9h Th Th";
    assert_eq!(owed(three_and_three, &format!("{hand} Qh")), [1, 1, 1, 1, 1]);
    assert!(judged(three_and_three, &format!("{hand} Qh"), "3h 3h 5h 5h 7h 7h 9h 9h Jh Kh Ah Qh").is_err());
}

/// Trap 4.
#[test]
fn the_longest_run_is_served_first() {
    let led = "3h 3h 4h 4h 5h 5h 7h 7h 8h 8h 9h 9h Ah";
    let hand = "3h 3h 4h 4h 5h 5h 6h 6h 8h 8h 9h Jh Jh Qh Kh Kh";
    assert_eq!(owed(led, hand), [3, 1, 1, 1]);
}

#[test]
fn ranks_on_either_side_of_the_level_make_a_tractor_unless_the_table_says_no() {
    let adjacent = Order::new(trump("s3"), Adjacency::default());
    let apart = Order::new(trump("s3"), Adjacency { across_level: false, ..Adjacency::default() });
    let duty =
        |order: &Order| follow::duty(order, &lead(order, "9h 9h Th Th"), cards("2h 2h 4h 4h 6h")).shape;
    assert_eq!(duty(&adjacent), shape(&[2]));
    assert_eq!(duty(&apart), shape(&[1, 1]));
}

#[test]
fn level_pairs_make_tractors_with_their_neighbours_in_height_only() {
    let order = order("s2");
    let is_run = |text: &str| lead(&order, text).wanted == shape(&[2]);
    assert!(is_run("As As 2h 2h"));
    assert!(is_run("2h 2h 2s 2s"));
    assert!(is_run("2s 2s X1 X1"));
    assert!(is_run("X1 X1 X2 X2"));
    assert!(!is_run("2h 2h 2d 2d"), "the same height");
    assert!(!is_run("As As 2s 2s"), "a height between");
    assert!(!is_run("2h 2h X1 X1"));
    let none = super::text::order("n2");
    assert_eq!(lead(&none, "2h 2h X1 X1").wanted, shape(&[2]));
    assert_eq!(lead(&none, "2h 2h 2d 2d").wanted, shape(&[1, 1]));
}

#[test]
fn botzones_tractors_leave_level_cards_out() {
    let order = Order::new(trump("s2"), Adjacency { level_cards: false, ..Adjacency::default() });
    assert_eq!(lead(&order, "2s 2s X1 X1").wanted, shape(&[1, 1]));
    assert_eq!(lead(&order, "As As 2h 2h").wanted, shape(&[1, 1]));
    assert_eq!(lead(&order, "X1 X1 X2 X2").wanted, shape(&[2]));
    assert_eq!(lead(&order, "Ks Ks As As").wanted, shape(&[2]));
}

#[test]
fn permanent_twos_are_trumps_under_the_level_cards() {
    let order = Order::new(trump("h9"), Adjacency { permanent_twos: true, ..Adjacency::default() });
    assert_eq!(lead(&order, "Ah Ah 2c 2c").wanted, shape(&[2]));
    assert_eq!(lead(&order, "2h 2h 9c 9c").wanted, shape(&[2]));
    let lead = lead(&order, "3h");
    assert!(follow::judge(&order, &lead, cards("2c 5c"), cards("5c")).is_err());
}

#[test]
fn a_follower_sees_the_demand_the_forced_cards_and_a_suggestion() {
    let order = order("s2");
    let (lead, hand) = (lead(&order, "9h 9h Th Th Ah"), cards("3h 3h 4h 4h 6h 8h Ac Kc"));
    let duty = follow::duty(&order, &lead, hand);
    assert_eq!(Owed::from(duty).says, "5 hearts, among them a 2-tractor");
    assert_eq!(text_of(&order, choices::must_play(&order, &lead, hand, &duty)), "3h 3h 4h 4h");
    assert_eq!(text_of(&order, choices::follows(&order, &lead, hand)[0]), "3h 3h 4h 4h 6h");
}

#[test]
fn forced_cards_may_be_outside_the_group_led() {
    let order = order("s2");
    let lead = lead(&order, "9h 9h");
    let must = |hand: &str| {
        let hand = cards(hand);
        text_of(&order, choices::must_play(&order, &lead, hand, &follow::duty(&order, &lead, hand)))
    };
    assert_eq!(must("3h 5c 6c"), "3h", "either club may stay");
    assert_eq!(must("3h 5c 5c"), "3h 5c", "one of the two fives goes");
    assert_eq!(must("5c 6c"), "5c 6c", "the last two cards");
    assert_eq!(must("3h 4h 5c"), "3h 4h");
}

#[test]
fn of_three_pairs_in_a_row_only_the_middle_one_must_go_with_a_tractor() {
    let order = order("s2");
    let (lead, hand) = (lead(&order, "9h 9h Th Th"), cards("3h 3h 4h 4h 5h 5h"));
    let duty = follow::duty(&order, &lead, hand);
    assert_eq!(text_of(&order, choices::must_play(&order, &lead, hand, &duty)), "4h 4h");
}
