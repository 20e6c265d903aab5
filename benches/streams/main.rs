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
#[path = "../../tests/support/unbounded.rs"]
mod unbounded;
mod wire;

#[tokio::main]
async fn main() {
    // Programs are measured in a process of their own: this one again, as an empty stream of the framework.
    let arguments: Vec<String> = std::env::args().collect();
    if arguments.get(1).is_some_and(|argument| argument == many::EMPTY) {
        return many::serve_empty(arguments[3].parse().unwrap()).await;
    }
    hand::measure().await;
    many::delivery().await;
    many::memory().await;
}
