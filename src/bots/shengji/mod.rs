//! Strategies for Shengji.

use super::strategy::Named;
use crate::games::shengji::hand::Shengji;

/// Every strategy there is.
pub const STRATEGIES: &[Named<Shengji>] = &[];
