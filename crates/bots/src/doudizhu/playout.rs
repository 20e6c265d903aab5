//! Plays a hand out with all cards known.

use super::endgame::Solver;
use super::plan::Plan;
use super::sight::{LANDLORD, Sight};
use cardroom_rules::games::doudizhu::counts::Counts;
use cardroom_rules::games::doudizhu::reading::{Play, Reading};

/// With this many cards in all hands or fewer, the end is solved instead of played, within this many positions. If
/// these are not enough, the hand goes on a little before the next try.
const SOLVED_FROM: u32 = 10;
const NODES: u32 = 500;

/// A hand in play. Seats are counted from the landlord.
#[derive(Clone, Copy, Debug)]
pub struct Position {
    /// The plan of each seat.
    pub plans: [Plan; 3],
    /// The cards of each seat.
    pub hands: [Counts; 3],
    /// The seat to play.
    pub turn: usize,
    /// The play to beat, and its seat.
    pub table: Option<(usize, Reading)>,
}

impl Position {
    /// These hands, before the landlord leads.
    pub fn dealt(hands: [Counts; 3]) -> Self {
        Self { plans: hands.map(Plan::of), hands, turn: LANDLORD, table: None }
    }

    /// The seat without cards.
    pub fn winner(&self) -> Option<usize> {
        self.hands.iter().position(|hand| hand.is_empty())
    }

    /// The seat to play plays this, and has this plan after it; it passes if there is no play.
    pub fn play(&mut self, play: Option<(Play, Plan)>) {
        if let Some((play, after)) = play {
            self.hands[self.turn] = self.hands[self.turn].without(play.cards);
            self.plans[self.turn] = after;
            self.table = Some((self.turn, play.reading));
        }
        self.turn = (self.turn + 1) % 3;
        self.table = self.table.filter(|&(owner, _)| owner != self.turn);
    }

    /// The position after the seat to play has played this, whatever it held before.
    #[must_use]
    pub fn with(mut self, play: Option<Play>, after: Plan) -> Self {
        let me = self.turn;
        self.play(play.map(|play| (Play { cards: Counts::NONE, ..play }, after)));
        (self.plans[me], self.hands[me]) = (after, after.hand());
        self
    }

    /// The sight of the seat to play. Peasants play as if they saw the landlord's hand. No real peasant does, but a
    /// play-out in which each covers the other is nearer to good team play.
    fn sight(&self) -> Sight {
        let me = self.turn;
        let others = if me == LANDLORD { self.hands[1].with(self.hands[2]) } else { self.hands[LANDLORD] };
        Sight {
            me,
            plan: self.plans[me],
            lengths: self.hands.map(Counts::len),
            table: self.table,
            others,
            tops: Sight::tops(others),
        }
    }

    /// Plays by the rule of thumb until the end can be solved. Returns whether the landlord wins.
    pub fn landlord_wins(mut self, solver: &mut Solver) -> bool {
        let mut solved_from = SOLVED_FROM;
        loop {
            if self.hands.iter().map(|hand| hand.len()).sum::<u32>() <= solved_from {
                if let Some(wins) = solver.landlord_wins(self.hands, self.turn, self.table, NODES) {
                    return wins;
                }
                solved_from -= 2;
            }
            let chosen = self.sight().chosen();
            let by = self.turn;
            self.play(chosen.map(|chosen| (chosen.play, chosen.after)));
            if self.hands[by].is_empty() {
                return by == LANDLORD;
            }
        }
    }
}
