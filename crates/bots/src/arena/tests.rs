//! Small runs.

use super::contest::Terms;
use super::doudizhu::DoudizhuContest;
use super::error::ArenaError;
use super::holdem::HoldemContest;
use super::plan::Plan;
use super::report::Report;
use super::run::run;
use super::shengji::ShengjiContest;

fn plan(players: &str, deals: u64) -> Plan {
    let players = players.split(',').map(str::to_owned).collect();
    let terms = Terms { players, options: None, depth: 100 };
    Plan { terms, instead: None, external: None, deals, session: 500, seed: 1, threads: 1 }
}

fn holdem(players: &str, deals: u64) -> Report {
    run::<HoldemContest>(&plan(players, deals)).unwrap()
}

/// The winnings of the first player from the second, in big blinds a hundred hands.
fn won(players: &str, deals: u64) -> f64 {
    holdem(players, deals).figures[0].mean
}

/// How often the first player wins against two of the second, and two of it against the second; the mean.
fn doudizhu(players: &str, deals: u64) -> f64 {
    let mut plan = plan(players, deals);
    plan.terms.options = Some(r#"{"force_landlord": true}"#.to_owned());
    let report = run::<DoudizhuContest>(&plan).unwrap();
    report.figures.iter().find(|figure| figure.tells == "one v two wins").unwrap().mean
}

/// The share of levels that the first player wins from the second.
fn shengji(players: &str, deals: u64) -> f64 {
    run::<ShengjiContest>(&plan(players, deals)).unwrap().figures[0].mean
}

/// Every bound is several standard errors away from the measured value, and every seed is fixed: a failure means a
/// change of strength.
#[test]
fn levels_of_holdem_keep_their_order() {
    assert!(won("novice,random", 400) > 50.0);
    assert!(won("intermediate,novice", 3_000) > 15.0);
    assert!(won("advanced,intermediate", 2_000) > 20.0);
    assert!(won("advanced,calling", 100) > 300.0);
}

#[test]
fn levels_of_doudizhu_keep_their_order() {
    let [low, middle, high] = [
        doudizhu("novice,random", 100),
        doudizhu("intermediate,novice", 200),
        doudizhu("advanced,intermediate", 40),
    ];
    println!("{low} {middle} {high}");
    assert!(low > 0.6 && middle > 0.55 && high > 0.5, "{low} {middle} {high}");
}

#[test]
fn levels_of_shengji_keep_their_order() {
    let [low, middle, high] = [
        shengji("novice,random", 20),
        shengji("intermediate,novice", 40),
        shengji("advanced,intermediate", 5),
    ];
    println!("{low} {middle} {high}");
    assert!(low > 0.6 && middle > 0.6 && high > 0.5, "{low} {middle} {high}");
}

#[test]
fn a_naive_maximiser_loses_to_the_intermediate_level() {
    assert!(won("greedy,intermediate", 3_000) < 0.0);
}

#[test]
fn a_player_against_itself_wins_nothing() {
    let report = holdem("calling,calling", 50);
    assert!(report.figures.len() == 1 && report.figures[0].mean.abs() < 1e-9);
}

#[test]
fn threads_change_no_figure() {
    let one = plan("intermediate,novice,random", 1_200);
    let two = Plan { threads: 2, ..one.clone() };
    let [one, two] = [one, two].map(|plan| run::<HoldemContest>(&plan).unwrap());
    assert_eq!(one.figures, two.figures);
}

#[test]
fn a_replacement_is_compared_deal_by_deal() {
    let plan = Plan { instead: Some("calling".to_owned()), ..plan("calling,novice", 50) };
    let figures = run::<HoldemContest>(&plan).unwrap().figures;
    let less = figures.iter().find(|figure| figure.tells == "less calling").unwrap();
    let times = figures.iter().find(|figure| figure.tells == "times calling").unwrap();
    assert!(less.mean.abs() < 1e-9 && (times.mean - 1.0).abs() < 1e-9);
}

#[test]
fn impossible_matches_are_refused() {
    let fails = |plan: &Plan| run::<HoldemContest>(plan).unwrap_err();
    assert!(matches!(fails(&plan("novice,nobody", 1)), ArenaError::UnknownStrategy { .. }));
    assert!(matches!(fails(&plan("novice", 1)), ArenaError::Seats { given: 1, .. }));
    assert!(matches!(fails(&plan("novice,external", 1)), ArenaError::NoCommand));
    let mut unreadable = plan("novice,random", 1);
    unreadable.terms.options = Some("{}".to_owned());
    assert!(matches!(fails(&unreadable), ArenaError::Unreadable(_)));
}

/// Folds if it may, and does nothing otherwise.
#[cfg(unix)]
const FOLDS: &str = r#"while read -r line; do case "$line" in
    *'"fold":true'*) echo '{"type":"fold"}';;
    *'"act"'*) echo null;;
esac; done"#;

#[cfg(unix)]
#[test]
fn a_program_of_others_plays() {
    let program = |command: &str| Plan { external: Some(command.to_owned()), ..plan("calling,external", 20) };
    let figures = run::<HoldemContest>(&program(FOLDS)).unwrap().figures;
    assert!((figures[0].mean - 75.0).abs() < 1e-9, "it gives up each blind in turn: {figures:?}");
    for command in ["exit 0", "echo nonsense; cat > /dev/null"] {
        assert!(matches!(run::<HoldemContest>(&program(command)), Err(ArenaError::External(_))), "{command}");
    }
    let raises = r#"while read -r line; do echo '{"type":"raise","to":1}'; done"#;
    assert!(matches!(run::<HoldemContest>(&program(raises)), Err(ArenaError::Illegal { .. })));
}
