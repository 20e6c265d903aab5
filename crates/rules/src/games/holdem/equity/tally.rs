//! The wins and ties of a comparison.

use std::ops::Range;

/// The most players of a comparison.
pub const MOST_PLAYERS: usize = 10;

/// How often each group of players won together, over all boards and hands that were compared.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WinTally {
    players: usize,
    /// By the set of winners, one bit each, the lowest for the first player.
    by_winners: Vec<u64>,
}

/// One player's results in a [`WinTally`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Shares {
    /// How often this player won alone.
    pub win: u64,
    /// How often this player won with others: with one other, with two, and so on, up to all.
    pub tie: Vec<u64>,
    /// How often this player lost.
    pub lose: u64,
}

impl WinTally {
    /// An empty tally for this many players.
    pub fn new(players: usize) -> Self {
        Self { players, by_winners: vec![0; 1 << players.min(MOST_PLAYERS)] }
    }

    /// How many players there are.
    pub fn players(&self) -> Range<usize> {
        0..self.players
    }

    /// How often each set of winners won.
    pub(super) fn by_winners(&mut self) -> &mut [u64] {
        &mut self.by_winners
    }

    /// Adds another tally of as many players, multiplied by this factor.
    pub(super) fn add(&mut self, other: &Self, times: u64) {
        self.by_winners.iter_mut().zip(&other.by_winners).for_each(|(sum, count)| *sum += count * times);
    }

    /// The amount compared.
    pub fn total(&self) -> u64 {
        self.by_winners.iter().sum()
    }

    /// A player's results.
    pub fn shares(&self, player: usize) -> Shares {
        let mut shares = Shares { win: 0, tie: vec![0; self.players - 1], lose: 0 };
        for (winners, &count) in self.by_winners.iter().enumerate() {
            match winners.count_ones() as usize {
                sharers if winners >> player & 1 == 0 => shares.lose += count * u64::from(sharers > 0),
                1 => shares.win += count,
                sharers => shares.tie[sharers - 2] += count,
            }
        }
        shares
    }
}

impl Shares {
    /// The share of all pots, 0 to 1: a tie is divided by the number of winners. 0 if nothing was compared.
    pub fn equity(&self) -> f64 {
        self.mean(|share| share)
    }

    /// The standard error of the equity, if the comparison is a sample: the sample's standard deviation over the square
    /// root of its size.
    pub fn standard_error(&self) -> f64 {
        let variance = self.mean(|share| share * share) - self.equity().powi(2);
        (variance.max(0.0) / self.total().max(1.0)).sqrt()
    }

    #[allow(clippy::cast_precision_loss, reason = "counts stay below 2^53")]
    fn total(&self) -> f64 {
        (self.win + self.lose + self.tie.iter().sum::<u64>()) as f64
    }

    #[allow(clippy::cast_precision_loss, reason = "counts stay below 2^53")]
    fn mean(&self, of: impl Fn(f64) -> f64) -> f64 {
        let sharing =
            (2u32..).zip(&self.tie).map(|(sharers, &count)| of(1.0 / f64::from(sharers)) * count as f64);
        (of(1.0) * self.win as f64 + sharing.sum::<f64>()) / self.total().max(1.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ties_count_by_the_number_of_winners() {
        let mut tally = WinTally::new(3);
        for (winners, count) in [(0b001, 10), (0b010, 20), (0b011, 6), (0b110, 4), (0b111, 3)] {
            tally.by_winners()[winners] += count;
        }
        let shares: Vec<Shares> = tally.players().map(|player| tally.shares(player)).collect();
        assert_eq!(shares[0], Shares { win: 10, tie: vec![6, 3], lose: 24 });
        assert_eq!(shares[1], Shares { win: 20, tie: vec![10, 3], lose: 10 });
        assert_eq!(shares[2], Shares { win: 0, tie: vec![4, 3], lose: 36 });
        assert_eq!(tally.total(), 43);
        assert!((shares[0].equity() - (10.0 + 3.0 + 1.0) / 43.0).abs() < 1e-12);
        let sum: f64 = shares.iter().map(Shares::equity).sum();
        assert!((sum - 1.0).abs() < 1e-12);
        let mut thrice = WinTally::new(3);
        thrice.add(&tally, 3);
        assert_eq!(thrice.shares(0), Shares { win: 30, tie: vec![18, 9], lose: 72 });
    }

    /// As for a coin: the root of ½ × ½ over the number of throws.
    #[test]
    fn the_standard_error_is_that_of_a_sample() {
        let shares = Shares { win: 5_000, tie: vec![0], lose: 5_000 };
        assert!((shares.standard_error() - 0.005).abs() < 1e-12);
        let sure = Shares { win: 0, tie: vec![10], lose: 0 };
        assert!(sure.standard_error() < 1e-12);
        let none = Shares { win: 0, tie: vec![0], lose: 0 };
        assert!(none.equity() == 0.0 && none.standard_error() == 0.0);
    }
}
