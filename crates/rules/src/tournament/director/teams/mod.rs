//! The director of an event of Shengji for teams of two: Swiss rounds, or a knock-out. It is a fold over events, as that
//! of Hold'em.

mod accept;
pub mod event;
mod fold;
mod record;
pub mod setup;
pub mod state;
pub mod step;
