//! A file beside the database that records whether it was closed cleanly. Without it, a database whose write-ahead log is gone,
//! or whose file was emptied, would open in an older state, or empty, without any warning.

use std::fs::{self, File};
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};

/// The marker beside a database.
#[derive(Clone, Debug)]
pub struct Marker {
    database: PathBuf,
    file: PathBuf,
}

/// The recorded state.
const OPEN: &str = "open\n";
const CLOSED: &str = "closed\n";

impl Marker {
    /// Of this database.
    pub fn beside(database: &Path) -> Self {
        Self { database: database.to_owned(), file: with(database, ".state") }
    }

    /// The file that should be there and is missing or empty; `None` if all is as it was left. A database without a marker, which
    /// was copied from elsewhere, lacks nothing.
    pub fn lost(&self) -> io::Result<Option<PathBuf>> {
        let state = match fs::read_to_string(&self.file) {
            Ok(state) => state,
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
            Err(error) => return Err(error),
        };
        if is_empty(&self.database)? {
            return Ok(Some(self.database.clone()));
        }
        let log = self.log();
        if state == OPEN && is_empty(&log)? { Ok(Some(log)) } else { Ok(None) }
    }

    /// The database's write-ahead log.
    fn log(&self) -> PathBuf {
        with(&self.database, "-wal")
    }

    /// Records that the database is open, and so has a write-ahead log, which must be there if the process is killed.
    pub fn say_open(&self) -> io::Result<()> {
        self.say(OPEN)
    }

    /// Records that the database lacks something that its log has. Does nothing if the log is empty.
    pub fn say_log_is_needed(&self) -> io::Result<()> {
        if is_empty(&self.log())? { Ok(()) } else { self.say(OPEN) }
    }

    /// Records that the whole log has been checkpointed into the database.
    pub fn say_closed(&self) -> io::Result<()> {
        self.say(CLOSED)
    }

    /// Whole or not at all, and durable before anything that follows.
    fn say(&self, state: &str) -> io::Result<()> {
        let folder = self.file.parent().filter(|folder| !folder.as_os_str().is_empty());
        let folder = folder.unwrap_or(Path::new("."));
        let mut file = tempfile::Builder::new().prefix("state").tempfile_in(folder)?;
        file.write_all(state.as_bytes())?;
        file.as_file().sync_all()?;
        file.persist(&self.file)?;
        // Not every system lets a folder be opened; there a crash of the machine may restore the earlier state.
        let Ok(folder) = File::open(folder) else { return Ok(()) };
        folder.sync_all()
    }
}

/// A path with something at its end.
fn with(path: &Path, end: &str) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(end);
    name.into()
}

fn is_empty(file: &Path) -> io::Result<bool> {
    match fs::metadata(file) {
        Ok(found) => Ok(found.len() == 0),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(true),
        Err(error) => Err(error),
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::Marker;

    #[test]
    fn a_log_is_missed_only_if_it_had_something() {
        let folder = tempfile::tempdir().unwrap();
        let (database, log) = (folder.path().join("server.db"), folder.path().join("server.db-wal"));
        fs::write(&database, "pages").unwrap();
        let marker = Marker::beside(&database);
        marker.say_closed().unwrap();
        for (kept, missed) in [("", None), ("frames", Some(log.clone()))] {
            fs::write(&log, kept).unwrap();
            marker.say_log_is_needed().unwrap();
            fs::remove_file(&log).unwrap();
            assert_eq!(marker.lost().unwrap(), missed);
        }
    }
}
