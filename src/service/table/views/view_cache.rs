//! The views of a table that have been built and are sent again.

use super::authors_view::AuthorsView;
use super::seen_by::SeenBy;
use super::seen_chairs::SeenChairs;
use crate::service::table::state::Sitting;
use cardroom_rules::games::any::AnyView;

/// The views of a table that have been built. A clone is made to become the next table: it keeps the chairs, which most changes leave as
/// they are, and starts without the other views.
#[derive(Debug)]
pub struct ViewCache {
    /// The chairs, as everybody sees them.
    pub chairs: SeenChairs,
    /// The hand, as each viewer may know it.
    pub hand: SeenBy<AnyView>,
    /// The view in the answer to the table's last change.
    pub authors: AuthorsView,
}

impl ViewCache {
    /// The views of a table with these chairs.
    pub fn of(chairs: &[Sitting]) -> Self {
        Self::with(SeenChairs::of(chairs))
    }

    fn with(chairs: SeenChairs) -> Self {
        Self { chairs, hand: SeenBy::default(), authors: AuthorsView::default() }
    }
}

impl Clone for ViewCache {
    fn clone(&self) -> Self {
        Self::with(self.chairs.clone())
    }
}
