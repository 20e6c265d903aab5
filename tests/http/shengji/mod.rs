//! Shengji over HTTP: a server on port 0, four tokens, decks stacked by the test. Whole matches, deals card by card,
//! wrong input; no answer ever has a card that its caller may not know, above all none of the kitty.

mod dealing;
mod refusals;
mod seats;
mod tools;
mod whole;
