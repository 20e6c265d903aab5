//! The life of one table, pure: a change is judged on a table that stays as it is, and makes the next one.

pub mod bots;
pub mod change;
pub mod command;
pub mod commit;
pub mod dealer;
pub mod draft;
pub mod emote;
pub mod error;
pub mod fairness;
pub mod figures;
pub mod hand_file;
pub mod hand_views;
mod judge;
pub mod ledger;
pub mod live;
pub mod message;
pub mod my_hands;
pub mod options;
pub mod presence;
pub mod preset;
pub mod record;
pub mod refused;
pub mod seen;
pub mod shuffle;
pub mod state;
pub mod time;
pub mod view;
