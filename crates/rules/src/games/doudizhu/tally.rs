//! The counts that a hand adds to the figures of a seat that played it.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::hand::Doudizhu;
use super::phase::Phase;
use crate::games::seat::Seat;
use crate::games::viewer::ViewerSafe;

/// Counts of hands, and of bombs: of one hand, or of many together.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(default)]
#[schema(as = doudizhu::Tally)]
pub struct Tally {
    /// Hands as landlord.
    pub landlord_hands: u64,
    /// Those of them that were won.
    pub landlord_wins: u64,
    /// Hands as a peasant.
    pub peasant_hands: u64,
    /// Those of them that the peasants won, whichever of them went out.
    pub peasant_wins: u64,
    /// Hands won by a spring (春天) as landlord, or by an anti-spring (反春) as a peasant.
    pub springs: u64,
    /// Bombs that the seat played itself, the rocket among them.
    pub bombs: u64,
}

impl ViewerSafe for Tally {}

/// The statistics that a finished hand adds for this seat.
pub(super) fn tally(hand: &Doudizhu, seat: Seat) -> Tally {
    let Phase::Over(playing, scored) = &hand.phase else { return Tally::default() };
    let is_landlord = playing.contract.landlord == seat;
    let has_won = scored.landlord_won == is_landlord;
    Tally {
        landlord_hands: is_landlord.into(),
        landlord_wins: (is_landlord && has_won).into(),
        peasant_hands: (!is_landlord).into(),
        peasant_wins: (!is_landlord && has_won).into(),
        springs: (has_won && scored.multiplier.spring.is_some()).into(),
        bombs: playing.bombs.get(seat.index()).copied().unwrap_or(0).into(),
    }
}
