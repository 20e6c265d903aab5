//! Ratings and their log, as they are stored.

use jiff::Timestamp;

use super::rated_result::{RatedKind, RatedSource};
use cardroom_api::avatar::Avatar;
use cardroom_api::id::{PlayerId, RatedEventId};
use cardroom_api::rating::season::Season;
use cardroom_rules::games::any::GameKind;
use cardroom_rules::tournament::rating::Rating;

/// A player's rating in a game as it was after their last event of a season.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct StoredRating {
    /// The season.
    pub season: Season,
    /// When the last event ended.
    pub at: Timestamp,
    /// The rating after it.
    pub rating: Rating,
    /// How many rated events the player has played in the season.
    pub events: u32,
}

/// A day in seconds.
const DAY: i64 = 86_400;

/// After so many seasons without an event nothing of a rating is left.
const SEASONS: usize = 200;

impl StoredRating {
    /// The rating of a player at a moment, and the events of that moment's season. Breaks and starts of seasons count in the order in which
    /// they come.
    pub fn as_of(before: Option<Self>, at: Timestamp) -> Self {
        let now = Season::of(at);
        let Some(before) = before else {
            return Self { season: now, at, rating: Rating::NEW, events: 0 };
        };
        let days_until = |moment: Timestamp| {
            let days = moment.duration_since(before.at).as_secs() / DAY;
            u32::try_from(days.max(0)).unwrap_or(u32::MAX)
        };
        let Self { mut season, mut rating, mut events, .. } = before;
        let mut days = 0;
        for _ in 0..SEASONS {
            if season >= now {
                break;
            }
            season = season.next();
            let until = days_until(season.begin());
            rating = rating.after_more_idle(days, until).in_new_season();
            (days, events) = (until, 0);
        }
        if season < now {
            return Self { season: now, at, rating: Rating::NEW, events: 0 };
        }
        Self { season, at, rating: rating.after_more_idle(days, days_until(at)), events }
    }
}

/// A rated event.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct StoredRatedEvent {
    /// Its identifier.
    pub id: RatedEventId,
    /// Its game.
    pub game: GameKind,
    /// Its number among the events of the game; 1 is the first.
    pub number: u32,
    /// When it ended, or when the event before it ended if that was later.
    pub at: Timestamp,
    /// Where it was played.
    pub source: RatedSource,
    /// Its kind.
    pub kind: RatedKind,
    /// How many players it counted for.
    pub players: u32,
    /// When the operator voided it; `None` if it counts.
    pub voided_at: Option<Timestamp>,
}

impl StoredRatedEvent {
    /// The season in which it counts.
    pub fn season(&self) -> Season {
        Season::of(self.at)
    }
}

/// What a rated event has changed for one player.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RatingChange {
    /// The player.
    pub player: PlayerId,
    /// The side, if there were two.
    pub side: u8,
    /// The place among the players or sides that are rated.
    pub place: u32,
    /// Whether the event counts for the player.
    pub is_rated: bool,
    /// The rating at that moment.
    pub before: Rating,
    /// The rating after it.
    pub after: Rating,
    /// How many rated events the player has played in the season, with this one if it counts.
    pub events: u32,
    /// The points for the result.
    pub result_points: u32,
}

impl RatingChange {
    /// The rating that is stored after it, if it counts.
    pub fn stored(&self, at: Timestamp) -> Option<StoredRating> {
        let Self { after: rating, events, .. } = *self;
        self.is_rated.then(|| StoredRating { season: Season::of(at), at, rating, events })
    }
}

/// A player's rating in a season, with the points for results.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SeasonRating {
    /// The rating.
    pub stored: StoredRating,
    /// The sum of the best results of the season.
    pub result_points: u32,
}

/// The rating of a player in one game, in the last season in which they played.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RatingInGame {
    /// Which game.
    pub game: GameKind,
    /// The rating.
    pub last: SeasonRating,
}

/// A row of a leaderboard.
#[derive(Clone, Debug, PartialEq)]
pub struct RankedPlayer {
    /// The place.
    pub place: u32,
    /// The player.
    pub player: PlayerId,
    /// The player's name.
    pub name: String,
    /// The player's picture.
    pub avatar: Avatar,
    /// The rating of the season.
    pub rating: SeasonRating,
}

#[cfg(test)]
mod tests {
    use super::*;

    fn moment(text: &str) -> Timestamp {
        text.parse().unwrap()
    }

    fn stored(at: &str, mu: f64, sigma: f64) -> StoredRating {
        let at = moment(at);
        StoredRating { season: Season::of(at), at, rating: Rating { mu, sigma }, events: 12 }
    }

    #[test]
    fn a_season_takes_over_a_part_of_the_rating() {
        let before = stored("2026-12-31T23:00:00Z", 35.0, 1.5);
        let same = StoredRating::as_of(Some(before), moment("2026-12-31T23:59:59Z"));
        assert_eq!((same.rating, same.events), (before.rating, 12));
        let next = StoredRating::as_of(Some(before), moment("2027-01-01T00:00:00Z"));
        assert_eq!((next.rating, next.events), (Rating { mu: 33.0, sigma: 2.5 }, 0));
        assert_eq!(next.season.to_string(), "2027-Q1");
    }

    #[test]
    fn breaks_and_seasons_count_in_their_order() {
        // No step of growth comes before April, two come before July, and three more before October.
        let before = stored("2026-01-31T00:00:00Z", 35.0, 1.0);
        let seasons = [0, 2, 5].windows(2).fold(before.rating.in_new_season(), |rating, steps| {
            Rating { sigma: rating.sigma + 0.5 * f64::from(steps[1] - steps[0]), ..rating }.in_new_season()
        });
        let read = StoredRating::as_of(Some(before), moment("2026-10-01T00:00:00Z"));
        assert_eq!(read.rating, seasons);
        let halfway = StoredRating::as_of(Some(before), moment("2026-08-01T00:00:00Z"));
        let grown =
            Rating { sigma: before.rating.in_new_season().sigma + 1.0, ..before.rating.in_new_season() };
        let grown = grown.in_new_season();
        assert_eq!(halfway.rating, Rating { sigma: grown.sigma + 0.5, ..grown });
    }

    #[test]
    fn nothing_is_left_after_many_years() {
        let before = stored("1000-01-01T00:00:00Z", 35.0, 1.0);
        let read = StoredRating::as_of(Some(before), moment("2026-10-01T00:00:00Z"));
        assert_eq!((read.rating, read.events), (Rating::NEW, 0));
        assert_eq!(StoredRating::as_of(None, before.at).rating, Rating::NEW);
        let early = StoredRating::as_of(Some(before), moment("0999-01-01T00:00:00Z"));
        assert_eq!(early.rating, before.rating);
    }
}
