//! What most writes to a tournament have in common: the caller, the tournament, an invite code and an idempotency key.

use std::sync::Arc;

use axum::extract::FromRequestParts;
use axum::http::request::Parts;
use serde::Deserialize;

use crate::http::answer::Answer;
use crate::http::extract::headers::{Invited, Keyed};
use crate::http::extract::path::Path;
use crate::http::problem::Problem;
use crate::http::services::Services;
use crate::service::people::session::SignedIn;
use crate::service::room::tournaments::commands::TournamentAction;
use crate::service::table::command::IdempotencyKey;
use cardroom_api::id::{PlayerId, TournamentId};
use cardroom_api::tournament::view::TournamentView;

/// A request about a tournament.
pub struct TournamentRequest {
    services: Arc<Services>,
    by: PlayerId,
    id: TournamentId,
    invite_code: Option<String>,
    key: Option<IdempotencyKey>,
}

/// Which tournament the path names.
#[derive(Deserialize)]
struct TournamentPath {
    id: TournamentId,
}

impl FromRequestParts<Arc<Services>> for TournamentRequest {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, services: &Arc<Services>) -> Result<Self, Problem> {
        let caller = SignedIn::from_request_parts(parts, services).await?;
        let Path(TournamentPath { id }) = Path::from_request_parts(parts, services).await?;
        let Invited(invite_code) = Invited::from_request_parts(parts, services).await?;
        let Keyed(key) = Keyed::from_request_parts(parts, services).await?;
        Ok(Self { services: Arc::clone(services), by: caller.player, id, invite_code, key })
    }
}

impl TournamentRequest {
    /// Carries it out.
    pub async fn act(self, action: TournamentAction) -> Result<Answer<TournamentView>, Problem> {
        let Self { services, by, id, invite_code, key } = self;
        Ok(Answer::ok(services.room.in_tournament(id, by, action, invite_code, key).await?))
    }
}
