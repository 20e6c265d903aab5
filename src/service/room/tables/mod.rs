//! The tables in memory: what is published of each, and who follows it.

pub mod authors_view;
pub(super) mod cache;
pub(super) mod feed;
pub mod published_table;
pub mod seen_by;
pub(super) mod table_handle;
