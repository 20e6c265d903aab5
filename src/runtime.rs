//! The runtimes in which a house is open.

use std::io;

use cardroom::service::room::writer::Gathering;
use tokio::runtime::{Builder, Runtime};

use crate::memory;

/// A runtime that goes on by itself, on threads of its own.
pub fn of_its_own() -> io::Result<Runtime> {
    build(Builder::new_multi_thread(), Gathering::BY_THREADS)
}

/// A runtime for whoever waits in it ([`Runtime::block_on`]). Where the process has one processor, whoever waits does all of its
/// tasks, and keeps pieces of memory once it says so ([`memory::keep_pieces`]). There is one queue of tasks then, which is never full: a thread
/// of tokio's own has room for 256; where more are ready, half of them go behind all others, and requests that came together are no longer
/// worked on together.
pub fn here(processors: usize) -> io::Result<Runtime> {
    match processors {
        1 => build(Builder::new_current_thread(), Gathering::BY_ONE_THREAD),
        _ => of_its_own(),
    }
}

/// Its threads keep pieces of memory, and work on so many tasks, where they are ready, before they look for what has come
/// meanwhile, as a batch of commits has at most: these are answered together. Those that only sometimes have work end soon, and give back
/// what they keep.
fn build(mut builder: Builder, gathering: Gathering) -> io::Result<Runtime> {
    builder.enable_all().event_interval(gathering.most.into());
    builder.on_thread_start(memory::keep_pieces).on_thread_stop(memory::give_back).build()
}

#[cfg(test)]
mod tests {
    use std::thread;

    use super::*;

    #[test]
    fn the_threads_of_a_runtime_keep_pieces() {
        let runtime = here(2).unwrap();
        let by_a_task = runtime.spawn(async { memory::keeps_pieces() });
        let by_other_work = runtime.spawn_blocking(memory::keeps_pieces);
        assert!(runtime.block_on(by_a_task).unwrap());
        assert!(runtime.block_on(by_other_work).unwrap());
        assert!(!memory::keeps_pieces());
    }

    #[test]
    fn who_waits_in_a_runtime_does_everything_where_there_is_one_processor() {
        let me = || thread::current().id();
        let done_by_me = |runtime: Runtime| {
            let by = runtime.block_on(async { tokio::spawn(async move { me() }).await.unwrap() });
            by == me()
        };
        assert!(done_by_me(here(1).unwrap()));
        assert!(!done_by_me(here(2).unwrap()));
    }
}
