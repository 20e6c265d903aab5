//! Strategies for the arena only: baselines, and one that our levels have to beat.

use super::spot::{Asked, Spot, ratio};
use super::strength;
use crate::search_rng::SearchRng;
use crate::strategy::Strategy;
use cardroom_rules::cards::generator::Generator;
use cardroom_rules::games::holdem::action::Action;
use cardroom_rules::games::holdem::hand::Holdem;
use cardroom_rules::games::witness::Witness;

/// Plays each kind of move equally often, and any amount.
#[derive(Default)]
pub struct Random;

impl Strategy<Holdem> for Random {
    fn act(&mut self, witness: &Witness<Holdem>, dice: &mut Generator) -> Option<Action> {
        let moves = witness.moves();
        let is_wager = |action: &Action| matches!(action, Action::Bet { .. } | Action::Raise { .. });
        // Of a range of raises the moves list up to four, which are one kind.
        let others: Vec<_> = moves.iter().filter(|action| !is_wager(action)).cloned().collect();
        let wager = moves.iter().any(is_wager);
        let kind = dice.below((others.len() + usize::from(wager)).max(1));
        others.get(kind).cloned().or_else(|| {
            let options = witness.options()?;
            let (least, most) = options.raise_min.zip(options.raise_max)?;
            // The generator's own bound would be too small for the deepest stacks.
            let to = least + dice.lot() % (most - least + 1);
            let is_bet = matches!(moves.iter().find(|action| is_wager(action)), Some(Action::Bet { .. }));
            Some(if is_bet { Action::Bet { to } } else { Action::Raise { to } })
        })
    }
}

/// Always calls.
#[derive(Default)]
pub struct Calling;

impl Strategy<Holdem> for Calling {
    fn act(&mut self, witness: &Witness<Holdem>, _: &mut Generator) -> Option<Action> {
        answer(witness, Spot::stay)
    }
}

/// Always bets or raises the pot.
#[derive(Default)]
pub struct Raising;

impl Strategy<Holdem> for Raising {
    fn act(&mut self, witness: &Witness<Holdem>, _: &mut Generator) -> Option<Action> {
        answer(witness, |spot| spot.raise_by(1.0))
    }
}

/// Makes the move that would win most if the others held any cards, folded as often as the size of a bet breaks even,
/// and called with hands no better than those that they fold: a naive maximiser of modelled value.
#[derive(Default)]
pub struct Greedy;

/// The number of deals that it samples.
const SAMPLES: u32 = 150;

impl Strategy<Holdem> for Greedy {
    fn act(&mut self, witness: &Witness<Holdem>, dice: &mut Generator) -> Option<Action> {
        let mut dice = SearchRng::seeded(dice);
        answer(witness, |spot| greediest(spot, &mut dice))
    }
}

fn greediest(spot: &Spot, dice: &mut SearchRng) -> Action {
    let ranges = vec![1.0; spot.rivals.len()];
    let equity = strength::equity(spot.hole, &spot.board, &ranges, SAMPLES, dice);
    let (pot, call) = (ratio(spot.pot, 1), ratio(spot.call, 1));
    let mut best = (0.0, spot.give_up());
    let stay = equity * (pot + call) - call;
    if stay > best.0 {
        best = (stay, spot.stay());
    }
    for share in [0.5, 1.0, 2.0, 4.0, 8.0] {
        let cost = call + share * (pot + call);
        let Some((_, most)) = spot.raise else { break };
        if cost > ratio(most.saturating_sub(spot.bet), 1) {
            break;
        }
        let folds = share / (1.0 + share);
        let called = equity * (pot + 2.0 * cost - call) - cost;
        let value = folds * pot + (1.0 - folds) * called;
        if value > best.0 {
            best = (value, spot.raise_by(share));
        }
    }
    best.1
}

/// The action in a betting decision, or the usual answer to any other question.
pub(super) fn answer(witness: &Witness<Holdem>, bet: impl FnOnce(&Spot) -> Action) -> Option<Action> {
    match Asked::of(witness) {
        Asked::Bet(spot) => Some(bet(&spot)),
        Asked::Answer(action) => Some(action),
        Asked::Nothing => None,
    }
}
