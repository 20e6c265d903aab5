//! The effect of time on a rating: new seasons, and long breaks.

use super::Rating;

/// How much of the distance from the mean of new players stays in a new season.
const KEPT: f64 = 0.8;
/// The variance that a new season adds.
const SEASON_VARIANCE: f64 = 4.0;
/// Days without an event after which the deviation grows.
const IDLE_DAYS: u32 = 90;
/// The days in which it grows by one step.
const STEP_DAYS: u32 = 30;
/// By how much it grows in a step.
const STEP: f64 = 0.5;

impl Rating {
    /// The rating at the start of a new season: nearer to that of a new player, and less certain.
    ///
    /// ```
    /// use cardroom_rules::tournament::rating::Rating;
    ///
    /// let next = Rating { mu: 35.0, sigma: 1.5 }.in_new_season();
    /// assert_eq!((next.mu, next.sigma), (33.0, 2.5));
    /// ```
    #[must_use]
    pub fn in_new_season(&self) -> Self {
        let mu = Self::START + KEPT * (self.mu - Self::START);
        Self { mu, sigma: (self.sigma * self.sigma + SEASON_VARIANCE).sqrt().min(Self::WIDEST) }
    }

    /// The rating after this many days without an event. After 90 days the deviation grows by 0.5 with every full 30 days
    /// more, to that of a new player at most.
    ///
    /// ```
    /// use cardroom_rules::tournament::rating::Rating;
    ///
    /// let rating = Rating { mu: 30.0, sigma: 2.0 };
    /// assert_eq!([90, 119, 120, 180].map(|days| rating.after_idle(days).sigma), [2.0, 2.0, 2.5, 3.5]);
    /// ```
    #[must_use]
    pub fn after_idle(&self, days: u32) -> Self {
        self.after_more_idle(0, days)
    }

    /// The rating after this many days without an event, if it was last computed after fewer days of the same break.
    ///
    /// ```
    /// use cardroom_rules::tournament::rating::Rating;
    ///
    /// let rating = Rating { mu: 30.0, sigma: 2.0 };
    /// assert_eq!(rating.after_idle(100).after_more_idle(100, 180), rating.after_idle(180));
    /// ```
    #[must_use]
    pub fn after_more_idle(&self, before: u32, days: u32) -> Self {
        let steps = |days: u32| days.saturating_sub(IDLE_DAYS) / STEP_DAYS;
        let more = steps(days).saturating_sub(steps(before));
        let widest = self.sigma.max(Self::WIDEST);
        Self { sigma: (self.sigma + STEP * f64::from(more)).min(widest), ..*self }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_deviation_grows_beyond_that_of_a_new_player() {
        assert_eq!(Rating::NEW.in_new_season(), Rating::NEW);
        let idle = Rating { mu: 30.0, sigma: 2.0 }.after_idle(u32::MAX);
        assert_eq!(idle, Rating { mu: 30.0, sigma: Rating::WIDEST });
    }
}
