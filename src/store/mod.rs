//! What is kept: files now, SQL to come.

pub mod rank_file;
mod rank_map;
