//! Shengji over the real door: a server on port 0, four tokens, decks stacked by the test. Whole matches, deals card by
//! card, wrong input; and no answer ever holds a card that its caller may not know, the kitty above all.

mod dealing;
mod refusals;
mod seats;
mod tools;
mod whole;
