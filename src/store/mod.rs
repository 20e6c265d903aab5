//! What is kept: the database, which fills the service's [`Store`](crate::service::ports::store::Store) port, and the
//! rank table's file.

mod column;
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
