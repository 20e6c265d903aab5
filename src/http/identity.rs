//! Who a player is, and the tokens that show it, on the wire.

use jiff::Timestamp;
use serde::Serialize;
use utoipa::ToSchema;

use super::settings::Settings;
use crate::service::avatar::Avatar;
use crate::service::id::PlayerId;
use crate::service::moment;
use crate::service::people::player::Player;
use crate::service::people::sessions::Tokens;
use crate::service::table::time::later;
use cardroom_rules::games::game::Chips;
use cardroom_rules::games::viewer::ViewerSafe;

/// A player, to themselves.
#[derive(Debug, Serialize, ToSchema)]
pub struct Me {
    /// Who you are.
    id: PlayerId,
    /// What others see.
    #[schema(example = "Ada")]
    name: String,
    /// What you look like.
    avatar: Avatar,
    /// What you sign in with; null for a guest.
    #[schema(required, example = "ada@example.org")]
    login: Option<String>,
    /// Your chips away from any table.
    #[schema(example = 10_000)]
    chips: Chips,
    /// Since when.
    #[serde(serialize_with = "moment::exact")]
    created_at: Timestamp,
    /// On what terms you are given chips after you have lost yours; null where the house gives none.
    #[schema(required)]
    refill: Option<MyRefill>,
}

impl ViewerSafe for Me {}

/// On what terms you are given chips after you have lost yours.
#[derive(Debug, Serialize, ToSchema)]
pub struct MyRefill {
    /// How many.
    #[schema(example = 2_000)]
    chips: Chips,
    /// You need to have fewer than this, those at tables counted.
    #[schema(example = 200)]
    below: Chips,
    /// Not before this time; null where you were never given any.
    #[schema(required)]
    #[serde(serialize_with = "moment::exact_or_null")]
    next_at: Option<Timestamp>,
}

impl Me {
    /// In a house of these settings.
    pub fn new(player: Player, settings: &Settings) -> Self {
        let Player { id, name, avatar, login, created_at, chips, refilled_at } = player;
        let refill = settings.refill.map(|terms| MyRefill {
            chips: terms.chips,
            below: terms.below,
            next_at: refilled_at.map(|at| later(at, terms.every)),
        });
        Self { id, name, avatar, login, chips, created_at, refill }
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
    pub fn new(player: Player, settings: &Settings, tokens: &Tokens) -> Self {
        Self { player: Me::new(player, settings), tokens: tokens.into() }
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
