//! Tournaments: the requests, the tournament that is followed, and what is told of it.

pub mod calls;
pub mod followed;
pub mod terms;
pub mod told;
pub mod work;
