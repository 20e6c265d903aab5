//! What is kept: the database, which fills the service's [`Store`](crate::service::ports::store::Store) port, and the
//! rank table's file.

mod column;
mod failed_disk;
mod history_rows;
mod nameless;
pub mod rank_file;
mod rows;
pub mod sqlite;

use std::fs::DirBuilder;
use std::io;
use std::path::Path;

/// Makes a folder where there is none, for nobody but the house's own user.
fn make_folder(folder: &Path) -> io::Result<()> {
    let mut builder = DirBuilder::new();
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder.recursive(true).create(folder)
}

/// Says so where others may look into a folder that was there before: its names, its sizes, and what somebody else puts there.
#[cfg(unix)]
fn warn_of_an_open_folder(folder: &Path) -> io::Result<()> {
    let mode = std::os::unix::fs::PermissionsExt::mode(&folder.metadata()?.permissions()) & 0o777;
    if mode & 0o077 != 0 {
        let mode = format!("{mode:03o}");
        tracing::warn!(folder = %folder.display(), mode, "others may look into the data folder; `chmod 700` keeps them out");
    }
    Ok(())
}

#[cfg(not(unix))]
fn warn_of_an_open_folder(_: &Path) -> io::Result<()> {
    Ok(())
}
