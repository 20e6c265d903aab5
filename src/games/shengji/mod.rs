//! Shengji (双升, also Tractor): two decks, four seats, two teams, levels from 2 to ace.

pub mod action;
pub mod cards;
pub mod choices;
pub mod declare;
pub mod describe;
pub mod event;
pub mod follow;
pub mod hand;
mod judge;
pub mod layout;
pub mod lead;
pub mod level;
mod offer;
pub mod order;
mod phase;
mod playing;
mod record;
pub mod refusal;
pub mod rules;
pub mod runs;
pub mod score;
pub mod setup;
pub mod throw;
pub mod tools;
pub mod trick;
pub mod view;
