//! The effect of an action in a Hold'em hand, before it is taken.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::event::{Event, Wager};
use crate::games::game::Chips;
use crate::games::viewer::ViewerSafe;

/// The effect of an action.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[schema(as = holdem::Preview)]
pub struct Preview {
    /// The chips that would leave the stack.
    pub cost: Chips,
    /// The seat's total on this street after it; null for an action without chips.
    #[schema(required)]
    pub to: Option<Chips>,
    /// Whether it would be the whole stack.
    pub all_in: bool,
}

impl ViewerSafe for Preview {}

impl Preview {
    /// The preview of an action that was accepted as this event.
    pub(super) fn of(event: &Event) -> Self {
        match event {
            Event::Called(wager) | Event::Bet(wager) | Event::Raised(wager) => {
                let Wager { amount, to, all_in, .. } = *wager;
                Self { cost: amount, to: Some(to), all_in }
            }
            _ => Self::default(),
        }
    }
}
