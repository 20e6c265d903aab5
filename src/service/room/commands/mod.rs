//! Commands of players and of the operator.
//!
//! `carry_out` drafts a command, writes it and answers. `draft_context` reads for it what is outside the table, and `idempotency`
//! answers it again if it is repeated. [`batch_validator`] checks it once more, together with the other commits of its batch.

pub mod batch_validator;
pub(super) mod carry_out;
mod draft_context;
mod dry_run;
pub(super) mod idempotency;
pub mod quick_seat;
