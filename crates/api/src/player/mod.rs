//! Players: to themselves, and to others.

pub mod account;
pub mod friends;
pub mod ledger;
pub mod me;
pub mod my_hands;
pub mod name;
pub mod sign_in;
pub mod statistics;
