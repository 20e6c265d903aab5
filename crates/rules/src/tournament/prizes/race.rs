//! The Independent Chip Model as a race, for many stacks.
//!
//! Each player has a clock that rings after an exponential time, at a rate of the player's share of all chips. The order
//! in which the clocks ring has the probabilities of the model. So a player with rate `s` who rings at time `t` has the
//! place after those who rang before, and is worth `∫ s e^(−st) E[prize after J(t) others] dt`, with `J(t)` the number
//! of other clocks that rang by `t`. The integral is taken over `u = ln t` by the trapezium rule, which converges
//! faster than any power of the step for such integrands.

/// The step of the trapezium rule in `u`.
const STEP: f64 = 0.1;
/// The first `u`: before, a clock rings with a probability below 10⁻¹⁶.
const FIRST: f64 = -38.0;
/// The integral ends when the slowest clock has not rung with a probability of e⁻⁴⁵.
const LAST: f64 = 45.0;
/// Probabilities below this are taken as 0: all of them together stay far below the error of the rule.
const NEGLIGIBLE: f64 = 1e-18;

/// The value of each stack, to 10⁻⁹ of the prizes. Takes about 600 times the number of stacks, times the counts that
/// are likely at one time: up to 300 for a thousand stacks.
pub(super) fn equities(stacks: &[f64], prizes: &[f64]) -> Vec<f64> {
    let all: f64 = stacks.iter().sum();
    let rates: Vec<f64> = stacks.iter().map(|stack| stack / all).collect();
    let slowest = rates.iter().copied().fold(1.0, f64::min);
    let mut worth = vec![0.0; stacks.len()];
    let mut counts = Counts::default();
    for u in steps(FIRST, (LAST / slowest).ln()) {
        let time = u.exp();
        counts.start();
        for rate in &rates {
            counts.add(rung(rate * time));
        }
        for (worth, rate) in worth.iter_mut().zip(&rates) {
            let waited = rate * time;
            *worth += STEP * waited * (-waited).exp() * counts.expected_without(rung(waited), prizes);
        }
    }
    worth
}

fn steps(first: f64, last: f64) -> impl Iterator<Item = f64> {
    (0_u32..).map(move |step| first + STEP * f64::from(step)).take_while(move |u| *u <= last)
}

/// How likely a clock has rung that rings once, on average, in the unit of this time.
fn rung(waited: f64) -> f64 {
    -(-waited).exp_m1()
}

/// How likely each number of clocks has rung, from a first number on: without those at both ends that are negligible.
#[derive(Default)]
struct Counts {
    first: usize,
    chances: Vec<f64>,
}

impl Counts {
    /// No clocks: none of them has rung.
    fn start(&mut self) {
        self.first = 0;
        self.chances.clear();
        self.chances.push(1.0);
    }

    /// Adds a clock that has rung with this probability.
    fn add(&mut self, rung: f64) {
        self.chances.push(0.0);
        for at in (1..self.chances.len()).rev() {
            self.chances[at] = (1.0 - rung) * self.chances[at] + rung * self.chances[at - 1];
        }
        self.chances[0] *= 1.0 - rung;
        let negligible = self.chances.iter().take_while(|chance| **chance < NEGLIGIBLE).count();
        self.chances.drain(..negligible);
        self.first += negligible;
        while self.chances.last().is_some_and(|chance| *chance < NEGLIGIBLE) {
            self.chances.pop();
        }
    }

    /// The prize that is expected after the clocks that have rung, one clock left out. It is taken out from the end at
    /// which its own chance is the larger one, so that rounding errors do not grow.
    fn expected_without(&self, rung: f64, prizes: &[f64]) -> f64 {
        let prize = |count: usize| prizes.get(count).copied().unwrap_or(0.0);
        let (mut other, mut expected) = (0.0, 0.0);
        if rung <= 0.5 {
            let by = 1.0 / (1.0 - rung);
            for (count, chance) in (self.first..).zip(&self.chances) {
                other = (chance - rung * other) * by;
                expected += prize(count) * other;
            }
        } else {
            let by = 1.0 / rung;
            for (count, chance) in (self.first..self.first + self.chances.len()).zip(&self.chances).rev() {
                other = (chance - (1.0 - rung) * other) * by;
                expected += count.checked_sub(1).map_or(0.0, prize) * other;
            }
        }
        expected
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_stacks_are_worth_the_same() {
        let worth = equities(&[7.0; 20], &[100.0, 60.0, 40.0]);
        assert!(worth.iter().all(|each| (each - 10.0).abs() < 200.0 * 1e-9), "{worth:?}");
    }

    #[test]
    fn as_many_prizes_as_stacks_and_one_giant() {
        // The giant is first almost surely; the others share the rest equally.
        let mut stacks = vec![1.0; 200];
        stacks[0] = 1e15;
        let prizes: Vec<f64> = (0..200).rev().map(f64::from).collect();
        let worth = equities(&stacks, &prizes);
        let pool: f64 = prizes.iter().sum();
        assert!((worth[0] - 199.0).abs() < pool * 1e-9, "{}", worth[0]);
        assert!(worth[1..].iter().all(|each| (each - 99.0).abs() < pool * 1e-9), "{worth:?}");
    }
}
