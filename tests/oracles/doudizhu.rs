//! Dou Dizhu against other programs' answers: what plays are, under each preset, and what beats them.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use cardroom_rules::games::doudizhu::counts::Counts;
use cardroom_rules::games::doudizhu::dictionary::Dictionary;
use cardroom_rules::games::doudizhu::play::PlayRules;
use cardroom_rules::games::doudizhu::preset::Preset;
use cardroom_rules::games::doudizhu::rank::Rank;
use cardroom_rules::games::doudizhu::reading::{Kind, Named, Play, Reading};
use serde::Deserialize;

use super::lines::{lines, records};
use super::tally::{Tally, compare};

/// A reading as the oracles write it: kind, lowest rank, length.
type ViewerSafe = (Kind, u8, u8);

fn text_of(reading: Reading) -> ViewerSafe {
    let length = if reading.kind == Kind::Bomb { 1 } else { reading.length };
    (reading.kind, reading.main.number(), length)
}

/// A kind by its name in the oracles.
fn kind(name: &str) -> Kind {
    let names = [
        "solo",
        "solo_chain",
        "pair",
        "pair_chain",
        "trio",
        "trio_chain",
        "trio_solo",
        "trio_chain_solo",
        "trio_pair",
        "trio_chain_pair",
        "four_two_solo",
        "four_two_pair",
        "bomb",
        "rocket",
    ];
    let place = names.iter().position(|&each| each == name);
    place.map_or_else(|| panic!("no kind: {name}"), |place| Kind::ALL[place])
}

fn preset(name: &str) -> Preset {
    let name = if name == "seed2" { "liberal" } else { name };
    serde_json::from_value(name.into()).expect("a preset")
}

fn counts(text: &str) -> Counts {
    text.parse().unwrap_or_else(|_| panic!("not cards: {text}"))
}

fn rules(preset: Preset) -> PlayRules {
    PlayRules { forbidden: preset.forbidden(), ..PlayRules::default() }
}

/// `plays`: every play with its readings and the presets that allow it, by the rules and by the dictionaries.
pub fn plays(file: &Path) -> Tally {
    // For each play, its reading under each preset.
    let mut listed: BTreeMap<Counts, [BTreeSet<ViewerSafe>; 6]> = BTreeMap::new();
    for line in lines(file) {
        let fields: Vec<&str> = line.split('\t').collect();
        let &[cards, name, main, length, _, presets] = fields.as_slice() else {
            panic!("six fields: {line}")
        };
        let number = |text: &str| text.parse().expect("a number");
        let reading = (kind(name), number(main), number(length));
        let readings = listed.entry(counts(cards)).or_default();
        for allowing in presets.split(',').map(preset) {
            readings[allowing as usize].insert(reading);
        }
    }
    let dictionaries = Preset::ALL.map(|preset| Dictionary::new(preset.forbidden()));
    let mut tally = Tally::default();
    for (cards, theirs) in &listed {
        let mut differences = Vec::new();
        for (place, preset) in Preset::ALL.into_iter().enumerate() {
            let read: BTreeSet<ViewerSafe> =
                rules(preset).readings(*cards).into_iter().map(text_of).collect();
            let found: BTreeSet<ViewerSafe> = dictionaries[place].readings(*cards).map(text_of).collect();
            compare(&mut differences, &format!("{preset:?}"), &read, &theirs[place]);
            compare(&mut differences, &format!("{preset:?}, looked up"), &found, &theirs[place]);
        }
        tally.hand(&cards.to_string(), 12, differences);
    }
    // The leads of a full pack under a preset, so that no play is missing above either.
    for (place, preset) in Preset::ALL.into_iter().enumerate() {
        let mut ours = (0, BTreeSet::new());
        rules(preset).leads(Counts::PACK, |play| {
            ours.0 += 1;
            ours.1.insert(play.cards);
        });
        let readings: usize = listed.values().map(|readings| readings[place].len()).sum();
        let plays = listed.values().filter(|readings| !readings[place].is_empty()).count();
        let mut differences = Vec::new();
        compare(&mut differences, "counted", &(ours.1.len(), ours.0), &(plays, readings));
        compare(&mut differences, "in the dictionary", &dictionaries[place].len(), &plays);
        tally.hand(&format!("{preset:?}"), 2, differences);
    }
    tally
}

/// Every lead of a hand, or every answer, sorted, as text; a play with two readings once.
fn found(search: impl FnOnce(&mut dyn FnMut(Play))) -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    search(&mut |play| {
        found.insert(play.cards.to_string());
    });
    found
}

/// `responses`: every legal lead or answer of a hand under the default preset.
pub fn responses(file: &Path) -> Tally {
    #[derive(Deserialize)]
    struct Record {
        id: u32,
        hand: String,
        prev: String,
        prev_type: String,
        prev_rank: Option<u8>,
        prev_len: u8,
        dz: BTreeSet<String>,
        can_pass: bool,
    }
    let mut tally = Tally::default();
    let rules = rules(Preset::Douzero);
    for Record { id, hand, prev, prev_type, prev_rank, prev_len, dz, can_pass } in records(file) {
        let mut differences = Vec::new();
        let ours = match prev_rank.and_then(Rank::new) {
            None => found(|visit| rules.leads(counts(&hand), visit)),
            Some(main) => {
                let named = Named { kind: kind(&prev_type), main };
                let table = rules.lead(counts(&prev), Some(named)).expect("the named reading");
                compare(&mut differences, "length", &text_of(table).2, &prev_len);
                compare(
                    &mut differences,
                    "can answer",
                    &rules.can_answer(counts(&hand), table),
                    &!dz.is_empty(),
                );
                found(|visit| rules.answers(counts(&hand), table, visit))
            }
        };
        compare(&mut differences, "plays", &ours, &dz);
        compare(&mut differences, "may pass", &prev_rank.is_some(), &can_pass);
        tally.hand(&format!("record {id}"), 4, differences);
    }
    tally
}

/// `airplane_responses`: answers to airplanes by their declared reading.
pub fn airplanes(file: &Path) -> Tally {
    #[derive(Deserialize)]
    struct Record {
        id: u32,
        hand: String,
        prev: String,
        declared: Declared,
        expected: BTreeSet<String>,
    }
    #[derive(Deserialize)]
    struct Declared {
        t: String,
        r: u8,
        n: u8,
    }
    let mut tally = Tally::default();
    let rules = rules(Preset::Douzero);
    for Record { id, hand, prev, declared, expected } in records(file) {
        let main = Rank::new(declared.r).expect("a rank");
        let named = Named { kind: kind(&declared.t), main };
        let table = rules.lead(counts(&prev), Some(named)).expect("the reading that is declared");
        let ours = found(|visit| rules.answers(counts(&hand), table, visit));
        let mut differences = Vec::new();
        compare(&mut differences, "length", &table.length, &declared.n);
        compare(&mut differences, "plays", &ours, &expected);
        tally.hand(&format!("record {id}"), 2, differences);
    }
    tally
}

/// `ambiguous_platform`: plays with several readings.
pub fn ambiguous(file: &Path) -> Tally {
    #[derive(Deserialize)]
    struct Record {
        c: String,
        i: Vec<(String, u8, u8)>,
    }
    let mut tally = Tally::default();
    for Record { c, i } in records(file) {
        let readings = rules(Preset::Platform).readings(counts(&c));
        let theirs: BTreeSet<ViewerSafe> =
            i.iter().map(|(name, main, length)| (kind(name), *main, *length)).collect();
        let mut differences = Vec::new();
        compare(&mut differences, "readings", &readings.into_iter().map(text_of).collect(), &theirs);
        tally.hand(&c, 1, differences);
    }
    tally
}
