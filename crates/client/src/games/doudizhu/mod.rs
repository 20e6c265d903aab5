//! Dou Dizhu: its felt, its keys, its events in sentences.

pub mod felt;
pub mod keys;
pub mod sentences;
