//! A future that is looked at only where it was woken itself, among others that are looked at often.

use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::task::{Context, Poll};

use futures::task::{ArcWake, AtomicWaker, waker_ref};

/// Looks at a future once, and then each time that it was woken. To look whether it was is to look at one place in memory.
pub struct WhenWoken<F> {
    future: Pin<Box<F>>,
    bell: Arc<Bell>,
}

/// What wakes the future.
struct Bell {
    has_rung: AtomicBool,
    /// Who looks at the future.
    looks: AtomicWaker,
}

impl ArcWake for Bell {
    fn wake_by_ref(bell: &Arc<Self>) {
        bell.has_rung.store(true, Ordering::Release);
        bell.looks.wake();
    }
}

impl<F> WhenWoken<F> {
    /// A future that nobody has looked at yet.
    pub fn new(future: F) -> Self {
        let bell = Bell { has_rung: AtomicBool::new(true), looks: AtomicWaker::new() };
        Self { future: Box::pin(future), bell: Arc::new(bell) }
    }
}

impl<F: Future> Future for WhenWoken<F> {
    type Output = F::Output;

    fn poll(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<F::Output> {
        // Before it is looked: whoever rings afterwards wakes whoever looks here.
        self.bell.looks.register(context.waker());
        if !self.bell.has_rung.load(Ordering::Acquire) {
            return Poll::Pending;
        }
        // Read and changed at once: whatever the last one rang for is seen by the look below.
        self.bell.has_rung.swap(false, Ordering::AcqRel);
        let bell = Arc::clone(&self.bell);
        self.future.as_mut().poll(&mut Context::from_waker(&waker_ref(&bell)))
    }
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;
    use std::future::poll_fn;

    use futures::channel::oneshot;
    use futures::future::poll_immediate;

    use super::*;

    #[tokio::test]
    async fn it_is_looked_at_where_it_was_woken() {
        let (tell, mut told) = oneshot::channel();
        let looks = Cell::new(0);
        let mut future = WhenWoken::new(poll_fn(|context| {
            looks.set(looks.get() + 1);
            Pin::new(&mut told).poll(context)
        }));
        for _ in 0..3 {
            assert_eq!(poll_immediate(&mut future).await, None);
            assert_eq!(looks.get(), 1);
        }
        tell.send(7).unwrap();
        assert_eq!(poll_immediate(&mut future).await, Some(Ok(7)));
        assert_eq!(looks.get(), 2);
    }

    #[tokio::test]
    async fn who_waits_for_it_is_woken() {
        let (tell, told) = oneshot::channel();
        let waits = tokio::spawn(WhenWoken::new(told));
        tokio::task::yield_now().await;
        tell.send(7).unwrap();
        assert_eq!(waits.await.unwrap(), Ok(7));
    }
}
