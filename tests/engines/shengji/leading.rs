//! Leads, throws, and forced parts (rules, section 4, and traps 1, 2 and 6).

use cardroom_rules::games::shengji::cards::Cards;
use cardroom_rules::games::shengji::lead;
use cardroom_rules::games::shengji::order::Order;
use cardroom_rules::games::shengji::throw;

use super::text::{cards, order, text_of};

/// The forced part when this is thrown against these hands; `None` if it stands.
fn forced(order: &Order, thrown: &str, others: &[&str]) -> Option<String> {
    let others: Vec<Cards> = others.iter().map(|hand| cards(hand)).collect();
    let components = lead::components(order, cards(thrown));
    let beaten = throw::illegal_part(order, &components, &others);
    throw::forced(&beaten)
        .map(|component| text_of(order, Cards::gathered(&component.cards).expect("two decks")))
}

#[test]
fn a_lead_is_taken_apart_by_its_longest_tractors() {
    let order = order("s9");
    let apart = |text: &str| -> Vec<String> {
        let components = lead::components(&order, cards(text));
        components
            .iter()
            .map(|each| text_of(&order, Cards::gathered(&each.cards).expect("two decks")))
            .collect()
    };
    assert_eq!(
        apart("3h 3h 4h 4h 5h 5h 7h 7h 8h 8h Ah Qh"),
        ["3h 3h 4h 4h 5h 5h", "7h 7h 8h 8h", "Ah", "Qh"]
    );
    assert_eq!(apart("8h 8h Th Th"), ["8h 8h Th Th"], "across the level");
    assert_eq!(
        apart("As As 9h 9h 9d 9d 9s 9s"),
        ["As As 9d 9d 9s 9s", "9h 9h"],
        "one of two level pairs joins"
    );
    assert_eq!(apart("3h 3c"), Vec::<String>::new(), "two groups are no lead");
}

#[test]
fn the_smallest_beaten_component_is_forced() {
    let order = order("s2");
    assert_eq!(forced(&order, "9h 8h 8h 4h 4h", &["Jh", "", ""]).as_deref(), Some("9h"));
    assert_eq!(
        forced(&order, "9h 8h 8h 4h 4h", &["Qh Qh", "", ""]).as_deref(),
        Some("9h"),
        "a pair has two singles"
    );
    assert_eq!(forced(&order, "Ah 8h 8h 4h 4h", &["Qh Qh", "", ""]).as_deref(), Some("4h 4h"));
    assert_eq!(forced(&order, "Ah 8h 8h 4h 4h", &["", "5h 5h", ""]).as_deref(), Some("4h 4h"));
    assert_eq!(
        forced(&order, "Ah 8h 8h 4h 4h", &["3h 3h", "As As X2 X2", "7h Qh"]),
        None,
        "other groups never block"
    );
}

#[test]
fn a_partner_blocks_too() {
    let order = order("s2");
    for seat in 0..3 {
        let mut others = [""; 3];
        others[seat] = "Ah";
        assert_eq!(forced(&order, "Kh Qh", &others).as_deref(), Some("Qh"));
    }
}

/// Trap 1.
#[test]
fn a_throw_is_held_against_heights_not_cards() {
    let order = order("s2");
    let others = ["2h 2h 2s 2s", "", ""];
    assert_eq!(forced(&order, "As As 2c 2c X2", &others).as_deref(), Some("As As 2c 2c"));
    assert_eq!(forced(&order, "As As 2c 2c X2", &["2h 2h 2d 2d", "", ""]), None);
}

/// Trap 2.
#[test]
fn the_forced_part_does_not_depend_on_seats() {
    let order = order("s2");
    let hands = ["Th Th", "Ah", "3c"];
    for [one, two, three] in [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]] {
        let others = [hands[one], hands[two], hands[three]];
        assert_eq!(forced(&order, "9h 9h Qh", &others).as_deref(), Some("Qh"));
    }
}

/// Trap 6.
#[test]
fn a_tractor_is_beaten_only_by_one_that_starts_higher() {
    let order = order("s2");
    let thrown = "5h 5h 6h 6h Ah";
    assert_eq!(forced(&order, thrown, &["4h 4h 5h 5h", "", ""]), None);
    assert_eq!(forced(&order, thrown, &["5h 5h 6h 6h", "", ""]), None, "the same height");
    assert_eq!(forced(&order, thrown, &["Kh Kh Jh Jh", "", ""]), None, "two loose pairs");
    assert_eq!(forced(&order, thrown, &["6h 6h 7h 7h", "", ""]).as_deref(), Some("5h 5h 6h 6h"));
    assert_eq!(forced(&order, thrown, &["4h 4h 5h 5h 6h 6h 7h 7h", "", ""]).as_deref(), Some("5h 5h 6h 6h"));
}

#[test]
fn of_beaten_components_of_equal_height_the_first_by_suit_is_forced() {
    let order = order("s2");
    assert_eq!(forced(&order, "2h 2d 2c", &["X1", "", ""]).as_deref(), Some("2h"));
    assert_eq!(forced(&order, "2c 2c 2d 2d", &["2s 2s", "", ""]).as_deref(), Some("2d 2d"));
}
