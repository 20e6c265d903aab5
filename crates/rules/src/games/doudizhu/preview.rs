//! How an action in a Dou Dizhu hand is read, before it is taken.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::event::{Event, Laid};
use crate::games::viewer::ViewerSafe;

/// How an action is read.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[schema(as = doudizhu::Preview)]
pub struct Preview {
    /// The reading of the play; null for an action without cards.
    #[schema(required)]
    pub play: Option<Laid>,
}

impl ViewerSafe for Preview {}

impl Preview {
    /// The preview of an action that was accepted as this event.
    pub(super) fn of(event: Event) -> Self {
        let play = if let Event::Played(laid) = event { Some(laid) } else { None };
        Self { play }
    }
}
