//! When the system gets back what nobody uses any more.

use std::ffi::c_long;
use std::time::Duration;

use libmimalloc_sys::{mi_collect, mi_option_set_default, mi_option_t};
use tokio::runtime::Handle;
use tokio::time::sleep;

/// The place of `mi_option_purge_delay` among mimalloc's options: how many milliseconds what is free waits until it is released. The
/// crate has no name for it.
const PURGE_DELAY: mi_option_t = 15;

/// A house is quiet whose threads work for less than this share of one processor.
const QUIET: u32 = 20;

/// How much work makes it worth while to release memory.
const WORTH: Duration = Duration::from_millis(100);

/// From now on memory that is free stays with this process until it is released here; unless the environment tells mimalloc how long
/// it waits (`MIMALLOC_PURGE_DELAY`). By itself mimalloc looks each second which of its blocks of 64 KiB is free at that moment. A batch of moves takes
/// hundreds of them and gives them back, and each one that is released breaks a page of 2 MiB into pages of 4 KiB. This
/// comes first of all: what was freed before is released with all that is free a second later.
pub fn hold() {
    // SAFETY: a number that mimalloc reads. Nobody reads it meanwhile.
    unsafe { mi_option_set_default(PURGE_DELAY, c_long::from(i32::MAX)) };
}

/// Releases what is free whenever the runtime that this runs in was quiet for so long, after some work. Never returns.
pub async fn release_when_quiet(how_long: Duration) {
    let metrics = Handle::current().metrics();
    let worked = |worker| metrics.worker_total_busy_duration(worker);
    let mut work = Work::default();
    loop {
        sleep(how_long).await;
        if work.is_over((0..metrics.num_workers()).map(worked).sum(), how_long / QUIET) {
            release();
            tracing::debug!("released memory that nobody used any more");
        }
    }
}

/// Releases what is free: of all threads what they have given back to mimalloc, and of this one what it would give back some time.
fn release() {
    // SAFETY: it has no conditions: any thread may call it at any time, and pieces that somebody has stay as they are.
    unsafe { mi_collect(true) };
}

/// How long the threads of a runtime had worked, all together.
#[derive(Default)]
struct Work {
    at_the_last_look: Duration,
    at_the_last_release: Duration,
}

impl Work {
    /// Whether there was work since the last release, and less than this since the last look.
    fn is_over(&mut self, worked: Duration, quiet: Duration) -> bool {
        let is_quiet = worked.saturating_sub(self.at_the_last_look) < quiet;
        self.at_the_last_look = worked;
        let is_over = is_quiet && worked.saturating_sub(self.at_the_last_release) >= WORTH;
        if is_over {
            self.at_the_last_release = worked;
        }
        is_over
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn memory_is_released_once_after_work() {
        let mut work = Work::default();
        let mut looks = |millis: &[u64]| {
            let quiet = Duration::from_millis(50);
            let looks = millis.iter().map(|&millis| work.is_over(Duration::from_millis(millis), quiet));
            looks.collect::<Vec<_>>()
        };
        assert_eq!(looks(&[0, 40, 80]), [false, false, false], "hardly anything was done");
        assert_eq!(looks(&[500, 900, 940, 980]), [false, false, true, false]);
        assert_eq!(looks(&[1_029, 1_078]), [false, true], "little, but as much as is worth while");
        assert_eq!(looks(&[1_128, 1_178, 1_228]), [false, false, false], "never quiet");
    }

    /// How many bytes of its own this process has.
    #[cfg(target_os = "linux")]
    fn own() -> usize {
        let status = std::fs::read_to_string("/proc/self/status").unwrap();
        let line = status.lines().find_map(|line| line.strip_prefix("RssAnon:")).unwrap();
        line.trim().trim_end_matches(" kB").parse::<usize>().unwrap() * 1024
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn what_is_free_stays_until_it_is_quiet_after_work() {
        const MIB: usize = 1024 * 1024;
        // SAFETY: the number is read.
        let millis = || unsafe { libmimalloc_sys::mi_option_get(PURGE_DELAY) };
        assert_eq!(millis(), 1_000, "by itself it waits for a second");
        hold();
        assert_eq!(millis(), c_long::from(i32::MAX));
        let pieces: Vec<Vec<u8>> = (0..64 * MIB / 16_384).map(|_| vec![1; 16_384]).collect();
        let taken = own();
        drop(pieces);
        // mimalloc looks for what it may release where it is asked for much.
        let some = || drop((0..10_000).map(|_| vec![1_u8; 100]).collect::<Vec<_>>());
        some();
        std::thread::sleep(Duration::from_millis(1_200));
        some();
        assert!(own() > taken - 16 * MIB);
        let runtime = tokio::runtime::Builder::new_current_thread().enable_time().build().unwrap();
        runtime.block_on(async {
            tokio::spawn(release_when_quiet(Duration::from_millis(20)));
            tokio::spawn(async { std::thread::sleep(WORTH) }).await.unwrap();
            while own() > taken - 32 * MIB {
                sleep(Duration::from_millis(20)).await;
            }
        });
    }
}
