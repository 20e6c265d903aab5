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

/// What each stack is worth, to 10⁻⁹ of the prizes. Takes about 600 times the product of stacks and prizes.
pub(super) fn equities(stacks: &[f64], prizes: &[f64]) -> Vec<f64> {
    let all: f64 = stacks.iter().sum();
    let rates: Vec<f64> = stacks.iter().map(|stack| stack / all).collect();
    let slowest = rates.iter().copied().fold(1.0, f64::min);
    let mut worth = vec![0.0; stacks.len()];
    let mut node = Node::new(rates.len(), prizes.len());
    for u in steps(FIRST, (LAST / slowest).ln()) {
        let time = u.exp();
        node.rung = rates.iter().map(|rate| -(-rate * time).exp_m1()).collect();
        node.expect(prizes);
        for ((worth, rate), expected) in worth.iter_mut().zip(&rates).zip(&node.expected) {
            *worth += STEP * rate * time * (-rate * time).exp() * expected;
        }
    }
    worth
}

fn steps(first: f64, last: f64) -> impl Iterator<Item = f64> {
    (0_u32..).map(move |step| first + STEP * f64::from(step)).take_while(move |u| *u <= last)
}

/// One time of the race.
struct Node {
    /// How likely each clock has rung.
    rung: Vec<f64>,
    /// The prize that each player expects who rings now.
    expected: Vec<f64>,
    /// Row `i`: for each number of clocks that rang among the players from `i` on, the probability. As long as there
    /// are prizes.
    counts: Vec<Window>,
}

/// Probabilities of consecutive counts, without those at both ends that are negligible.
#[derive(Clone, Default)]
struct Window {
    first: usize,
    values: Vec<f64>,
}

impl Node {
    fn new(players: usize, prizes: usize) -> Self {
        let empty = Window { first: 0, values: Vec::with_capacity(prizes) };
        Self { rung: vec![], expected: vec![0.0; players], counts: vec![empty; players + 1] }
    }

    /// Fills in what each player expects: over the counts of the players after, of the prizes as the players before
    /// leave them. Both are built by means of neighbours, so no rounding error grows.
    fn expect(&mut self, prizes: &[f64]) {
        let players = self.rung.len();
        self.counts[players].first = 0;
        self.counts[players].values.clear();
        self.counts[players].values.push(1.0);
        for player in (0..players).rev() {
            let (before, after) = self.counts.split_at_mut(player + 1);
            before[player].convolve(&after[0], self.rung[player], prizes.len());
        }
        // The prize by the number of clocks that rang among the players from here on, the others being averaged.
        let mut left = prizes.to_vec();
        for player in 0..players {
            let Window { first, values } = &self.counts[player + 1];
            let prizes = left.get(*first..).unwrap_or(&[]);
            self.expected[player] = prizes.iter().zip(values).map(|(prize, chance)| prize * chance).sum();
            let rung = self.rung[player];
            for place in 0..left.len() {
                let next = left.get(place + 1).copied().unwrap_or(0.0);
                left[place] = (1.0 - rung) * left[place] + rung * next;
            }
        }
    }
}

impl Window {
    /// The counts of `others` and one clock more, which has rung with this probability; counts below `most`.
    fn convolve(&mut self, others: &Self, rung: f64, most: usize) {
        self.values.clear();
        let of = |index: usize| others.values.get(index).copied().unwrap_or(0.0);
        let below = |index: usize| index.checked_sub(1).map_or(0.0, of);
        let length = (others.values.len() + 1).min(most.saturating_sub(others.first));
        self.values.extend((0..length).map(|at| (1.0 - rung) * of(at) + rung * below(at)));
        let negligible = self.values.iter().take_while(|value| **value < NEGLIGIBLE).count();
        self.values.drain(..negligible);
        self.first = others.first + negligible;
        while self.values.last().is_some_and(|value| *value < NEGLIGIBLE) {
            self.values.pop();
        }
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
}
