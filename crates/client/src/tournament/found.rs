//! The tournaments that were found or announced.

use cardroom_api::player::me::Me;
use cardroom_api::tournament::view::{TournamentSummary, TournamentView};
use jiff::Timestamp;

use crate::net::refusal::Refusal;

/// The tournaments that a player can find.
#[derive(Clone, Debug)]
pub struct Tournaments {
    /// The player who is signed in.
    pub me: Me,
    /// Those in which the player plays or will play.
    pub mine: Vec<TournamentView>,
    /// The others, newest first.
    pub others: Vec<TournamentSummary>,
    /// The server's time.
    pub now: Option<Timestamp>,
    /// The name of a tournament that only a newer program can read.
    pub newer: Option<String>,
}

/// A tournament that the player has announced.
#[derive(Debug)]
pub struct Announced {
    /// The tournament.
    pub tournament: Box<TournamentView>,
    /// It after the player has entered it, or why they could not.
    pub entered: Result<Box<TournamentView>, Refusal>,
}
