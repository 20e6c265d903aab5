//! Ratings: the results that are rated, what each of them changes, and what is read of them.

pub mod leaderboards;
pub mod network_tag;
pub mod rated_result;
pub mod rating_changes;
pub mod stored;
