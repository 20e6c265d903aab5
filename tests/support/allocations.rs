//! Counts the allocations of this thread.

#![allow(dead_code, reason = "each test takes what it needs")]
#![allow(unsafe_code, reason = "an allocator is unsafe by its trait; this one only counts")]

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;

thread_local! {
    static ALLOCATED: Cell<u64> = const { Cell::new(0) };
    static HELD: Cell<i64> = const { Cell::new(0) };
}

struct Counting;

#[global_allocator]
static COUNTING: Counting = Counting;

// SAFETY: every call goes to the system's allocator unchanged.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        ALLOCATED.set(ALLOCATED.get() + 1);
        HELD.set(HELD.get() + i64::try_from(layout.size()).unwrap_or(i64::MAX));
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, at: *mut u8, layout: Layout) {
        HELD.set(HELD.get() - i64::try_from(layout.size()).unwrap_or(i64::MAX));
        unsafe { System.dealloc(at, layout) }
    }
}

/// How often something was allocated so far.
pub fn allocated() -> u64 {
    ALLOCATED.get()
}

/// How many bytes this thread holds that it has allocated itself.
pub fn held() -> i64 {
    HELD.get()
}

/// Runs this, and checks that it allocates nothing.
pub fn without_allocations<R>(run: impl FnOnce() -> R) -> R {
    let before = ALLOCATED.get();
    let result = run();
    assert_eq!(ALLOCATED.get() - before, 0, "something was allocated");
    result
}
