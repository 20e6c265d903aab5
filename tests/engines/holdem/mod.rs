//! The rules of Hold'em, one named test for each, with the examples of the rule books.

mod betting;
mod blinds;
mod damage;
mod play;
mod positions;
mod rake;
mod sevens;
mod showdown;
mod tabled_equity;
mod twice;
mod view;
