//! How many moves a second one process takes, each on disk before it is answered, and how long the slowest wait: over real
//! HTTP, by players with tokens of their own, who play legal moves by the full rules. In the same run the same client plays
//! against a handler that does nothing but read and write the same JSON, and against one that keeps a row for each request,
//! so that everything is a ratio. Ends with `figure` lines for other programs to read.
//!
//! The server has one processor, the client another. What is compared is measured in turns of half a second. While one server has
//! its turn, the others stand still, and what their clients wait meanwhile does not count. A measurement during which others took
//! more than a twentieth of a processor is thrown away and made again, a few times; what stays busy is marked. `CARDROOM_SECONDS`
//! says how long each part is measured, its turns together (5), `CARDROOM_RUNS` how often all of it is done (3), `CARDROOM_PARTS`
//! which parts, by their names with commas between, and `CARDROOM_SERVER` which build of the program is measured in place of this
//! one. Two parts are measured only where they are named: `growth`, how time, disk and file grow over a million moves, and `wrong`,
//! what the room notices of clients that do what they should not.
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
mod servers;
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
