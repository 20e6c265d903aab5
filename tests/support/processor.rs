//! A process with one processor, on Linux.

use std::thread;

use rustix::thread::{CpuSet, sched_getaffinity, sched_setaffinity};

/// Runs a program on one processor: the first that this process may use.
pub fn with_one_processor<T: Send>(start: impl FnOnce() -> T + Send) -> T {
    let start_here = || {
        let all = sched_getaffinity(None).unwrap();
        let mut one = CpuSet::new();
        one.set((0..CpuSet::MAX_CPU).find(|&processor| all.is_set(processor)).unwrap());
        sched_setaffinity(None, &one).unwrap();
        start()
    };
    thread::scope(|threads| threads.spawn(start_here).join().unwrap())
}
