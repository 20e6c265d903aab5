//! What the command line says.

use std::path::PathBuf;

use clap::{Args, ValueEnum};

use super::words::Language;

/// How well computer players play.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Level {
    /// Loose and passive.
    Novice,
    /// By charts and odds.
    Intermediate,
    /// By search.
    Advanced,
}

impl Level {
    /// As the server names it.
    pub fn name(self) -> &'static str {
        match self {
            Self::Novice => "novice",
            Self::Intermediate => "intermediate",
            Self::Advanced => "advanced",
        }
    }
}

/// How a screen is drawn.
#[derive(Clone, Copy, Debug, Default, Args)]
pub struct LookFlags {
    /// The language of the screen; the environment's where absent.
    #[arg(long, value_enum)]
    pub language: Option<Language>,
    /// Draw cards and frames in plain ASCII, without colours. NO_COLOR in the environment leaves out the colours alone.
    #[arg(long)]
    pub ascii: bool,
}

/// Where and how to play.
#[derive(Clone, Debug, Args)]
pub struct PlayFlags {
    /// The server's address.
    #[arg(value_name = "URL", default_value = "http://127.0.0.1:8080", conflicts_with_all = ["local", "data"])]
    pub url: String,
    /// Play without a server: the house runs in this process, and you sit down with computer players.
    #[arg(long)]
    pub local: bool,
    /// With --local: the folder that the house is kept in; a temporary one where absent.
    #[arg(long, value_name = "FOLDER", requires = "local")]
    pub data: Option<PathBuf>,
    /// The computer players that the lobby offers first.
    #[arg(long, value_enum)]
    pub level: Option<Level>,
    /// Show this table at once.
    #[arg(long, value_name = "ID")]
    pub table: Option<String>,
    /// The name to come in with, on the first visit.
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

/// Which hand is looked at again.
#[derive(Clone, Debug, Args)]
pub struct ReplayFlags {
    /// The hand's id, or a file with what the server answers for it (`GET /v1/hands/{id}?views=true`).
    #[arg(value_name = "ID|FILE")]
    pub hand: String,
    /// The server that keeps the hand.
    #[arg(long, value_name = "URL", default_value = "http://127.0.0.1:8080")]
    pub server: String,
    /// How it is drawn.
    #[command(flatten)]
    pub look: LookFlags,
}
