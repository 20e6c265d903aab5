//! The API from outside: a real server on port 0, spoken to over HTTP, every answer held against its description.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::print_stdout,
    clippy::needless_pass_by_value,
    reason = "a test fails by panicking, and hands JSON on as it comes"
)]

mod absence;
mod address_limits;
mod advice;
mod bad_requests;
mod bots;
mod compute_pool;
mod connections;
mod default_limits;
mod docs;
mod doudizhu;
mod dry_runs;
mod equal_cost;
mod equity_command;
mod evenings;
mod games;
mod generators;
mod headers;
mod history;
mod hosts;
mod idle_chairs;
mod invites;
mod levels;
mod limits;
mod load;
mod lobby;
mod logs;
mod memory;
mod not_modified;
mod on_postgres;
mod openapi;
mod outage;
mod overload;
mod page;
mod people;
mod players;
mod preferences;
mod quick_seat;
mod ratings;
mod recorded;
mod rounds;
mod sessions;
mod shengji;
mod standards;
mod statistics;
mod stopping;
mod streams;
mod tabled_equity;
mod tools;
mod tournaments;
mod waiting_list;
mod wishes;
mod worlds;

#[path = "../support/allocations.rs"]
mod allocations;
#[path = "../support/cards.rs"]
mod cards;
#[path = "../support/choice.rs"]
mod choice;
#[path = "../support/deals/mod.rs"]
mod deals;
#[path = "../support/events.rs"]
mod events;
#[path = "../support/manual.rs"]
mod manual;
#[path = "../support/postgres.rs"]
mod postgres;
#[path = "../support/prizes.rs"]
mod prizes;
#[path = "../support/process.rs"]
mod process;
#[cfg(target_os = "linux")]
#[path = "../support/processor.rs"]
mod processor;
#[path = "../support/raw.rs"]
mod raw;
#[path = "../support/relay.rs"]
mod relay;
#[path = "../support/rng.rs"]
mod rng;
#[path = "../support/schema.rs"]
mod schema;
#[path = "../support/server.rs"]
mod server;
#[path = "../support/socket.rs"]
mod socket;
#[path = "../support/storm.rs"]
mod storm;
#[path = "../support/table.rs"]
mod table;
#[path = "../support/thinking.rs"]
mod thinking;
#[path = "../support/unbounded.rs"]
mod unbounded;
#[path = "../support/watched.rs"]
mod watched;
