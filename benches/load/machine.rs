//! The use of the machine's processors and disk, as Linux reports it.

use std::fs;
use std::process;
use std::time::Instant;

use rustix::param::clock_ticks_per_second;
use rustix::thread::{CpuSet, sched_getaffinity, sched_setaffinity};

/// The processors of the server and of its client, different ones if there are two.
#[derive(Clone, Copy)]
pub struct Cores {
    server: usize,
    client: usize,
}

impl Cores {
    /// The first two of those that this process may use.
    pub fn of_this_machine() -> Self {
        let all = sched_getaffinity(None).unwrap();
        let mut mine = (0..CpuSet::MAX_CPU).filter(|&core| all.is_set(core));
        let server = mine.next().expect("a processor");
        Self { server, client: mine.next().unwrap_or(server) }
    }

    /// From now on this thread, and its children, run on the server's processor.
    pub fn use_the_servers(self) {
        pin(self.server);
    }

    /// From now on this thread, and its children, run on the client's processor.
    pub fn use_the_clients(self) {
        pin(self.client);
    }
}

fn pin(core: usize) {
    let mut set = CpuSet::new();
    set.set(core);
    sched_setaffinity(None, &set).unwrap();
}

/// The totals up to a moment.
pub struct Usage {
    at: Instant,
    /// Seconds of all processors, for all processes.
    all: f64,
    server: f64,
    client: f64,
    written: u64,
}

/// The use between two moments.
#[derive(Clone, Copy, Debug)]
pub struct Used {
    pub seconds: f64,
    /// Processor seconds of the server.
    pub server: f64,
    /// The fraction of one processor that was used by others than the server and the client.
    pub others: f64,
    /// Bytes that the server wrote.
    pub written: f64,
}

impl Usage {
    /// The totals now, of a server with this process id.
    pub fn now(server: u32) -> Self {
        Self {
            at: Instant::now(),
            all: all(),
            server: of_process(server),
            client: of_process(process::id()),
            written: written(server),
        }
    }

    /// The use since then.
    pub fn since(&self, before: &Self) -> Used {
        let seconds = self.at.duration_since(before.at).as_secs_f64();
        let server = self.server - before.server;
        let ours = server + self.client - before.client;
        let others = ((self.all - before.all - ours) / seconds).max(0.0);
        Used { seconds, server, others, written: (self.written - before.written) as f64 }
    }
}

/// The resident memory of a process, in KiB.
pub fn memory(process: u32) -> f64 {
    let status = fs::read_to_string(format!("/proc/{process}/status")).unwrap();
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:")).expect("its memory");
    line.trim().trim_end_matches(" kB").parse().expect("a number")
}

fn seconds(ticks: u64) -> f64 {
    ticks as f64 / clock_ticks_per_second() as f64
}

/// Without interrupts: those of the loopback device count there, and belong to the server and the client.
fn all() -> f64 {
    let stat = fs::read_to_string("/proc/stat").unwrap();
    let line = stat.lines().next().expect("a line").split_whitespace().skip(1);
    let ticks: Vec<u64> = line.map(|ticks| ticks.parse().unwrap()).collect();
    let [user, nice, system, _idle, _iowait, _irq, _softirq, steal, ..] = ticks[..] else { panic!("{stat}") };
    seconds(user + nice + system + steal)
}

fn of_process(process: u32) -> f64 {
    let stat = fs::read_to_string(format!("/proc/{process}/stat")).unwrap();
    // The name may have spaces; it ends with the last bracket, and the state comes after it.
    let (_, rest) = stat.rsplit_once(") ").expect("a name");
    let mut ticks = rest.split(' ').skip(11).map(|ticks| ticks.parse::<u64>().unwrap());
    seconds(ticks.next().unwrap() + ticks.next().unwrap())
}

fn written(process: u32) -> u64 {
    let io = fs::read_to_string(format!("/proc/{process}/io")).unwrap();
    let line = io.lines().find_map(|line| line.strip_prefix("write_bytes: "));
    line.expect("the bytes written").parse().unwrap()
}
