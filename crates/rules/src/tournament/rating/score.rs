//! Points for results, for the second leaderboard.

/// The events of a season that count.
pub const COUNTED_EVENTS: usize = 20;
/// The most humans of an event.
pub const MOST_HUMANS: u32 = 100_000;

/// The points for a place that `tied` players share, among so many humans: `⌊10 √humans / √place⌋`. Players who tie get
/// the mean of the points of the places that they take, rounded down.
///
/// A place is counted from 1. Humans above [`MOST_HUMANS`] count as that.
///
/// ```
/// use cardroom_rules::tournament::rating::score::result_points;
///
/// assert_eq!([1, 2, 9].map(|place| result_points(9, place, 1)), [30, 21, 10]);
/// assert_eq!(result_points(9, 1, 2), 25);
/// ```
pub fn result_points(humans: u32, place: u32, tied: u32) -> u32 {
    let (humans, tied) = (humans.min(MOST_HUMANS), tied.clamp(1, MOST_HUMANS));
    // ⌊10 √(h / p)⌋ is the root of ⌊100 h / p⌋, rounded down.
    let points = |place: u32| u64::from((100 * humans / place.max(1)).isqrt());
    let places = place..=place.saturating_add(tied - 1);
    let sum: u64 = places.map(points).sum();
    u32::try_from(sum / u64::from(tied)).unwrap_or(u32::MAX)
}

/// The score of a season: the best twenty results.
///
/// ```
/// use cardroom_rules::tournament::rating::score::season_score;
///
/// assert_eq!(season_score(&[1; 30]), 20);
/// ```
pub fn season_score(results: &[u32]) -> u64 {
    let mut best = results.to_vec();
    best.sort_unstable_by(|one, other| other.cmp(one));
    best.iter().take(COUNTED_EVENTS).map(|points| u64::from(*points)).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn points_fall_with_the_root_of_the_place() {
        assert_eq!(result_points(100, 1, 1), 100);
        assert_eq!(result_points(100, 4, 1), 50);
        assert_eq!(result_points(u32::MAX, 1, u32::MAX), 19);
        // 70, 57 and 50 for places 2, 3 and 4.
        assert_eq!(result_points(100, 2, 3), 59);
    }

    #[test]
    fn only_the_best_events_count() {
        let results: Vec<u32> = (1..=25).collect();
        assert_eq!(season_score(&results), (6..=25).sum::<u64>());
    }
}
