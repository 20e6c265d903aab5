//! Dou Dizhu's rules, each named by a test.

mod complete;
mod exhaustive;
mod hand;
mod naive;
mod presets;
mod tools;
mod traps;
mod wild;
