//! The table in this process: as an array, mapped or read, and as a hash map.

use std::collections::HashMap;
use std::fs;
use std::path::Path;
use std::time::Duration;

use cardroom::store::rank_file;
use cardroom_rules::cards::combinations;
use cardroom_rules::games::holdem::ranks;

use super::{HANDS, Hands, best, print_each, print_mib, print_millis, sum_of, timed};

/// The time until there is a table.
pub fn load(path: &Path) {
    print_millis("ranks_compute_ms", median(11, ranks::compute));
    print_millis("ranks_open_ms", median(101, || rank_file::open_or_build(path)));
    print_millis("ranks_read_ms", median(101, || read(path)));
}

fn median<T>(times: usize, mut run: impl FnMut() -> T) -> Duration {
    let mut took: Vec<Duration> = (0..times).map(|_| timed(&mut run).0).collect();
    took.sort_unstable();
    took[times / 2]
}

/// The file read into memory, checked like the mapped one, and converted into numbers.
fn read(path: &Path) -> Vec<u16> {
    let bytes = fs::read(path).unwrap();
    let (header, body) = bytes.split_at(bytes.len() - 2 * ranks::HANDS);
    assert!(header.ends_with(&crc32fast::hash(body).to_le_bytes()));
    body.as_chunks().0.iter().map(|&pair| u16::from_le_bytes(pair)).collect()
}

/// The time of one look-up then.
pub fn look_up(path: &Path, hands: &Hands) {
    let expected = hands.sum(HANDS);
    let in_array =
        |table: &[u16]| best(9, expected, || sum_of(&hands.numbers, |number| table[number as usize]));
    print_each("mapped_ns", in_array(hands.table), HANDS);
    print_each("read_ns", in_array(&read(path)), HANDS);
    let by_number = |cards| hands.table[usize::try_from(combinations::number::<5>(cards)).unwrap()];
    print_each("array_by_cards_ns", best(9, expected, || sum_of(&hands.cards, by_number)), HANDS);
    print_mib("array_mib", size_of_val(hands.table) as u64);
    hash_map(hands, expected);
}

/// The five cards themselves as the key, with the standard library's hash.
fn hash_map(hands: &Hands, expected: u64) {
    let before = resident();
    let (built, map) = timed(|| -> HashMap<[u8; 5], u16> {
        combinations::subsets::<5>(52).zip(hands.table.iter().copied()).collect()
    });
    print_millis("hash_map_build_ms", built);
    match before.zip(resident()) {
        Some((before, after)) => print_mib("hash_map_mib", after - before),
        None => println!("hash_map_mib: left out, for this system does not say what a process has in memory"),
    }
    let look_up = best(5, expected, || sum_of(&hands.cards, |cards| map[&cards]));
    print_each("hash_map_by_cards_ns", look_up, HANDS);
}

/// The resident memory of this process in bytes, if the system reports it.
fn resident() -> Option<u64> {
    let status = fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"))?;
    let kibibytes: u64 = line.trim().strip_suffix(" kB")?.parse().ok()?;
    Some(kibibytes << 10)
}
