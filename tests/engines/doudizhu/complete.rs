//! Every play is found once, and nothing else.

use std::collections::HashSet;

use cardroom_rules::games::doudizhu::counts::Counts;
use cardroom_rules::games::doudizhu::play::PlayRules;
use cardroom_rules::games::doudizhu::preset::Preset;
use cardroom_rules::games::doudizhu::rank::Rank;
use cardroom_rules::games::doudizhu::ranks::Ranks;
use cardroom_rules::games::doudizhu::reading::{Play, Reading};
use cardroom_rules::games::doudizhu::wings::{Wing, Wings};
use proptest::prelude::{Just, Strategy, any, prop_assert, prop_assert_eq, proptest};

use super::naive;

/// Every way to take cards from a hand.
fn parts(hand: Counts) -> Vec<Counts> {
    let mut parts = vec![Counts::NONE];
    for rank in hand.ranks().iter() {
        let more = parts
            .iter()
            .flat_map(|&part| (0..=hand.count(rank)).map(move |count| part.with(Counts::of(rank, count))));
        parts = more.collect();
    }
    parts
}

/// Every play of a hand, found among all its parts.
fn searched(hand: Counts, rules: PlayRules) -> HashSet<Play> {
    let readings = |&cards: &Counts| {
        let readings = naive::wild_readings(cards, rules.forbidden, rules.wild);
        readings.into_iter().map(move |reading| Play { cards, reading })
    };
    parts(hand).iter().filter(|cards| cards.len() <= 20).flat_map(readings).collect()
}

/// The results of a search, none of them twice.
fn handed(search: impl FnOnce(&mut Vec<Play>)) -> HashSet<Play> {
    let mut plays = Vec::new();
    search(&mut plays);
    let set: HashSet<Play> = plays.iter().copied().collect();
    assert_eq!(set.len(), plays.len(), "a play came twice");
    set
}

fn text_of(plays: &HashSet<Play>) -> Vec<String> {
    let mut texts: Vec<String> = plays
        .iter()
        .map(|Play { cards, reading }| {
            format!("{cards} {:?} {} {}", reading.kind, reading.main, reading.length)
        })
        .collect();
    texts.sort();
    texts
}

fn check(hand: Counts, rules: PlayRules) {
    let all = searched(hand, rules);
    let leads = handed(|plays| rules.leads(hand, |play| plays.push(play)));
    assert_eq!(text_of(&leads), text_of(&all), "leads of {hand}");
    // As many tables as the hand has different readings, and some that it has not.
    let mut tables: Vec<Reading> = all.iter().map(|play| play.reading).collect();
    tables.push(Reading::ROCKET);
    tables.sort_by_key(|table| (table.kind, table.length, table.weight()));
    tables.dedup();
    for table in tables {
        let beating = all.iter().copied().filter(|play| play.reading.beats(table)).collect();
        let answers = handed(|plays| rules.answers(hand, table, |play| plays.push(play)));
        assert_eq!(text_of(&answers), text_of(&beating), "answers of {hand} to {table:?}");
        assert_eq!(rules.can_answer(hand, table), !beating.is_empty());
    }
}

/// Hands of this many cards at most, of few ranks, so that they have many plays.
fn hands(most: usize) -> impl Strategy<Value = Counts> {
    (any::<u8>(), proptest::collection::vec(0u8..9, 1..=most), any::<[bool; 2]>()).prop_map(
        |(from, ranks, jokers)| {
            let mut hand = Counts::NONE;
            let ranks = ranks.into_iter().map(|rank| from % 8 + rank).filter(|&rank| rank < 13);
            let jokers = [13, 14].into_iter().zip(jokers).filter_map(|(joker, held)| held.then_some(joker));
            for rank in ranks.chain(jokers).filter_map(Rank::new) {
                let more = hand.with(Counts::of(rank, 1));
                if Counts::PACK.contain(more) {
                    hand = more;
                }
            }
            hand
        },
    )
}

/// A preset, or any flags.
fn forbidden() -> impl Strategy<Value = Wings> {
    let presets = (0..6usize).prop_map(|preset| Preset::ALL[preset].forbidden());
    let any = proptest::sample::subsequence(Wing::ALL.to_vec(), 0..=8).prop_map(|wings| Wings::of(&wings));
    proptest::prop_oneof![presets, any]
}

fn wild() -> impl Strategy<Value = Ranks> {
    let rank = || (0u8..13).prop_map(|rank| Ranks::one(Rank::new(rank).expect("a rank")));
    proptest::prop_oneof![rank(), (rank(), rank()).prop_map(|(one, other)| one.or(other))]
}

proptest! {
    #[test]
    fn all_plays_of_a_hand_are_found(hand in hands(18), forbidden in forbidden()) {
        check(hand, PlayRules { forbidden, wild: Ranks::NONE });
    }

    #[test]
    fn all_plays_with_wild_cards_are_found(hand in hands(9), forbidden in forbidden(), wild in wild()) {
        check(hand, PlayRules { forbidden, wild });
    }

    #[test]
    fn any_cards_are_read_as_the_rules_say(hand in hands(20), forbidden in forbidden(), wild in Just(Ranks::NONE)) {
        let rules = PlayRules { forbidden, wild };
        let ours: HashSet<Reading> = rules.readings(hand).into_iter().collect();
        let theirs: HashSet<Reading> = naive::readings(naive::held(hand), forbidden).into_iter().collect();
        prop_assert_eq!(ours, theirs);
    }

    #[test]
    fn wild_cards_are_read_as_the_rules_say(hand in hands(12), forbidden in forbidden(), wild in wild()) {
        let rules = PlayRules { forbidden, wild };
        let ours = rules.readings(hand);
        let set: HashSet<Reading> = ours.iter().copied().collect();
        prop_assert_eq!(set.len(), ours.len());
        let theirs: HashSet<Reading> = naive::wild_readings(hand, forbidden, wild).into_iter().collect();
        prop_assert_eq!(set, theirs);
        prop_assert!(ours.iter().all(|reading| reading.cards() == hand.len()));
    }
}
