//! Heavy work runs at low priority, so that requests are answered first.

/// On the system's scale, where 0 is the default and 19 the lowest priority.
#[cfg(target_os = "linux")]
const NICENESS: i32 = 10;

/// Lowers this thread's priority: it gets a tenth of the processor if others want it, and all of it otherwise. Without that a few
/// threads that compute without end would delay every step of a short request.
#[cfg(target_os = "linux")]
pub fn lower_priority() {
    // On Linux this affects only the calling thread. If the system does not allow it, the work is done as before.
    rustix::process::setpriority_process(None, NICENESS).ok();
}

/// On other systems this would slow down the whole process.
#[cfg(not(target_os = "linux"))]
pub fn lower_priority() {}

#[cfg(target_os = "linux")]
#[cfg(test)]
mod tests {
    use std::thread;

    use super::{NICENESS, lower_priority};

    #[test]
    fn only_this_thread_gets_the_lower_priority() {
        let niceness = || rustix::process::getpriority_process(None).unwrap();
        let before = niceness();
        let lowered = move || {
            lower_priority();
            niceness()
        };
        let after = thread::spawn(lowered).join().unwrap();
        // The tests may run at an even lower priority; then it depends on what the system allows.
        assert!(after == NICENESS || before > NICENESS, "{before}, then {after}");
        assert_eq!(niceness(), before);
    }
}
