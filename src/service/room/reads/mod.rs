//! What each caller may read: tables, hands and events in [`reading`], a player's own hands and figures in `history`.

mod history;
pub mod reading;
