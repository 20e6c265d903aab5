//! Tournaments: one tournament as it is kept, and what its director's decisions mean for its tables and for the ledger. Pure: the card
//! room carries it out.

pub mod headings;
pub mod history;
pub mod live;
pub mod orders;
pub mod presets;
pub mod rating;
pub mod results;
mod rounds;
pub mod shown;
pub mod stored;
pub mod time;
pub mod views;
