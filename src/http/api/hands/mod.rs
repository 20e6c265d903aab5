//! Hands: dealing, acting, advice, and what was played.

pub mod actions;
pub mod advice;
pub mod played;
