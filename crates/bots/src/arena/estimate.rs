//! A mean over deals, and its uncertainty.

/// The result of one deal, in all its seatings: an amount and a count. A figure is the ratio of their sums, so a win
/// rate can leave out deals without such a hand, and a share can weigh deals by their stakes.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Sample {
    /// The amount: chips won, hands won, levels gained.
    pub amount: f64,
    /// The count: hands, levels.
    pub of: f64,
}

impl Sample {
    /// An amount that counts once.
    pub fn once(amount: f64) -> Self {
        Self { amount, of: 1.0 }
    }
}

/// The sums for the mean and the variance of a ratio.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Estimate {
    deals: f64,
    amount: f64,
    of: f64,
    amount_squared: f64,
    of_squared: f64,
    product: f64,
}

/// 95 % of a normal distribution lie within this many standard errors.
const WITHIN_95: f64 = 1.96;

impl Estimate {
    /// Adds a deal.
    pub fn add(&mut self, sample: Sample) {
        let Sample { amount, of } = sample;
        self.deals += 1.0;
        self.amount += amount;
        self.of += of;
        self.amount_squared += amount * amount;
        self.of_squared += of * of;
        self.product += amount * of;
    }

    /// The ratio; 0 if nothing was counted.
    pub fn mean(&self) -> f64 {
        if self.of == 0.0 { 0.0 } else { self.amount / self.of }
    }

    /// Half the width of the 95 % interval, from the deals' own variance around the ratio (the delta method: the
    /// variance of a ratio of means is that of the residuals, over the squared mean of the denominator).
    pub fn half_width(&self) -> f64 {
        if self.deals < 2.0 || self.of == 0.0 {
            return f64::INFINITY;
        }
        let ratio = self.mean();
        let residuals = self.amount_squared - 2.0 * ratio * self.product + ratio * ratio * self.of_squared;
        let variance = residuals.max(0.0) / (self.deals - 1.0);
        WITHIN_95 * (variance / self.deals).sqrt() / (self.of / self.deals).abs()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_mean_comes_with_its_interval() {
        let mut estimate = Estimate::default();
        for amount in [1.0, 2.0, 3.0, 4.0] {
            estimate.add(Sample::once(amount));
        }
        assert!((estimate.mean() - 2.5).abs() < 1e-12);
        // The standard deviation is the root of 5/3.
        assert!((estimate.half_width() - 1.96 * (5.0_f64 / 12.0).sqrt()).abs() < 1e-9);
    }

    #[test]
    fn deals_are_weighted_by_their_share() {
        let mut estimate = Estimate::default();
        estimate.add(Sample { amount: 3.0, of: 4.0 });
        estimate.add(Sample { amount: 0.0, of: 0.0 });
        estimate.add(Sample { amount: 1.0, of: 4.0 });
        assert!((estimate.mean() - 0.5).abs() < 1e-12);
    }

    #[test]
    fn too_few_deals_tell_nothing() {
        assert!(Estimate::default().half_width().is_infinite());
    }
}
