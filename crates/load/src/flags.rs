//! What the command line says.

use std::num::{NonZeroU16, NonZeroU32};

use clap::Args;

use super::table::Game;

/// What load to put on which server.
#[derive(Clone, Debug, Args)]
pub struct LoadFlags {
    /// The server, like http://127.0.0.1:8080. Its bounds have to be wide enough for one address.
    #[arg(value_name = "URL")]
    pub url: String,
    /// The games that are played, with commas between.
    #[arg(long, value_enum, value_name = "GAMES", value_delimiter = ',', default_value = "holdem")]
    pub games: Vec<Game>,
    /// How many tables of each game, each with players of its own.
    #[arg(long, value_name = "NUMBER", default_value = "10")]
    pub tables: NonZeroU16,
    /// How long it is measured, after a second that does not count.
    #[arg(long, value_name = "SECONDS", default_value = "10")]
    pub seconds: NonZeroU32,
    /// Follow each table by a stream for each of its seats.
    #[arg(long)]
    pub streams: bool,
    /// Send each move under an Idempotency-Key of its own.
    #[arg(long)]
    pub keys: bool,
    /// Print JSON.
    #[arg(long)]
    pub json: bool,
}
