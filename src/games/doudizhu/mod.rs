//! Dou Dizhu (斗地主): one pack with both jokers, three seats, one landlord against two peasants.

pub mod answers;
pub mod cards;
pub mod classify;
pub mod counts;
pub mod dictionary;
pub mod hint;
pub mod play;
pub mod preset;
pub mod rank;
pub mod ranks;
pub mod reading;
pub mod tools;
pub mod wild;
pub mod wild_answers;
pub mod wings;
