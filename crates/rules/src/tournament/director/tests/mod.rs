//! Whole tournaments with random results, and the examples of the rules.

mod duplicate;
mod examples;
mod organising;
mod random;
mod teams;
mod trial;
