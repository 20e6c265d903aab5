//! Texas Hold'em: no-limit, pot-limit and fixed-limit, after the Tournament Directors Association's rules and
//! Robert's Rules of Poker.

pub mod action;
pub mod category;
pub mod describe;
pub mod evaluate;
pub mod event;
pub mod hand;
pub mod phh;
pub mod pots;
pub mod ranks;
pub mod refusal;
pub mod rules;
pub mod setup;
pub mod tabled;
pub mod view;
