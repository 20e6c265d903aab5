//! The end of a hand, solved exactly with all cards known.

use std::cmp::Reverse;

use super::sight::LANDLORD;
use cardroom_rules::games::doudizhu::answers;
use cardroom_rules::games::doudizhu::counts::Counts;
use cardroom_rules::games::doudizhu::reading::{Kind, Play, Reading};
use cardroom_rules::games::doudizhu::wings::Wings;

/// The number of results that are kept, a power of two.
const KEPT: usize = 1 << 12;
/// The most plays that are tried from one position.
const MOST_PLAYS: usize = 64;

/// Solves positions, and keeps the results.
#[derive(Debug)]
pub struct Solver {
    kept: Vec<u64>,
    nodes: u32,
    forbidden: Wings,
}

impl Default for Solver {
    fn default() -> Self {
        Self { kept: vec![0; KEPT], nodes: 0, forbidden: Wings::NONE }
    }
}

/// A position, without the data that only the rule of thumb needs.
#[derive(Clone, Copy)]
struct Bare {
    hands: [Counts; 3],
    turn: usize,
    table: Option<(usize, Reading)>,
}

impl Bare {
    fn after(mut self, play: Option<Play>) -> Self {
        if let Some(play) = play {
            self.hands[self.turn] = self.hands[self.turn].without(play.cards);
            self.table = Some((self.turn, play.reading));
        }
        self.turn = (self.turn + 1) % 3;
        self.table = self.table.filter(|&(owner, _)| owner != self.turn);
        self
    }

    fn key(&self) -> u64 {
        let (owner, reading) = self.table.map_or((3, 0), |(owner, reading)| {
            (owner, u64::from(reading.weight()) << 8 | u64::from(reading.length) << 4 | reading.kind as u64)
        });
        let state = (owner * 4 + self.turn) as u64 | reading << 8;
        let mut hash = state.wrapping_mul(0x9E37_79B9_7F4A_7C15);
        for hand in self.hands {
            hash = (hash ^ hand.bits()).wrapping_mul(0xBF58_476D_1CE4_E5B9);
            hash ^= hash >> 29;
        }
        hash
    }
}

impl Solver {
    /// Clears the results, so that later ones do not depend on earlier positions. From now on these wings are
    /// forbidden.
    pub fn begin(&mut self, forbidden: Wings) {
        self.kept.fill(0);
        self.forbidden = forbidden;
    }

    /// Whether the landlord wins from this position, if the search ends within this many positions. Seats are counted
    /// from the landlord.
    pub fn landlord_wins(
        &mut self,
        hands: [Counts; 3],
        turn: usize,
        table: Option<(usize, Reading)>,
        nodes: u32,
    ) -> Option<bool> {
        self.nodes = nodes;
        self.solve(Bare { hands, turn, table })
    }

    fn solve(&mut self, position: Bare) -> Option<bool> {
        self.nodes = self.nodes.checked_sub(1)?;
        let is_landlord = position.turn == LANDLORD;
        let hand = position.hands[position.turn];
        let mut plays = Plays::default();
        match position.table {
            None => answers::leads(hand, self.forbidden, |play| plays.add(play, hand)),
            Some((_, table)) => {
                answers::answers(hand, self.forbidden, table, |play| plays.add(play, hand));
            }
        }
        if plays.ends {
            return Some(is_landlord);
        }
        if plays.are_too_many {
            return None;
        }
        let key = position.key() & !1;
        let place = (key >> 40) as usize % KEPT;
        if self.kept[place] & !1 == key {
            return Some(self.kept[place] & 1 == 1);
        }
        let by_partner = position.table.is_some_and(|(owner, _)| owner != LANDLORD && !is_landlord);
        let pass = position.table.map(|_| None);
        let (before, after) = if by_partner { (pass, None) } else { (None, pass) };
        let mut wins = !is_landlord;
        for play in before.into_iter().chain(plays.in_order(position.table.is_none())).chain(after) {
            if self.solve(position.after(play))? == is_landlord {
                wins = is_landlord;
                break;
            }
        }
        self.kept[place] = key | u64::from(wins);
        Some(wins)
    }
}

/// The plays of a position.
struct Plays {
    found: [Play; MOST_PLAYS],
    count: usize,
    ends: bool,
    are_too_many: bool,
}

impl Default for Plays {
    fn default() -> Self {
        let none = Play { cards: Counts::NONE, reading: Reading::ROCKET };
        Self { found: [none; MOST_PLAYS], count: 0, ends: false, are_too_many: false }
    }
}

impl Plays {
    fn add(&mut self, play: Play, hand: Counts) {
        self.ends |= play.cards == hand;
        match self.found.get_mut(self.count) {
            Some(place) => {
                *place = play;
                self.count += 1;
            }
            None => self.are_too_many = true,
        }
    }

    /// The plays that are likely to win first: of leads those with many cards, and bombs last.
    fn in_order(&mut self, is_lead: bool) -> impl Iterator<Item = Option<Play>> {
        let plays = &mut self.found[..self.count];
        if is_lead {
            let is_bomb = |play: &Play| matches!(play.reading.kind, Kind::Bomb | Kind::Rocket);
            plays.sort_unstable_by_key(|play| (is_bomb(play), Reverse(play.cards.len())));
        }
        plays.iter().copied().map(Some)
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::dealt;
    use super::*;
    use crate::search_rng::SearchRng;

    /// The same without a table, an order or a budget.
    fn exhausted(position: Bare) -> bool {
        let is_landlord = position.turn == LANDLORD;
        let hand = position.hands[position.turn];
        let mut plays = vec![];
        match position.table {
            None => answers::leads(hand, Wings::NONE, |play| plays.push(Some(play))),
            Some((_, table)) => {
                plays.push(None);
                answers::answers(hand, Wings::NONE, table, |play| plays.push(Some(play)));
            }
        }
        let wins = |play: Option<Play>| {
            let after = position.after(play);
            let has_won = after.hands[position.turn].is_empty();
            if has_won { is_landlord } else { exhausted(after) }
        };
        if is_landlord { plays.into_iter().any(wins) } else { plays.into_iter().all(wins) }
    }

    #[test]
    fn the_solution_is_the_one_of_exhaustive_search() {
        let (mut rng, mut solver, mut won) = (SearchRng::new(3), Solver::default(), 0);
        for round in 0..300 {
            let hands = dealt([2 + round % 3, 2 + round % 2, 3], &mut rng);
            let turn = round % 3;
            let wins = exhausted(Bare { hands, turn, table: None });
            won += u32::from(wins);
            assert_eq!(solver.landlord_wins(hands, turn, None, u32::MAX), Some(wins), "{hands:?}");
        }
        assert!((30..270).contains(&won), "both sides win some: {won}");
    }

    #[test]
    fn a_budget_that_is_spent_gives_no_answer() {
        let hands = dealt([8, 8, 8], &mut SearchRng::new(4));
        assert_eq!(Solver::default().landlord_wins(hands, 0, None, 3), None);
    }
}
