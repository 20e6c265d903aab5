//! The arena's flags.

use clap::{Args, ValueEnum};

use super::contest::Terms;
use super::doudizhu::DoudizhuContest;
use super::error::ArenaError;
use super::exploitability;
use super::holdem::HoldemContest;
use super::plan::Plan;
use super::report::Report;
use super::run;
use super::shengji::ShengjiContest;
use cardroom_rules::games::game::Chips;

/// Strategies against each other.
#[derive(Clone, Debug, Args)]
pub struct Flags {
    /// The game.
    #[arg(long, value_name = "GAME", default_value = "holdem")]
    pub game: Which,
    /// The players by name, in the order of the seats; `external` is an external program. Two are enough for Dou Dizhu
    /// (one against two of the other, both ways round) and Shengji (two sides).
    #[arg(
        long,
        visible_alias = "players",
        value_name = "NAMES",
        value_delimiter = ',',
        required_unless_present = "exploitability"
    )]
    pub seats: Vec<String>,
    /// The number of deals. Each is played in every seating.
    #[arg(long, value_name = "NUMBER", default_value_t = 1_000)]
    pub deals: u64,
    /// For how many deals the same players stay and may learn how the others play. Then they are replaced by players
    /// who know nothing.
    #[arg(long, value_name = "NUMBER", default_value_t = 500)]
    pub session: u64,
    /// The seed of all randomness.
    #[arg(long, value_name = "NUMBER", default_value_t = 1)]
    pub seed: u64,
    /// The options of the table, as the API takes them: JSON.
    #[arg(long, value_name = "JSON")]
    pub options: Option<String>,
    /// The chips of each player before each hand of Hold'em, in big blinds.
    #[arg(long, value_name = "BLINDS", default_value_t = 100)]
    pub depth: Chips,
    /// Plays the same deals with this strategy in the first one's place too, and compares them.
    #[arg(long, value_name = "NAME")]
    pub instead: Option<String>,
    /// The command that starts the player `external`, for the shell. Its standard input and output are used.
    #[arg(long, value_name = "COMMAND")]
    pub external: Option<String>,
    /// The number of threads. No figure but speed depends on it.
    #[arg(long, value_name = "NUMBER", default_value_t = 1)]
    pub threads: usize,
    /// Instead, prints how much a best response wins against the push-or-fold tables of Hold'em, exactly.
    #[arg(long)]
    pub exploitability: bool,
    /// Print JSON.
    #[arg(long)]
    pub json: bool,
}

/// The game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Which {
    /// Texas Hold'em.
    Holdem,
    /// Dou Dizhu.
    Doudizhu,
    /// Shengji.
    Shengji,
}

impl Flags {
    /// Runs the command, and returns the text to print.
    pub fn run(&self) -> Result<String, ArenaError> {
        if self.exploitability {
            return exploitability::report(self.json);
        }
        let report = self.report()?;
        if self.json { Ok(report.json()?) } else { Ok(report.to_string()) }
    }

    fn report(&self) -> Result<Report, ArenaError> {
        let terms = Terms { players: self.seats.clone(), options: self.options.clone(), depth: self.depth };
        let plan = Plan {
            terms,
            instead: self.instead.clone(),
            external: self.external.clone(),
            deals: self.deals,
            session: self.session,
            seed: self.seed,
            threads: self.threads,
        };
        match self.game {
            Which::Holdem => run::run::<HoldemContest>(&plan),
            Which::Doudizhu => run::run::<DoudizhuContest>(&plan),
            Which::Shengji => run::run::<ShengjiContest>(&plan),
        }
    }
}
