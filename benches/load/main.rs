//! How many moves a second one process can take, each on disk before it is answered, and how long the slowest take:
//! over real HTTP, by players with their own tokens, who play legal moves by the full rules. In the same run the same
//! client plays against a handler that only reads and writes the same JSON, and against one that stores a row for each
//! request, so every result is a ratio. Ends with `figure` lines for other programs to read.
//!
//! The server has one processor, the client another. The servers are measured in turns of half a second. While one
//! server has its turn, the others are stopped, and their clients' waiting does not count. A measurement during which
//! other processes used more than a twentieth of a processor is repeated a few times; if it is still disturbed it is
//! marked. `postgres` and `postgres_reference` keep their rows on one server of PostgreSQL, which shares the servers' processor and counts as
//! another process. `CARDROOM_SECONDS` sets the time for each part, all turns together (5), `CARDROOM_RUNS` the number of
//! repetitions (3), `CARDROOM_PARTS` the parts, by name and separated by commas, and `CARDROOM_SERVER` another build of
//! the program to measure. Two parts are measured only if they are named: `growth`, how time, disk and file grow over a
//! million moves, and `wrong`, how misbehaving clients affect the others.
#![allow(
    clippy::disallowed_methods,
    clippy::print_stdout,
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::cast_precision_loss,
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "a bench measures and prints"
)]

#[cfg(target_os = "linux")]
mod figures;
#[cfg(target_os = "linux")]
mod growth;
#[cfg(target_os = "linux")]
mod machine;
#[cfg(target_os = "linux")]
mod parts;
#[cfg(target_os = "linux")]
mod play;
#[cfg(target_os = "linux")]
#[path = "../../tests/support/postgres.rs"]
mod postgres;
#[cfg(target_os = "linux")]
mod postgres_reference;
#[cfg(target_os = "linux")]
mod servers;
#[cfg(target_os = "linux")]
mod sqlite_reference;
#[cfg(target_os = "linux")]
mod turns;
#[cfg(target_os = "linux")]
#[path = "../../tests/support/unbounded.rs"]
mod unbounded;
#[cfg(target_os = "linux")]
mod wrong;

fn main() {
    #[cfg(target_os = "linux")]
    parts::run();
    #[cfg(not(target_os = "linux"))]
    println!("what the processors and the disk did is known on Linux only");
}
