//! What each caller may see of a table and its hands.

pub mod hand_file;
pub mod hand_views;
pub mod lookalikes;
pub mod my_hands;
pub mod seen;
pub mod seen_chairs;
