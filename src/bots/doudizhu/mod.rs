//! Strategies for Dou Dizhu.

pub mod intermediate;
pub mod notes;
pub mod plan;
pub mod policy;

use super::strategy::Named;
use crate::games::doudizhu::hand::Doudizhu;

/// Every strategy there is.
pub const STRATEGIES: &[Named<Doudizhu>] = &[Named {
    name: "intermediate",
    about: "Takes its hand apart into the fewest plays, and plays by rule of thumb.",
    make: || Box::new(intermediate::Intermediate::default()),
}];
