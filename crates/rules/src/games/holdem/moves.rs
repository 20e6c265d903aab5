//! A seat's options as a list of actions, and the action that is taken for an absent seat.

use super::action::Action;
use super::hand::Holdem;
use super::options::options;
use crate::games::game::Absence;
use crate::games::seat::Seat;

/// The options as a list; of a range of raises its ends, and two between.
pub(super) fn moves(hand: &Holdem, seat: Seat) -> Vec<Action> {
    let Some(options) = options(hand, seat) else { return Vec::new() };
    let offers = [
        (options.fold, Action::Fold {}),
        (options.check, Action::Check {}),
        (options.call.is_some(), Action::Call {}),
        (options.run_twice, Action::RunTwice { agree: true }),
        (options.run_twice, Action::RunTwice { agree: false }),
        (options.show, Action::Show {}),
        (options.muck, Action::Muck {}),
    ];
    let mut moves = Vec::with_capacity(offers.len());
    moves.extend(offers.into_iter().filter_map(|(is_offered, action)| is_offered.then_some(action)));
    if let (Some(least), Some(most)) = (options.raise_min, options.raise_max) {
        let (third, is_open) = ((most - least) / 3, hand.round.price > 0);
        for to in [least, least + third, most - third, most] {
            let raise = if is_open { Action::Raise { to } } else { Action::Bet { to } };
            if moves.last() != Some(&raise) {
                moves.push(raise);
            }
        }
    }
    moves
}

/// The action of a seat that is to show its cards or keep them hidden. They are shown if they may win something.
pub(super) fn at_showdown(hand: &Holdem, seat: Seat, shows: bool) -> Option<Action> {
    let options = options(hand, seat).filter(|options| options.show)?;
    Some(if options.muck && !shows { Action::Muck {} } else { Action::Show {} })
}

/// The clock's action. A late seat checks if it can, and a gone seat folds. Neither agrees to anything, and a hand is
/// shown only if it must be.
pub(super) fn fallback(hand: &Holdem, seat: Seat, why: Absence) -> Action {
    let Some(options) = options(hand, seat) else { return Action::Fold {} };
    match why {
        _ if options.run_twice => Action::RunTwice { agree: false },
        _ if options.muck => Action::Muck {},
        _ if options.show => Action::Show {},
        Absence::Late if options.check => Action::Check {},
        Absence::Late | Absence::Gone => Action::Fold {},
    }
}
