//! Which seats are dealt in, where the button and the blinds go, and which seats owe a missed blind.
//!
//! The button is dead (TDA 32): the big blind goes to the next live seat, the small blind's place is where the big
//! blind was, and the button is where the small blind's place was, even if those seats are empty now. So nobody posts
//! the big blind twice in a row, not even when the table becomes heads-up (TDA 34-B).

use super::rules::{Rules, Straddle};
use super::setup::{Dues, Player, Positions, Setup, Standing};
use super::wishes::Wishes;
use crate::games::game::{Chair, Entry};
use crate::games::seat::Seat;

/// The seats of the next hand, and their terms; `None` if fewer than two can play.
pub fn setup(rules: &Rules, standing: &Standing, chairs: &[Chair<Wishes>]) -> Option<Setup> {
    let live = chairs.iter().filter(|chair| chair.chips > 0 && chair.entry != Entry::Out);
    let mut live: Vec<Chair<Wishes>> = live.copied().collect();
    live.sort_by_key(|chair| chair.seat);
    if live.len() < 2 {
        return None;
    }
    let moved = standing.positions.and_then(|last| next_hand(last, &standing.dues, chairs, &live));
    let deal = match moved {
        Some(deal) => deal,
        None => first_hand(&live)?,
    };
    Some(deal.setup(rules))
}

/// A hand's players and places, before the order of the deal.
struct Deal {
    positions: Positions,
    players: Vec<(Chair<Wishes>, Dues)>,
    dues: Vec<Dues>,
}

/// A hand at a table without an earlier hand, or if no seat of the last hand is left: the highest seat has the button,
/// and nobody owes a blind.
fn first_hand(live: &[Chair<Wishes>]) -> Option<Deal> {
    let seats: Vec<Seat> = live.iter().map(|chair| chair.seat).collect();
    let button = *seats.last()?;
    let next = following(&seats, button)?;
    let positions = match seats.len() {
        2 => Positions { button, small_blind: button, big_blind: next },
        _ => Positions { button, small_blind: next, big_blind: following(&seats, next)? },
    };
    let players = live.iter().map(|&chair| (chair, nothing(chair.seat))).collect();
    Some(Deal { positions, players, dues: Vec::new() })
}

/// The hand after one with these positions; `None` if fewer than two would be dealt in.
fn next_hand(
    last: Positions,
    owed: &[Dues],
    chairs: &[Chair<Wishes>],
    live: &[Chair<Wishes>],
) -> Option<Deal> {
    let seats: Vec<Seat> = live.iter().map(|chair| chair.seat).collect();
    let small_blind = last.big_blind;
    let big_blind = following(&seats, small_blind)?;
    let owes = |chair: &Chair<Wishes>| dues(chair, owed, last, big_blind);
    let mut players: Vec<_> = live.iter().map(|chair| (*chair, owes(chair))).collect();
    let positions = Positions { button: button(last, big_blind, &players)?, small_blind, big_blind };
    if live.len() > 2 {
        players.retain(|(chair, dues)| is_dealt_in(chair, *dues, positions));
    }
    let is_in = |seat: Seat| players.iter().any(|(chair, _)| chair.seat == seat);
    let dues = chairs.iter().filter(|chair| !chair.newcomer && !is_in(chair.seat)).map(owes);
    let dues = dues.filter(|dues| dues.is_owed()).collect();
    match players.as_slice() {
        [] | [_] => None,
        [(one, _), (other, _)] => {
            let button = if one.seat == positions.big_blind { other.seat } else { one.seat };
            let positions = Positions { button, small_blind: button, ..positions };
            let players = players.iter().map(|&(chair, _)| (chair, nothing(chair.seat))).collect();
            Some(Deal { positions, players, dues })
        }
        _ => Some(Deal { positions, players, dues }),
    }
}

/// Where the button goes, if three or more play. By the rule it goes to the old small blind's place. That place may lie
/// beyond the new small blind, if seats between the last blinds were filled or the last hand was heads-up; or a seat
/// between the two is dealt in that sat out the last hand. Then the button is the nearest seat before the small blind's
/// that owes nothing; if there is none, the nearest of all.
fn button(last: Positions, big_blind: Seat, live: &[(Chair<Wishes>, Dues)]) -> Option<Seat> {
    let small_blind = last.big_blind;
    let distance = |seat: &Seat| steps(small_blind, *seat);
    let is_before = |seat: &Seat| ![small_blind, big_blind].contains(seat);
    let free = live.iter().filter(|(_, dues)| !dues.is_owed()).map(|(chair, _)| chair.seat).filter(is_before);
    let old = Some(last.small_blind).filter(|seat| distance(&big_blind) < distance(seat));
    let any = || live.iter().map(|(chair, _)| chair.seat).filter(|&seat| seat != small_blind);
    free.chain(old).max_by_key(distance).or_else(|| any().max_by_key(distance))
}

/// Whether a seat is dealt in at a table of three live seats or more. No seat enters or makes up for blinds between the
/// button and the big blind (Robert's Rules, section 3), because the big blind is about to reach it, or has just passed
/// it.
fn is_dealt_in(chair: &Chair<Wishes>, dues: Dues, positions: Positions) -> bool {
    let Positions { button, big_blind, .. } = positions;
    let is_passed = chair.seat == button || steps(button, chair.seat) < steps(button, big_blind);
    chair.seat == big_blind || !dues.is_owed() || (chair.entry == Entry::Post && !is_passed)
}

/// What a seat has to pay before it is dealt in, unless it is the big blind. A newcomer pays one big blind. Another
/// seat pays what it owed, and the blinds that passed it since the last hand. A seat that was dealt in owes nothing,
/// because it posted or had cards when the blinds passed.
fn dues(chair: &Chair<Wishes>, owed: &[Dues], last: Positions, big_blind: Seat) -> Dues {
    let seat = chair.seat;
    if chair.newcomer {
        return Dues { big_blind: true, ..nothing(seat) };
    }
    let owed = owed.iter().find(|dues| dues.seat == seat).copied().unwrap_or(nothing(seat));
    let out = chair.chips == 0 || chair.entry == Entry::Out;
    if !out && !owed.is_owed() {
        return nothing(seat);
    }
    let missed_big = steps(last.big_blind, seat) < steps(last.big_blind, big_blind);
    let missed_small = steps(last.small_blind, seat) <= steps(last.small_blind, last.big_blind);
    Dues { seat, small_blind: owed.small_blind || missed_small, big_blind: owed.big_blind || missed_big }
}

impl Deal {
    /// Puts the players in the order of the deal, and sets what each posts.
    fn setup(self, rules: &Rules) -> Setup {
        let Self { positions, mut players, dues } = self;
        players.sort_by_key(|(chair, _)| steps(positions.button, chair.seat));
        let straddle = straddler(rules.straddle, positions, &players);
        let player = |&(chair, dues): &(Chair<Wishes>, Dues)| {
            let makes_up = chair.seat != positions.big_blind;
            Player {
                seat: chair.seat,
                stack: chair.chips,
                dead_blind: makes_up && dues.small_blind,
                // A straddle is a live bet of more than a newcomer's post.
                entry_blind: makes_up && dues.big_blind && straddle != Some(chair.seat),
            }
        };
        Setup {
            rules: rules.clone(),
            positions,
            players: players.iter().map(player).collect(),
            straddle,
            dues,
        }
    }
}

/// The seat left of the big blind, if it has to or wants to straddle, with three players or more.
fn straddler(straddle: Straddle, positions: Positions, players: &[(Chair<Wishes>, Dues)]) -> Option<Seat> {
    let (chair, _) = players.iter().min_by_key(|(chair, _)| steps(positions.big_blind, chair.seat))?;
    let straddles = match straddle {
        Straddle::None => false,
        Straddle::Voluntary => chair.wishes.is_some_and(|wishes| wishes.straddle),
        Straddle::Mandatory => true,
    };
    (straddles && players.len() >= 3).then_some(chair.seat)
}

fn nothing(seat: Seat) -> Dues {
    Dues { seat, small_blind: false, big_blind: false }
}

/// The first of `seats` clockwise after `seat`.
pub(super) fn following(seats: &[Seat], seat: Seat) -> Option<Seat> {
    seats.iter().copied().min_by_key(|&each| steps(seat, each))
}

/// The distance clockwise, as if every table had the most seats; from a seat to itself it is a whole round.
pub(super) fn steps(from: Seat, to: Seat) -> u8 {
    let round = i16::from(Seat::MOST);
    let ahead = (i16::from(to.0) - i16::from(from.0) - 1).rem_euclid(round);
    u8::try_from(ahead + 1).unwrap_or(Seat::MOST)
}
