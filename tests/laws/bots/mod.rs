//! Computer players under laws of their own.

mod floor;
mod hands;
mod swap;
