//! Everything that goes over the line: requests, the stream of a table, and the tokens that open both.

pub mod client;
pub mod refusal;
pub mod sse;
pub mod stream;
pub mod tokens;
