//! A probe that checks whether the database accepts writes.

use jiff::{SignedDuration, Timestamp};
use tokio::sync::Mutex;

use crate::service::ports::clock::Clock;
use crate::service::ports::store::Store;

/// How long a successful write counts, so that frequent checks do not cause frequent writes.
const LATELY: SignedDuration = SignedDuration::from_secs(5);

/// How long a write that failed does.
const A_MOMENT: SignedDuration = SignedDuration::from_secs(1);

/// The time and the result of the last probe.
#[derive(Debug, Default)]
pub(super) struct WriteProbe(Mutex<Option<(Timestamp, bool)>>);

impl WriteProbe {
    /// Whether the last write succeeded; probes if that was too long ago. Of concurrent callers, one probes.
    pub(super) async fn succeeds(&self, store: &dyn Store, clock: &dyn Clock) -> bool {
        let mut last = self.0.lock().await;
        let now = clock.now();
        if let Some((at, took)) = *last {
            let speaks_for = if took { LATELY } else { A_MOMENT };
            if at <= now && now.duration_since(at) < speaks_for {
                return took;
            }
        }
        let tried = store.ping(now).await;
        let (did, does) = (last.is_none_or(|(_, took)| took), tried.is_ok());
        match tried {
            // Logged once, so that the log of a full disk does not fill it.
            Err(error) if did => {
                tracing::error!(error = &error as &dyn std::error::Error, "the database cannot be written");
            }
            Ok(()) if !did => tracing::info!("the database can be written again"),
            Ok(()) | Err(_) => {}
        }
        *last = Some((now, does));
        does
    }
}
