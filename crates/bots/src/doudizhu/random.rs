//! Plays anything that is legal, as a baseline for the levels.

use super::candidates;
use super::notes::Notes;
use crate::strategy::Strategy;
use cardroom_rules::cards::generator::Generator;
use cardroom_rules::games::doudizhu::action::Action;
use cardroom_rules::games::doudizhu::event::Seen;
use cardroom_rules::games::doudizhu::hand::Doudizhu;
use cardroom_rules::games::witness::Witness;

/// Plays anything.
#[derive(Debug, Default)]
pub struct Random {
    notes: Notes,
}

impl Strategy<Doudizhu> for Random {
    fn begin(&mut self, witness: &Witness<Doudizhu>) {
        self.notes = Notes::new(witness);
    }

    fn watch(&mut self, _: &Witness<Doudizhu>, seen: &Seen) {
        self.notes.watch(seen);
    }

    fn act(&mut self, witness: &Witness<Doudizhu>, dice: &mut Generator) -> Option<Action> {
        let notes = &self.notes;
        let mut moves = if notes.plays(witness) {
            let pass = notes.table.map(|_| Action::Pass {});
            let plays = candidates::plays(notes).into_iter().map(|play| notes.action(play));
            pass.into_iter().chain(plays).collect()
        } else {
            // Only in the play there are more than a few.
            witness.moves()
        };
        (!moves.is_empty()).then(|| moves.swap_remove(dice.below(moves.len())))
    }
}
