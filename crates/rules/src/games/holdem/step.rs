//! The next step of a hand, and the seats that may act.

use super::event::{self, Event};
use super::hand::{Fate, Holdem, Player};
use super::phase::Phase;
use super::setup::Standing;
use crate::games::game::{Outcome, Pause, Step};
use crate::games::seat::{Seat, Seats};

/// The next step of the hand.
pub(super) fn step(hand: &Holdem) -> Step<Event, Standing> {
    match &hand.phase {
        &Phase::Posting { post, place } => Step::Now(hand.posting(post, place)),
        Phase::Dealing => Step::Now(hand.dealing()),
        Phase::Betting { .. } | Phase::Asking => Step::Await(may_act(hand)),
        &Phase::Returning { place, amount } => Step::Now(hand.returning(place, amount)),
        Phase::Sweeping { pots } => Step::Now(Event::Swept(event::Swept { pots: pots.clone() })),
        &Phase::Running { board } => Step::Now(hand.running(board)),
        &Phase::Tabling { place } | &Phase::Opening { place } => Step::Now(hand.showing(place)),
        &Phase::Showing { place } | &Phase::Winning { place } => {
            Step::After(Pause::seconds(hand.setup.rules.showdown_seconds), hand.by_default(place))
        }
        &Phase::Raking { pot, amount } => Step::Now(Holdem::raking(pot, amount)),
        &Phase::Awarding { pot, board } => Step::Now(hand.awarding(pot, board)),
        Phase::Over => Step::Over(outcome(hand)),
    }
}

/// The seats that may act now: those awaited, and those that may end a pause.
pub(super) fn may_act(hand: &Holdem) -> Seats {
    let seat = |place: usize| hand.players[place].seat;
    match hand.phase {
        Phase::Betting { place } | Phase::Showing { place } | Phase::Winning { place } => {
            Seats::default().with(seat(place))
        }
        Phase::Asking => hand.unfolded().filter(|&place| !hand.players[place].agrees).map(seat).collect(),
        _ => Seats::default(),
    }
}

/// Whether a seat may still have to act, as far as everybody sees: it holds cards and has chips behind, or it is to act
/// now. A seat that is all in can only decide whether to run the board twice.
pub(super) fn may_still_act(hand: &Holdem, seat: Seat) -> bool {
    let plays = |player: &Player| player.seat == seat && player.fate == Fate::Held && player.stack > 0;
    hand.players.iter().any(plays) || may_act(hand).contains(seat)
}

fn outcome(hand: &Holdem) -> Outcome<Standing> {
    let mut stacks: Vec<_> = hand.players.iter().map(|player| (player.seat, player.stack)).collect();
    stacks.sort_unstable();
    let standing = Standing { positions: Some(hand.setup.positions), dues: hand.setup.dues.clone() };
    Outcome { void: false, stacks, rake: hand.rake, standing }
}
