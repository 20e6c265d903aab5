//! How many files the process may have open, connections among them.

/// What the process opens beside connections: the database, logs, the runtime's own.
const BESIDE: u64 = 128;

/// Raises the bound on open files as far as the system lets the process; then how many connections it leaves room for, of
/// those that there may be (0 is any number).
#[cfg(unix)]
pub fn make_room_for(connections: u32) -> u32 {
    use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
    let Rlimit { current, maximum } = getrlimit(Resource::Nofile);
    let raised =
        current != maximum && setrlimit(Resource::Nofile, Rlimit { current: maximum, maximum }).is_ok();
    let Some(files) = (if raised { maximum } else { current }) else { return connections };
    let room = u32::try_from(files.saturating_sub(BESIDE)).unwrap_or(u32::MAX).max(1);
    if connections != 0 && connections <= room {
        return connections;
    }
    // Nobody who sets no limit is surprised by the system's.
    if connections != 0 {
        tracing::warn!(
            files,
            connections = room,
            "the system's limit on open files allows fewer connections"
        );
    }
    room
}

/// How many connections there may be, which nothing here bounds.
#[cfg(not(unix))]
pub fn make_room_for(connections: u32) -> u32 {
    connections
}
