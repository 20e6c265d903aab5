//! Ratings: how strong players are, season by season, and leaderboards.

pub mod leaderboard;
pub mod player_rating;
pub mod rated_event;
pub mod season;
