//! Who a player is, and the tokens that show it, on the wire.

use jiff::Timestamp;
use serde::Serialize;
use utoipa::ToSchema;

use crate::games::game::Chips;
use crate::games::viewer::ViewerSafe;
use crate::service::id::PlayerId;
use crate::service::moment;
use crate::service::people::player::Player;
use crate::service::people::sessions::Tokens;

/// A player, to themselves.
#[derive(Debug, Serialize, ToSchema)]
pub struct Me {
    /// Who you are.
    id: PlayerId,
    /// What others see.
    #[schema(example = "Ada")]
    name: String,
    /// What you sign in with; null for a guest.
    #[schema(required, example = "ada@example.org")]
    login: Option<String>,
    /// Your chips away from any table.
    #[schema(example = 10_000)]
    chips: Chips,
    /// Since when.
    #[serde(serialize_with = "moment::exact")]
    created_at: Timestamp,
}

impl ViewerSafe for Me {}

impl From<Player> for Me {
    fn from(player: Player) -> Self {
        let Player { id, name, login, created_at, chips } = player;
        Self { id, name, login, chips, created_at }
    }
}

/// Somebody who just came in.
#[derive(Debug, Serialize, ToSchema)]
pub struct Welcome {
    /// Who you are.
    player: Me,
    /// Your tokens; nobody can tell you them again.
    tokens: SessionTokens,
}

impl ViewerSafe for Welcome {}

impl Welcome {
    /// For this player.
    pub fn new(player: Player, tokens: &Tokens) -> Self {
        Self { player: player.into(), tokens: tokens.into() }
    }
}

/// The tokens of a sign-in.
#[derive(Debug, Serialize, ToSchema)]
pub struct SessionTokens {
    /// Opens the doors, as `Authorization: Bearer <token>`.
    #[schema(example = "cra_…")]
    access_token: String,
    /// How long.
    #[serde(serialize_with = "moment::exact")]
    access_until: Timestamp,
    /// Gets the next pair from `POST /v1/sessions/refresh`.
    #[schema(example = "crr_…")]
    refresh_token: String,
    /// How long.
    #[serde(serialize_with = "moment::exact")]
    refresh_until: Timestamp,
}

impl ViewerSafe for SessionTokens {}

impl From<&Tokens> for SessionTokens {
    fn from(tokens: &Tokens) -> Self {
        Self {
            access_token: tokens.pair.access.reveal(),
            access_until: tokens.access_until,
            refresh_token: tokens.pair.refresh.reveal(),
            refresh_until: tokens.refresh_until,
        }
    }
}
