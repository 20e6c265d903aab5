//! A load generator: players with tokens of their own play legal moves by the full rules, over real HTTP, as fast as they are
//! answered. It knows nothing of the house but its wire. `cardroom load` runs it; the bench `load` measures by the same client.

pub mod choice;
pub mod connection;
pub mod error;
pub mod flags;
pub mod play;
pub mod report;
pub mod run;
pub mod table;
pub mod tally;
