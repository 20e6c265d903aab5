//! The handlers, by the tags of the description: each reads a request, calls the service once, and answers.

pub mod bots;
pub mod hands;
pub mod headers;
pub mod hosts;
pub mod house;
pub mod identity;
pub mod players;
pub mod ratings;
pub mod seats;
pub mod sign_in;
pub mod table_request;
pub mod tables;
pub mod tools;
pub mod tournaments;
