//! The search: each sensible play is tried in many worlds that fit what the seat has seen.

use super::beliefs::likelihood;
use super::candidates::{Candidate, candidates};
use super::endgame::Solver;
use super::notes::Notes;
use super::plan::Plan;
use super::playout::Position;
use super::roles::Roles;
use super::sight::LANDLORD;
use super::wild::settled;
use super::worlds::{Auctions, Worlds};
use crate::search_rng::SearchRng;
use cardroom_rules::games::doudizhu::counts::Counts;
use cardroom_rules::games::doudizhu::reading::Play;

/// The size of a search. It counts work and not time, so the same search gives the same result.
#[derive(Clone, Copy, Debug)]
pub struct Budget {
    /// The number of plays that are tried, a pass included.
    pub candidates: usize,
    /// The number of hands that are played out for a decision.
    pub playouts: usize,
    /// One world is used of this many drawn ones, by how likely each is.
    pub drawn: usize,
    /// The number of worlds for an answer in the auction.
    pub auctions: u16,
}

impl Budget {
    /// The budget if ranks are wild: each world costs more then, since every wild card is assigned a rank first.
    #[must_use]
    pub fn with_wild_ranks(self) -> Self {
        Self { playouts: self.playouts / 2, auctions: self.auctions / 3, ..self }
    }
}

/// After this many worlds the first plays are dropped, then again after twice as many.
const FIRST_CUT: u32 = 16;
/// A play is dropped if it is behind by this many standard deviations of a fair coin.
const BEHIND: f32 = 1.0;
/// The most wins in a world, for each world, by which the rule of thumb's own choice is ahead from the start.
const TRUST: f32 = 0.06;

/// Returns hands, from the landlord on.
type Deals<'notes> = Box<dyn FnMut(&mut SearchRng) -> [Counts; 3] + 'notes>;

/// Searches one hand.
#[derive(Debug, Default)]
pub struct Search {
    solver: Solver,
}

impl Search {
    /// The best play; `None` passes.
    pub fn play(&mut self, notes: &Notes, roles: Roles, budget: Budget, rng: &mut SearchRng) -> Option<Play> {
        let mut candidates = candidates(notes, roles, budget.candidates);
        if candidates.len() <= 1 {
            return candidates.first().and_then(|candidate| candidate.play);
        }
        self.solver.begin(notes.rules.forbidden);
        let me = roles.role(notes.me);
        let (mut worlds, likely) = (Worlds::new(notes, roles), Likely::new(notes, roles, budget.drawn));
        let (mut played, mut count, mut cut) = (0, 0, FIRST_CUT);
        while played < budget.playouts && candidates.len() > 1 {
            let position = position(notes, roles, likely.draw(&mut worlds, rng));
            for candidate in &mut candidates {
                let wins = self.wins(position.with(candidate.play, candidate.after), me);
                candidate.won += f32::from(u8::from(wins));
            }
            played += candidates.len();
            count += 1;
            if count == cut {
                drop_behind(&mut candidates, count);
                cut *= 2;
            }
        }
        candidates[0].won += TRUST * worlds_tried(count);
        best(&candidates).play
    }

    /// The number of a hundred worlds in which this seat's side wins from here, before the first play.
    pub fn probability(&mut self, notes: &Notes, budget: Budget, rng: &mut SearchRng) -> u32 {
        self.solver.begin(notes.rules.forbidden);
        let roles = Roles::of(notes).unwrap_or(Roles::with_landlord(notes.me));
        let mut deals: Deals = if notes.landlord.is_some() {
            let (mut worlds, likely) = (Worlds::new(notes, roles), Likely::new(notes, roles, budget.drawn));
            Box::new(move |rng| likely.draw(&mut worlds, rng))
        } else {
            let mut auctions = Auctions::new(notes);
            Box::new(move |rng| auctions.draw(rng))
        };
        let mut won = 0;
        for _ in 0..budget.auctions {
            let hands = deals(rng).map(|hand| settled(hand, notes.rules.wild));
            won += u32::from(self.wins(Position::dealt(hands), roles.role(notes.me)));
        }
        won * 100 / u32::from(budget.auctions.max(1))
    }

    fn wins(&mut self, position: Position, me: usize) -> bool {
        match position.winner() {
            Some(winner) => (winner == LANDLORD) == (me == LANDLORD),
            None => position.landlord_wins(&mut self.solver) == (me == LANDLORD),
        }
    }
}

/// The plans of the others' hands.
fn position(notes: &Notes, roles: Roles, hands: [Counts; 3]) -> Position {
    let me = roles.role(notes.me);
    let hands = hands.map(|hand| settled(hand, notes.rules.wild));
    let plans = [0, 1, 2].map(|role| if role == me { Plan::NONE } else { Plan::of(hands[role]) });
    Position { plans, hands, turn: me, table: roles.table(notes.table) }
}

/// Draws worlds by how likely they are.
struct Likely<'notes> {
    notes: &'notes Notes,
    roles: Roles,
    drawn: usize,
}

impl<'notes> Likely<'notes> {
    fn new(notes: &'notes Notes, roles: Roles, drawn: usize) -> Self {
        Self { notes, roles, drawn }
    }

    /// One of several worlds, each with a probability in proportion to how likely it is.
    fn draw(&self, worlds: &mut Worlds, rng: &mut SearchRng) -> [Counts; 3] {
        let mut chosen = worlds.draw(rng);
        let mut sum = likelihood(self.notes, self.roles, chosen);
        for _ in 1..self.drawn {
            let drawn = worlds.draw(rng);
            let likely = likelihood(self.notes, self.roles, drawn);
            sum += likely;
            if rng.share() * sum < likely {
                chosen = drawn;
            }
        }
        chosen
    }
}

/// Drops the plays that are too far behind to win.
fn drop_behind(candidates: &mut Vec<Candidate>, worlds: u32) {
    let most = candidates.iter().map(|candidate| candidate.won).fold(0.0, f32::max);
    let behind = BEHIND * worlds_tried(worlds).sqrt();
    candidates.retain(|candidate| candidate.won + behind >= most);
}

fn worlds_tried(count: u32) -> f32 {
    u16::try_from(count).map_or(f32::from(u16::MAX), f32::from)
}

/// The play with the most wins, the first of equal ones.
fn best(candidates: &[Candidate]) -> Candidate {
    candidates
        .iter()
        .copied()
        .reduce(|best, each| if each.won > best.won { each } else { best })
        .unwrap_or_default()
}
