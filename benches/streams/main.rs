//! What it costs to follow tables: requests and bytes of a player and hand, how long a change is under way to those who
//! follow, and the memory of open streams. A real server on a real port and disk; ends with `figure` lines for other
//! programs to read, with an empty stream of the same framework beside ours in the same run.
#![allow(
    clippy::disallowed_methods,
    clippy::print_stdout,
    clippy::unwrap_used,
    clippy::panic,
    clippy::cast_precision_loss,
    reason = "a bench measures and prints"
)]

mod hand;
mod house;
mod many;
mod wire;

#[tokio::main]
async fn main() {
    hand::measure().await;
    many::delivery().await;
    many::memory().await;
}
