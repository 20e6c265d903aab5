//! The level that hands are dealt at, and when the next one comes.

use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::moment;
use cardroom_rules::tournament::levels::structure::Level;

/// The level that hands are dealt at, and when the next one comes. A new level holds from the next hand on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct LevelClock {
    /// The number of the level; 1 is the first.
    pub number: u32,
    /// What is posted, and for how long.
    pub posts: Level,
    /// The level after it; null if this is the last.
    #[schema(required)]
    pub next: Option<Level>,
    /// How long the break before the next level lasts, in seconds; null if there is none.
    #[schema(required)]
    pub break_seconds: Option<u32>,
    /// Whether that break is now.
    pub on_break: bool,
    /// When the level ends, or the break. Null while its time stands still, if the level counts hands, and at the last level.
    #[schema(required)]
    #[serde(serialize_with = "moment::exact_or_null")]
    pub ends_at: Option<Timestamp>,
    /// How much of the level or the break is left, in milliseconds, while its time stands still; else null.
    #[schema(required)]
    pub left_millis: Option<u64>,
    /// How many hands this table still deals at this level; null if the level counts time, and at the last level.
    #[schema(required)]
    pub left_hands: Option<u32>,
}
