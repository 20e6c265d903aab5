//! The use cases: players, tables, seats, hands, clocks, and who may see what.
//!
//! Four rooms. [`table`] is the life of one table, pure: what may be asked of it, what that changes, and who may see
//! what; it needs no database, no clock and no async. [`ports`] are what the service asks of the world. [`people`] are
//! players, their accounts and their sign-ins. [`room`] runs all tables at once: one writer, one clock, a cache.
//! [`work`] is heavy work, off the async threads.

pub mod avatar;
pub mod counted;
pub mod entropy;
pub mod id;
pub mod moment;
pub mod newcomers;
pub mod page;
pub mod people;
pub mod ports;
pub mod room;
pub mod table;
pub mod text;
pub mod topics;
pub mod whole;
pub mod work;
