//! The equilibrium of pushing or folding, by counterfactual regret minimisation.

use super::game::{Meetings, Plan, Plans};
use crate::holdem::class::CLASSES;

/// The number of rounds. A best response wins millionths of a blind against the result.
pub const ROUNDS: u32 = 3_000;

/// Both plans at this depth, in big blinds: the mean of all rounds, later ones weighing more (Tammelin, "Solving Large
/// Imperfect Information Games Using CFR+", 2014).
pub fn solve(meetings: &Meetings, depth: f64, rounds: u32) -> Plans {
    let mut regrets = [[[0.0; 2]; CLASSES]; 2];
    let mut sums = [[0.0; CLASSES]; 2];
    let mut now = Plans { push: [0.5; CLASSES], call: [0.5; CLASSES] };
    for round in 1..=rounds {
        let gains = meetings.pushes(&now.call, depth);
        now.push = learn(&mut regrets[0], &gains, &now.push);
        let gains = meetings.calls(&now.push, depth);
        now.call = learn(&mut regrets[1], &gains, &now.call);
        for (sum, plan) in sums.iter_mut().zip([&now.push, &now.call]) {
            sum.iter_mut().zip(plan).for_each(|(sum, share)| *sum += f64::from(round) * share);
        }
    }
    let all = f64::from(rounds) * f64::from(rounds + 1) / 2.0;
    let [push, call] = sums.map(|sum| sum.map(|share| share / all));
    Plans { push, call }
}

/// Adds the regret of each of two moves: how much more than the plan it would have won, never below 0. The next plan
/// plays each in proportion to its regret.
fn learn(regrets: &mut [[f64; 2]; CLASSES], gains: &Plan, plan: &Plan) -> Plan {
    std::array::from_fn(|place| {
        let (gain, share, [yes, no]) = (gains[place], plan[place], &mut regrets[place]);
        *yes = (*yes + gain * (1.0 - share)).max(0.0);
        *no = (*no - gain * share).max(0.0);
        if *yes + *no > 0.0 { *yes / (*yes + *no) } else { share }
    })
}
