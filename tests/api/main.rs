//! The API from outside: a real server on port 0, spoken to over HTTP, every answer held against its description.

#![allow(clippy::unwrap_used, clippy::panic, reason = "a test ends where its ground gives way")]

mod abuse;
mod compare;
mod docs;
mod doors;
mod games;
mod overlay;
mod players;
mod sessions;
mod shengji;
mod stopping;
#[path = "../support/mod.rs"]
mod support;
mod tools;
