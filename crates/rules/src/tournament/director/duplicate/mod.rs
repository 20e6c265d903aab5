//! The director of an event of Dou Dizhu: duplicate rounds, or a knock-out. It is a fold over events, as that of Hold'em.
//!
//! All tables of a round play the same deals. What comes back from a table is recorded here at once, but nothing of a
//! deal may leave its table before [`is_published`](state::DuplicateDirector::is_published) says so.

mod accept;
pub mod event;
mod fold;
mod record;
pub mod setup;
pub mod state;
pub mod step;
