//! The Independent Chip Model, counted by the sets of players that may hold the first places.

/// The value of each stack. Takes `n · 2ⁿ` steps for `n` stacks, all above 0.
pub(super) fn equities(stacks: &[f64], prizes: &[f64]) -> Vec<f64> {
    let count = stacks.len();
    let all: f64 = stacks.iter().sum();
    let mut worth = vec![0.0; count];
    // How likely each set of players holds the first places, in any order.
    let mut chance = vec![0.0; 1 << count];
    chance[0] = 1.0;
    for set in 0..chance.len() {
        let Some(prize) = prizes.get(set.count_ones() as usize) else { continue };
        let taken: f64 = members(set, count).map(|player| stacks[player]).sum();
        for player in (0..count).filter(|player| set & (1 << player) == 0) {
            let next = chance[set] * stacks[player] / (all - taken);
            chance[set | 1 << player] += next;
            worth[player] += next * prize;
        }
    }
    worth
}

fn members(set: usize, count: usize) -> impl Iterator<Item = usize> {
    (0..count).filter(move |player| set & (1 << player) != 0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn two_stacks_by_hand() {
        let worth = equities(&[3.0, 1.0], &[80.0, 20.0]);
        assert!((worth[0] - 65.0).abs() < 1e-9 && (worth[1] - 35.0).abs() < 1e-9);
    }

    #[test]
    fn three_stacks_by_hand() {
        // Second behind the stack of 2, or behind the stack of 1.
        let worth = equities(&[3.0, 2.0, 1.0], &[0.0, 60.0]);
        let second = 60.0 * (2.0 / 6.0 * 3.0 / 4.0 + 1.0 / 6.0 * 3.0 / 5.0);
        assert!((worth[0] - second).abs() < 1e-9);
    }
}
