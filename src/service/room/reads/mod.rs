//! What each caller may read.

pub mod caller;
mod history;
pub mod reading;
pub(super) mod unheard;
