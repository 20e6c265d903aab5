//! The director of a tournament of Hold'em: a pure fold over events, as a hand is.
//!
//! A tournament is built from a [`Setup`](setup::Setup), which has no hidden data, and [`Lots`](lots::Lots), which have
//! all of its randomness. Times come in with each call. After that it is deterministic:
//!
//! - [`accept`](state::Director::accept) judges a command: a player registers, a table's hand has ended. It changes
//!   nothing, and returns an event or the rule that was broken.
//! - [`step`](state::Director::step) returns what happens next by itself: an event, or the time at which to ask again.
//! - [`record`](state::Director::record) applies an event. Nothing else changes the state.
//!
//! Hands are played elsewhere. The event [`HandBegan`](event::HandBegan) tells who is dealt in and where the blinds are;
//! the command `EndHand` brings the chips back.

pub mod any;
pub mod command;
pub mod duplicate;
pub mod entry;
pub mod event;
pub mod floor;
pub mod lots;
pub mod money;
pub mod refusal;
pub mod setup;
pub mod state;
pub mod step;
pub mod teams;
pub mod time;
pub mod withdrawals;

mod accept;
mod fold;
mod record;

#[cfg(test)]
mod tests;
