//! The service itself: its health, its description, and what only its operator may do.

pub mod admin;
pub mod docs;
pub mod health;
pub mod tournaments;
