//! The command line.

use std::path::PathBuf;

use cardroom_rules::games::level::Level;
use clap::Args;
use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};

use super::words::Language;

/// The levels of computer players, with a word on each.
fn levels() -> impl TypedValueParser<Value = Level> {
    let levels = [
        (Level::Novice, "Loose and passive"),
        (Level::Intermediate, "By charts and odds"),
        (Level::Advanced, "By search"),
    ];
    let values = levels.map(|(level, help)| PossibleValue::new(<&str>::from(level)).help(help));
    PossibleValuesParser::new(values).try_map(|name| name.parse::<Level>())
}

/// How a screen is drawn.
#[derive(Clone, Copy, Debug, Default, Args)]
pub struct LookFlags {
    /// The language of the screen; the environment's if absent.
    #[arg(long, value_enum)]
    pub language: Option<Language>,
    /// Draw cards and frames in plain ASCII, without colours. NO_COLOR in the environment turns off only the colours.
    #[arg(long)]
    pub ascii: bool,
}

/// Where and how to play.
#[derive(Clone, Debug, Args)]
pub struct PlayFlags {
    /// The server's address.
    #[arg(value_name = "URL", default_value = "http://127.0.0.1:8080", conflicts_with_all = ["local", "data"])]
    pub url: String,
    /// Play without a server: one runs in this process, and you sit down with computer players.
    #[arg(long)]
    pub local: bool,
    /// With --local: the server's data folder; a temporary one if absent.
    #[arg(long, value_name = "FOLDER", requires = "local")]
    pub data: Option<PathBuf>,
    /// The level of computer players that the lobby selects first.
    #[arg(long, value_parser = levels())]
    pub level: Option<Level>,
    /// Show this table at once.
    #[arg(long, value_name = "ID")]
    pub table: Option<String>,
    /// The name of a guest, on the first visit.
    #[arg(long, value_name = "NAME")]
    pub name: Option<String>,
    /// Sign in to the account with this login; its password is asked for.
    #[arg(long, value_name = "LOGIN", conflicts_with_all = ["local", "name"])]
    pub login: Option<String>,
    /// Sign in with a code that another device shows.
    #[arg(long, value_name = "CODE", conflicts_with_all = ["local", "name", "login"])]
    pub code: Option<String>,
    /// How it is drawn.
    #[command(flatten)]
    pub look: LookFlags,
}

/// Which hand is shown.
#[derive(Clone, Debug, Args)]
pub struct ReplayFlags {
    /// The hand's id, or a file with the server's answer for it (`GET /v1/hands/{id}?views=true`).
    #[arg(value_name = "ID|FILE")]
    pub hand: String,
    /// The server that keeps the hand.
    #[arg(long, value_name = "URL", default_value = "http://127.0.0.1:8080")]
    pub server: String,
    /// How it is drawn.
    #[command(flatten)]
    pub look: LookFlags,
}
