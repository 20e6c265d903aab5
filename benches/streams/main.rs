//! The cost of following tables: requests and bytes for each player and hand, how long a change takes to reach the
//! streams, and the memory of open streams. A real server on a real port and disk. Ends with `figure` lines for other
//! programs to read, with an empty stream of the same framework in the same run for comparison.
#![allow(
    clippy::disallowed_methods,
    clippy::print_stdout,
    clippy::unwrap_used,
    clippy::panic,
    clippy::cast_precision_loss,
    reason = "a bench measures and prints"
)]

mod hand;
mod many;
mod server;
#[path = "../../tests/support/unbounded.rs"]
mod unbounded;
mod wire;

#[tokio::main]
async fn main() {
    // Servers are measured in their own process: this program again, as an empty stream of the framework.
    let arguments: Vec<String> = std::env::args().collect();
    if arguments.get(1).is_some_and(|argument| argument == many::EMPTY) {
        return many::serve_empty(arguments[3].parse().unwrap()).await;
    }
    hand::measure().await;
    many::delivery().await;
    many::memory().await;
}
