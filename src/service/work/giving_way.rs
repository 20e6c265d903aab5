//! Heavy work gives way to whoever waits for an answer.

/// Gives this thread a tenth of the processor where others want it, and all of it where nobody does. Without that a few threads
/// that compute without end keep every step of a short request waiting for a turn of the processor.
#[cfg(target_os = "linux")]
pub fn give_way() {
    /// By the system's own scale, where 0 is ordinary and 19 gives way to all.
    const NICENESS: i32 = 10;
    // To Linux, whoever asks for itself is one thread. Where a system does not allow it, work is done as before.
    rustix::process::setpriority_process(None, NICENESS).ok();
}

/// Elsewhere this would slow down the whole process.
#[cfg(not(target_os = "linux"))]
pub fn give_way() {}
