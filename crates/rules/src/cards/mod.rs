//! What every card game shares: cards, sets of cards, the shuffled deck. No rules.

pub mod card;
pub mod combinations;
pub mod deck;
pub mod generator;
pub mod multiset;
pub mod set;
