//! All 133,784,560 seven-card hands, against the counts that the rules give.

use std::collections::{BTreeMap, BTreeSet};

use cardroom_rules::cards::card::Card;
use cardroom_rules::cards::combinations;
use cardroom_rules::games::holdem::category::Category;
use cardroom_rules::games::holdem::evaluate;

#[test]
#[ignore = "a minute with --release, ten without"]
fn every_seven_card_hand_falls_into_its_category() {
    let mut hands: BTreeMap<Category, u32> = BTreeMap::new();
    let mut ranks = BTreeSet::new();
    for numbers in combinations::subsets::<7>(Card::FRENCH) {
        let best = evaluate::best(&numbers.map(|number| Card::from_index(number).unwrap())).unwrap();
        *hands.entry(best.category).or_default() += 1;
        ranks.insert(best.rank);
    }
    let strongest_first: Vec<u32> = hands.into_values().rev().collect();
    assert_eq!(
        strongest_first,
        [41_584, 224_848, 3_473_184, 4_047_644, 6_180_020, 6_461_620, 31_433_400, 58_627_800, 23_294_460]
    );
    assert_eq!(ranks.len(), 4_824);
}
