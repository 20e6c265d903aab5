//! The advanced level: it plays each sensible play out in many worlds that fit what it has seen.

use super::bidding;
use super::notes::Notes;
use super::roles::Roles;
use super::search::{Budget, Search};
use crate::search_rng::SearchRng;
use crate::strategy::Strategy;
use cardroom_rules::cards::generator::Generator;
use cardroom_rules::games::doudizhu::action::Action;
use cardroom_rules::games::doudizhu::event::Seen;
use cardroom_rules::games::doudizhu::hand::Doudizhu;
use cardroom_rules::games::witness::Witness;

/// The budget of a decision.
const BUDGET: Budget = Budget { candidates: 8, playouts: 1_000, drawn: 8, auctions: 200 };

/// The advanced level.
#[derive(Debug)]
pub struct Advanced {
    notes: Notes,
    search: Search,
    budget: Budget,
}

impl Default for Advanced {
    fn default() -> Self {
        Self::with(BUDGET)
    }
}

impl Advanced {
    /// The same with another budget.
    pub fn with(budget: Budget) -> Self {
        Self { notes: Notes::default(), search: Search::default(), budget }
    }
}

impl Strategy<Doudizhu> for Advanced {
    fn begin(&mut self, witness: &Witness<Doudizhu>) {
        self.notes = Notes::new(witness);
    }

    fn watch(&mut self, _: &Witness<Doudizhu>, seen: &Seen) {
        self.notes.watch(seen);
    }

    fn act(&mut self, witness: &Witness<Doudizhu>, dice: &mut Generator) -> Option<Action> {
        let Self { notes, search, budget } = self;
        let mut rng = SearchRng::new(dice.lot());
        let budget = if notes.rules.wild.is_empty() { *budget } else { budget.with_wild_ranks() };
        match Roles::of(notes).filter(|_| notes.plays(witness)) {
            Some(roles) => {
                let play = search.play(notes, roles, budget, &mut rng);
                Some(play.map_or(Action::Pass {}, |play| notes.action(play)))
            }
            None => bidding::answer(&witness.options()?, || search.probability(notes, budget, &mut rng)),
        }
    }
}
