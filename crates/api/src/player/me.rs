//! A player, to themselves.

use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::avatar::Avatar;
use crate::id::PlayerId;
use crate::moment;
use cardroom_rules::games::game::Chips;
use cardroom_rules::games::viewer::ViewerSafe;

/// A player, to themselves.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct Me {
    /// Your identifier.
    pub id: PlayerId,
    /// The name that others see.
    #[schema(example = "Ada")]
    pub name: String,
    /// Your picture.
    pub avatar: Avatar,
    /// Your login; null for a guest.
    #[schema(required, example = "ada@example.org")]
    pub login: Option<String>,
    /// Your chips away from any table.
    #[schema(example = 10_000)]
    pub chips: Chips,
    /// When you first came.
    #[serde(serialize_with = "moment::exact")]
    pub created_at: Timestamp,
    /// On what terms you get chips after you have lost yours; null if this server gives none.
    #[schema(required)]
    pub refill: Option<MyRefill>,
}

/// On what terms you get chips after you have lost yours.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct MyRefill {
    /// How many chips you get.
    #[schema(example = 2_000)]
    pub chips: Chips,
    /// You must have fewer chips than this, including those at tables.
    #[schema(example = 200)]
    pub below: Chips,
    /// The earliest time; null if you never got any.
    #[schema(required)]
    #[serde(serialize_with = "moment::exact_or_null")]
    pub next_at: Option<Timestamp>,
}

impl ViewerSafe for Me {}
