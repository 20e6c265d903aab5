//! The dictionary and the arithmetic, which know plays each in its own way, held against each other on all cards.

use std::iter::Cycle;
use std::slice::Iter;
use std::thread;

use cardroom_rules::games::doudizhu::classify;
use cardroom_rules::games::doudizhu::counts::Counts;
use cardroom_rules::games::doudizhu::dictionary::Dictionary;
use cardroom_rules::games::doudizhu::preset::Preset;
use cardroom_rules::games::doudizhu::rank::Rank;
use cardroom_rules::games::doudizhu::reading::Reading;

use super::presets::PLAYS;

/// The most cards that a play has.
const MOST_CARDS: u8 = 20;

/// How many ways there are to take 1 to 20 cards of the pack, by rank.
const MULTISETS: u64 = 509_430_669;

/// Every preset's dictionary, and every possible play on the table.
struct Known {
    dictionaries: [Dictionary; 6],
    tables: Vec<Reading>,
}

impl Known {
    fn new() -> Self {
        let dictionaries = Preset::ALL.map(|preset| Dictionary::new(preset.forbidden()));
        let all = dictionaries.iter().flat_map(Dictionary::plays);
        let mut tables: Vec<Reading> = all.map(|play| play.reading).collect();
        tables.sort_by_key(|table| (table.kind, table.length, table.main));
        tables.dedup();
        Self { dictionaries, tables }
    }
}

/// A walk through all ways to take cards of some ranks.
struct Walk<'known> {
    dictionaries: &'known [Dictionary; 6],
    /// Not every possible play on the table is tried with all cards, but the following ones are.
    tables: Cycle<Iter<'known, Reading>>,
    /// How many ways there were.
    ways: u64,
    /// How many of them were plays under each preset, and under how many readings.
    plays: [(usize, usize); 6],
}

impl<'known> Walk<'known> {
    fn new(known: &'known Known) -> Self {
        let Known { dictionaries, tables } = known;
        Self { dictionaries, tables: tables.iter().cycle(), ways: 0, plays: [(0, 0); 6] }
    }

    /// Takes up to this many cards of these ranks, beside those that are `taken`.
    fn take(&mut self, ranks: &[Rank], taken: Counts, most: u8) {
        let Some((&rank, others)) = ranks.split_first() else { return self.compare(taken) };
        for count in 0..=Counts::PACK.count(rank).min(most) {
            self.take(others, taken.with(Counts::of(rank, count)), most - count);
        }
    }

    fn compare(&mut self, cards: Counts) {
        let table = *self.tables.next().expect("a table");
        self.ways += u64::from(!cards.is_empty());
        for (place, preset) in Preset::ALL.into_iter().enumerate() {
            let forbidden = preset.forbidden();
            let readings = classify::readings(cards, forbidden);
            let listed = self.dictionaries[place].readings(cards);
            assert!(listed.eq(readings.iter().copied()), "{cards} under {preset:?}");
            let first = classify::first(cards, forbidden);
            assert_eq!(first, readings.first().copied(), "{cards} under {preset:?}, led");
            let answer = classify::answer(cards, forbidden, table);
            let highest = readings.iter().find(|reading| reading.beats(table));
            assert_eq!(answer, highest.copied(), "{cards} under {preset:?}, on {table:?}");
            self.plays[place].0 += usize::from(!readings.is_empty());
            self.plays[place].1 += readings.len();
        }
    }
}

/// Cards of few ranks, which are plays more often than others.
#[test]
fn dictionary_and_arithmetic_agree_on_cards_of_few_ranks() {
    let known = Known::new();
    let mut walk = Walk::new(&known);
    let ranks: Vec<Rank> = Rank::all().collect();
    let (fours, jokers) = ranks.split_at(13);
    for on_end in fours.windows(6) {
        walk.take(&[on_end, jokers].concat(), Counts::NONE, MOST_CARDS);
    }
    assert_eq!(walk.plays[0].0, walk.plays[0].1, "the strictest preset has one reading of a play");
    assert!(walk.plays[5].0 < walk.plays[5].1, "the most liberal has several of some");
}

/// Every play against every possible play on the table.
#[test]
fn a_follower_gets_the_highest_reading_that_beats_the_table() {
    let known = Known::new();
    for preset in [Preset::Douzero, Preset::Liberal] {
        let forbidden = preset.forbidden();
        for play in known.dictionaries[preset as usize].plays().step_by(7) {
            let readings = classify::readings(play.cards, forbidden);
            for &table in &known.tables {
                let highest = readings.iter().find(|reading| reading.beats(table)).copied();
                assert_eq!(classify::answer(play.cards, forbidden, table), highest, "{play:?} on {table:?}");
            }
        }
    }
}

/// All cards that there are, a thread for each number of threes.
#[test]
#[ignore = "some minutes of all processors; run it as CONTRIBUTING.md says"]
fn dictionary_and_arithmetic_agree_on_all_cards() {
    let known = Known::new();
    let ranks: Vec<Rank> = Rank::all().collect();
    let with = |threes: u8| {
        let mut walk = Walk::new(&known);
        walk.take(&ranks[1..], Counts::of(Rank::THREE, threes), MOST_CARDS - threes);
        walk
    };
    let walks: Vec<Walk> = thread::scope(|scope| {
        let running: Vec<_> = (0..=4).map(|threes| scope.spawn(move || with(threes))).collect();
        running.into_iter().map(|walk| walk.join().expect("no difference")).collect()
    });
    let ways: u64 = walks.iter().map(|walk| walk.ways).sum();
    let sum = |place: usize| {
        let of = walks.iter().map(|walk| walk.plays[place]);
        of.fold((0, 0), |sum, plays| (sum.0 + plays.0, sum.1 + plays.1))
    };
    assert_eq!(ways, MULTISETS);
    assert_eq!(std::array::from_fn(sum), PLAYS);
    println!("{ways} ways to take 1 to 20 cards, under six presets: 0 differences");
}
