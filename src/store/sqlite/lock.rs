//! One process for each database file, whatever name it opens it by.

use std::fs::{File, TryLockError};
use std::io;
use std::path::Path;

#[cfg(target_os = "linux")]
use super::held::{FileClaim, Held};

/// The lock on the file, until it is dropped.
///
/// On Linux the lock is on the database file itself (`flock`, which does not conflict with SQLite's own `fcntl` locks), so that a
/// symbolic link, a hard link and a removed file of another name lead to the same lock. Closing any descriptor of a file releases
/// all `fcntl` locks that the process has on it; so this one stays open as long as SQLite uses the file, and a second try within
/// the process is refused before anything is opened. Elsewhere both kinds of lock may conflict, so the lock is on a file beside
/// the database.
#[derive(Debug)]
pub struct Lock {
    file: File,
    #[cfg(target_os = "linux")]
    held: Held,
}

/// Why a lock is not had.
pub enum NotLocked {
    /// It is locked.
    Taken,
    /// The system refused.
    Failed(io::Error),
}

impl From<TryLockError> for NotLocked {
    fn from(error: TryLockError) -> Self {
        match error {
            TryLockError::WouldBlock => Self::Taken,
            TryLockError::Error(error) => Self::Failed(error),
        }
    }
}

impl From<io::Error> for NotLocked {
    fn from(error: io::Error) -> Self {
        Self::Failed(error)
    }
}

impl Lock {
    /// Releases the lock for good, as it is not taken twice.
    pub fn release(&self) {
        // If this fails, the lock is released with the descriptor.
        drop(self.file.unlock());
        #[cfg(target_os = "linux")]
        self.held.release();
    }

    /// Takes the lock of the database at `path`; makes an empty file if there is none, accessible only to the server's own user,
    /// because the database holds every hidden card.
    #[cfg(target_os = "linux")]
    pub fn take(path: &Path) -> Result<Self, NotLocked> {
        // Refused if this process has the file open by another name.
        let known = Held::of(path)?;
        if matches!(known, FileClaim::Taken) {
            return Err(NotLocked::Taken);
        }
        let file = private(path)?;
        let known = if matches!(known, FileClaim::Nowhere) { Held::of(path)? } else { known };
        let FileClaim::Ours(held) = known else { return Err(NotLocked::Taken) };
        file.try_lock()?;
        Ok(Self { file, held })
    }

    /// Takes the lock of the database at `path`, which is made if there is none.
    #[cfg(not(target_os = "linux"))]
    pub fn take(path: &Path) -> Result<Self, NotLocked> {
        let mut name = path.as_os_str().to_owned();
        name.push(".lock");
        let file = private(Path::new(&name))?;
        file.try_lock()?;
        drop(private(path)?);
        Ok(Self { file })
    }
}

/// Opens a file, or makes it accessible only to the server's own user.
fn private(path: &Path) -> io::Result<File> {
    let mut options = File::options();
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options.create(true).truncate(false).write(true).open(path)
}
