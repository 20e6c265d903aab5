//! When the system gets back what nobody uses any more.

use std::ffi::c_long;
use std::time::Duration;

use libmimalloc_sys::{mi_collect, mi_option_set_default, mi_option_t};
use tokio::runtime::Handle;
use tokio::time::sleep;

/// The place of `mi_option_purge_delay` among mimalloc's options: how many milliseconds what is free waits until it is released. The
/// crate has no name for it.
const PURGE_DELAY: mi_option_t = 15;

/// An hour, in milliseconds.
const HOUR: c_long = 3_600_000;

/// How often mimalloc looks at a page that is empty before it gives it up (`MI_RETIRE_CYCLES`), and once more.
const LOOKS: usize = 17;

/// A house is quiet whose threads work for less than one part in so many of one processor's time.
const BUSY_SHARE: u32 = 20;

/// How much work makes it worth while to release memory again.
const WORTH: Duration = Duration::from_millis(100);

/// From now on memory that is free stays with this process until it is quiet, or an hour has passed; unless the environment tells
/// mimalloc how long (`MIMALLOC_PURGE_DELAY`). By itself mimalloc releases once a second what is free at that moment, in blocks of 64 KiB. A
/// batch of moves takes hundreds of them and gives them back, and each one that is released breaks a page of 2 MiB into pages of 4 KiB.
///
/// The program calls it first: once a block has been freed, all that is free is released a second later; and nobody else may read the
/// option meanwhile.
pub fn hold() {
    // SAFETY: a number that mimalloc reads when it frees a block. The program has one thread yet.
    unsafe { mi_option_set_default(PURGE_DELAY, HOUR) };
}

/// Has mimalloc know what this thread has freed, for who releases it later: a thread keeps a page that is empty until it has been looked
/// at so often.
pub fn gather() {
    for _ in 0..LOOKS {
        // SAFETY: it has no conditions: any thread may call it at any time, and pieces that somebody has stay as they are.
        unsafe { mi_collect(false) };
    }
}

/// Releases what is free whenever the runtime that this runs in was quiet for so long: the first time, and each time after some
/// work. Never returns.
pub async fn release_when_quiet(how_long: Duration) {
    let metrics = Handle::current().metrics();
    let worked = |worker| metrics.worker_total_busy_duration(worker);
    let mut work = Work::default();
    loop {
        sleep(how_long).await;
        if work.is_over((0..metrics.num_workers()).map(worked).sum(), how_long / BUSY_SHARE) {
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
    at_the_last_release: Option<Duration>,
}

impl Work {
    /// Whether there was less work than this since the last look, and some since the last release.
    fn is_over(&mut self, worked: Duration, quiet: Duration) -> bool {
        let is_quiet = worked.saturating_sub(self.at_the_last_look) < quiet;
        self.at_the_last_look = worked;
        let is_worth_while = |last| worked.saturating_sub(last) >= WORTH;
        let is_over = is_quiet && self.at_the_last_release.is_none_or(is_worth_while);
        if is_over {
            self.at_the_last_release = Some(worked);
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
        assert_eq!(looks(&[300, 600, 640]), [false, false, true], "as soon as it is quiet after the start");
        assert_eq!(looks(&[680, 720]), [false, false], "hardly anything was done");
        assert_eq!(looks(&[769]), [true], "little, but as much as is worth while");
        assert_eq!(looks(&[1_200, 1_240]), [false, true]);
        assert_eq!(looks(&[1_290, 1_340, 1_390]), [false, false, false], "never quiet");
    }

    /// In a process where nobody else takes memory or gives it back.
    #[cfg(target_os = "linux")]
    #[test]
    fn what_is_free_stays_until_it_is_quiet() {
        let mut alone = std::process::Command::new(std::env::current_exe().unwrap());
        alone.args(["--ignored", "--exact", "memory::system::tests::alone"]);
        let done =
            alone.env_remove("MIMALLOC_PURGE_DELAY").env_remove("MIMALLOC_RESET_DELAY").output().unwrap();
        let said = String::from_utf8_lossy(&done.stdout);
        assert!(said.contains("1 passed"), "{said}{}", String::from_utf8_lossy(&done.stderr));
    }

    #[cfg(target_os = "linux")]
    #[test]
    #[ignore = "in a process of its own"]
    fn alone() {
        const MIB: usize = 1024 * 1024;
        // SAFETY: the number is read.
        let millis = || unsafe { libmimalloc_sys::mi_option_get(PURGE_DELAY) };
        assert_eq!(millis(), 1_000, "by itself it waits for a second");
        hold();
        assert_eq!(millis(), HOUR);
        let own = || {
            let status = std::fs::read_to_string("/proc/self/status").unwrap();
            let line = status.lines().find_map(|line| line.strip_prefix("RssAnon:")).unwrap();
            line.trim().trim_end_matches(" kB").parse::<usize>().unwrap() * 1024
        };
        let pieces: Vec<Vec<u8>> = (0..64 * MIB / 16_384).map(|_| vec![1; 16_384]).collect();
        let taken = own();
        drop(pieces);
        // mimalloc looks for what it may release where it is asked for much.
        let some = || drop((0..10_000).map(|_| vec![1_u8; 100]).collect::<Vec<_>>());
        some();
        std::thread::sleep(Duration::from_millis(1_200));
        some();
        assert!(own() > taken - 16 * MIB);
        gather();
        assert!(own() > taken - 16 * MIB);
        let released = async {
            tokio::spawn(release_when_quiet(Duration::from_millis(20)));
            while own() > taken - 32 * MIB {
                sleep(Duration::from_millis(20)).await;
            }
        };
        let runtime = tokio::runtime::Builder::new_current_thread().enable_time().build().unwrap();
        let waited = async { tokio::time::timeout(Duration::from_mins(1), released).await };
        runtime.block_on(waited).expect("it is quiet");
    }
}
