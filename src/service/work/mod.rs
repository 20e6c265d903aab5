//! Heavy work, off the async threads and bounded.

pub mod equity;
pub mod giving_way;
pub mod pool;
pub mod share;
