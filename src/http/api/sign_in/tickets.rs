//! Tickets: each opens one stream for a client that cannot send an `Authorization` header.

use std::sync::Arc;

use axum::extract::State;

use crate::http::answer::Answer;
use crate::http::problem::{Problem, Unauthorized};
use crate::http::services::Services;
use crate::service::people::session::SignedIn;
use cardroom_api::player::sign_in::TicketAnswer;

/// Get a ticket
///
/// A ticket opens one stream or socket, once and within 30 seconds, for clients that cannot send an `Authorization` header: a browser's
/// `EventSource` and `WebSocket`. Get a new one each time you connect. You have at most 16; a further one replaces the oldest.
#[utoipa::path(
    post, path = "/v1/me/tickets", operation_id = "get_ticket", tag = "players",
    security(("bearer" = [])),
    responses((status = 201, body = TicketAnswer, description = "The ticket"), Unauthorized),
)]
pub async fn create(
    State(services): State<Arc<Services>>,
    caller: SignedIn,
) -> Result<Answer<TicketAnswer>, Problem> {
    let ticket = services.tickets.give(caller).await?;
    let answer = TicketAnswer { ticket: ticket.token.reveal(), until: ticket.until };
    Ok(Answer::created("/v1/me/events", answer))
}
