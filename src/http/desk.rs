//! Questions about rules that belong to no table, in their turn.

use std::sync::Arc;

use axum::extract::FromRequestParts;
use axum::http::request::Parts;

use super::address::ClientNetwork;
use super::code::Code;
use super::limits::QuestionPlace;
use super::problem::Problem;
use super::services::Services;
use crate::service::work::equity::Desk;

/// A place at the desk. One address has at most half of them, and a few addresses never have all.
pub struct AtDesk {
    services: Arc<Services>,
    _place: QuestionPlace,
}

impl AtDesk {
    /// Finds an answer when its turn comes.
    pub async fn work<T: Send + 'static>(
        &self,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, Problem> {
        Ok(self.desk().work(work).await?)
    }

    /// A place for somebody who asks from there, where there is one.
    pub fn of(services: &Arc<Services>, address: ClientNetwork) -> Result<Self, Problem> {
        let place = services.limits.question(address, services.desk.places()).ok_or_else(|| {
            let why = "as many questions of your address are waiting as may";
            Problem::new(Code::Busy, why).soon()
        })?;
        Ok(Self { services: Arc::clone(services), _place: place })
    }

    /// Where it is asked.
    pub fn desk(&self) -> &Desk {
        &self.services.desk
    }
}

impl FromRequestParts<Arc<Services>> for AtDesk {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, services: &Arc<Services>) -> Result<Self, Problem> {
        Self::of(services, ClientNetwork::from_request_parts(parts, services).await?)
    }
}
