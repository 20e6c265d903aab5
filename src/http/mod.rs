//! REST over HTTP/1.1: parse once, one service call, one answer.

pub mod admin;
pub mod answer;
pub mod client_address;
pub mod docs;
pub mod doudizhu;
pub mod extract;
pub mod guests;
pub mod hands;
pub mod health;
pub mod holdem;
pub mod layers;
pub mod limits;
pub mod me;
pub mod openapi;
pub mod problem;
pub mod refused;
pub mod router;
pub mod seats;
pub mod serve;
pub mod services;
pub mod sessions;
pub mod settings;
pub mod shengji;
pub mod tables;
