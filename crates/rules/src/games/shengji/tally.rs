//! The counts that a hand adds to the figures of a seat that played it.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::hand::Shengji;
use super::phase::Phase;
use super::score::Points;
use crate::games::seat::Seat;
use crate::games::viewer::ViewerSafe;

/// Counts of hands, levels and points: of one hand, or of many together.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(default)]
#[schema(as = shengji::Tally)]
pub struct Tally {
    /// Hands on the declarer's side (庄家).
    pub declaring_hands: u64,
    /// Hands on the other side (闲家).
    pub attacking_hands: u64,
    /// Levels that the won hands were worth to the seat's team, before a level that must be played held it.
    pub levels_won: u64,
    /// Points of the attackers, in the hands in which the seat was one of them: those of tricks and of the kitty, and
    /// penalties for throws, which can take them below 0.
    pub points_taken: Points,
    /// Hands on the declarer's side whose last trick this side won, so that the kitty counted for nobody.
    pub kitties_kept: u64,
}

impl ViewerSafe for Tally {}

/// The counts of a hand that is over, for this seat.
pub(super) fn tally(hand: &Shengji, seat: Seat) -> Tally {
    let Phase::Over(playing, scored) = &hand.phase else { return Tally::default() };
    let attacks = playing.contract.is_attacker(seat);
    let won = scored.progress.won;
    let is_kept = playing.last.as_ref().is_some_and(|last| !playing.contract.is_attacker(last.winner));
    Tally {
        declaring_hands: (!attacks).into(),
        attacking_hands: attacks.into(),
        levels_won: if won.held == attacks { 0 } else { won.levels.into() },
        points_taken: if attacks { scored.points } else { 0 },
        kitties_kept: (!attacks && is_kept).into(),
    }
}
