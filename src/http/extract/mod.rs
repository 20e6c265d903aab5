//! Extractors: what handlers take from a request, parsed once. Every rejection is a [`Problem`](super::problem::Problem).

pub mod caller;
pub mod compute_permit;
mod distinct;
pub mod headers;
pub mod json;
pub mod password_try;
pub mod path;
pub mod query;
