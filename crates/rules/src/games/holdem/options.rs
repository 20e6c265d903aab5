//! The options of a seat in a Hold'em hand.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::hand::Holdem;
use super::phase::Phase;
use crate::games::game::{Chips, Game};
use crate::games::seat::Seat;
use crate::games::viewer::ViewerSafe;

/// What a seat may do now. An absent amount means that the action is not available.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[allow(clippy::struct_excessive_bools, reason = "each is one of the offers a client draws a button for")]
#[schema(as = holdem::Options)]
pub struct Options {
    /// May fold.
    pub fold: bool,
    /// May check.
    pub check: bool,
    /// The cost of a call, in chips from the stack.
    pub call: Option<Chips>,
    /// The least total on this street that a bet or raise may make.
    pub raise_min: Option<Chips>,
    /// The largest total on this street that a bet or raise may make.
    pub raise_max: Option<Chips>,
    /// The action that puts in more chips than a call now; null if none does.
    #[schema(required)]
    pub wager: Option<WagerKind>,
    /// The total of a raise by half the pot, counted after calling; null if it is not available.
    #[schema(required)]
    pub half_pot: Option<Chips>,
    /// The total of a raise by two thirds of it; null if it is not available.
    #[schema(required)]
    pub two_thirds_pot: Option<Chips>,
    /// The total of a raise by all of it; null if it is not available.
    #[schema(required)]
    pub pot: Option<Chips>,
    /// May answer whether to run the board twice.
    pub run_twice: bool,
    /// May show the hand.
    pub show: bool,
    /// May muck the hand.
    pub muck: bool,
}

/// The name of the action that puts in more chips than a call.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = holdem::WagerKind)]
pub enum WagerKind {
    /// The action `bet`: nothing was bet on this street.
    Bet,
    /// The action `raise`: over a bet, or over a blind.
    Raise,
}

impl ViewerSafe for Options {}

/// The options of this seat now.
pub(super) fn options(hand: &Holdem, seat: Seat) -> Option<Options> {
    if !hand.may_act().contains(seat) {
        return None;
    }
    let none = Options::default();
    Some(match hand.phase {
        Phase::Betting { place } => {
            let offer = hand.offer(place);
            let raise = offer.raise.ok();
            let wager = if hand.round.price > 0 { WagerKind::Raise } else { WagerKind::Bet };
            let sized = |parts: Chips, of: Chips| {
                let to = hand.raise_by_pot(place, parts, of);
                raise.filter(|(least, most)| (least..=most).contains(&&to)).map(|_| to)
            };
            Options {
                fold: true,
                check: offer.call == 0,
                call: (offer.call > 0).then_some(offer.call),
                raise_min: raise.map(|(least, _)| least),
                raise_max: raise.map(|(_, most)| most),
                wager: raise.map(|_| wager),
                half_pot: sized(1, 2),
                two_thirds_pot: sized(2, 3),
                pot: sized(1, 1),
                ..none
            }
        }
        Phase::Asking => Options { run_twice: true, ..none },
        Phase::Showing { place } | Phase::Winning { place } => {
            Options { show: true, muck: !hand.must_show(place), ..none }
        }
        _ => none,
    })
}
