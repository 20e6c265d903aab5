//! Ratings: how strong players are, by the places that they reach in rated events.

pub mod leaderboard;
pub mod points;
pub mod score;
pub mod season;
pub mod update;

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// The belief about a player's strength: a normal distribution.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
#[schema(as = tournament::Rating)]
pub struct Rating {
    /// The mean. New players have 25.
    pub mu: f64,
    /// The standard deviation. New players have 25/3.
    pub sigma: f64,
}

impl Rating {
    /// The mean of a new player.
    pub const START: f64 = 25.0;
    /// The standard deviation of a new player, and the greatest one.
    pub const WIDEST: f64 = 25.0 / 3.0;
    /// The rating of a new player.
    pub const NEW: Self = Self { mu: Self::START, sigma: Self::WIDEST };

    /// Whether both numbers can be those of a player: finite, and a deviation above 0.
    pub fn is_sound(&self) -> bool {
        self.mu.is_finite() && self.sigma.is_finite() && self.sigma > 0.0
    }
}

impl Default for Rating {
    fn default() -> Self {
        Self::NEW
    }
}
