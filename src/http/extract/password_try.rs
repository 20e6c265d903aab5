//! A try of a password, counted by address.

use std::sync::Arc;

use axum::extract::FromRequestParts;
use axum::http::request::Parts;

use crate::http::limits::request_usage::RequestUsage;
use crate::http::problem::Problem;
use crate::http::services::Services;

/// The address of a request may try or set one more password. Extracting it counts.
#[derive(Clone, Copy, Debug)]
pub struct PasswordTry;

impl FromRequestParts<Arc<Services>> for PasswordTry {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, services: &Arc<Services>) -> Result<Self, Problem> {
        RequestUsage::of(&parts.extensions)?.spend(&services.quotas.passwords)?;
        Ok(Self)
    }
}
