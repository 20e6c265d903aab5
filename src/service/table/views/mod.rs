//! What each caller may see of a table and its hands.

pub mod authors_view;
pub mod hand_file;
pub mod hand_views;
pub mod lookalikes;
pub mod my_hands;
pub mod seen;
pub mod seen_by;
pub mod seen_chairs;
pub mod view_cache;
