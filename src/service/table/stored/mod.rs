//! What is written of a table and its hands.

pub mod change;
pub mod commit;
pub mod figures;
pub mod ledger;
pub mod record;
