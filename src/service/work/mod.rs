//! Heavy work, off the async threads and limited.

pub mod equity;
pub mod fair_queue;
pub mod low_priority;
pub mod pool;
