//! Computer players at a table: who may seat them, how well and how fast they play, what they are called.

use crate::service::avatar::Avatar;
use jiff::{SignedDuration, Timestamp};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::service::id::PlayerId;
use crate::service::table::time::later;
use cardroom_bots::level::Level;
use cardroom_rules::games::game::{Chips, Entry};
use cardroom_rules::games::seat::Seat;

/// Who may seat computer players at a table, and send them away.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum BotsBy {
    /// Its host, seated or not.
    #[default]
    Host,
    /// Its host, and everybody who sits there.
    Players,
    /// Nobody.
    Nobody,
}

/// How long computer players take for a move: about as long as people (`human`), or a quarter of a second (`none`), so that the time
/// tells nothing of their cards. At `none` it is a second if no person plays the hand.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum BotPace {
    /// About as long as people: some seconds, drawn before the move is thought of.
    #[default]
    Human,
    /// As short as does not tell how hard a move was: a quarter of a second; if no person plays the hand, a second.
    None,
}

/// Computer players for the chairs that stay free. They sit down once a person who sits there has waited so long and too
/// few play; they leave when the last person leaves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct FillWithBots {
    /// How well they play.
    pub level: Level,
    /// How long a person waits for company, 0–600 seconds. With 0 no chair stays free.
    #[serde(default)]
    #[schema(maximum = 600)]
    pub after_seconds: u16,
}

/// That a computer plays here, and how well.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct Computer {
    /// How well.
    pub level: Level,
}

/// A computer player on a chair.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Bot {
    /// How well it plays.
    pub level: Level,
    /// What it sits down with, and again once it has too little.
    pub buy_in: Chips,
    /// It only fills a chair, and leaves with the last person.
    pub fills: bool,
}

/// When a computer player moves: drawn when its decision arose, before anything was thought of.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct BotMove {
    /// Where it sits.
    pub seat: Seat,
    /// When it moves.
    pub at: Timestamp,
}

impl BotMove {
    /// How long before its move a computer player begins to think: more than any takes, so that the moment of a move
    /// does not tell how hard it was.
    pub(super) const THOUGHT: SignedDuration = SignedDuration::from_millis(250);

    /// The longest that a computer player takes for a move.
    pub const LONGEST: SignedDuration = SignedDuration::from_secs(3);

    /// When it begins to think.
    pub fn thinks_from(&self) -> Timestamp {
        self.at.saturating_sub(Self::THOUGHT).unwrap_or(Timestamp::MIN)
    }

    /// When a computer player moves that was to move at `moment`, and has thought until `now`: a whole number of quarters of a second
    /// after that moment, so that the time hardly tells how hard the move was.
    pub(in crate::service) fn late(moment: Timestamp, now: Timestamp) -> Timestamp {
        let late = now.duration_since(moment).as_millis();
        let rest = (-late).rem_euclid(Self::THOUGHT.as_millis());
        later(now, SignedDuration::from_millis_i128(rest))
    }
}

/// Somebody who sits down when the hand is over, in place of a computer player. Their chips lie at the table already.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Successor {
    /// Who.
    pub player: PlayerId,
    /// Their name.
    pub name: String,
    /// What they look like; absent where they sat down before the house kept it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub avatar: Option<Avatar>,
    /// The chips they bring.
    pub chips: Chips,
    /// On what terms they want to be dealt in.
    pub entry: Entry,
}
