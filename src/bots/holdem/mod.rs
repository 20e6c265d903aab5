//! Strategies for Hold'em.

use super::strategy::Named;
use crate::games::holdem::hand::Holdem;

/// Every strategy there is.
pub const STRATEGIES: &[Named<Holdem>] = &[];
