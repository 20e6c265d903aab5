//! Our rules against independent programs and recorded play. The data is outside the project, in the folder
//! `CARDROOM_ORACLES`. Without it, the test reports that it was skipped; so it does for each file that is absent, or
//! for later.

#![allow(clippy::expect_used, clippy::panic, clippy::print_stdout, reason = "it is all test")]

use std::path::{Path, PathBuf};

mod doudizhu;
mod doudizhu_games;
mod each;
mod lines;
mod played;
mod random;
mod recorded;
mod shengji;
mod table;
mod tally;
mod tournaments;
mod traps;

use tally::Tally;

type Check = fn(&Path) -> Tally;

/// The files that are checked, and how.
const CHECKED: [(&str, Check); 31] = [
    ("holdem/nl.jsonl.gz", random::check),
    ("holdem/pl.jsonl.gz", random::check),
    ("holdem/fl.jsonl.gz", random::check),
    ("holdem/nl_straddle.jsonl.gz", random::check),
    ("holdem/nl_shortbb.jsonl.gz", random::check),
    ("holdem/traps.json", traps::check),
    ("holdem/real_hands.jsonl.gz", recorded::check),
    ("tournaments/bb_ante.jsonl.gz", random::check_blind_first),
    ("tournaments/balance.jsonl.gz", tournaments::balance::check),
    ("doudizhu/plays.tsv.gz", doudizhu::plays),
    ("doudizhu/responses.jsonl.gz", doudizhu::responses),
    ("doudizhu/airplane_responses.jsonl.gz", doudizhu::airplanes),
    ("doudizhu/ambiguous_platform.jsonl", doudizhu::ambiguous),
    ("doudizhu/games.jsonl.gz", doudizhu_games::check),
    ("shengji/order.jsonl.gz", shengji::order),
    ("shengji/follow.jsonl.gz", shengji::follow),
    ("shengji/follow_dense.jsonl.gz", shengji::follow),
    ("shengji/forced_component.jsonl.gz", shengji::forced_component),
    ("shengji/tricks.jsonl.gz", shengji::tricks),
    ("shengji/bids.jsonl.gz", shengji::bids),
    ("shengji/scoring.json", shengji::scoring),
    ("tournaments/structures.jsonl.gz", tournaments::levels::structures),
    ("tournaments/payouts.jsonl.gz", tournaments::prizes::payouts),
    ("tournaments/icm_large.jsonl.gz", tournaments::prizes::icm_large),
    ("tournaments/bounties.jsonl.gz", tournaments::prizes::bounties),
    ("tournaments/deals.jsonl.gz", tournaments::prizes::deals),
    ("tournaments/cancel.jsonl.gz", tournaments::prizes::cancel),
    ("tournaments/matchpoints.jsonl.gz", tournaments::events::matchpoints),
    ("tournaments/swiss.jsonl.gz", tournaments::events::swiss),
    ("tournaments/ratings.jsonl.gz", tournaments::events::ratings),
    ("holdem/icm.jsonl.gz", tournaments::prizes::icm),
];

#[test]
fn the_rules_agree_with_the_oracles() {
    let Some(folder) = std::env::var_os("CARDROOM_ORACLES").map(PathBuf::from) else {
        println!("skipped: CARDROOM_ORACLES names no folder");
        return;
    };
    let mut mismatches = 0;
    for (name, check) in CHECKED {
        let file = folder.join(name);
        if !file.is_file() {
            println!("{name}: skipped, absent");
            continue;
        }
        let tally = check(&file);
        println!("{name}: {tally}");
        mismatches += tally.mismatches();
    }
    for name in files_below(&folder).iter().filter(|name| !is_checked(name)) {
        println!("{name}: skipped, for later");
    }
    assert_eq!(mismatches, 0, "mismatches in all");
}

fn is_checked(name: &str) -> bool {
    CHECKED.iter().any(|&(checked, _)| checked == name)
}

/// The data files in the folder's folders, by their names from it.
fn files_below(folder: &Path) -> Vec<String> {
    let games = std::fs::read_dir(folder).expect("the folder of oracles").flatten();
    let files = games.filter(|game| game.path().is_dir()).flat_map(|game| {
        let files = std::fs::read_dir(game.path()).expect("a game's oracles").flatten();
        files.map(move |file| {
            format!("{}/{}", game.file_name().to_string_lossy(), file.file_name().to_string_lossy())
        })
    });
    let mut files: Vec<String> = files.collect();
    files.sort();
    files
}
