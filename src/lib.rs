//! Cardroom: a self-hosted card-game backend.
//!
//! The rules are in `cardroom_rules`, and the computer players in `cardroom_bots`. Here is the server, from the ground up; imports
//! only point down, and siblings never meet:
//!
//! 1. [`service`]: players, tables, hands, clocks, and who may see what. Its ports are filled from above.
//! 2. [`store`] (SQL) and [`http`] (REST), which never meet.
//!
//! [`config`] reads settings once, for the binary.

pub mod config;
pub mod http;
pub mod service;
pub mod store;
