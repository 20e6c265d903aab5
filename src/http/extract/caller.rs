//! The caller: the player who sends a request.

use std::sync::Arc;

use axum::extract::FromRequestParts;
use axum::http::HeaderMap;
use axum::http::header::AUTHORIZATION;
use axum::http::request::Parts;

use super::headers::single;
use crate::http::limits::request_usage::RequestUsage;
use crate::http::problem::Problem;
use crate::http::problem::code::Code;
use crate::http::request_log;
use crate::http::services::Services;
use crate::service::people::session::SignedIn;
use crate::service::room::caller::Caller;

/// The caller of a route that needs no sign-in; `None` for a caller without a token, who only watches. A wrong token is still refused.
#[derive(Clone, Copy, Debug)]
pub struct Visitor(pub Option<SignedIn>);

impl Visitor {
    /// The caller with an invite code.
    pub fn holding(self, invite_code: Option<String>) -> Caller {
        let player = self.0.map(|signed_in| signed_in.player);
        Caller { player, invite_code, network: None, queue: None }
    }
}

impl FromRequestParts<Arc<Services>> for Visitor {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, services: &Arc<Services>) -> Result<Self, Problem> {
        match bearer(&parts.headers)? {
            None => Ok(Self(None)),
            Some(token) => {
                let signed_in = services.sessions.who(token).await?;
                request_log::note_player(signed_in.player);
                let usage = RequestUsage::of(&parts.extensions)?;
                services.room.note_network(signed_in.player, usage.network());
                usage.spend_of_player(&services.quotas, signed_in.player)?;
                Ok(Self(Some(signed_in)))
            }
        }
    }
}

impl FromRequestParts<Arc<Services>> for SignedIn {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, services: &Arc<Services>) -> Result<Self, Problem> {
        let Visitor(signed_in) = Visitor::from_request_parts(parts, services).await?;
        signed_in.ok_or_else(|| Problem::new(Code::TokenMissing, "send `Authorization: Bearer <token>`"))
    }
}

/// The bearer token of a request, if it has one.
pub fn bearer(headers: &HeaderMap) -> Result<Option<&str>, Problem> {
    let Some(value) = single(headers, &AUTHORIZATION)? else { return Ok(None) };
    match value.split_once(' ') {
        Some((scheme, token)) if scheme.eq_ignore_ascii_case("bearer") => Ok(Some(token.trim())),
        _ => Err(Problem::new(Code::TokenInvalid, "the Authorization header must be `Bearer <token>`")),
    }
}
