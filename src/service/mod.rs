//! The use cases: players, tables, seats, hands, clocks, and what each viewer may see.
//!
//! Seven parts. [`table`] is one table, pure: the commands, the changes that they make, and what each viewer may see. It needs no
//! database, no clock and no async. [`ports`] are the traits for the database, the clock and randomness. [`people`] are players,
//! their accounts and their sign-ins. [`room`] runs all tables at once: one writer, one clock, a cache. [`work`] runs heavy work
//! off the async threads. [`tournaments`] are tournaments, pure as [`table`] is; [`room`] carries out what their directors decide.
//! [`ratings`] is what their results change.

pub mod entropy;
pub mod id;
pub mod limits;
pub mod lock;
pub mod page;
pub mod people;
pub mod ports;
pub mod ratings;
pub mod room;
pub mod table;
pub mod topics;
pub mod tournaments;
pub mod work;
