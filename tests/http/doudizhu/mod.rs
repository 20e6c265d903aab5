//! Dou Dizhu over the real door: a server on port 0, three tokens, decks stacked by the test. Whole games, wrong input,
//! passes without being asked; and no answer ever holds a card that its caller may not know, the bottom cards above all.

mod automatic_pass;
mod course;
mod games;
mod refusals;
mod tools;
