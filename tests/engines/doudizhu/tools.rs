//! The calculators: readings, comparisons and moves of any cards.

use cardroom_rules::cards::card::Card;
use cardroom_rules::games::doudizhu::preset::Preset;
use cardroom_rules::games::doudizhu::reading::{Kind, Purity};
use cardroom_rules::games::doudizhu::tools::{self, Compared, Moves, Read, Unanswerable};
use serde_json::{Value, json};

fn readings(asked: Value) -> Result<Read, Unanswerable> {
    tools::readings(&serde_json::from_value(asked).expect("of the right form"))
}

fn beats(asked: Value) -> Result<Compared, Unanswerable> {
    tools::beats(&serde_json::from_value(asked).expect("of the right form"))
}

fn moves(asked: Value) -> Result<Moves, Unanswerable> {
    tools::moves(&serde_json::from_value(asked).expect("of the right form"))
}

fn list(cards: &str) -> Vec<&str> {
    cards.split_whitespace().collect()
}

fn texts(cards: &[Card]) -> String {
    cards.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ")
}

#[test]
fn readings_come_with_weight_and_display_order() {
    let cards = list("9d 4s 3s 3h 4h 3c 4c 9s");
    let read = readings(json!({"cards": cards})).expect("a play");
    let [reading] = read.readings.as_slice() else { panic!("one reading") };
    assert_eq!((reading.kind, reading.length, reading.weight), (Kind::AirplaneSingles, 2, 0));
    assert_eq!(texts(&reading.cards), "3s 3h 3c 4s 4h 4c 9s 9d");
    assert!(!read.must_be_named);
    let none = readings(json!({"cards": cards, "under": {"wings": {"preset": "pagat"}}})).expect("cards");
    assert_eq!(none.readings, []);
}

#[test]
fn each_reading_shows_its_own_cards_first() {
    let cards = list("Ks Kh Kc Kd Qs Qh Qc Qd");
    let read = readings(json!({"cards": cards, "under": {"wings": {"preset": "liberal"}}})).expect("a play");
    let shown: Vec<String> = read.readings.iter().map(|reading| texts(&reading.cards)).collect();
    assert_eq!(shown, ["Ks Kh Kc Kd Qs Qh Qc Qd", "Qs Qh Qc Qd Ks Kh Kc Kd", "Qs Qh Qc Ks Kh Kc Qd Kd"]);
}

#[test]
fn wild_cards_are_read_too() {
    let asked = json!({"cards": list("3s 3h 3c 7d"), "under": {"wild": ["7"]}});
    let read = readings(asked).expect("cards");
    assert!(read.must_be_named);
    let kinds: Vec<_> = read.readings.iter().map(|reading| (reading.kind, reading.purity)).collect();
    assert_eq!(kinds, [(Kind::Bomb, Purity::WithWilds), (Kind::TrioSingle, Purity::Natural)]);
}

#[test]
fn the_dictionary_and_the_arithmetic_say_the_same() {
    use cardroom_rules::games::doudizhu::cards::Cards;
    use cardroom_rules::games::doudizhu::classify;

    for preset in Preset::ALL {
        for cards in ["3s 4s 5s 6s 7s", "3s 3h 3c 4s 4h 4c 5s 5h 5c 6s 6h 6c", "X1 X2", "3s 4s"] {
            let read = readings(json!({"cards": list(cards), "under": {"wings": {"preset": preset}}}));
            let cards: Vec<Card> = list(cards).iter().map(|card| card.parse().expect("a card")).collect();
            let counts = Cards::gathered(&cards).expect("different cards").counts();
            let ours: Vec<_> =
                read.expect("cards").readings.iter().map(|each| (each.kind, each.main)).collect();
            let theirs = classify::readings(counts, preset.forbidden());
            assert_eq!(ours, theirs.iter().map(|each| (each.kind, each.main)).collect::<Vec<_>>());
        }
    }
}

#[test]
fn a_comparison_says_why_not() {
    let table = json!({"cards": list("3s 3h 3c 9d")});
    let compared = beats(json!({"table": table, "answer": {"cards": list("4s 4h 4c 3d")}})).expect("cards");
    assert!(compared.beats && compared.why.is_none());
    assert_eq!(texts(&compared.answer.expect("it beats").cards), "4s 4h 4c 3d");
    for (answer, code) in
        [("4s 4h 4c 5d 5s", "other_kind"), ("3d 3s 3h 4d", "not_higher"), ("4s 5d", "no_play")]
    {
        let compared = beats(json!({"table": table, "answer": {"cards": list(answer)}})).expect("cards");
        assert!(!compared.beats && compared.answer.is_none());
        let why = serde_json::to_value(compared.why).expect("JSON");
        assert_eq!(why["code"], code, "{answer}");
    }
    let table = json!({"cards": list("3s 4s 5s 6s 7s")});
    let longer = json!({"table": table, "answer": {"cards": list("4s 5s 6s 7s 8s 9s")}});
    let why = serde_json::to_value(beats(longer).expect("cards").why).expect("JSON");
    assert_eq!(why["code"], "other_length");
    assert_eq!(why["readings"][0]["length"], 6);
}

#[test]
fn moves_come_in_pages_with_counts_of_groups() {
    let hand = list("3s 3h 3c 4s 4h 5s 6s 7s Ks X1 X2");
    let all = moves(json!({"hand": hand, "limit": 1000})).expect("a hand");
    assert_eq!((all.total, all.next, all.may_pass), (all.plays.len(), None, false));
    let counted: u32 = all.groups.iter().flat_map(|group| &group.mains).map(|main| main.plays).sum();
    assert_eq!(counted as usize, all.total);

    let mut found = Vec::new();
    let mut after = Some(0);
    while let Some(from) = after {
        let page = moves(json!({"hand": hand, "limit": 7, "after": from})).expect("a hand");
        assert_eq!(page.total, all.total);
        found.extend(page.plays);
        after = page.next;
    }
    assert_eq!(found, all.plays);

    let trios = moves(json!({"hand": hand, "kind": "trio_single", "main": "3"})).expect("a hand");
    assert_eq!(trios.total, 7);
    assert_eq!(texts(&trios.plays[0].cards), "3s 3h 3c 4s");
}

#[test]
fn answers_come_with_the_cheapest_first() {
    let hand = list("5s 5h 5c 5d 6s 8s 8h");
    let asked = json!({"hand": hand, "table": {"cards": ["4s"]}, "order": "cheapest"});
    let found = moves(asked).expect("a hand");
    let cards: Vec<String> = found.plays.iter().map(|play| texts(&play.cards)).collect();
    assert_eq!(cards, ["6s", "8s", "5s", "5s 5h 5c 5d"]);
    assert!(found.may_pass);
}

#[test]
fn cards_that_cannot_be_judged_are_refused_with_the_reason() {
    let of = |cards: Vec<&str>| readings(json!({"cards": cards}));
    assert_eq!(of(vec![]), Err(Unanswerable::NumberOfCards { cards: 0 }));
    assert_eq!(of(vec!["3s"; 21]), Err(Unanswerable::NumberOfCards { cards: 21 }));
    assert_eq!(of(list("3s 4s 3s")), Err(Unanswerable::CardTwice { card: "3s".parse().expect("a card") }));
    for wild in [json!(["B"]), json!(["3", "3"]), json!(["3", "4", "5"])] {
        let asked = json!({"cards": ["3s"], "under": {"wild": wild}});
        assert!(matches!(readings(asked), Err(Unanswerable::NotWild { .. })));
    }
    let table = json!({"cards": ["3s", "4s"]});
    assert!(matches!(
        moves(json!({"hand": ["5s"], "table": table})),
        Err(Unanswerable::NoPlayOnTable { .. })
    ));
    assert_eq!(moves(json!({"hand": ["5s"], "limit": 0})), Err(Unanswerable::TooManyPlays { limit: 0 }));
    assert_eq!(
        moves(json!({"hand": ["5s"], "limit": 1001})),
        Err(Unanswerable::TooManyPlays { limit: 1001 })
    );
}
