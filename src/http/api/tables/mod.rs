//! Tables: opening, finding, reading and closing them.

pub mod invites;
pub mod lobby;
pub mod opening;
pub mod quick_seat;
pub mod table;
