//! How fast hands are ranked and compared, beside other evaluators: the same work, one thread, in one run. All results
//! are checked before any speed is printed. Ends with `figure` lines for other programs to read.

#![allow(
    clippy::disallowed_methods,
    clippy::print_stdout,
    clippy::unwrap_used,
    missing_docs,
    reason = "a bench measures and prints"
)]

mod equity;
mod hands;
mod peers;
mod race;

fn main() {
    if equity::is_cold_run() {
        return equity::cold_run();
    }
    let figures = [hands::sevens(), hands::random(), hands::fives(), equity::all()].concat();
    for (name, value) in figures {
        println!("figure {name} {value:.3}");
    }
}
