//! Cardroom: a self-hosted card-game backend.
//!
//! This crate is the server:
//!
//! - [`service`]: players, tables, hands, clocks, and who may see what. It accesses the database and the clock through traits (ports).
//! - [`store`]: the database, in SQL. It implements the ports of the service.
//! - [`http`]: the API over HTTP. It calls the service.
//! - [`config`]: the command line and the settings of the server.
//!
//! `store` and `http` import from `service`, and never from each other.
//!
//! The other crates: `cardroom_rules` has the rules of the games, `cardroom_bots` the computer players, `cardroom_api` the types of
//! requests and answers, `cardroom_client` the client for the terminal, and `cardroom_load` the load test.

pub mod config;
pub mod http;
pub mod service;
pub mod store;
