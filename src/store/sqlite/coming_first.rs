//! A thread that is short at work, and that others wait for, comes before those that are long at work.
#![allow(unsafe_code, reason = "the system is asked by a call for which there is no safe one")]

/// Has this thread run soon when there is something to do, before others that are about to run for longer. It gets no more of the
/// processor for that than it would without: the system gives out turns in the order in which they would end, and those of this thread
/// are short (`sched_setattr(2)`; fair scheduling since Linux 6.12).
#[cfg(target_os = "linux")]
pub fn come_first() {
    // Where a system does not allow it, work is done as before.
    if let Ok(turns) = linux::of_this_thread()
        && linux::have_a_length(&turns)
    {
        linux::shorten(turns).ok();
    }
}

/// Elsewhere nothing of the kind is known.
#[cfg(not(target_os = "linux"))]
pub fn come_first() {}

#[cfg(target_os = "linux")]
mod linux {
    use std::io;
    use std::mem;

    use libc::{
        SCHED_BATCH, SCHED_FLAG_RESET_ON_FORK, SCHED_OTHER, SYS_sched_getattr, SYS_sched_setattr, c_long,
        sched_attr, syscall,
    };

    /// How long turns are made, in nanoseconds: the least that the system has.
    pub const SHORTEST: u64 = 100_000;

    /// How much the system is told of a thread, and tells, in bytes.
    #[allow(clippy::cast_possible_truncation, reason = "it is small")]
    const SIZE: u32 = mem::size_of::<sched_attr>() as u32;
    /// This thread, to the system.
    const THIS: c_long = 0;
    const NO_FLAGS: c_long = 0;

    /// Whether turns are given out in such a way that their length can be said.
    pub fn have_a_length(turns: &sched_attr) -> bool {
        let is_fair = [SCHED_OTHER, SCHED_BATCH].map(i32::unsigned_abs).contains(&turns.sched_policy);
        is_fair && turns.sched_runtime > 0
    }

    /// How this thread gets its turns. How long they are is told by systems that let it be said, else 0.
    pub fn of_this_thread() -> io::Result<sched_attr> {
        let mut turns = sched_attr {
            size: SIZE,
            sched_policy: 0,
            sched_flags: 0,
            sched_nice: 0,
            sched_priority: 0,
            sched_runtime: 0,
            sched_deadline: 0,
            sched_period: 0,
        };
        // SAFETY: the system writes what it knows of a thread there, and no more than this size.
        done(unsafe { syscall(SYS_sched_getattr, THIS, &raw mut turns, SIZE as usize, NO_FLAGS) })?;
        Ok(turns)
    }

    /// Makes the turns of this thread as short as they can be, and leaves the rest as it is. Threads that it starts have
    /// ordinary turns, and no niceness below 0.
    pub fn shorten(turns: sched_attr) -> io::Result<()> {
        let flags = turns.sched_flags | u64::from(SCHED_FLAG_RESET_ON_FORK.unsigned_abs());
        let turns = sched_attr { size: SIZE, sched_runtime: SHORTEST, sched_flags: flags, ..turns };
        // SAFETY: the system reads what it has written there itself, but for three numbers, and no more than this size.
        done(unsafe { syscall(SYS_sched_setattr, THIS, &raw const turns, NO_FLAGS) })
    }

    fn done(returned: c_long) -> io::Result<()> {
        if returned == 0 { Ok(()) } else { Err(io::Error::last_os_error()) }
    }
}

#[cfg(target_os = "linux")]
#[cfg(test)]
mod tests {
    use std::thread;

    use super::linux::{SHORTEST, have_a_length, of_this_thread, shorten};

    #[test]
    fn turns_are_short_and_all_else_stays() {
        let Ok(before) = of_this_thread() else { return println!("skipped: turns are not told here") };
        let shortened = move || {
            super::come_first();
            (of_this_thread().unwrap(), thread::spawn(of_this_thread).join().unwrap().unwrap())
        };
        let (after, of_child) = thread::spawn(shortened).join().unwrap();
        assert_eq!((after.sched_policy, after.sched_nice), (before.sched_policy, before.sched_nice));
        assert_eq!(of_child.sched_policy, before.sched_policy);
        let may_shorten = move || have_a_length(&before) && shorten(before).is_ok();
        if thread::spawn(may_shorten).join().unwrap() {
            assert_eq!(after.sched_runtime, SHORTEST);
            assert!(of_child.sched_runtime > after.sched_runtime);
        } else {
            assert_eq!((after.sched_runtime, after.sched_flags), (before.sched_runtime, before.sched_flags));
        }
    }
}
