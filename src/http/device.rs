//! What a request comes from, as its client says.

use std::convert::Infallible;

use axum::extract::FromRequestParts;
use axum::http::header::USER_AGENT;
use axum::http::request::Parts;

use crate::service::people::device::Device;

/// What a request comes from: its `User-Agent`, where it has one.
#[derive(Clone, Debug)]
pub struct FromDevice(pub Option<Device>);

impl<S: Send + Sync> FromRequestParts<S> for FromDevice {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, Infallible> {
        let said = parts.headers.get(USER_AGENT);
        Ok(Self(said.and_then(|said| Device::of(said.as_bytes()))))
    }
}
