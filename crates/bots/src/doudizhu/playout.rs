//! Playing a hand out on cards that all lie open to the search.

use super::endgame::Solver;
use super::plan::Plan;
use super::sight::{LANDLORD, Sight};
use cardroom_rules::games::doudizhu::counts::Counts;
use cardroom_rules::games::doudizhu::reading::{Play, Reading};

/// How many cards all hands together hold where the end is solved instead of played, and within how many positions;
/// where these are not enough, the hand goes on a little before it is tried once more.
const SOLVED_FROM: u32 = 10;
const NODES: u32 = 500;

/// A hand in play. Seats are counted from the landlord.
#[derive(Clone, Copy, Debug)]
pub struct Position {
    /// What each seat holds, taken apart.
    pub plans: [Plan; 3],
    /// What each seat holds.
    pub hands: [Counts; 3],
    /// Whose turn it is.
    pub turn: usize,
    /// What has to be beaten, and whose it is.
    pub table: Option<(usize, Reading)>,
}

impl Position {
    /// These hands, before the landlord leads.
    pub fn dealt(hands: [Counts; 3]) -> Self {
        Self { plans: hands.map(Plan::of), hands, turn: LANDLORD, table: None }
    }

    /// Who has no cards left.
    pub fn winner(&self) -> Option<usize> {
        self.hands.iter().position(|hand| hand.is_empty())
    }

    /// The seat to play does this, and its hand is taken apart so after it; it passes where there is no play.
    pub fn play(&mut self, play: Option<(Play, Plan)>) {
        if let Some((play, after)) = play {
            self.hands[self.turn] = self.hands[self.turn].without(play.cards);
            self.plans[self.turn] = after;
            self.table = Some((self.turn, play.reading));
        }
        self.turn = (self.turn + 1) % 3;
        self.table = self.table.filter(|&(owner, _)| owner != self.turn);
    }

    /// The same after the seat to play has done this, whatever it held before.
    #[must_use]
    pub fn with(mut self, play: Option<Play>, after: Plan) -> Self {
        let me = self.turn;
        self.play(play.map(|play| (Play { cards: Counts::NONE, ..play }, after)));
        (self.plans[me], self.hands[me]) = (after, after.hand());
        self
    }

    /// What the seat to play goes by. Peasants play as if they saw the landlord's hand: in many worlds at once nobody
    /// does, but then a play-out in which each covers the other is nearer to good team play.
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

    /// Plays by rule of thumb until the end can be solved; whether the landlord wins.
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
