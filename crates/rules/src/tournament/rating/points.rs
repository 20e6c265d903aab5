//! The points of a rating, as players see it.

use super::Rating;

/// Events after which a rating is no longer provisional.
pub const SETTLED_AFTER: u32 = 10;
/// The deviation above which a rating is provisional.
pub const SETTLED_BELOW: f64 = 4.0;
/// Points for one unit of strength.
const POINTS: f64 = 40.0;

impl Rating {
    /// The points that are shown: forty times the strength that the player has almost surely, at least 0. New players
    /// have 0.
    ///
    /// ```
    /// use cardroom_rules::tournament::rating::Rating;
    ///
    /// assert_eq!(Rating::NEW.points(), 0);
    /// assert_eq!(Rating { mu: 30.0, sigma: 2.0 }.points(), 960);
    /// ```
    #[allow(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "at least 0; what is beyond the numbers becomes the largest"
    )]
    pub fn points(&self) -> u32 {
        (POINTS * (self.mu - 3.0 * self.sigma)).round().max(0.0) as u32
    }

    /// Whether the rating is provisional, and so on no leaderboard.
    pub fn is_provisional(&self, events: u32) -> bool {
        events < SETTLED_AFTER || self.sigma > SETTLED_BELOW
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tournament::rating::update::{RatedEvent, after};

    fn first_win(players: u32) -> u32 {
        let event = RatedEvent::Field((1..=players).map(|place| (Rating::NEW, place)).collect());
        after(&event).unwrap()[0][0].points()
    }

    #[test]
    fn the_first_win() {
        assert_eq!(first_win(2), 138);
        assert_eq!(first_win(100), 416);
        assert_eq!(Rating { mu: 1.0, sigma: 5.0 }.points(), 0);
    }

    #[test]
    fn ten_events_and_a_narrow_deviation_settle_a_rating() {
        let narrow = Rating { mu: 25.0, sigma: 4.0 };
        assert!(narrow.is_provisional(9) && !narrow.is_provisional(10));
        assert!(Rating { sigma: 4.1, ..narrow }.is_provisional(99));
    }
}
