//! The plays that each preset allows, counted.

use std::collections::HashSet;

use cardroom_rules::games::doudizhu::answers;
use cardroom_rules::games::doudizhu::counts::Counts;
use cardroom_rules::games::doudizhu::preset::Preset;

use super::naive;

/// How many plays each preset has, and how many readings of them.
pub const PLAYS: [(usize, usize); 6] = [
    (12_654, 12_654),
    (25_661, 26_053),
    (27_471, 27_471),
    (29_327, 29_726),
    (29_984, 30_383),
    (93_772, 95_352),
];

/// The plays of a preset, and its readings of them.
fn counted(preset: Preset) -> (usize, usize) {
    let mut cards = HashSet::new();
    let mut readings = 0;
    answers::leads(Counts::PACK, preset.forbidden(), |play| {
        cards.insert(play.cards);
        readings += 1;
    });
    (cards.len(), readings)
}

#[test]
fn every_preset_has_its_plays() {
    assert_eq!(Preset::ALL.map(counted), PLAYS);
}

#[test]
fn there_are_37_shapes() {
    assert_eq!(naive::shapes_in_all(), 37);
    let mut shapes = HashSet::new();
    answers::leads(Counts::PACK, Preset::default().forbidden(), |play| {
        shapes.insert((play.reading.kind, play.reading.length));
    });
    assert_eq!(shapes.len(), 37);
}
