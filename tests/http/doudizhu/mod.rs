//! Dou Dizhu over HTTP: a server on port 0, three tokens, decks stacked by the test. Whole games, wrong input and
//! automatic passes; no answer ever has a card that its caller may not know, above all none of the bottom cards.

mod automatic_pass;
mod course;
mod games;
mod refusals;
mod tools;
