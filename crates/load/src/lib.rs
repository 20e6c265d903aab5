//! A load generator: players with their own tokens play legal moves by the full rules, over real HTTP, as fast as the
//! server answers. It knows only the wire of the server. `cardroom load` runs it; the bench `load` measures with the
//! same client.

pub mod choice;
pub mod connection;
pub mod error;
pub mod flags;
pub mod play;
pub mod report;
pub mod run;
pub mod table;
pub mod tally;
