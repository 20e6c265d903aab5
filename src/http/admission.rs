//! Leave to ask for what is bounded by the client's address.

use std::sync::Arc;

use axum::extract::FromRequestParts;
use axum::http::request::Parts;

use super::client_address::Caller;
use super::problem::Problem;
use super::services::Services;

/// Leave to try or set one more password from this address.
#[derive(Clone, Copy, Debug)]
pub struct OnePassword;

impl FromRequestParts<Arc<Services>> for OnePassword {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, services: &Arc<Services>) -> Result<Self, Problem> {
        Caller::from_request_parts(parts, services).await?.spends(&services.limits.passwords)?;
        Ok(Self)
    }
}
