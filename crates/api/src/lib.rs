//! The types that a server and its clients exchange over HTTP. They have no logic of a table: the server fills them in, and a client
//! reads them.
//!
//! Both sides read and write every type. A client skips members that it does not know, so that it can talk to a newer server. The server
//! validates a body against its description first, and refuses such members.

pub mod avatar;
pub mod cached_json;
pub mod house;
pub mod id;
pub mod moment;
pub mod player;
pub mod problem;
pub mod rating;
pub mod requests;
pub mod socket;
pub mod table;
pub mod text;
pub mod tournament;
