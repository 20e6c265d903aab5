//! Strategies for Dou Dizhu.
//!
//! All but `random` keep notes by rank. The levels share one way to split a hand into plays (`plan`) and one rule of
//! thumb (`policy`): the intermediate level plays by it, and the advanced level plays hands out with it.

mod advanced;
pub mod advice;
mod beliefs;
mod bidding;
mod candidates;
mod endgame;
mod intermediate;
mod notes;
mod novice;
mod plan;
mod playout;
mod policy;
mod random;
mod roles;
mod search;
mod sight;
#[cfg(test)]
mod tests;
mod wild;
mod worlds;

use super::strategy::Named;
use cardroom_rules::games::doudizhu::hand::Doudizhu;

/// The strategy that advises players.
pub(super) type Adviser = intermediate::Intermediate;

/// Every strategy there is.
pub const STRATEGIES: &[Named<Doudizhu>] = &[
    Named {
        name: "random",
        about: "Plays anything that is legal.",
        make: || Box::new(random::Random::default()),
    },
    Named {
        name: "novice",
        about: "Leads what is lowest, answers with what is cheapest, and leaves its partner alone.",
        make: || Box::new(novice::Novice::default()),
    },
    Named {
        name: "intermediate",
        about: "Takes its hand apart into the fewest turns, and plays by rule of thumb.",
        make: || Box::new(intermediate::Intermediate::default()),
    },
    Named {
        name: "advanced",
        about: "Plays each sensible play out in worlds that fit what was seen, and solves the end.",
        make: || Box::new(advanced::Advanced::default()),
    },
];
