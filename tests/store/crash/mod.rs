//! Killed in the middle of its work: the store's writer, and the whole server under play.

mod bots;
mod play;
mod server;
mod writer;
