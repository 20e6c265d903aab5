//! Errors that engines are known to make.

use cardroom_rules::games::doudizhu::counts::Counts;
use cardroom_rules::games::doudizhu::play::{PlayRules, Unplayable};
use cardroom_rules::games::doudizhu::preset::Preset;
use cardroom_rules::games::doudizhu::reading::{Kind, Named, Play, Reading};

pub fn counts(text: &str) -> Counts {
    text.parse().expect("cards")
}

fn rules(preset: Preset) -> PlayRules {
    PlayRules { forbidden: preset.forbidden(), ..PlayRules::default() }
}

/// The reading of these cards as a lead under the default preset.
fn led(cards: &str) -> Result<Reading, Unplayable> {
    rules(Preset::default()).lead(counts(cards), None)
}

fn is(cards: &str, kind: Kind, main: &str, length: u8) {
    let reading = led(cards).expect("a play");
    assert_eq!(
        (reading.kind, reading.main.to_string().as_str(), reading.length),
        (kind, main, length),
        "{cards}"
    );
}

fn is_nothing(cards: &str) {
    assert_eq!(led(cards), Err(Unplayable::NoPlay {}), "{cards}");
}

/// The reading of these cards after a lead of those.
fn answer(cards: &str, table: &str, preset: Preset) -> Result<Reading, Unplayable> {
    let rules = rules(preset);
    let table = rules.lead(counts(table), None).expect("a lead");
    rules.answer(counts(cards), table, None)
}

#[test]
fn wings_that_widen_the_run_leave_an_airplane_an_airplane() {
    is("333444555777", Kind::AirplaneSingles, "3", 3);
    is("3334445556668888", Kind::AirplaneSingles, "3", 4);
    is("444555666JQK", Kind::AirplaneSingles, "4", 3);
    is("333444555667", Kind::AirplaneSingles, "3", 3);
}

#[test]
fn a_pair_chain_reaches_the_ace() {
    is("QQKKAA", Kind::PairChain, "Q", 3);
    is("TJQKA", Kind::Straight, "T", 5);
    is("KKKAAA", Kind::Airplane, "K", 2);
    is_nothing("KKAA22");
    is_nothing("AAA222");
    is_nothing("JQKA2");
}

#[test]
fn three_two_and_one_are_no_quad_with_two() {
    is_nothing("333445");
    is_nothing("33344455566677");
    is("333345", Kind::QuadSingles, "3", 1);
    is("333344", Kind::QuadSingles, "3", 1);
}

#[test]
fn wing_trios_are_not_compared() {
    let reading = answer("444555666TJQ", "333444555999", Preset::default()).expect("it beats");
    assert_eq!((reading.kind, reading.main.to_string().as_str()), (Kind::AirplaneSingles, "4"));
}

#[test]
fn a_quad_and_one_are_no_trio_with_a_pair() {
    is_nothing("2222R");
    is_nothing("33334");
    is_nothing("333BR");
}

#[test]
fn two_jokers_are_the_rocket_and_never_a_pair() {
    is("BR", Kind::Rocket, "B", 1);
    assert_eq!(answer("BR", "33", Preset::default()), Ok(Reading::ROCKET));
    is_nothing("3334445556667BR");
    is_nothing("3333BR44");
}

#[test]
fn a_quad_with_two_is_no_bomb() {
    assert!(matches!(answer("444456", "33", Preset::default()), Err(Unplayable::OtherKind { .. })));
    assert!(matches!(answer("444456", "3333", Preset::default()), Err(Unplayable::OtherKind { .. })));
    assert_eq!(answer("3333", "AAAA56", Preset::default()).map(|reading| reading.kind), Ok(Kind::Bomb));
}

#[test]
fn a_trio_carries_another_rank() {
    is("3333", Kind::Bomb, "3", 1 + 3);
    assert_eq!(rules(Preset::Liberal).readings(counts("3333")).len(), 1);
    is("333BR444", Kind::AirplaneSingles, "3", 2);
}

#[test]
fn a_follower_gets_the_highest_reading_that_matches() {
    let preset = Preset::Liberal;
    // A leader of these has an airplane of four; a follower three trios from four on.
    let reading = answer("444555666777", "333444555999", preset).expect("it beats");
    assert_eq!((reading.kind, reading.main.to_string().as_str()), (Kind::AirplaneSingles, "5"));
    let reading = answer("444555666777", "333444555666", preset).expect("it beats");
    assert_eq!((reading.kind, reading.length), (Kind::Airplane, 4));
}

#[test]
fn the_declared_reading_counts() {
    let rules = rules(Preset::default());
    let lowest = Named { kind: Kind::AirplaneSingles, main: "3".parse().expect("a rank") };
    let reading = rules.lead(counts("333444555666"), Some(lowest)).expect("a reading it has");
    assert_eq!(reading.named(), lowest);
    assert!(rules.answer(counts("444555666TJQ"), reading, None).is_ok());
    let wrong = Named { kind: Kind::Airplane, main: "4".parse().expect("a rank") };
    assert!(matches!(
        rules.lead(counts("333444555666"), Some(wrong)),
        Err(Unplayable::NoSuchReading { readings }) if readings.len() == 3
    ));
}

#[test]
fn an_answer_that_falls_short_is_refused_with_the_reason() {
    let preset = Preset::default();
    assert!(matches!(answer("34567", "45678", preset), Err(Unplayable::NotHigher { .. })));
    assert!(matches!(answer("345678", "34567", preset), Err(Unplayable::OtherLength { .. })));
    assert!(matches!(answer("5", "33", preset), Err(Unplayable::OtherKind { .. })));
    assert!(matches!(answer("3333", "4444", preset), Err(Unplayable::NotHigher { .. })));
    assert!(matches!(answer("2222", "BR", preset), Err(Unplayable::NotHigher { .. })));
    assert!(matches!(answer("36", "5", preset), Err(Unplayable::NoPlay {})));
}

#[test]
fn nothing_beats_the_rocket() {
    let mut found: Vec<Play> = Vec::new();
    rules(Preset::Liberal).answers(Counts::PACK, Reading::ROCKET, |play| found.push(play));
    assert_eq!(found, []);
}
