//! What is kept: the database, which fills the service's [`Store`](crate::service::ports::store::Store) port, and the
//! rank table's file.

mod column;
mod history_rows;
mod nameless;
pub mod rank_file;
mod rank_map;
mod rows;
pub mod sqlite;
