//! Strategies for Shengji.

pub mod answers;
pub mod burial;
pub mod customs;
pub mod intermediate;
pub mod leads;
pub mod mind;
pub mod notes;
pub mod novice;
pub mod odds;
pub mod pile;
pub mod position;
pub mod price;
pub mod random;
pub mod ranking;
pub mod seat;
pub mod shape;
pub mod table;
pub mod trumps;

use super::strategy::Named;
use crate::games::shengji::hand::Shengji;

/// Every strategy there is.
pub const STRATEGIES: &[Named<Shengji>] = &[
    Named { name: "random", about: "Plays anything that it is offered.", make: || Box::new(random::Random) },
    Named { name: "novice", about: "Plays sensible cards and counts none.", make: || Box::new(novice::Novice) },
    Named {
        name: "intermediate",
        about: "Counts cards and weighs plays by rules of thumb.",
        make: || Box::<intermediate::Intermediate>::default(),
    },
];
