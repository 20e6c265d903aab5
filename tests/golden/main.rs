//! Played hands as text: transcripts, logs of every release, and hands as files for other programs.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::print_stdout,
    reason = "a test fails by panicking"
)]

mod log;
mod logs;
mod phh;
mod playthroughs;
mod record;
mod stored;

#[path = "../support/rng.rs"]
mod rng;
