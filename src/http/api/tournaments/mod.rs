//! Tournaments: announcing, finding, reading, entering and running them.

pub mod announcing;
pub mod buying;
pub mod deals;
pub mod history;
pub mod list;
pub mod organising;
pub mod pausing;
pub mod reading;
pub mod registrations;
pub mod teams;
mod tournament_request;
