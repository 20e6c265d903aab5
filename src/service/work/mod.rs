//! Heavy work, off the async threads and bounded.

pub mod equity;
pub mod pool;
