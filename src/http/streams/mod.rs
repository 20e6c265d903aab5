//! What clients follow: server-sent events, long polls and the socket.

pub mod frames;
pub mod gzip;
pub mod lobby;
pub mod me;
pub mod messages;
pub mod socket;
pub mod sse;
pub mod stream_caller;
pub mod table;
pub mod tournament;
pub mod upgrade;
