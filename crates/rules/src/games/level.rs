//! How well a computer player plays.

use serde::{Deserialize, Serialize};
use strum::{Display, EnumIter, EnumString, IntoStaticStr};
use utoipa::ToSchema;

/// How well a computer player plays.
#[derive(
    Clone,
    Copy,
    Debug,
    Deserialize,
    Display,
    EnumIter,
    EnumString,
    Eq,
    Hash,
    IntoStaticStr,
    Ord,
    PartialEq,
    PartialOrd,
    Serialize,
    ToSchema,
)]
#[serde(rename_all = "snake_case")]
#[strum(serialize_all = "snake_case")]
pub enum Level {
    /// Knows the rules and plays sensible cards.
    Novice,
    /// Plays by what experienced players teach.
    Intermediate,
    /// Considers what the others may hold.
    Advanced,
}
