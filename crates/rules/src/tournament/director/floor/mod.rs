//! The floor of a tournament: its tables, and the moves between them.

pub mod balance;
pub mod place;
pub mod seating;
pub mod table;
