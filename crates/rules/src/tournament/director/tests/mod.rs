//! Whole tournaments with random results, and the examples of the rules.

mod duplicate;
mod examples;
mod random;
mod teams;
mod trial;
