//! Cards, sets of cards and the shuffled deck: shared by all card games, without rules.

pub mod card;
pub mod combinations;
pub mod deck;
pub mod generator;
pub mod multiset;
pub mod set;
