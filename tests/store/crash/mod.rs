//! Processes that are killed at work: the store's writer, and the whole server under play; and servers whose disk
//! fails.

mod bots;
mod play;
// The disk that fails is a library that the system's loader puts before the C library.
#[cfg(target_os = "linux")]
mod power;
mod server;
mod tournaments;
mod writer;
