//! Plays anything that it is offered.

use crate::bots::strategy::Strategy;
use crate::cards::generator::Generator;
use crate::games::shengji::action::Action;
use crate::games::shengji::hand::Shengji;
use crate::games::witness::Witness;

/// Plays anything that it is offered.
#[derive(Debug, Default)]
pub struct Random;

impl Strategy<Shengji> for Random {
    fn act(&mut self, witness: &Witness<Shengji>, dice: &mut Generator) -> Option<Action> {
        let mut moves = witness.moves();
        if moves.is_empty() { None } else { Some(moves.swap_remove(dice.below(moves.len()))) }
    }
}
