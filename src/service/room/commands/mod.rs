//! What commands of players need: idempotent retries, blocks between players, quick seats and dry runs.

mod apart;
pub mod batch_validator;
mod draft_context;
mod dry_run;
pub(super) mod idempotency;
pub mod quick_seat;
pub(super) mod write_probe;
