//! What the command line says.

use std::num::{NonZeroU16, NonZeroU32};

use clap::Args;

use super::table::Game;

/// The load, and the server.
#[derive(Clone, Debug, Args)]
pub struct LoadFlags {
    /// The server, like http://127.0.0.1:8080. Its limits must be wide enough for one address.
    #[arg(value_name = "URL")]
    pub url: String,
    /// The games, separated by commas.
    #[arg(long, value_enum, value_name = "GAMES", value_delimiter = ',', default_value = "holdem")]
    pub games: Vec<Game>,
    /// The number of tables for each game, each with its own players.
    #[arg(long, value_name = "NUMBER", default_value = "10")]
    pub tables: NonZeroU16,
    /// The seconds of the measurement, after one second of warming up.
    #[arg(long, value_name = "SECONDS", default_value = "10")]
    pub seconds: NonZeroU32,
    /// Follow each table by a stream for each of its seats.
    #[arg(long)]
    pub streams: bool,
    /// Send each move with its own Idempotency-Key.
    #[arg(long)]
    pub keys: bool,
    /// Print JSON.
    #[arg(long)]
    pub json: bool,
}
