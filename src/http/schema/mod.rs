//! The API's description as a running server uses it: as texts for clients, and to validate what clients send.

pub mod description;
pub mod reference;
pub mod validator;
pub mod yaml;
