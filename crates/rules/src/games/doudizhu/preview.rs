//! How an action in a Dou Dizhu hand is read, before it is done.

use serde::Serialize;
use utoipa::ToSchema;

use super::event::{Event, Laid};
use crate::games::viewer::ViewerSafe;

/// How an action is read.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = doudizhu::Preview)]
pub struct Preview {
    /// The play as it would lie on the table; null for an action that lays no cards.
    #[schema(required)]
    pub play: Option<Laid>,
}

impl ViewerSafe for Preview {}

impl Preview {
    /// Of an action that was accepted so.
    pub(super) fn of(event: Event) -> Self {
        let play = if let Event::Played(laid) = event { Some(laid) } else { None };
        Self { play }
    }
}
