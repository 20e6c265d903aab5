//! The deal at a table of a tournament: its seats, and the places of the button and the blinds.
//!
//! The button is dead, as at a cash table. New and moved players owe nothing: they are dealt in at once, on the button
//! and in the blinds too, but not strictly between the next button and the next small blind (TDA 8-A, 10-A). There they
//! wait until the button has passed.

use super::position::{following, steps};
use super::rules::Rules;
use super::setup::{Player, Positions, Setup};
use crate::games::game::Chips;
use crate::games::seat::Seat;

/// The seats of a deal, and the positions of its button and blinds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FreeDeal {
    /// The button and the blinds.
    pub positions: Positions,
    /// The seats that are dealt in, clockwise from the seat left of the button.
    pub seats: Vec<Seat>,
}

impl FreeDeal {
    /// The next hand of these seats, which all have chips, in ascending order; `None` if there are fewer than two.
    /// `last` has the positions of the last hand. Before the first hand the button is at `button`.
    ///
    /// ```
    /// use cardroom_rules::games::holdem::free_entry::FreeDeal;
    /// use cardroom_rules::games::holdem::setup::Positions;
    /// use cardroom_rules::games::seat::Seat;
    ///
    /// // The last blinds were seats 1 and 3. Seat 2 is new: it waits, because the button goes to seat 1.
    /// let last = Positions { button: Seat(0), small_blind: Seat(1), big_blind: Seat(3) };
    /// let deal = FreeDeal::next(Some(last), Seat(0), &[0, 1, 2, 3, 5].map(Seat)).expect("five play");
    /// assert_eq!(deal.seats, [3, 5, 0, 1].map(Seat));
    /// assert_eq!(deal.positions.big_blind, Seat(5));
    /// ```
    pub fn next(last: Option<Positions>, button: Seat, live: &[Seat]) -> Option<Self> {
        if live.len() < 2 {
            return None;
        }
        let positions = match last {
            Some(last) => next_positions(last, live)?,
            None => first_positions(button, live)?,
        };
        let mut seats: Vec<Seat> = live.iter().copied().filter(|&seat| !waits(seat, positions)).collect();
        if seats.len() < 2 {
            // The button passes nobody if no hand is dealt, so nobody waits.
            seats = live.to_vec();
        }
        let positions = heads_up(positions, &seats);
        seats.sort_by_key(|&seat| steps(positions.button, seat));
        Some(Self { positions, seats })
    }

    /// The seat that is the big blind of the next hand.
    pub fn big_blind(last: Option<Positions>, button: Seat, live: &[Seat]) -> Option<Seat> {
        match last {
            Some(last) => following(live, last.big_blind),
            None => Self::next(None, button, live).map(|deal| deal.positions.big_blind),
        }
    }
}

/// A hand of these positions and players, who are in the order of the deal and post nothing but blinds and antes.
pub fn setup(rules: Rules, positions: Positions, players: &[(Seat, Chips)]) -> Setup {
    let player =
        |&(seat, stack): &(Seat, Chips)| Player { seat, stack, dead_blind: false, entry_blind: false };
    Setup {
        rules,
        positions,
        players: players.iter().map(player).collect(),
        straddle: None,
        dues: Vec::new(),
    }
}

fn first_positions(button: Seat, live: &[Seat]) -> Option<Positions> {
    let small_blind = following(live, button)?;
    Some(Positions { button, small_blind, big_blind: following(live, small_blind)? })
}

/// By the dead button, the button goes to the last small blind's place. That place may lie at or beyond the new big
/// blind, if the last hand was heads-up; then the button is the nearest seat before the small blind.
fn next_positions(last: Positions, live: &[Seat]) -> Option<Positions> {
    let small_blind = last.big_blind;
    let big_blind = following(live, small_blind)?;
    let distance = |seat: Seat| steps(small_blind, seat);
    let before =
        || live.iter().copied().filter(|&seat| seat != small_blind).max_by_key(|&seat| distance(seat));
    let is_free = distance(last.small_blind) > distance(big_blind) && last.small_blind != small_blind;
    let button = if is_free { last.small_blind } else { before()? };
    Some(Positions { button, small_blind, big_blind })
}

/// Whether a seat lies strictly between the button and the small blind.
fn waits(seat: Seat, positions: Positions) -> bool {
    let Positions { button, small_blind, .. } = positions;
    seat != button && steps(button, seat) < steps(button, small_blind)
}

/// If two are dealt in, the one that is not the big blind has the button and the small blind (TDA 34-B).
fn heads_up(positions: Positions, seats: &[Seat]) -> Positions {
    match *seats {
        [one, other] => {
            let button = if one == positions.big_blind { other } else { one };
            Positions { button, small_blind: button, ..positions }
        }
        _ => positions,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn positions(button: u8, small_blind: u8, big_blind: u8) -> Positions {
        Positions { button: Seat(button), small_blind: Seat(small_blind), big_blind: Seat(big_blind) }
    }

    fn next(last: Positions, live: &[u8]) -> (Positions, Vec<u8>) {
        let live: Vec<Seat> = live.iter().copied().map(Seat).collect();
        let deal = FreeDeal::next(Some(last), Seat(0), &live).unwrap();
        (deal.positions, deal.seats.iter().map(|seat| seat.0).collect())
    }

    #[test]
    fn the_button_is_dead_where_the_small_blind_went_out() {
        assert_eq!(next(positions(0, 1, 2), &[0, 2, 3]), (positions(1, 2, 3), vec![2, 3, 0]));
        assert_eq!(next(positions(0, 1, 2), &[0, 1, 3]), (positions(1, 2, 3), vec![3, 0, 1]));
    }

    #[test]
    fn nobody_posts_the_big_blind_twice_when_two_are_left() {
        assert_eq!(next(positions(0, 1, 2), &[0, 2]), (positions(2, 2, 0), vec![0, 2]));
    }

    #[test]
    fn a_moved_player_may_be_the_big_blind_or_the_button_at_once() {
        assert_eq!(next(positions(0, 2, 3), &[0, 2, 3, 4, 6]), (positions(2, 3, 4), vec![3, 4, 6, 0, 2]));
        // Two played, seat 0 on the button. A third sits down behind the button: it gets it.
        assert_eq!(next(positions(0, 0, 4), &[0, 2, 4]), (positions(2, 4, 0), vec![4, 0, 2]));
    }

    #[test]
    fn all_are_dealt_in_if_only_one_would_be() {
        assert_eq!(next(positions(0, 1, 8), &[3, 4, 9]), (positions(1, 8, 9), vec![3, 4, 9]));
    }
}
