//! The game of pushing or folding: two players, one all-in, and its exact value.

use crate::holdem::class::{self, CLASSES};
use cardroom_rules::games::holdem::equity::chart::Chart;
use cardroom_rules::games::holdem::equity::combo::Combo;

/// A share for each class of hands: how often it pushes, or calls.
pub type Plan = [f64; CLASSES];

/// Both players' plans: the small blind pushes or folds, the big blind calls or folds.
#[derive(Clone, Debug, PartialEq)]
pub struct Plans {
    pub push: Plan,
    pub call: Plan,
}

/// The small blind, in big blinds.
const SMALL_BLIND: f64 = 0.5;

/// The probability that two classes meet, and the first one's result then.
pub struct Meetings {
    /// The share of all deals.
    probability: Vec<[f64; CLASSES]>,
    /// That share, times the stakes that the first wins when both are all in: −1 to 1.
    won: Vec<[f64; CLASSES]>,
}

impl Meetings {
    /// By counting all pairs of hands that share no card.
    pub fn count() -> Self {
        let chart = Chart::ready();
        let places: Vec<usize> = chart.hands.iter().filter_map(|text| class::read(text)).collect();
        let mut probability = vec![[0.0; CLASSES]; CLASSES];
        let hands: Vec<_> = Combo::all().map(|hand| (class::class(hand.cards()), hand.set())).collect();
        let deals = 1_326.0 * 1_225.0;
        for &(mine, held) in &hands {
            for &(theirs, others) in &hands {
                probability[mine][theirs] += if held.meet(others) { 0.0 } else { 1.0 / deals };
            }
        }
        let mut won = probability.clone();
        for (row, &mine) in chart.equity.iter().zip(&places) {
            for (equity, &theirs) in row.iter().zip(&places) {
                won[mine][theirs] *= 2.0 * equity - 1.0;
            }
        }
        Self { probability, won }
    }

    /// The gain of each class of the small blind by pushing instead of folding, against these calls, in big blinds and
    /// weighted by the probability of the class.
    pub fn pushes(&self, call: &Plan, depth: f64) -> Plan {
        std::array::from_fn(|mine| {
            let meets = self.probability[mine].iter().zip(&self.won[mine]).zip(call);
            meets
                .map(|((probability, won), call)| {
                    probability * (SMALL_BLIND + 1.0 - call) + call * won * depth
                })
                .sum()
        })
    }

    /// The gain of each class of the big blind by calling instead of folding, against these pushes.
    pub fn calls(&self, push: &Plan, depth: f64) -> Plan {
        let mut gains = [0.0; CLASSES];
        for ((probabilities, wons), push) in self.probability.iter().zip(&self.won).zip(push) {
            for ((gain, probability), won) in gains.iter_mut().zip(probabilities).zip(wons) {
                *gain += push * (probability - won * depth);
            }
        }
        gains
    }

    /// The winnings of a best response against these plans, as the mean of both seats and in big blinds a hand; 0 in
    /// equilibrium.
    pub fn exploitability(&self, plans: &Plans, depth: f64) -> f64 {
        let [pushes, calls] = [self.pushes(&plans.call, depth), self.calls(&plans.push, depth)];
        let lost = |gains: &Plan, plan: &Plan| -> f64 {
            gains.iter().zip(plan).map(|(gain, share)| gain.max(0.0) - share * gain).sum()
        };
        lost(&pushes, &plans.push).midpoint(lost(&calls, &plans.call))
    }
}
