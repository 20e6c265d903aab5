//! The API from outside: a real server on port 0, spoken to over HTTP, every answer held against its description.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::print_stdout,
    clippy::needless_pass_by_value,
    reason = "a test fails by panicking, and hands JSON on as it comes"
)]

mod abuse;
mod advice;
mod bots;
mod bounds;
mod compare;
mod compute_pool;
mod computed;
mod connections;
mod defaults;
mod docs;
mod doors;
mod doudizhu;
mod dry_runs;
mod evening;
mod games;
mod generators;
mod gone;
mod history;
mod hosts;
mod invites;
mod load;
mod lobby;
mod logs;
mod memory;
mod openapi;
mod page;
mod people;
mod players;
mod preferences;
mod quick;
mod recorded;
mod resting;
mod sessions;
mod shares;
mod shengji;
mod siege;
mod standards;
mod statistics;
mod stopping;
mod streams;
mod tabled_equity;
mod tools;
mod unchanged;
mod waiting;
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
#[path = "../support/process.rs"]
mod process;
#[cfg(target_os = "linux")]
#[path = "../support/processor.rs"]
mod processor;
#[path = "../support/raw.rs"]
mod raw;
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
