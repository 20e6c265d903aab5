//! Tournaments: the requests, the tournament that is followed, and its news.

pub mod calls;
pub mod followed;
pub mod found;
pub mod terms;
pub mod told;
pub mod work;
