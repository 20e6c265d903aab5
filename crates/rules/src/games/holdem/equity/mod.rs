//! How often each hand wins: exactly, by counting every deal and every board, or by an estimate with its standard
//! error.

mod boards;
pub mod chart;
mod class;
pub mod combo;
mod duel;
pub mod exact;
pub mod fault;
pub mod known;
pub mod matchup;
pub mod preflop;
pub mod question;
pub mod range;
pub mod sample;
pub mod spot;
pub mod tally;
