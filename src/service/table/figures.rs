//! What hands add to the figures of their players.

use serde::{Deserialize, Serialize, Serializer};
use utoipa::ToSchema;

use super::live::LiveHand;
use super::time::begin_of_day;
use crate::service::id::PlayerId;
use cardroom_rules::games::any::{AnyStanding, AnyTally, GameKind};
use cardroom_rules::games::game::{Game, Outcome};
use cardroom_rules::games::viewer::ViewerSafe;

/// How many days the curve covers, including today.
pub const CURVE_DAYS: i64 = 90;

/// What a hand adds to the figures of a person who played it.
#[derive(Clone, Debug, PartialEq)]
pub struct HandFigures {
    /// Who.
    pub player: PlayerId,
    /// What they won, below 0 if they lost.
    pub net: i64,
    /// Whether computers played too.
    pub with_computers: bool,
    /// The game's own counts.
    pub tally: AnyTally,
}

impl HandFigures {
    /// What a finished hand adds, for each person; nothing if it was void.
    pub fn all(hand: &LiveHand, outcome: &Outcome<AnyStanding>) -> Vec<Self> {
        if outcome.void {
            return Vec::new();
        }
        let with_computers = hand.record.has_computers();
        let nets = hand.record.nets(&outcome.stacks).into_iter();
        let people = nets.filter(|(player, _)| player.computer.is_none());
        let counted = people.map(|(person, net)| Self {
            player: person.player,
            net,
            with_computers,
            tally: hand.game.tally(person.seat),
        });
        counted.collect()
    }
}

/// Who may see a player's figures, apart from the player.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum OpenTo {
    /// Nobody.
    #[default]
    Nobody,
    /// Their friends.
    Friends,
    /// Every player who is signed in.
    Everybody,
}

/// A player's figures.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
pub struct Statistics {
    /// Who may see them, apart from the player.
    pub open_to: OpenTo,
    /// For each game that the player has played, separately among people and with computer players.
    pub figures: Vec<Figures>,
}

/// A player's figures in one game, among people or with computer players. Void hands do not count.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
pub struct Figures {
    /// Which game.
    pub game: GameKind,
    /// Whether these are the hands with computer players, or those among people alone.
    pub with_computers: bool,
    /// How many hands.
    pub hands: u64,
    /// The net result in chips; below 0 if more was lost than won.
    pub net: i64,
    /// The game's own counts.
    pub tally: AnyTally,
    /// The days of the last 90 on which a hand ended, oldest first.
    #[schema(max_items = 90)]
    pub days: Vec<DayFigures>,
}

/// A day's hands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct DayFigures {
    /// Which day, in UTC.
    #[serde(rename = "date", serialize_with = "date")]
    #[schema(value_type = String, format = Date)]
    pub day: i64,
    /// How many hands ended on it.
    pub hands: u64,
    /// The net result in chips; below 0 if more was lost than won.
    pub net: i64,
}

/// `2026-11-22`.
#[allow(clippy::trivially_copy_pass_by_ref, reason = "serde hands it over so")]
fn date<S: Serializer>(day: &i64, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_str(&begin_of_day(*day).strftime("%F"))
}

impl ViewerSafe for Statistics {}
