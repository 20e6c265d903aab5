//! Hold'em: its felt, its keys, its events in sentences.

pub mod ahead;
pub mod choice;
pub mod felt;
pub mod keys;
pub mod sentences;
