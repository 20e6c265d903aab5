//! What each caller may read: tables, hands and events in [`reading`], a player's own hands and figures in `history`.

pub mod caller;
mod history;
pub mod reading;
pub(super) mod unheard;
