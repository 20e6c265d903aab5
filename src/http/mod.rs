//! REST and streams over HTTP/1.1 and HTTP/2: parse once, one service call, one answer.

pub mod address;
pub mod answer;
pub mod api;
pub mod extract;
pub mod layers;
pub mod limit_settings;
pub mod limits;
pub mod openapi;
pub mod problem;
mod proxies;
mod request_log;
pub mod router;
pub mod schema;
pub mod server;
pub mod services;
pub mod settings;
pub mod streams;
mod web;
