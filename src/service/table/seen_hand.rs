//! A hand as it is now, as each of those who look at its table may know it.

use std::sync::{Mutex, PoisonError};

use super::told::Told;
use crate::games::any::AnyView;
use crate::games::viewer::Viewer;

/// The views of a table's hand: each is built, and written as JSON, once for all who look from the same place. Whoever moves is
/// answered by the view that their stream tells as well, and a crowd that watches shares one.
#[derive(Debug, Default)]
pub struct SeenHand(Mutex<Vec<(Viewer, Told<AnyView>)>>);

/// A table is copied to be changed, and nobody has seen yet what becomes of it.
impl Clone for SeenHand {
    fn clone(&self) -> Self {
        Self::default()
    }
}

impl SeenHand {
    /// As this viewer may know it.
    pub fn by(&self, viewer: Viewer, build: impl FnOnce() -> AnyView) -> Told<AnyView> {
        // Views are put behind each other whole, so what is there is right, whoever panicked.
        let mut seen = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((_, view)) = seen.iter().find(|(by, _)| *by == viewer) {
            return view.clone();
        }
        let view = Told::from(build());
        seen.push((viewer, view.clone()));
        view
    }
}
