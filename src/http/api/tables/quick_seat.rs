//! The kinds of table that the server offers, and a seat at one in a single request.

use std::sync::Arc;

use axum::extract::State;

use crate::http::answer::Answer;
use crate::http::api::headers::KeyHeader;
use crate::http::extract::headers::Keyed;
use crate::http::extract::json::Json;
use crate::http::problem::{Conflict, Malformed, NotModified, Problem, RulesRefuse, Unauthorized};
use crate::http::services::Services;
use crate::service::people::session::SignedIn;
use crate::service::room::commands::quick_seat::QuickSeat;
use crate::service::tournaments;
use cardroom_api::requests::tables::WantedSeat;
use cardroom_api::table::answer::TableAnswer;
use cardroom_api::table::lobby::Offers;

/// See the kinds of table and of tournament
///
/// The kinds of table for a quick seat, with their stakes and speeds. You can also open a table with the options of one of
/// them. The kinds of tournament can be announced with `POST /v1/tournaments`.
#[utoipa::path(
    get, path = "/v1/presets", operation_id = "presets", tag = "tables",
    responses((status = 200, body = Offers, description = "The kinds of table and of tournament"), NotModified),
)]
pub async fn presets(State(services): State<Arc<Services>>) -> Answer<Offers> {
    let presets = services.settings.presets.sent();
    Answer::ok(Offers { presets, tournaments: tournaments::presets::presets() }).tagged_by_content()
}

/// Sit down quickly
///
/// You sit down at a public table of the kind that the server offers for this game and stake, or at a new one. You bring as many chips as
/// the table allows, but no more than half of yours if that is enough. With `bots` no chair stays free, and you have cards within ten
/// seconds. You get a seat at another player's table only if someone there is connected, and not if all players there come from one
/// address that is not yours.
#[utoipa::path(
    post, path = "/v1/quick-seat", operation_id = "quick_seat", tag = "tables",
    security(("bearer" = [])),
    params(KeyHeader),
    request_body = WantedSeat,
    responses(
        (status = 200, body = TableAnswer, description = "The events that it caused, and the table where you sit"),
        Malformed, Unauthorized, Conflict, RulesRefuse,
    ),
)]
pub async fn sit(
    State(services): State<Arc<Services>>,
    caller: SignedIn,
    Keyed(key): Keyed,
    Json(wanted): Json<WantedSeat>,
) -> Result<Answer<TableAnswer>, Problem> {
    let WantedSeat { game, stake, bots } = wanted;
    let (wanted, presets) = (QuickSeat { game, stake, bots }, services.settings.presets.clone());
    Ok(Answer::ok(services.room.quick_seat(caller.player, wanted, presets, key).await?))
}
