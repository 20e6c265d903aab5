//! The screens of tournaments: the list, announcing one, one of them, and what a table shows of it.

pub mod announce;
pub mod at_table;
pub mod list;
pub mod one;
pub mod one_draw;
