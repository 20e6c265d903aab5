//! Compares hands and ranges before the flop, exactly.

use std::env;
use std::process::Command;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Instant;

use cardroom_rules::cards::set::CardSet;
use cardroom_rules::games::holdem::equity::combo::Combo;
use cardroom_rules::games::holdem::equity::range::Range;
use cardroom_rules::games::holdem::equity::spot::Spot;
use cardroom_rules::games::holdem::equity::tally::WinTally;
use cardroom_rules::games::holdem::equity::{exact, matchup};

use super::race::{Runner, race};

/// The wins of each player, and the ties of all.
type Won = (Vec<u64>, u64);

fn ours(hands: &[Combo]) -> Won {
    let mut tally = WinTally::new(hands.len());
    matchup::compare(hands, CardSet::NONE, &mut tally);
    let shares: Vec<_> = tally.players().map(|player| tally.shares(player)).collect();
    (shares.iter().map(|shares| shares.win).collect(), *shares[0].tie.last().unwrap())
}

/// The other crate's results are weighted by percent.
fn theirs(ranges: &[pokers::HandRange]) -> Won {
    let result = pokers::exact_equity(ranges, 0, 0, 1, Arc::new(AtomicBool::new(false)), |_| {}).unwrap();
    let once = ranges.iter().fold(1, |product, _| 100 * product);
    (result.wins.iter().map(|wins| wins / once).collect(), result.wins_by_mask.last().unwrap() / once)
}

/// Compares these hands in both ways, checks the results, and returns the ratio.
fn versus(hands: &[&str], known: &Won) -> f64 {
    let combo = |text: &&str| Combo::new([text[..2].parse().unwrap(), text[2..].parse().unwrap()]).unwrap();
    let combos: Vec<Combo> = hands.iter().map(combo).collect();
    let ranges = pokers::HandRange::from_strings(hands.iter().map(|&hand| hand.to_owned()).collect());
    assert_eq!(&ours(&combos), known);
    assert_eq!(&theirs(&ranges), known);
    let runners =
        vec![Runner::new("cardroom", || ours(&combos).1), Runner::new("pokers", || theirs(&ranges).1)];
    let times =
        race(&format!("{} before the flop, exact, nothing kept", hands.join(" v ")), 1.0, 40, runners);
    times[1] / times[0]
}

/// The argument with which this program only compares two ranges, right after its start.
const COLD: &str = "CARDROOM_BENCH_COLD_RANGE";

pub fn is_cold_run() -> bool {
    env::var_os(COLD).is_some()
}

/// Compares the best fifth of all hands with itself, before anything was computed; prints the seconds.
pub fn cold_run() {
    let start = Instant::now();
    let fifth = Range::parse("20%").unwrap();
    let spot = Spot::new(&[fifth.clone(), fifth], vec![], vec![]).unwrap();
    let tally = exact::count(&spot, &|| true).unwrap();
    let took = start.elapsed();
    let shares = tally.shares(0);
    assert_eq!(shares.win, shares.lose, "neither is ahead");
    assert_eq!(tally.total() % 1_712_304, 0, "every deal has all its boards");
    println!("{}", took.as_secs_f64());
}

/// The best of some runs, each in its own process.
fn cold_range() -> f64 {
    let run = || {
        let out = Command::new(env::current_exe().unwrap()).env(COLD, "1").output().unwrap();
        String::from_utf8(out.stdout).unwrap().trim().parse::<f64>().unwrap()
    };
    let best = (0..15).map(|_| run()).fold(f64::MAX, f64::min);
    println!("20% v 20%, exact, in a new process: {:.3} ms", best * 1e3);
    best
}

pub fn all() -> Vec<(&'static str, f64)> {
    vec![
        ("equity_headsup_ratio", versus(&["AhKh", "QdQs"], &(vec![787_966, 917_606], 6_732))),
        (
            "equity_threeway_ratio",
            versus(&["AsAh", "KsKh", "QsQh"], &(vec![924_864, 233_476, 204_228], 8_186)),
        ),
        ("equity_range_seconds", cold_range()),
    ]
}
