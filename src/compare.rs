//! `cardroom equity`: the calculator on the command line.

use std::error::Error;
use std::fmt::Write;
use std::time::Duration;

use cardroom::config::command_line::Equity;
use cardroom::service::ports::clock::SystemClock;
use cardroom::service::work::equity::{self, Budget};
use cardroom_rules::games::holdem::equity::question::Equities;

/// A person waits at a terminal, and no other request shares the machine.
const BUDGET: Budget = Budget {
    steps: 60_000_000_000,
    counting: Duration::from_mins(1),
    deals: 5_000_000,
    estimating: Duration::from_secs(10),
};

/// The answer as text.
pub fn run(asked: &Equity) -> Result<String, Box<dyn Error>> {
    let clock = SystemClock::start();
    let equities = equity::answer(asked.question(), BUDGET, &clock, &|| true)?;
    if asked.json { Ok(serde_json::to_string_pretty(&equities)? + "\n") } else { table(asked, &equities) }
}

fn table(asked: &Equity, equities: &Equities) -> Result<String, Box<dyn Error>> {
    let width = asked.players.iter().map(|hands| hands.chars().count()).max().unwrap_or_default();
    let mut text = format!("{:width$}   equity {:>14} {:>14} {:>14}\n", "", "win", "tie", "lose");
    for (hands, player) in asked.players.iter().zip(&equities.players) {
        let (percent, tie) = (100.0 * player.equity, player.tie.iter().sum::<u64>());
        write!(text, "{hands:width$} {percent:>6.2} % {:>14} {tie:>14} {:>14}", player.win, player.lose)?;
        if let Some(error) = player.standard_error {
            write!(text, "   ± {:.2}", 100.0 * error)?;
        }
        text.push('\n');
    }
    let how = if equities.exact { "counted" } else { "an estimate from random deals, ± a standard error" };
    writeln!(text, "{} boards, {how}", equities.total)?;
    Ok(text)
}
