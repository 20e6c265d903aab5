//! The use cases: players, tables, seats, hands, clocks, and who may see what.
//!
//! [`store`], [`clock`] and [`dealer`] are its ports; what fills them comes from above.

pub mod account;
pub mod accounts;
pub mod change;
pub mod clock;
pub mod command;
pub mod deadlines;
pub mod dealer;
pub mod draft;
pub mod equity;
mod errands;
pub mod fairness;
pub mod hand_file;
pub mod hands;
mod house;
pub mod housekeeping;
pub mod id;
pub mod judging;
pub mod ledger;
pub mod opening;
pub mod passwords;
pub mod player;
pub mod players;
pub mod pool;
pub mod reading;
pub mod refused;
pub mod replies;
pub mod room;
pub mod seats;
pub mod session;
pub mod sessions;
pub mod showing;
pub mod store;
pub mod table;
pub mod table_options;
pub mod table_state;
pub mod tables;
pub mod throttle;
pub mod timekeeping;
pub mod tokens;
pub mod view;
pub mod writer;
