//! Which processors a server and those who ask it have.

use rustix::thread::{CpuSet, sched_getaffinity, sched_setaffinity};

/// The processors that the server and its client have, each one of its own where there are two.
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

    /// From now on this thread, and what it starts, runs where the server does.
    pub fn use_the_servers(self) {
        pin(self.server);
    }

    /// From now on this thread, and what it starts, runs where the client does.
    pub fn use_the_clients(self) {
        pin(self.client);
    }
}

fn pin(core: usize) {
    let mut set = CpuSet::new();
    set.set(core);
    sched_setaffinity(None, &set).unwrap();
}
