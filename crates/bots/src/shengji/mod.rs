//! Strategies for Shengji.

pub mod advanced;
pub mod advice;
pub mod answers;
pub mod burial;
pub mod candidates;
pub mod chain;
pub mod evidence;
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
pub mod search;
pub mod seat;
pub mod shape;
pub mod stakes;
pub mod table;
#[cfg(test)]
mod tests;
pub mod trumps;
pub mod worlds;

use super::strategy::Named;
use cardroom_rules::games::shengji::hand::Shengji;

/// The strategy that advises players.
pub(super) type Adviser = intermediate::Intermediate;

/// Every strategy there is.
pub const STRATEGIES: &[Named<Shengji>] = &[
    Named { name: "random", about: "Plays anything that it is offered.", make: || Box::new(random::Random) },
    Named {
        name: "novice",
        about: "Plays sensible cards and counts none.",
        make: || Box::new(novice::Novice),
    },
    Named {
        name: "intermediate",
        about: "Counts cards and weighs plays by rules of thumb.",
        make: || Box::<intermediate::Intermediate>::default(),
    },
    Named {
        name: "advanced",
        about: "Plays its candidates out in worlds consistent with what was seen.",
        make: || Box::<advanced::Advanced>::default(),
    },
];
