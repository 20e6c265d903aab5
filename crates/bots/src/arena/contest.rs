//! The contest of a game: the seatings of a deal, and its results.

use super::error::ArenaError;
use super::estimate::Sample;
use super::table::{Randomness, Table};
use crate::strategy::Named;
use cardroom_rules::games::game::Chips;
use cardroom_rules::games::witness::Imagined;

/// The players, the options and the stacks of a contest.
#[derive(Clone, Debug)]
pub struct Terms {
    /// The players by name, in the order of the seats of the first seating.
    pub players: Vec<String>,
    /// The options of the table, as JSON; the game's defaults if absent.
    pub options: Option<String>,
    /// The chips of each player, if the game is for chips, in big blinds or stakes.
    pub depth: Chips,
}

/// The name of a figure, and the player that it is about.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Figure {
    /// The player.
    pub player: String,
    /// Its name: `bb/100`.
    pub tells: String,
}

/// The contest of a game: the seatings of a deal, and its results.
///
/// A deal is the unit of every interval. It is played once in each seating, with the same cards, so that the luck of
/// the deal cancels out. Each seating has a table of its own, whose players remember the deals before.
pub trait Contest: Send + Sync + Sized {
    /// The game.
    type Game: Imagined + 'static;

    /// The strategies that may play.
    fn strategies() -> &'static [Named<Self::Game>];
    /// A contest on these terms.
    fn new(terms: &Terms) -> Result<Self, ArenaError>;
    /// The seatings: for each, the players of the chairs, by name.
    fn seatings(&self) -> Vec<Vec<String>>;
    /// The figures of a deal, in order; the first is about the first player.
    fn figures(&self) -> Vec<Figure>;
    /// Plays a deal once at each table, of which there is one for each seating. Returns a sample for each figure.
    /// `randomness` is for hand 0; the method may count its hands up.
    fn deal(
        &self,
        tables: &mut [Table<Self::Game>],
        randomness: Randomness,
    ) -> Result<Vec<Sample>, ArenaError>;
}

/// Every rotation of these players round the table, as many as there are players.
pub fn rotations(players: &[String]) -> Vec<Vec<String>> {
    (0..players.len()).map(|by| [&players[by..], &players[..by]].concat()).collect()
}

/// These names, each once.
pub fn distinct(players: &[String]) -> Vec<String> {
    let mut names: Vec<String> = Vec::new();
    for name in players {
        if !names.contains(name) {
            names.push(name.clone());
        }
    }
    names
}
