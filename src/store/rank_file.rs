//! The rank table as a file, so that a start need not compute it.
//!
//! 20 bytes of header (the magic `CARDRANK`, then little-endian `u32`: version of the format, number of ranks, CRC-32 of what
//! follows), then the ranks as little-endian `u16`. The file is a cache of a constant: it is built if it is missing, replaced if
//! it is damaged, and not needed if it cannot be written.

use std::fs::File;
use std::io::{self, Read as _};
use std::path::Path;

use super::make_folder;
use cardroom_rules::games::holdem::ranks::{self, RankTable};

const MAGIC: [u8; 8] = *b"CARDRANK";
const VERSION: u32 = 1;
#[allow(clippy::cast_possible_truncation, reason = "2,598,960 fits")]
const COUNT: u32 = ranks::HANDS as u32;
const HEADER: usize = MAGIC.len() + 3 * size_of::<u32>();
const LENGTH: usize = HEADER + 2 * ranks::HANDS;

/// How many ranks are written at once.
const CHUNK: usize = 32 * 1024;

/// A rank table, and its origin.
#[derive(Clone, Copy, Debug)]
pub struct Loaded {
    /// The table.
    pub ranks: RankTable,
    /// The origin.
    pub how: How,
}

/// The origin of a rank table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum How {
    /// The file was there and whole.
    Read,
    /// The file was written again, then read.
    Built,
    /// The file could not be written, so the table is in this process's memory.
    InMemory,
}

/// Why a file is not usable as the rank table.
#[derive(Debug, thiserror::Error)]
enum Unfit {
    #[error("it cannot be read: {0}")]
    Unreadable(io::Error),
    #[error("it cannot be written: {0}")]
    Unwritable(io::Error),
    #[error("it has {found} bytes, not {LENGTH}")]
    Length { found: u64 },
    #[error("it does not begin like a rank table")]
    Magic,
    #[error("its format is version {found}, not {VERSION}")]
    Version { found: u32 },
    #[error("it holds {found} ranks, not {COUNT}")]
    Count { found: u32 },
    #[error("its checksum does not match")]
    Checksum,
}

/// The rank table from the file at `path`. The file is built if it is missing, and replaced, with a warning, if it is not usable.
/// Never fails: if nothing can be written, the table is computed into memory.
///
/// The table is leaked: it is used by every showdown until the process ends. It is read and not mapped, so that a change of the
/// file does not affect a running process.
pub fn open_or_build(path: &Path) -> Loaded {
    match open(path) {
        Ok(ranks) => return Loaded { ranks, how: How::Read },
        Err(Unfit::Unreadable(cause)) if cause.kind() == io::ErrorKind::NotFound => {
            tracing::info!(path = %path.display(), "building the rank table");
        }
        Err(unfit) => {
            tracing::warn!(path = %path.display(), reason = %unfit, "building the rank table again");
        }
    }
    match build(path).map_err(Unfit::Unwritable).and_then(|()| open(path)) {
        Ok(ranks) => Loaded { ranks, how: How::Built },
        Err(unfit) => {
            tracing::warn!(path = %path.display(), reason = %unfit, "keeping the rank table in memory");
            Loaded { ranks: ranks::table(), how: How::InMemory }
        }
    }
}

/// Computes the table and writes it to `path`, replacing what is there: a new file is completed and synced, then renamed, so that
/// nobody reads half of one and two concurrent builds both succeed.
pub fn build(path: &Path) -> io::Result<()> {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
    let folder = folder.unwrap_or(Path::new("."));
    make_folder(folder)?;
    let mut builder = tempfile::Builder::new();
    #[cfg(unix)]
    builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o644));
    let mut file = builder.prefix("ranks").tempfile_in(folder)?;
    write(&ranks::compute(), &mut file)?;
    file.as_file().sync_all()?;
    file.persist(path)?;
    Ok(())
}

/// Reads the file, if it is usable.
fn open(path: &Path) -> Result<RankTable, Unfit> {
    let file = File::open(path).map_err(Unfit::Unreadable)?;
    let found = file.metadata().map_err(Unfit::Unreadable)?.len();
    if found != LENGTH as u64 {
        return Err(Unfit::Length { found });
    }
    let mut bytes = Vec::with_capacity(LENGTH);
    file.take(LENGTH as u64).read_to_end(&mut bytes).map_err(Unfit::Unreadable)?;
    if bytes.len() != LENGTH {
        return Err(Unfit::Length { found: bytes.len() as u64 });
    }
    verify(&bytes)?;
    RankTable::new(numbers(&bytes[HEADER..])).ok_or(Unfit::Length { found })
}

/// Writes a rank file of these ranks, block by block: all of its bytes at once would be the largest allocation of a start.
fn write(ranks: &[u16], file: &mut impl io::Write) -> io::Result<()> {
    let blocks = || {
        let bytes = |block: &[u16]| block.iter().flat_map(|rank| rank.to_le_bytes()).collect::<Vec<u8>>();
        ranks.chunks(CHUNK).map(bytes)
    };
    let mut checksum = crc32fast::Hasher::new();
    blocks().for_each(|block| checksum.update(&block));
    let fields = [VERSION, COUNT, checksum.finalize()];
    file.write_all(&MAGIC)?;
    file.write_all(fields.map(u32::to_le_bytes).as_flattened())?;
    blocks().try_for_each(|block| file.write_all(&block))
}

/// Checks the bytes of a file of the right length.
fn verify(file: &[u8]) -> Result<(), Unfit> {
    let (header, body) = file.split_at(HEADER);
    let (magic, fields) = header.split_at(MAGIC.len());
    let &[version, count, checksum] = fields.as_chunks().0 else { return Err(Unfit::Magic) };
    let (version, count) = (u32::from_le_bytes(version), u32::from_le_bytes(count));
    if magic != MAGIC {
        Err(Unfit::Magic)
    } else if version != VERSION {
        Err(Unfit::Version { found: version })
    } else if count != COUNT {
        Err(Unfit::Count { found: count })
    } else if u32::from_le_bytes(checksum) != crc32fast::hash(body) {
        Err(Unfit::Checksum)
    } else {
        Ok(())
    }
}

/// The ranks that these bytes hold, leaked.
fn numbers(bytes: &[u8]) -> &'static [u16] {
    bytes.as_chunks().0.iter().map(|&pair| u16::from_le_bytes(pair)).collect::<Vec<_>>().leak()
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::path::PathBuf;

    use tempfile::TempDir;

    use super::*;

    fn folder() -> (TempDir, PathBuf) {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("ranks.bin");
        (folder, path)
    }

    /// A file as it should be.
    fn whole() -> Vec<u8> {
        let mut file = Vec::new();
        write(&ranks::compute(), &mut file).unwrap();
        file
    }

    fn is_right(loaded: Loaded) -> bool {
        loaded.ranks.numbers() == ranks::compute()
    }

    /// The files left in a folder: never a temporary one.
    fn names(folder: &TempDir) -> Vec<String> {
        let entries = fs::read_dir(folder.path()).unwrap();
        entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect()
    }

    #[test]
    fn a_missing_file_is_built_once_and_read_ever_after() {
        let (folder, path) = folder();
        let first = open_or_build(&path);
        assert_eq!(first.how, How::Built);
        assert!(is_right(first));
        let written = fs::read(&path).unwrap();
        let second = open_or_build(&path);
        assert_eq!(second.how, How::Read);
        assert!(is_right(second));
        assert_eq!(fs::read(&path).unwrap(), written);
        assert_eq!(names(&folder), ["ranks.bin"]);
    }

    /// The bytes of version 1 never change. The header's last four, the CRC-32 of the ranks, were computed by a
    /// second implementation from the rules alone.
    #[test]
    fn the_format_is_the_one_it_was() {
        let file = whole();
        assert_eq!(file.len(), 5_197_940);
        assert_eq!(file[..8], *b"CARDRANK");
        assert_eq!(file[8..20], [1, 0, 0, 0, 0x30, 0xa8, 0x27, 0, 0x4d, 0xf4, 0x1a, 0x01]);
    }

    fn is_replaced(what: &str, damage: impl Fn(&mut Vec<u8>)) {
        let (folder, path) = folder();
        let whole = whole();
        let mut damaged = whole.clone();
        damage(&mut damaged);
        assert_ne!(damaged, whole, "{what}");
        fs::write(&path, damaged).unwrap();
        let loaded = open_or_build(&path);
        assert_eq!(loaded.how, How::Built, "{what}");
        assert!(is_right(loaded), "{what}");
        assert_eq!(fs::read(&path).unwrap(), whole, "{what}");
        assert_eq!(names(&folder), ["ranks.bin"]);
    }

    #[test]
    fn a_file_of_the_wrong_length_is_replaced() {
        is_replaced("empty", Vec::clear);
        is_replaced("half a header", |file| file.truncate(HEADER / 2));
        is_replaced("a header alone", |file| file.truncate(HEADER));
        is_replaced("one byte short", |file| file.truncate(LENGTH - 1));
        is_replaced("one byte over", |file| file.push(0));
    }

    #[test]
    fn a_file_with_a_flipped_bit_is_replaced() {
        for at in [0, MAGIC.len(), 12, 16, HEADER, LENGTH / 2, LENGTH - 1] {
            is_replaced(&format!("byte {at}"), |file| file[at] ^= 0x10);
        }
    }

    #[test]
    fn errors_are_named() {
        let whole = whole();
        let judged = |at: usize| {
            let mut file = whole.clone();
            file[at] ^= 2;
            verify(&file)
        };
        assert!(matches!(judged(0), Err(Unfit::Magic)));
        assert!(matches!(judged(8), Err(Unfit::Version { found: 3 })));
        assert!(matches!(judged(12), Err(Unfit::Count { found: 2_598_962 })));
        assert!(matches!(judged(16), Err(Unfit::Checksum)));
        assert!(matches!(judged(HEADER), Err(Unfit::Checksum)));
        assert!(verify(&whole).is_ok());
    }

    #[test]
    fn a_table_outlives_its_file() {
        let (_folder, path) = folder();
        build(&path).unwrap();
        let live = open_or_build(&path);
        File::options().write(true).open(&path).unwrap().set_len(100).unwrap();
        assert!(is_right(live));
        build(&path).unwrap();
        fs::remove_file(&path).unwrap();
        assert!(is_right(live));
    }

    /// A file cannot contain another one: a folder that cannot be written even by an administrator, whom permissions would not
    /// stop.
    #[test]
    fn in_a_read_only_folder_the_table_stays_in_memory() {
        let (_folder, path) = folder();
        fs::write(&path, "not a folder").unwrap();
        let loaded = open_or_build(&path.join("ranks.bin"));
        assert_eq!(loaded.how, How::InMemory);
        assert!(is_right(loaded));
        assert!(build(&path.join("ranks.bin")).is_err());
    }

    #[test]
    fn a_folder_with_the_name_of_the_file_does_no_harm() {
        let (folder, path) = folder();
        fs::create_dir(&path).unwrap();
        let loaded = open_or_build(&path);
        assert_eq!(loaded.how, How::InMemory);
        assert!(is_right(loaded));
        assert_eq!(names(&folder), ["ranks.bin"]);
    }

    #[test]
    fn simultaneous_builds_all_succeed() {
        let (folder, path) = folder();
        let together = std::sync::Barrier::new(4);
        let loaded = std::thread::scope(|scope| {
            let start = || {
                together.wait();
                open_or_build(&path)
            };
            let threads = [(); 4].map(|()| scope.spawn(start));
            threads.map(|thread| thread.join().unwrap())
        });
        assert!(loaded.into_iter().all(|loaded| loaded.how != How::InMemory && is_right(loaded)));
        assert_eq!(open_or_build(&path).how, How::Read);
        assert_eq!(names(&folder), ["ranks.bin"]);
    }
}
