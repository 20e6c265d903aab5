//! Where a request comes from, as handlers take it.

use std::sync::Arc;

use axum::extract::FromRequestParts;
use axum::http::request::Parts;

use super::address::{ClientNetwork, client_network};
use super::limits::{Bound, Left, Spent, Who};
use super::meter::Meter;
use super::problem::Problem;
use super::services::Services;

impl FromRequestParts<Arc<Services>> for ClientNetwork {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, services: &Arc<Services>) -> Result<Self, Problem> {
        Ok(client_network(&parts.extensions, &parts.headers, &services.settings))
    }
}

/// Who asks for what is bounded by the address, and is told what is left of it.
#[derive(Clone, Debug)]
pub struct Caller {
    /// The network they ask from.
    pub network: ClientNetwork,
    meter: Option<Meter>,
}

impl Caller {
    /// Counts one more of this bound.
    pub fn spends(&self, bound: &Bound) -> Result<(), Problem> {
        self.is_told(bound.check(Who::Network(self.network)))
    }

    /// Takes up what came of counting, to tell it with the answer.
    pub fn is_told(&self, left: Result<Option<Left>, Spent>) -> Result<(), Problem> {
        match &self.meter {
            Some(meter) => meter.note(left),
            None => Ok(left.map(drop)?),
        }
    }
}

impl FromRequestParts<Arc<Services>> for Caller {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, services: &Arc<Services>) -> Result<Self, Problem> {
        let network = ClientNetwork::from_request_parts(parts, services).await?;
        Ok(Self { network, meter: Meter::of(&parts.extensions).cloned() })
    }
}
