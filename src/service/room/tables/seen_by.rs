//! A cache of what each viewer may know of a value that does not change.

use std::sync::OnceLock;

use cardroom_api::cached_json::CachedJson;
use cardroom_rules::games::viewer::Viewer;

/// What each viewer may know: built, and written as JSON, once for each viewer. The author of a move gets the same view in the
/// answer and in their stream, and all watchers share one.
#[derive(Debug)]
pub struct SeenBy<T>(OnceLock<Box<Seen<T>>>);

/// What one viewer may know, and a link to the next viewer.
#[derive(Debug)]
struct Seen<T> {
    viewer: Viewer,
    view: CachedJson<T>,
    others: SeenBy<T>,
}

impl<T> Default for SeenBy<T> {
    fn default() -> Self {
        Self(OnceLock::new())
    }
}

/// The number of viewers that a view is built for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Audience {
    /// One caller, and no known followers. It is not cached.
    Alone,
    /// Followers as well.
    Shared,
}

impl<T> SeenBy<T> {
    /// As this viewer may know it.
    pub fn by(&self, viewer: Viewer, audience: Audience, build: impl Fn() -> T) -> CachedJson<T> {
        let mut place = self;
        loop {
            let seen = match (place.0.get(), audience) {
                (Some(seen), _) => seen,
                (None, Audience::Alone) => return build().into(),
                (None, Audience::Shared) => place
                    .0
                    .get_or_init(|| Box::new(Seen { viewer, view: build().into(), others: Self::default() })),
            };
            if seen.viewer == viewer {
                return seen.view.clone();
            }
            place = &seen.others;
        }
    }
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;

    use super::*;
    use cardroom_rules::games::seat::Seat;

    #[test]
    fn each_viewer_has_their_own_and_it_is_built_once() {
        let (seen, built) = (SeenBy::<Viewer>::default(), Cell::new(0));
        let look = |seen: &SeenBy<Viewer>, viewer| {
            let build = || {
                built.set(built.get() + 1);
                viewer
            };
            seen.by(viewer, Audience::Shared, build)
        };
        let viewers = [Viewer::Watcher, Viewer::Seat(Seat(0)), Viewer::Seat(Seat(1))];
        for viewer in viewers.into_iter().chain(viewers) {
            assert_eq!(*look(&seen, viewer), viewer);
        }
        assert_eq!(built.get(), 3);
    }

    #[test]
    fn only_shared_views_are_cached() {
        let (seen, built) = (SeenBy::<Viewer>::default(), Cell::new(0));
        let look = |audience| {
            let build = || {
                built.set(built.get() + 1);
                Viewer::Watcher
            };
            drop(seen.by(Viewer::Watcher, audience, build));
            built.get()
        };
        let audiences = [Audience::Alone, Audience::Alone, Audience::Shared, Audience::Alone];
        assert_eq!(audiences.map(look), [1, 2, 3, 3]);
    }
}
