//! A process that has one processor.

use std::thread;

/// What is started by this has one processor, where the system can be told so.
pub fn with_one_processor<T: Send>(start: impl FnOnce() -> T + Send) -> T {
    let start_here = || {
        #[cfg(target_os = "linux")]
        keep_to_one_processor();
        start()
    };
    thread::scope(|threads| threads.spawn(start_here).join().unwrap())
}

/// This thread, and what it starts, runs on the first processor that it has.
#[cfg(target_os = "linux")]
fn keep_to_one_processor() {
    use rustix::thread::{CpuSet, sched_getaffinity, sched_setaffinity};
    let all = sched_getaffinity(None).unwrap();
    let mut one = CpuSet::new();
    one.set((0..CpuSet::MAX_CPU).find(|&processor| all.is_set(processor)).unwrap());
    sched_setaffinity(None, &one).unwrap();
}
