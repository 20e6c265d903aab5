//! Computer players under laws of their own.

mod advice;
mod floor;
mod hands;
mod swap;
