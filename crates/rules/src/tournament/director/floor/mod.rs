//! The floor of a tournament: its tables, and who moves where.

pub mod balance;
pub mod place;
pub mod seating;
pub mod table;
