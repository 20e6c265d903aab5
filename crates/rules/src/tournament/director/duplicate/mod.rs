//! The director of an event of Dou Dizhu: duplicate rounds, or a knock-out. It is a fold over events, as that of Hold'em.
//!
//! All tables of a round play the same deals. Results are recorded here at once, but nothing of a deal may leave its
//! table before all tables of the round have finished it.

mod accept;
pub mod event;
mod fold;
mod record;
pub mod setup;
pub mod state;
pub mod step;
