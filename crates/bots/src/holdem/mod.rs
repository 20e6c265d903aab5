//! Strategies for Hold'em.

mod advanced;
pub mod advice;
mod chart;
mod class;
mod intermediate;
mod notes;
mod novice;
pub mod push_fold;
mod simple;
mod spot;
mod strength;

use super::strategy::{Named, Strategy};
use cardroom_rules::games::holdem::evaluate::evaluator::Evaluator;
use cardroom_rules::games::holdem::hand::Holdem;
use cardroom_rules::games::holdem::ranks;

/// The strategy that advises players.
pub(super) type Adviser = intermediate::Intermediate;

/// Builds the tables of the ranks and of the classes.
pub fn ready() {
    ranks::table();
    Evaluator::ready();
    class::standings();
}

fn make<S: Strategy<Holdem> + Default + 'static>() -> Box<dyn Strategy<Holdem>> {
    Box::<S>::default()
}

/// Every strategy there is.
pub const STRATEGIES: &[Named<Holdem>] = &[
    Named {
        name: "novice",
        about: "loose and passive, by simple hand strength",
        make: make::<novice::Novice>,
    },
    Named {
        name: "intermediate",
        about: "a chart before the flop, then equity by simulation against pot odds",
        make: make::<intermediate::Intermediate>,
    },
    Named {
        name: "advanced",
        about: "ranges narrowed by every action, and what is worth most against them",
        make: make::<advanced::Advanced>,
    },
    Named { name: "random", about: "any move, and any amount", make: make::<simple::Random> },
    Named { name: "calling", about: "always calls", make: make::<simple::Calling> },
    Named { name: "raising", about: "always bets or raises the pot", make: make::<simple::Raising> },
    Named { name: "greedy", about: "a naive maximiser of modelled value", make: make::<simple::Greedy> },
];

#[cfg(test)]
mod tests;
