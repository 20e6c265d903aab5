//! Requests of players at a table, between the hands.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::player::name::Name;
use crate::table::emote::Emote;
use cardroom_rules::games::game::{Chips, Entry};
use cardroom_rules::games::level::Level;
use cardroom_rules::games::seat::Seat;

/// How to sit down.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct SitDown {
    /// The seat. If absent, the first free chair.
    pub seat: Option<Seat>,
    /// How many chips to bring from your wallet.
    #[schema(example = 1000)]
    pub buy_in: Chips,
    /// On what terms. If absent, `wait`.
    #[serde(default = "wait")]
    pub entry: Entry,
    /// The table's invite code, if the table is not public. Case, hyphens and spaces do not matter.
    pub invite_code: Option<String>,
}

/// How to come back.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct ComeBack {
    /// On what terms. If absent, `wait`.
    #[serde(default = "wait")]
    pub entry: Entry,
}

fn wait() -> Entry {
    Entry::Wait
}

/// Chips to add.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct TopUp {
    /// How many chips to bring from your wallet.
    pub amount: Chips,
}

/// How to wait.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
#[schema(example = json!({}))]
#[serde(deny_unknown_fields)]
pub struct TakeNumber {
    /// The table's invite code, if the table is not public. Case, hyphens and spaces do not matter.
    pub invite_code: Option<String>,
}

/// An emote to show.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
#[schema(example = json!({"emote": "nice_hand"}))]
#[serde(deny_unknown_fields)]
pub struct ShowEmote {
    /// A sign or a phrase from the list.
    pub emote: Emote,
}

/// A computer player to seat.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
#[schema(example = json!({"level": "intermediate", "seat": 2}))]
#[serde(deny_unknown_fields)]
pub struct NewBot {
    /// The seat. If absent, the first free chair.
    pub seat: Option<Seat>,
    /// How well it plays.
    pub level: Level,
    /// Its name. If absent, the server chooses one.
    pub name: Option<Name>,
}
