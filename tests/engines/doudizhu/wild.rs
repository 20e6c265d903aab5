//! Wild cards.

use cardroom_rules::games::doudizhu::play::{PlayRules, Unplayable};
use cardroom_rules::games::doudizhu::preset::Preset;
use cardroom_rules::games::doudizhu::rank::Rank;
use cardroom_rules::games::doudizhu::ranks::Ranks;
use cardroom_rules::games::doudizhu::reading::{Kind, Named, Purity, Reading};

use super::traps::counts;

fn rank(letter: &str) -> Rank {
    letter.parse().expect("a rank")
}

/// The default rules, with these ranks wild.
fn rules(wild: &str) -> PlayRules {
    let ranks = counts(wild).ranks();
    PlayRules { forbidden: Preset::default().forbidden(), wild: ranks }
}

fn named(kind: Kind, main: &str) -> Named {
    Named { kind, main: rank(main) }
}

fn bomb(rules: PlayRules, cards: &str, main: &str) -> Reading {
    rules.lead(counts(cards), Some(named(Kind::Bomb, main))).expect("a bomb")
}

#[test]
fn a_wild_card_stands_for_any_rank_but_a_joker() {
    let rules = rules("7");
    let straight = rules.lead(counts("34567"), Some(named(Kind::Straight, "3"))).expect("a straight");
    assert_eq!(straight.length, 5);
    assert!(rules.lead(counts("34577"), Some(named(Kind::Straight, "3"))).is_ok());
    assert_eq!(rules.lead(counts("7R"), Some(named(Kind::Rocket, "B"))), Err(Unplayable::NoPlay {}));
    assert_eq!(rules.readings(counts("27")).first().map(|reading| reading.kind), Some(Kind::Pair));
}

#[test]
fn a_play_with_a_wild_card_names_its_reading() {
    let rules = rules("7");
    let Err(Unplayable::NotNamed { readings }) = rules.lead(counts("3337"), None) else {
        panic!("it is named")
    };
    let kinds: Vec<Kind> = readings.iter().map(|reading| reading.kind).collect();
    assert_eq!(kinds, [Kind::Bomb, Kind::TrioSingle]);
}

#[test]
fn one_wild_rank_alone_is_its_own() {
    let rules = rules("79");
    for (cards, kind) in [("7", Kind::Single), ("77", Kind::Pair), ("777", Kind::Trio), ("7777", Kind::Bomb)]
    {
        let reading = rules.lead(counts(cards), None).expect("a play");
        assert_eq!((reading.kind, reading.main), (kind, rank("7")));
        assert_eq!(rules.readings(counts(cards)).len(), 1);
    }
    assert_eq!(rules.readings(counts("79")).len(), 13, "a pair of any rank from three to two");
}

#[test]
fn more_cards_then_all_wild_then_natural_then_rank() {
    let rules = rules("79");
    let ladder = [
        bomb(rules, "3377", "3"),
        bomb(rules, "2779", "2"),
        bomb(rules, "3333", "3"),
        bomb(rules, "2222", "2"),
        bomb(rules, "7777", "7"),
        bomb(rules, "9999", "9"),
        bomb(rules, "33337", "3"),
        bomb(rules, "44799", "4"),
        bomb(rules, "777799", "3"),
        bomb(rules, "333377779999", "3"),
        Reading::ROCKET,
    ];
    for (place, low) in ladder.iter().enumerate() {
        for high in &ladder[place + 1..] {
            assert!(high.beats(*low), "{high:?} on {low:?}");
            assert!(!low.beats(*high), "{low:?} on {high:?}");
        }
    }
    assert_eq!(ladder[8].purity, Purity::AllWild);
    assert_eq!(ladder[9].purity, Purity::WithWilds);
}

#[test]
fn wild_wings_are_never_what_a_table_forbids() {
    let rules = PlayRules { forbidden: Preset::Pagat.forbidden(), wild: Ranks::one(rank("7")) };
    assert!(rules.lead(counts("33344477"), Some(named(Kind::AirplaneSingles, "3"))).is_ok());
    assert!(rules.lead(counts("33344455"), Some(named(Kind::AirplaneSingles, "3"))).is_err());
    // Three natural fives want a fourth to be two pairs, which is a quad as pairs.
    assert!(rules.lead(counts("3334445557"), Some(named(Kind::AirplanePairs, "3"))).is_err());
}

#[test]
fn cards_are_shown_where_they_stand() {
    let rules = rules("7");
    let cards: Vec<_> = "Ks 7d 3s 5s 7h 4s".split(' ').map(|card| card.parse().expect("a card")).collect();
    let reading = rules.lead(counts("34577"), Some(named(Kind::Straight, "3"))).expect("a straight");
    let shown: Vec<String> =
        reading.arrange(&cards[1..], rules.wild).iter().map(ToString::to_string).collect();
    assert_eq!(shown, ["3s", "4s", "5s", "7d", "7h"]);
}
