//! Heavy work gives way to whoever waits for an answer.

/// By the system's own scale, where 0 is ordinary and 19 gives way to all.
#[cfg(target_os = "linux")]
const NICENESS: i32 = 10;

/// Gives this thread a tenth of the processor where others want it, and all of it where nobody does. Without that a few threads
/// that compute without end keep every step of a short request waiting for a turn of the processor.
#[cfg(target_os = "linux")]
pub fn give_way() {
    // To Linux, whoever asks for itself is one thread. Where a system does not allow it, work is done as before.
    rustix::process::setpriority_process(None, NICENESS).ok();
}

/// Elsewhere this would slow down the whole process.
#[cfg(not(target_os = "linux"))]
pub fn give_way() {}

#[cfg(target_os = "linux")]
#[cfg(test)]
mod tests {
    use std::thread;

    use super::{NICENESS, give_way};

    #[test]
    fn this_thread_alone_gives_way() {
        let niceness = || rustix::process::getpriority_process(None).unwrap();
        let before = niceness();
        let gave_way = move || {
            give_way();
            niceness()
        };
        let after = thread::spawn(gave_way).join().unwrap();
        // Whoever runs the tests may give way more than that already; then it depends on what the system allows them.
        assert!(after == NICENESS || before > NICENESS, "{before}, then {after}");
        assert_eq!(niceness(), before);
    }
}
