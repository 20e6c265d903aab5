//! Commands: how one is drafted, written and answered, what is read for it, idempotent retries, quick seats, dry runs, and the
//! validation of batches.

pub mod batch_validator;
pub(super) mod carry_out;
mod draft_context;
mod dry_run;
pub(super) mod idempotency;
pub mod quick_seat;
