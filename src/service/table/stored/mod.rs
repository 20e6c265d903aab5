//! What is written of a table and its hands. What is also sent has another type in the API, so that neither changes with the other.

pub mod change;
pub mod commit;
pub mod decision;
pub mod event;
pub mod figures;
pub mod hand_player;
pub mod ledger;
pub mod options;
pub mod preferences;
pub mod record;
pub(in crate::service) mod words;
