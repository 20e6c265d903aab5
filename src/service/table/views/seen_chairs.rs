//! The chairs of a table, as everybody sees them.

use super::lookalikes::Lookalikes;
use crate::service::table::state::Sitting;
use cardroom_api::cached_json::CachedJson;
use cardroom_api::table::view::ChairView;

/// The chairs of a table, as everybody sees them. Most moves do not change them.
#[derive(Clone, Debug)]
pub struct SeenChairs {
    lookalikes: Lookalikes,
    chairs: CachedJson<Vec<ChairView>>,
}

impl SeenChairs {
    /// Those on these chairs.
    pub fn of(chairs: &[Sitting]) -> Self {
        Self::with(Lookalikes::among(chairs), chairs)
    }

    /// The same for other chairs; these are for `before`.
    #[must_use]
    pub fn after(&self, before: &[Sitting], chairs: &[Sitting]) -> Self {
        if before == chairs {
            self.clone()
        } else {
            Self::with(self.lookalikes.after(before, chairs), chairs)
        }
    }

    fn with(lookalikes: Lookalikes, chairs: &[Sitting]) -> Self {
        let seen: Vec<ChairView> = chairs.iter().map(|sitting| sitting.view(&lookalikes)).collect();
        Self { lookalikes, chairs: seen.into() }
    }

    /// The chairs to send.
    pub fn cached(&self) -> CachedJson<Vec<ChairView>> {
        self.chairs.clone()
    }
}
