//! How quotas are counted: permits in use at once, and rates. "Words" in `docs/architecture.md` tells a limit, a quota and a permit apart.
//!
//! - [`permits`] counts permits by any key, and [`network_permits`] counts them by client network. They are acquired, and given back when
//!   they are dropped.
//! - [`reserve`] keeps a few networks from holding all permits.
//! - [`rate_limiter`] counts how often something is done. What is spent there comes back with time.

pub mod client_network;
pub mod network_permits;
pub mod permits;
pub mod rate_limiter;
pub mod reserve;
