//! A rival's range: a weight for each hand, narrowed by each action.

use super::runouts::{HANDS, Runouts, number};
use super::tendencies::{Deed, Mix};

/// A rival's range: a weight for each pair of cards, by its number.
#[derive(Clone, Debug, PartialEq)]
pub struct Range {
    weights: Vec<f32>,
}

impl Default for Range {
    fn default() -> Self {
        Self { weights: vec![1.0; HANDS] }
    }
}

impl Range {
    /// The weights of the hands that can still be held, in the order of the runouts' hands; they sum to 1.
    pub fn among(&self, runouts: &Runouts) -> Vec<f32> {
        let weights = runouts.hands().iter().map(|&hand| self.weights[number(hand)]);
        normal(weights.collect())
    }

    /// Narrows it by an action of its player, who plays this mix.
    pub fn narrow(&mut self, runouts: &Runouts, mix: Mix, deed: Deed) {
        let split = Split::of(&self.among(runouts), runouts.strengths(), mix);
        let part = match deed {
            Deed::Fold => return,
            Deed::Stay => split.stay,
            Deed::Raise => split.raise,
        };
        for (&hand, weight) in runouts.hands().iter().zip(part) {
            self.weights[number(hand)] = weight;
        }
    }
}

/// Weights that sum to 1.
fn normal(mut weights: Vec<f32>) -> Vec<f32> {
    let sum: f32 = weights.iter().sum();
    if sum > 0.0 {
        for weight in &mut weights {
            *weight /= sum;
        }
    }
    weights
}

/// A range, split by the player's actions: the sum of each part is the probability of its action.
pub struct Split {
    /// The hands that fold.
    pub fold: Vec<f32>,
    /// The hands that check or call.
    pub stay: Vec<f32>,
    /// The hands that bet or raise.
    pub raise: Vec<f32>,
}

/// The number of steps into which the strengths of a range are sorted.
const STEPS: usize = 128;
/// The share of bets that are bluffs.
const BLUFFS: f32 = 0.22;
/// How far a player strays from the order of strengths, as a share of the range to either side.
const STRAYS: f32 = 0.10;
/// The share of actions that follow no order at all.
const ODDITIES: f32 = 0.04;

impl Split {
    /// The strongest hands raise, and some of the weakest; the weakest fold.
    pub fn of(range: &[f32], strengths: &[f32], mix: Mix) -> Self {
        let ranks = percentiles(range, strengths);
        let value = mix.raise * (1.0 - BLUFFS);
        let raises: Vec<f32> =
            ranks.iter().map(|&rank| ramp(rank - (1.0 - value)).max(BLUFFS * mix.raise)).collect();
        // A player who nearly always raises does so with any hand.
        let anyhow = mix.raise.powi(3);
        let raises =
            scaled_to(range, raises, mix.raise).into_iter().map(|share| share + (mix.raise - share) * anyhow);
        let raises: Vec<f32> = raises.collect();
        let folds = given_up(strengths, mix).zip(&raises).map(|(fold, raise)| fold * (1.0 - raise));
        let folds: Vec<f32> = folds.collect();
        let part = |share: &dyn Fn(usize) -> f32| -> Vec<f32> {
            range.iter().enumerate().map(|(place, &weight)| weight * share(place).max(0.0)).collect()
        };
        Self {
            fold: part(&|place| folds[place]),
            stay: part(&|place| 1.0 - folds[place] - raises[place]),
            raise: part(&|place| raises[place]),
        }
    }
}

/// How likely each hand is folded.
pub fn given_up(strengths: &[f32], mix: Mix) -> impl Iterator<Item = f32> {
    let bound = mix.gives_up;
    // No player folds if there is nothing to pay, and one who has never folded may never do so.
    let oddities = ODDITIES * (bound * 4.0).min(1.0);
    let strays = STRAYS * (bound * 4.0).min(1.0);
    strengths.iter().map(move |&strength| {
        let fold = (0.5 + (bound - strength) / (2.0 * strays.max(0.001))).clamp(0.0, 1.0);
        fold * (1.0 - 2.0 * oddities) + oddities
    })
}

/// The probability that a range folds.
pub fn folds(range: &[f32], strengths: &[f32], mix: Mix) -> f32 {
    let all: f32 = range.iter().sum();
    let folds: f32 = given_up(strengths, mix).zip(range).map(|(fold, weight)| fold * weight).sum();
    if all > 0.0 { folds / all } else { 0.0 }
}

/// From 0 to 1 around 0.
fn ramp(above: f32) -> f32 {
    (0.5 + above / (2.0 * STRAYS)).clamp(0.0, 1.0)
}

/// Shares whose mean over a range is this one, as nearly as possible; some of them without order.
fn scaled_to(range: &[f32], mut shares: Vec<f32>, mean: f32) -> Vec<f32> {
    let sum: f32 = shares.iter().zip(range).map(|(share, weight)| share * weight).sum();
    let factor = if sum > 0.0 { mean / sum } else { 0.0 };
    for share in &mut shares {
        *share = ((*share * factor).min(0.98)) * (1.0 - ODDITIES) + ODDITIES * mean;
    }
    shares
}

/// For each hand, the share of the range that is weaker.
fn percentiles(range: &[f32], strengths: &[f32]) -> Vec<f32> {
    let mut below = [0.0_f32; STEPS + 1];
    let step = |strength: f32| bin(strength);
    for (&weight, &strength) in range.iter().zip(strengths) {
        below[step(strength) + 1] += weight;
    }
    (1..=STEPS).for_each(|place| below[place] += below[place - 1]);
    strengths.iter().map(|&strength| below[step(strength)].midpoint(below[step(strength) + 1])).collect()
}

#[allow(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    clippy::cast_precision_loss,
    reason = "a strength is between 0 and 1"
)]
fn bin(strength: f32) -> usize {
    ((strength * STEPS as f32) as usize).min(STEPS - 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_split_keeps_the_order_and_the_shares() {
        let range = vec![0.01_f32; 100];
        let strengths: Vec<f32> = (0_u8..100).map(|place| f32::from(place) / 100.0).collect();
        let split = Split::of(&range, &strengths, Mix { gives_up: 0.4, raise: 0.1 });
        let sum = |part: &[f32]| part.iter().sum::<f32>();
        assert!((sum(&split.fold) - 0.4).abs() < 0.03, "{}", sum(&split.fold));
        assert!((sum(&split.raise) - 0.1).abs() < 0.02, "{}", sum(&split.raise));
        assert!((sum(&split.fold) + sum(&split.stay) + sum(&split.raise) - 1.0).abs() < 1e-4);
        assert!(split.fold[5] > 10.0 * split.fold[90] && split.raise[98] > 3.0 * split.raise[50]);
    }

    #[test]
    fn a_player_who_always_raises_may_hold_anything() {
        let range = vec![0.01_f32; 100];
        let strengths: Vec<f32> = (0_u8..100).map(|place| f32::from(place) / 100.0).collect();
        let split = Split::of(&range, &strengths, Mix { gives_up: 0.0, raise: 0.98 });
        assert!(split.raise.iter().all(|&weight| weight > 0.006), "{:?}", split.raise);
    }
}
