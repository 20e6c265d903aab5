//! The chart before the flop: the shares of hands that raise and call, by position, depth and earlier actions.

use super::class;
use super::notes::Notes;
use super::spot::{Spot, ratio};
use crate::search_rng::SearchRng;
use cardroom_rules::games::game::Chips;
use cardroom_rules::games::holdem::action::Action;

/// The shares of hands with which to raise, and to raise or call.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Shares {
    /// Raises with the best of them.
    pub(super) raise: f32,
    /// Stays in with these, the raises among them.
    pub(super) stay: f32,
}

/// By the number of seats that act later: the small blind first, the seats far from the button last.
const OPENS: [f32; 9] = [0.50, 0.50, 0.42, 0.28, 0.22, 0.18, 0.15, 0.13, 0.12];

impl Shares {
    /// The shares of the chart.
    pub(super) fn of(spot: &Spot, notes: &Notes) -> Self {
        let is_duel = spot.dealt == 2;
        let price = ratio(spot.price, notes.blind);
        match notes.raises {
            0 if spot.call == 0 => Self::option(spot, notes),
            0 => Self::open(spot, notes),
            1 => {
                // A larger raise means a better hand, and worse odds.
                let less = (3.0 / price.max(2.0)).min(1.3).powf(0.6);
                let is_blind = spot.bet > 0;
                let (raise, stay) = match (is_duel, is_blind) {
                    (true, _) => (0.13, 0.62),
                    (false, true) => (0.06, 0.28),
                    (false, false) => (0.05, 0.15),
                };
                Self { raise: raise * less, stay: stay * less }.against(spot, notes)
            }
            2 => {
                let less = (10.0 / price.max(6.0)).min(1.3).powf(0.6);
                let (raise, stay) = if is_duel { (0.045, 0.26) } else { (0.025, 0.07) };
                Self { raise: raise * less, stay: stay * less }.against(spot, notes)
            }
            _ => {
                let (raise, stay) = if is_duel { (0.025, 0.07) } else { (0.012, 0.03) };
                Self { raise, stay }.against(spot, notes)
            }
        }
    }

    /// More of them, by a factor for raises and one for staying in.
    pub(super) fn wider(self, raise: f32, stay: f32) -> Self {
        let raise = (self.raise * raise).min(1.0);
        Self { raise, stay: (self.stay * stay).clamp(raise, 1.0) }
    }

    /// All others folded or limped: a player in the blind may raise without paying first.
    fn option(spot: &Spot, notes: &Notes) -> Self {
        let raise = if spot.dealt == 2 { 0.36 } else { 0.14 / ratio(Chips::from(notes.limpers.max(1)), 1) };
        Self { raise, stay: 1.0 }
    }

    fn open(spot: &Spot, notes: &Notes) -> Self {
        let open = if spot.dealt == 2 { 0.84 } else { OPENS[spot.to_come.min(OPENS.len() - 1)] };
        match notes.limpers {
            0 => Self { raise: open, stay: open },
            limpers => {
                let raise = open / (1.3 + 0.4 * ratio(Chips::from(limpers), 1));
                Self { raise, stay: open * 1.2 }
            }
        }
    }

    /// Against a raise: fewer for each other caller, more for a player who has most of the price in, and by depth. A
    /// call of a third of the stack or more is played all in.
    fn against(self, spot: &Spot, notes: &Notes) -> Self {
        let odds = spot.odds();
        let cheap = (0.36 / odds.max(0.05)).clamp(0.5, 2.0);
        let committed = ratio(spot.call, spot.call + spot.stack.saturating_sub(spot.call)) > 0.33;
        let depth = ratio(spot.effective() + spot.bet, notes.blind);
        let stay = (self.stay * cheap).min(0.95);
        if committed || spot.raise.is_none() {
            // All in, or nearly: the shorter the stacks, the worse a hand may push.
            let short = (30.0 / depth.max(4.0)).clamp(0.6, 4.0);
            let stay = (self.raise * 1.6 * short).min(stay.max(0.5));
            return Self { raise: stay, stay };
        }
        Self { raise: self.raise, stay }
    }
}

/// The play of a sound player before the flop who plays these shares of the hands.
pub(super) fn play(spot: &Spot, notes: &Notes, shares: Shares, dice: &mut SearchRng) -> Action {
    let standing = class::standing(spot.hole);
    let depth = ratio(spot.effective() + spot.bet, notes.blind);
    if depth <= 12.0 && spot.raise.is_some() {
        return short(spot, notes, standing, depth, shares);
    }
    // Hands at the edge of a range are played both ways.
    let standing = standing + 0.03 * (dice.share() - 0.5);
    if standing < shares.raise {
        raise(spot, notes, depth)
    } else if standing < shares.stay {
        spot.stay()
    } else {
        spot.give_up()
    }
}

/// Raises to the usual size: two and a half blinds and one for each limper, then three times the price.
fn raise(spot: &Spot, notes: &Notes, depth: f32) -> Action {
    if notes.raises == 0 {
        let blinds = 2.5 + 1.0 * f32::from(notes.limpers);
        return spot.raise_to(super::spot::scaled(notes.blind, blinds));
    }
    let to = spot.price * 3;
    let is_most = ratio(to, notes.blind) > 0.4 * depth;
    if is_most { spot.all_in() } else { spot.raise_to(to) }
}

/// With few blinds left, raises are all in.
fn short(spot: &Spot, notes: &Notes, standing: f32, depth: f32, shares: Shares) -> Action {
    let others = ratio(spot.to_come.max(1) as Chips, 1);
    let pushes = match notes.raises {
        0 => (0.75 - 0.02 * depth) / others.powf(0.8),
        _ => shares.raise.max(0.45 / (1.0 + 0.1 * depth)),
    };
    if standing < pushes {
        spot.all_in()
    } else if spot.call > 0 && spot.odds() < 0.2 && standing < 0.7 {
        spot.stay()
    } else {
        spot.give_up()
    }
}
