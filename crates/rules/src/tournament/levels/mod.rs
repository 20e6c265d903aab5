//! Levels: how the blinds rise.

pub mod built_in;
pub mod structure;
