//! Shengji's rules, each named by a test.

mod chips;
mod declaring;
mod following;
mod kitty;
mod leading;
mod options;
mod table;
mod text;
mod tricks;
mod work;
