//! A server that lets one address do everything.

/// All clients of a test have one address, and send as many requests as they can.
pub const UNBOUNDED: [&str; 1] = ["--limits-profile=off"];
