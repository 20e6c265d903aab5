//! How an action in a Shengji hand is read, before it is taken.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::cards::Cards;
use super::event::{Event, TrickPlay};
use super::hand::Shengji;
use super::lead::{self, Component};
use super::order::{Group, Order};
use super::phase::Phase;
use crate::games::viewer::ViewerSafe;

/// How an action is read.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[schema(as = shengji::Preview)]
pub struct Preview {
    /// The lead that it would make; null for an action that is no lead.
    #[schema(required)]
    pub lead: Option<LeadPreview>,
}

/// How a lead is read, by its own cards alone: whether another hand beats a part of a throw is not checked.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[schema(as = shengji::LeadPreview)]
pub struct LeadPreview {
    /// The group that it leads.
    pub group: Group,
    /// Whether it is a throw, which would be compared with the other hands.
    pub throw: bool,
    /// Its components: tractors first, the longest of all, then pairs, then singles; each kind from high to low.
    pub components: Vec<Component>,
}

impl ViewerSafe for Preview {}

impl Preview {
    /// The preview of an action that this hand accepted as this event.
    pub(super) fn of(hand: &Shengji, event: &Event) -> Self {
        let Phase::Playing(playing) = &hand.phase else { return Self { lead: None } };
        let (order, is_led) = (&playing.contract.order, playing.trick.lead.is_some());
        let lead = match event {
            Event::Thrown(play) => LeadPreview::of(order, play, true),
            Event::Played(play) if !is_led => LeadPreview::of(order, play, false),
            _ => None,
        };
        Self { lead }
    }
}

impl LeadPreview {
    fn of(order: &Order, play: &TrickPlay, throw: bool) -> Option<Self> {
        let cards = Cards::gathered(&play.cards)?;
        let group = order.only_group(cards)?;
        Some(Self { group, throw, components: lead::components(order, cards) })
    }
}
