//! Work that runs to its end even if its caller is dropped.

use std::any::Any;
use std::panic::AssertUnwindSafe;
use std::pin::Pin;
use std::task::{Context, Poll};

use futures::FutureExt;
use tokio::runtime::Handle;
use tracing::Instrument;

use super::error::{Failed, RoomError};

/// Work that moves to a task of its own if its caller is dropped. Until then it runs within the caller: a task for each request
/// costs more than most requests.
struct RunDetached<F>(Option<Pin<Box<F>>>)
where
    F: Future<Output: Send> + Send + 'static;

impl<F: Future<Output: Send> + Send + 'static> Future for RunDetached<F> {
    type Output = F::Output;

    fn poll(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<F::Output> {
        let Some(work) = &mut self.0 else { return Poll::Pending };
        let done = work.as_mut().poll(context);
        if done.is_ready() {
            self.0 = None;
        }
        done
    }
}

impl<F: Future<Output: Send> + Send + 'static> Drop for RunDetached<F> {
    fn drop(&mut self) {
        // Without a runtime there is nothing left that could run it.
        if let Some(work) = self.0.take()
            && let Ok(runtime) = Handle::try_current()
        {
            runtime.spawn(work);
        }
    }
}

/// Runs work that a client's hang-up must not interrupt. It keeps the span of its request.
pub(super) fn run_detached<T: Send + 'static>(
    work: impl Future<Output = Result<T, RoomError>> + Send + 'static,
) -> impl Future<Output = Result<T, RoomError>> + Send {
    let detached = RunDetached(Some(Box::pin(AssertUnwindSafe(work.in_current_span()).catch_unwind())));
    detached.map(|done| done.unwrap_or_else(|panic| Err(failed(panic.as_ref()))))
}

fn failed(panic: &(dyn Any + Send)) -> RoomError {
    let words = panic.downcast_ref::<&str>().copied();
    let words = words.or_else(|| panic.downcast_ref::<String>().map(String::as_str));
    tracing::error!(panic = words.unwrap_or("without words"), "a request failed");
    Failed::Stopping.into()
}

#[cfg(test)]
mod tests {
    use futures::FutureExt;
    use tokio::sync::oneshot;
    use tracing::Span;

    use super::run_detached;

    #[tokio::test]
    async fn a_detached_task_runs_to_its_end() {
        let (go, gone) = oneshot::channel::<()>();
        let (done, is_done) = oneshot::channel();
        let mut work = Box::pin(run_detached(async move {
            gone.await.ok();
            done.send(()).ok();
            Ok(())
        }));
        assert!((&mut work).now_or_never().is_none());
        drop(work);
        go.send(()).unwrap();
        is_done.await.unwrap();
    }
    /// What it logs after a hang-up still has the identifier of its request.
    #[tokio::test]
    async fn work_that_goes_on_after_a_hang_up_keeps_its_span() {
        let _logs = tracing::subscriber::set_default(tracing_subscriber::registry());
        let (go, gone) = oneshot::channel::<()>();
        let (done, is_done) = oneshot::channel();
        let request = tracing::info_span!("request");
        let begin = || {
            run_detached(async move {
                gone.await.ok();
                done.send(Span::current().id()).ok();
                Ok(())
            })
        };
        let mut work = Box::pin(request.in_scope(begin));
        assert!((&mut work).now_or_never().is_none());
        drop(work);
        go.send(()).unwrap();
        assert!(request.id().is_some());
        assert_eq!(is_done.await.unwrap(), request.id());
    }
}
