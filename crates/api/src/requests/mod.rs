//! The bodies of requests, grouped by what they are about.

pub mod hands;
pub mod players;
pub mod seats;
pub mod sign_in;
pub mod tables;
