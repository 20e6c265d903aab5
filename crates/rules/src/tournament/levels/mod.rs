//! Levels: how the blinds rise.

pub mod built_in;
pub mod stakes;
pub mod structure;
