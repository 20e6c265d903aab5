//! Plays any move that it may make.

use crate::strategy::Strategy;
use cardroom_rules::cards::generator::Generator;
use cardroom_rules::games::shengji::action::Action;
use cardroom_rules::games::shengji::hand::Shengji;
use cardroom_rules::games::witness::Witness;

/// Plays any move that it may make.
#[derive(Debug, Default)]
pub struct Random;

impl Strategy<Shengji> for Random {
    fn act(&mut self, witness: &Witness<Shengji>, dice: &mut Generator) -> Option<Action> {
        let mut moves = witness.moves();
        if moves.is_empty() { None } else { Some(moves.swap_remove(dice.below(moves.len()))) }
    }
}
