//! Strategies for Dou Dizhu.

use super::strategy::Named;
use crate::games::doudizhu::hand::Doudizhu;

/// Every strategy there is.
pub const STRATEGIES: &[Named<Doudizhu>] = &[];
