//! The advanced level: it narrows ranges by every action seen, and makes the move that is worth most against them.

mod range;
mod runouts;
mod story;
mod tendencies;
mod value;

use self::range::Range;
use self::runouts::Runouts;
use self::story::{Act, Story};
use self::tendencies::{Deed, Facing, Mix, Tendencies};
use self::value::{Opponent, Table};
use super::chart::{self, Shares};
use super::notes::Notes;
use super::push_fold;
use super::simple::answer;
use super::spot::{Rival, Spot, ratio, scaled};
use crate::search_rng::SearchRng;
use crate::strategy::Strategy;
use cardroom_rules::cards::generator::Generator;
use cardroom_rules::games::holdem::action::Action;
use cardroom_rules::games::holdem::event::Seen;
use cardroom_rules::games::holdem::hand::Holdem;
use cardroom_rules::games::holdem::street::StreetName;
use cardroom_rules::games::seat::Seat;
use cardroom_rules::games::witness::Witness;

/// The number of runouts that are sampled for a decision.
const RUNOUTS: usize = 16;
/// The number if only the strengths of hands are needed, for a street that is over.
const RUNOUTS_BEFORE: usize = 8;
/// A move whose value is this share of the pot below the best one is not played. Of the nearer ones, the nearest is
/// played most often.
const NEAR: f32 = 0.03;
/// Rivals who give up fewer hands than this to a raise, on average, are loose.
const LOOSE: f32 = 0.41;
/// The factor of a first raise against them.
const LARGER: f32 = 1.7;
/// Rivals who raise an unraised pot less often than this are passive.
const PASSIVE: f32 = 0.25;
/// The factors of the hands that are raised, and played, if the others are loose and passive.
const WIDER: (f32, f32) = (1.5, 2.5);
/// The possible sizes of a bet or raise, as shares of the pot.
const SIZES: [f32; 5] = [0.4, 0.75, 1.2, 2.2, 5.0];

/// Estimates the others' hands from their actions, and learns how each of them plays.
#[derive(Default)]
pub struct Advanced {
    notes: Notes,
    story: Story,
    tendencies: [Tendencies; Seat::MOST as usize],
}

impl Strategy<Holdem> for Advanced {
    fn begin(&mut self, witness: &Witness<Holdem>) {
        self.notes.begin(witness);
        self.story = Story::default();
    }

    fn watch(&mut self, _: &Witness<Holdem>, seen: &Seen) {
        self.notes.watch(seen);
        if let Some(act) = self.story.watch(seen)
            && let Some(tendencies) = self.tendencies.get_mut(act.seat.index())
        {
            tendencies.note(act.facing, act.deed);
            if act.deed == Deed::Raise && act.facing.street != StreetName::Preflop {
                tendencies.note_size(act.size);
            }
        }
    }

    fn act(&mut self, witness: &Witness<Holdem>, dice: &mut Generator) -> Option<Action> {
        let mut dice = SearchRng::seeded(dice);
        answer(witness, |spot| self.decide(spot, &mut dice))
    }
}

impl Advanced {
    fn decide(&self, spot: &Spot, dice: &mut SearchRng) -> Action {
        if spot.street == StreetName::Preflop && spot.dealt > 2 {
            return self.by_the_chart(spot, dice);
        }
        if let Some(action) = self.push_or_fold(spot, dice) {
            return action;
        }
        let runouts = Runouts::new(spot.hole, &spot.board, RUNOUTS, dice);
        let ranges = self.ranges(spot, &runouts, dice);
        self.best(spot, &ranges, &runouts, dice)
    }

    /// By the chart, until it is known how the others play. Rivals who call raises with most hands pay for a larger
    /// one. If they seldom raise, many hands that the chart gives up are worth a look at the flop, which stays cheap.
    fn by_the_chart(&self, spot: &Spot, dice: &mut SearchRng) -> Action {
        let shares = Shares::of(spot, &self.notes);
        if self.notes.raises > 0 || self.usual(spot, 1, |mix| mix.gives_up) >= LOOSE {
            return chart::play(spot, &self.notes, shares, dice);
        }
        let is_passive = self.usual(spot, 0, |mix| mix.raise) < PASSIVE;
        let shares = if is_passive { shares.wider(WIDER.0, WIDER.1) } else { shares };
        match chart::play(spot, &self.notes, shares, dice) {
            Action::Raise { to } => spot.raise_to(scaled(to, LARGER)),
            action => action,
        }
    }

    /// The average play of the rivals if they face this many raises before the flop.
    fn usual(&self, spot: &Spot, raises: u8, of: impl Fn(Mix) -> f32) -> f32 {
        let facing = Facing { street: StreetName::Preflop, raises, price: 0.5 };
        let known = spot.rivals.iter().filter_map(|rival| self.tendencies.get(rival.seat.index()));
        let (sum, count) =
            known.fold((0.0, 0.0), |(sum, count), tends| (sum + of(tends.mix(facing)), count + 1.0));
        sum / f32::max(count, 1.0)
    }

    /// Heads-up with few blinds left: by the table for all-in or fold. An ante counts as a larger blind.
    fn push_or_fold(&self, spot: &Spot, dice: &mut SearchRng) -> Option<Action> {
        let reach = spot.bet + spot.effective();
        let depth = ratio(reach * 3, self.story.posted() * 2);
        if spot.street != StreetName::Preflop || spot.dealt != 2 || depth > push_fold::DEEPEST {
            return None;
        }
        let may_push = spot.raise.is_some_and(|(_, most)| most >= reach);
        let often = match (self.story.raises(), spot.call) {
            (0, 1..) if may_push => push_fold::pushes(spot.hole, depth),
            (1, call) if spot.raise.is_none() && spot.bet + call >= reach => {
                push_fold::calls(spot.hole, depth)
            }
            _ => return None,
        };
        Some(match (dice.happens(often), may_push) {
            (false, _) => spot.give_up(),
            (true, true) => spot.all_in(),
            (true, false) => spot.stay(),
        })
    }

    /// The rivals' ranges, by all their actions. They are computed again for each decision, so that a move depends on
    /// what was seen and not on earlier decisions.
    fn ranges(&self, spot: &Spot, now: &Runouts, dice: &mut SearchRng) -> Vec<(Seat, Range)> {
        let mut ranges: Vec<_> = spot.rivals.iter().map(|rival| (rival.seat, Range::default())).collect();
        let mut before: Option<(StreetName, Runouts)> = None;
        for &Act { seat, facing, deed, .. } in self.story.acts() {
            let Some((_, range)) = ranges.iter_mut().find(|(of, _)| *of == seat) else { continue };
            let Some(tends) = self.tendencies.get(seat.index()) else { continue };
            if deed == Deed::Fold {
                continue;
            }
            if facing.street != spot.street
                && before.as_ref().is_none_or(|(street, _)| *street != facing.street)
            {
                let board = &spot.board[..cards_on(facing.street).min(spot.board.len())];
                before = Some((facing.street, Runouts::new(spot.hole, board, RUNOUTS_BEFORE, dice)));
            }
            let earlier = before.as_ref().filter(|(street, _)| *street == facing.street);
            let runouts = earlier.map_or(now, |(_, runouts)| runouts);
            range.narrow(runouts, tends.mix(facing), deed);
        }
        ranges
    }

    fn best(&self, spot: &Spot, ranges: &[(Seat, Range)], runouts: &Runouts, dice: &mut SearchRng) -> Action {
        let table = self.table(spot, ranges, runouts);
        let mut moves = vec![(table.stay(), spot.stay())];
        if spot.call > 0 {
            moves.push((0.0, spot.give_up()));
        }
        if let Some((_, most)) = spot.raise {
            let mut last = 0;
            for size in SIZES {
                let to = spot.total_of(size).min(most);
                let action = spot.raise_to(to);
                let (Action::Bet { to } | Action::Raise { to }) = action else { break };
                if to != last {
                    moves.push((table.raised(ratio(to - spot.bet, 1)), action));
                    last = to;
                }
                if to == most {
                    break;
                }
            }
        }
        pick(moves, NEAR * table.pot, dice)
    }

    fn table<'a>(&'a self, spot: &Spot, ranges: &[(Seat, Range)], runouts: &'a Runouts) -> Table<'a> {
        let opponent = |rival: &Rival| {
            let range = ranges.iter().find(|(seat, _)| *seat == rival.seat);
            Some(Opponent {
                range: range.map(|(_, range)| range.among(runouts))?,
                tends: self.tendencies.get(rival.seat.index())?,
                stack: ratio(rival.stack, 1),
                owes: ratio(spot.price.max(spot.bet).saturating_sub(rival.bet), 1),
                follows: rival.follows,
            })
        };
        Table {
            runouts,
            opponents: spot.rivals.iter().filter_map(opponent).collect(),
            street: spot.street,
            raises: self.story.raises(),
            pot: ratio(spot.pot, 1),
            call: ratio(spot.call, 1),
            stack: ratio(spot.stack, 1),
            is_last: spot.behind == 0,
        }
    }
}

/// The number of open cards on a street.
fn cards_on(street: StreetName) -> usize {
    match street {
        StreetName::Preflop => 0,
        StreetName::Flop => 3,
        StreetName::Turn => 4,
        StreetName::River => 5,
    }
}

/// The best of these, or one that is near it; the nearer, the more likely.
fn pick(moves: Vec<(f32, Action)>, near: f32, dice: &mut SearchRng) -> Action {
    let best = moves.iter().map(|(value, _)| *value).fold(f32::MIN, f32::max);
    let weight = |value: f32| (1.0 - (best - value) / near.max(f32::MIN_POSITIVE)).max(0.0).powi(2);
    let mut left = dice.share() * moves.iter().map(|(value, _)| weight(*value)).sum::<f32>();
    let mut chosen = Action::Fold {};
    for (value, action) in moves {
        let weight = weight(value);
        if weight > 0.0 {
            chosen = action;
            left -= weight;
            if left < 0.0 {
                break;
            }
        }
    }
    chosen
}
