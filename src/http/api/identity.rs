//! A player to themselves, and the tokens of a sign-in, on the wire.

use jiff::Timestamp;
use serde::Serialize;
use utoipa::ToSchema;

use crate::http::settings::Settings;
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
    /// Your identifier.
    id: PlayerId,
    /// What others see.
    #[schema(example = "Ada")]
    name: String,
    /// What you look like.
    avatar: Avatar,
    /// Your login; null for a guest.
    #[schema(required, example = "ada@example.org")]
    login: Option<String>,
    /// Your chips away from any table.
    #[schema(example = 10_000)]
    chips: Chips,
    /// When you first came.
    #[serde(serialize_with = "moment::exact")]
    created_at: Timestamp,
    /// On what terms you get chips after you have lost yours; null if this server gives none.
    #[schema(required)]
    refill: Option<MyRefill>,
}

impl ViewerSafe for Me {}

/// On what terms you get chips after you have lost yours.
#[derive(Debug, Serialize, ToSchema)]
pub struct MyRefill {
    /// How many chips you get.
    #[schema(example = 2_000)]
    chips: Chips,
    /// You must have fewer chips than this, including those at tables.
    #[schema(example = 200)]
    below: Chips,
    /// The earliest time; null if you never got any.
    #[schema(required)]
    #[serde(serialize_with = "moment::exact_or_null")]
    next_at: Option<Timestamp>,
}

impl Me {
    /// A player under these settings.
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

/// The answer to a sign-in.
#[derive(Debug, Serialize, ToSchema)]
pub struct Welcome {
    /// You.
    player: Me,
    /// Your tokens. They are not shown again.
    tokens: SessionTokens,
}

impl ViewerSafe for Welcome {}

impl Welcome {
    /// The answer for this player.
    pub fn new(player: Player, settings: &Settings, tokens: &Tokens) -> Self {
        Self { player: Me::new(player, settings), tokens: tokens.into() }
    }
}

/// The tokens of a sign-in.
#[derive(Debug, Serialize, ToSchema)]
pub struct SessionTokens {
    /// Authorizes requests, as `Authorization: Bearer <token>`.
    #[schema(example = "cra_…")]
    access_token: String,
    /// When it expires.
    #[serde(serialize_with = "moment::exact")]
    access_until: Timestamp,
    /// Gets the next tokens from `POST /v1/sessions/refresh`.
    #[schema(example = "crr_…")]
    refresh_token: String,
    /// When it expires.
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
