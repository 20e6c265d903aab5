//! The network: requests, the stream of a table, and the tokens for both.

pub mod client;
pub mod refusal;
pub mod sse;
pub mod stream;
pub mod tokens;
