//! The options of a table: whether they are allowed, which of them a request has set, and the presets of the server.

pub mod asked;
pub mod check;
pub mod preset;
