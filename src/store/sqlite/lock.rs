//! One process for one database file, by whatever name it opens it.

use std::fs::{File, TryLockError};
use std::io;
use std::path::Path;

#[cfg(target_os = "linux")]
use super::held::{Held, Known};

/// The file is this process's, until this is dropped.
///
/// On Linux the lock is on the database file itself (`flock`, which SQLite's own locks, of `fcntl`, do not meet), so that a
/// symbolic link, a hard link and a removed file of another name lead to the same lock. Whoever closes any descriptor of a
/// file gives up all `fcntl` locks that the process has on it; so this one stays open as long as SQLite uses the file, and a
/// second try within the process is refused before anything is opened. Elsewhere both kinds of lock may meet, so the lock is
/// on a file beside the database.
#[derive(Debug)]
pub struct Lock {
    file: File,
    #[cfg(target_os = "linux")]
    held: Held,
}

/// Why a lock is not had.
pub enum NotLocked {
    /// Somebody has it.
    Taken,
    /// It cannot be asked for.
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
    /// Lets others have it; for good, as this is not asked for twice.
    pub fn release(&self) {
        // Where this fails, the lock goes with the descriptor.
        drop(self.file.unlock());
        #[cfg(target_os = "linux")]
        self.held.release();
    }

    /// Takes the lock of the database at `path`; makes an empty file where there is none, for nobody but the house's own
    /// user: the database holds every hidden card.
    #[cfg(target_os = "linux")]
    pub fn take(path: &Path) -> Result<Self, NotLocked> {
        // Not while this process has the file open by another name.
        let known = Held::of(path)?;
        if matches!(known, Known::Taken) {
            return Err(NotLocked::Taken);
        }
        let file = private(path)?;
        let known = if matches!(known, Known::Nowhere) { Held::of(path)? } else { known };
        let Known::Ours(held) = known else { return Err(NotLocked::Taken) };
        file.try_lock()?;
        Ok(Self { file, held })
    }

    /// Takes the lock of the database at `path`, which is made where there is none.
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

/// Opens a file, or makes it for nobody but the house's own user.
fn private(path: &Path) -> io::Result<File> {
    let mut options = File::options();
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options.create(true).truncate(false).write(true).open(path)
}
