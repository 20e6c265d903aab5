//! Tournaments: one tournament as it is kept, and what its director's decisions mean for its tables and for the ledger. Pure: the card
//! room carries it out.

pub mod headings;
pub mod history;
pub mod live;
pub mod orders;
mod orders_of_rounds;
pub mod presets;
pub mod rating;
pub mod results;
pub mod shown;
pub mod stored;
pub mod time;
pub mod views;
mod views_of_rounds;
