//! Storage: the database, which implements the service's [`Store`](crate::service::ports::store::Store) port, and the file of the
//! rank table.

mod audit_row;
mod batch_rows;
mod column;
pub mod copy;
pub mod database;
mod day_sums;
mod history_rows;
mod last_chips;
mod names;
mod page;
pub mod postgres;
mod postgres_code;
mod purse;
pub mod rank_file;
mod rating_log;
mod rating_rows;
mod redacted;
mod rows;
pub mod schema;
mod social_rows;
pub mod sqlite;
mod sqlite_code;
mod tournament_batch_rows;
mod tournament_rows;

use std::fs::DirBuilder;
use std::io;
use std::path::Path;

/// Makes a folder if there is none, accessible only to the server's own user.
fn make_folder(folder: &Path) -> io::Result<()> {
    let mut builder = DirBuilder::new();
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder.recursive(true).create(folder)
}

/// Warns if others may read a folder that was there before: its names, its sizes, and files that they put there.
#[cfg(unix)]
fn warn_of_an_open_folder(folder: &Path) -> io::Result<()> {
    let mode = std::os::unix::fs::PermissionsExt::mode(&folder.metadata()?.permissions()) & 0o777;
    if mode & 0o077 != 0 {
        let mode = format!("{mode:03o}");
        tracing::warn!(folder = %folder.display(), mode, "other users can read the data folder; `chmod 700` stops that");
    }
    Ok(())
}

#[cfg(not(unix))]
fn warn_of_an_open_folder(_: &Path) -> io::Result<()> {
    Ok(())
}
