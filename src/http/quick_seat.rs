//! What the house offers, and a seat there in one request.

use std::sync::Arc;

use axum::extract::State;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::answer::Answer;
use super::extract::Keyed;
use super::json::Json;
use super::problem::{Conflict, Malformed, NotModified, Problem, RulesRefuse, Unauthorized};
use super::services::Services;
use super::tables::KeyHeader;
use crate::service::people::session::SignedIn;
use crate::service::room::quick_seat::QuickSeat;
use crate::service::table::options::TableOptions;
use crate::service::table::view::TableAnswer;
use cardroom_bots::level::Level;
use cardroom_rules::games::any::GameKind;
use cardroom_rules::games::game::Chips;
use cardroom_rules::games::viewer::ViewerSafe;

/// The kinds of table that the house offers.
#[derive(Debug, Serialize, ToSchema)]
pub struct Offers {
    /// Each as the options that such a table is opened with; its name tells it apart.
    presets: Vec<TableOptions>,
}

impl ViewerSafe for Offers {}

/// What you want to play.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct WantedSeat {
    /// Which game.
    game: GameKind,
    /// For which stake, of those that the house offers; where absent, the smallest.
    #[schema(value_type = Option<u64>)]
    stake: Option<Chips>,
    /// With computer players of this level on the chairs that stay free; where absent, among people.
    bots: Option<Level>,
}

/// See what the house offers
///
/// The kinds of table that a quick seat leads to, with their stakes and speeds. Whoever opens a table may begin with one of
/// them.
#[utoipa::path(
    get, path = "/v1/presets", operation_id = "presets", tag = "tables",
    responses((status = 200, body = Offers, description = "The kinds of table"), NotModified),
)]
pub async fn presets(State(services): State<Arc<Services>>) -> Answer<Offers> {
    Answer::ok(Offers { presets: services.settings.presets.all().to_vec() }).tagged_by_content()
}

/// Sit down quickly
///
/// At a public table of the kind that the house offers for this game and stake, or at a new one, with as many chips as it takes, but no
/// more than half of yours if that is enough. With `bots` no chair stays free, and you have cards within ten seconds. You are led to
/// another's table only if somebody there is connected, and not among people who all ask from one address that is not yours.
#[utoipa::path(
    post, path = "/v1/quick-seat", operation_id = "quick_seat", tag = "tables",
    security(("bearer" = [])),
    params(KeyHeader),
    request_body = WantedSeat,
    responses(
        (status = 200, body = TableAnswer, description = "What it caused, and the table where you sit"),
        Malformed, Unauthorized, Conflict, RulesRefuse,
    ),
)]
pub async fn sit(
    State(services): State<Arc<Services>>,
    asker: SignedIn,
    Keyed(key): Keyed,
    Json(wanted): Json<WantedSeat>,
) -> Result<Answer<TableAnswer>, Problem> {
    let WantedSeat { game, stake, bots } = wanted;
    let (wanted, presets) = (QuickSeat { game, stake, bots }, services.settings.presets.clone());
    Ok(Answer::ok(services.room.quick_seat(asker.player, wanted, presets, key).await?))
}
