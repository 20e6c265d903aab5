//! A permit to use the compute pool, for questions about rules that belong to no table.

use std::sync::Arc;

use axum::extract::FromRequestParts;
use axum::http::request::Parts;

use crate::http::problem::Problem;
use crate::http::problem::code::Code;
use crate::http::services::Services;
use crate::service::limits::client_network::ClientNetwork;
use crate::service::limits::permits::Permit;
use crate::service::work::equity::ComputePool;

/// A permit to use the compute pool. An address may hold half of all permits, and a few addresses never hold all of them.
pub struct ComputePermit {
    services: Arc<Services>,
    _permit: Permit<u128>,
}

impl ComputePermit {
    /// Does work in the pool.
    pub async fn work<T: Send + 'static>(
        &self,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, Problem> {
        Ok(self.pool().work(work).await?)
    }

    /// Acquires a permit for a question from this address.
    pub fn acquire(services: &Arc<Services>, address: ClientNetwork) -> Result<Self, Problem> {
        let in_all = services.compute_pool.capacity();
        let permit = services.quotas.acquire_question(address, in_all).ok_or_else(|| {
            let why = "your address has the maximum number of waiting computations";
            Problem::new(Code::Busy, why).soon()
        })?;
        Ok(Self { services: Arc::clone(services), _permit: permit })
    }

    /// The pool.
    pub fn pool(&self) -> &ComputePool {
        &self.services.compute_pool
    }
}

impl FromRequestParts<Arc<Services>> for ComputePermit {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, services: &Arc<Services>) -> Result<Self, Problem> {
        Self::acquire(services, ClientNetwork::from_request_parts(parts, services).await?)
    }
}
