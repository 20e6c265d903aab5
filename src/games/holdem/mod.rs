//! Texas Hold'em: no-limit, pot-limit and fixed-limit, after the Tournament Directors Association's rules and
//! Robert's Rules of Poker.

mod accept;
pub mod action;
mod betting;
pub mod category;
mod dealing;
pub mod describe;
pub mod equity;
pub mod evaluate;
pub mod event;
mod game;
pub mod hand;
pub mod imagined;
pub mod last_action;
mod moves;
pub mod options;
pub mod outlook;
mod phase;
pub mod phh;
mod position;
mod posting;
pub mod pots;
pub mod preview;
pub mod ranks;
mod record;
pub mod refusal;
mod round;
pub mod rules;
pub mod setup;
mod showdown;
mod step;
pub mod street;
mod tabled_equity;
pub mod tally;
pub mod tools;
pub mod view;
pub mod wishes;
