//! The winner of a trick (rules, section 6, and traps 5 and 9).

use cardroom_rules::games::shengji::cards::Cards;
use cardroom_rules::games::shengji::lead::Lead;
use cardroom_rules::games::shengji::trick::{self, ThrowEvaluation};

use super::text::{cards, order};

fn winner(trump: &str, evaluation: ThrowEvaluation, plays: &[&str]) -> usize {
    let order = order(trump);
    let plays: Vec<Cards> = plays.iter().map(|play| cards(play)).collect();
    let lead = Lead::of(&order, plays[0]).expect("a lead");
    trick::winner(&order, evaluation, &lead, &plays)
}

fn largest(plays: &[&str]) -> usize {
    winner("s2", ThrowEvaluation::LargestComponent, plays)
}

#[test]
fn of_equals_the_first_wins() {
    assert_eq!(largest(&["Ah", "Ah", "3c", "Kh"]), 0);
    assert_eq!(largest(&["3s", "2h", "2d", "2c"]), 1, "level cards of other suits are equal");
    assert_eq!(largest(&["3s", "2h", "2s", "2c"]), 2);
    assert_eq!(largest(&["Ah", "3s", "X1", "X2"]), 3);
}

#[test]
fn an_over_ruff_needs_the_higher_pair_if_a_pair_was_led() {
    assert_eq!(largest(&["5h 4h 4h", "9s 7s 7s", "8s 8s 4s", "3h 6h 7h"]), 2);
    assert_eq!(largest(&["5h 6h 7h", "9s 7s 7s", "8s 8s 4s", "3h 9h Th"]), 1);
}

#[test]
fn a_ruff_without_the_pairs_that_were_led_does_not_compete() {
    assert_eq!(largest(&["5h 4h 4h", "9s 7s 6s", "3h 6h 7h", "X1 X2 As"]), 0);
    assert_eq!(largest(&["3h 3h 4h 4h", "5s 5s 7s 7s", "Ah Kh Qh Jh", "3c 4c 5c 6c"]), 0, "two loose pairs");
    assert_eq!(
        largest(&["3h 3h 5h 5h", "6s 6s 7s 7s", "Ah Kh Qh Jh", "3c 4c 5c 6c"]),
        1,
        "a run serves as two pairs"
    );
}

/// Trap 5.
#[test]
fn an_over_ruff_is_laid_out_in_its_best_way() {
    let plays = ["7c 9c Jc Ac Ac", "6c 6c 4d 2d Kh", "4s 4s 5s 8s 8s", "6s 6s 7s 7s Ks"];
    assert_eq!(largest(&plays), 2);
}

#[test]
fn the_highest_tractor_counts_that_leaves_the_rest_covered() {
    // 5566 77 serves a run of two and a pair as 66 77 + 55 or as 55 66 + 77.
    let plays = ["3h 3h 4h 4h 9h 9h", "5s 5s 6s 6s 7s 7s", "6s 6s 7s 7s 4s 4s", "Ah Kh Qh Jh Th 8h"];
    assert_eq!(largest(&plays), 1, "77 on top in both; the first one stays");
    let plays = ["3h 3h 4h 4h 9h 9h", "5s 5s 6s 6s Ts Ts", "7s 7s 8s 8s 4s 4s", "Ah Kh Qh Jh Th 8h"];
    assert_eq!(largest(&plays), 2, "a pair on top of no tractor does not count");
}

/// Trap 9.
#[test]
fn a_play_of_the_led_suit_and_trumps_never_wins() {
    assert_eq!(largest(&["3h 4h", "Ah X2", "5h 6h", "Kc X1"]), 2);
    assert_eq!(largest(&["3h 3h", "X1 X2", "Ah 2s", "5c 5c"]), 0);
}

#[test]
fn by_every_component_each_has_to_be_higher() {
    let every = |plays: &[&str]| winner("s2", ThrowEvaluation::EveryComponent, plays);
    assert_eq!(every(&["7c 9c Jc Ac Ac", "6c 6c 4d 2d Kh", "4s 4s 5s 8s 8s", "6s 6s 7s 7s Ks"]), 2);
    assert_eq!(every(&["5h 4h 4h", "9s 7s 7s", "8s 8s Ts", "3h 6h 7h"]), 2);
    assert_eq!(every(&["5h 4h 4h", "9s 7s 7s", "8s 8s 4s", "3h 6h 7h"]), 1);
    // A pair of nines as singles and the fours as the pair beat 33 78, though 99 as the pair would not.
    assert_eq!(every(&["3h 3h 7h 8h", "3s 3s 7s 8s", "4s 4s 9s 9s", "5c 5c 6c 7c"]), 2);
}

#[test]
fn by_every_component_a_play_stands_in_the_highest_way_that_wins() {
    let every = |plays: &[&str]| winner("s2", ThrowEvaluation::EveryComponent, plays);
    // 99 JJ stands as the pair JJ and two nines, not as the pair 99 and two jacks.
    assert_eq!(every(&["3h 3h 7h 8h", "3s 3s 7s 8s", "9s 9s Js Js", "Qs Qs Ts Ks"]), 3);
    assert_eq!(every(&["3h 3h 7h 8h", "3s 3s 7s 8s", "9s 9s Js Js", "Ts Ts Qs Ks"]), 2);
    // Against 55 T 8 it does not stand with the sixes as singles.
    assert_eq!(every(&["3h 3h 7h 8h", "5s 5s 8s Ts", "6s 6s Js Js", "7s 7s Qs Ks"]), 3);
}

#[test]
fn by_the_highest_card_nothing_else_counts() {
    let highest = |plays: &[&str]| winner("s2", ThrowEvaluation::HighestCard, plays);
    assert_eq!(highest(&["5h 4h 4h", "9s 7s 7s", "8s 8s 4s", "3h 6h 7h"]), 1);
    assert_eq!(highest(&["5h 4h 4h", "Ks 7s 8s", "9s 9s 4s", "3h 6h 7h"]), 2, "but it has to compete");
}
