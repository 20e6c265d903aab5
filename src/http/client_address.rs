//! Where a request comes from, as handlers take it.

use axum::extract::FromRequestParts;
use axum::http::request::Parts;

use super::address::ClientNetwork;
use super::limits::{Bound, Left, Spent, Who};
use super::meter::Meter;
use super::problem::Problem;

impl<S: Send + Sync> FromRequestParts<S> for ClientNetwork {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, Problem> {
        Ok(Meter::of(&parts.extensions)?.address())
    }
}

/// Who asks for what is bounded by the address, and is told what is left of it.
#[derive(Clone)]
pub struct Caller(Meter);

impl Caller {
    /// The network they ask from.
    pub fn network(&self) -> ClientNetwork {
        self.0.address()
    }

    /// Counts one more of this bound.
    pub fn spends(&self, bound: &Bound) -> Result<(), Problem> {
        self.is_told(bound.check(Who::Network(self.network())))
    }

    /// Takes up what came of counting, to tell it with the answer.
    pub fn is_told(&self, left: Result<Option<Left>, Spent>) -> Result<(), Problem> {
        self.0.note(left)
    }
}

impl<S: Send + Sync> FromRequestParts<S> for Caller {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, Problem> {
        Ok(Self(Meter::of(&parts.extensions)?.clone()))
    }
}
