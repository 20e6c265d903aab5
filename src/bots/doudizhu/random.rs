//! Any of the plays that the witness lists, as a floor for what a level is worth.

use crate::bots::strategy::Strategy;
use crate::cards::generator::Generator;
use crate::games::doudizhu::action::Action;
use crate::games::doudizhu::hand::Doudizhu;
use crate::games::witness::Witness;

/// Plays anything.
#[derive(Debug, Default)]
pub struct Random;

impl Strategy<Doudizhu> for Random {
    fn act(&mut self, witness: &Witness<Doudizhu>, dice: &mut Generator) -> Option<Action> {
        let mut moves = witness.moves();
        (!moves.is_empty()).then(|| moves.swap_remove(dice.below(moves.len())))
    }
}
