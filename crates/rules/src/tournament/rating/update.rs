//! The update of ratings after an event, by the method of Weng and Lin.
//!
//! "A Bayesian Approximation Method for Online Ranking", Journal of Machine Learning Research 12 (2011), algorithm 1:
//! Bradley–Terry over all pairs of sides. Pairs are weighted, so that an event counts as at most three games.

use super::Rating;

/// How much chance there is in one game.
const BETA: f64 = 25.0 / 6.0;
/// How much a player's strength may change between events.
const TAU: f64 = 25.0 / 300.0;
/// The least factor of a variance.
const KAPPA: f64 = 1e-4;
/// An event of many places counts as this many games.
const MOST_GAMES: f64 = 3.0;

/// The most sides of an event.
pub const MOST_SIDES: usize = 10_000;
/// The most members of a side.
pub const MOST_MEMBERS: usize = 4;

/// The sides of an event. Lower places are better, and equal ones are draws.
#[derive(Clone, Debug, PartialEq)]
pub enum RatedEvent {
    /// Players who reached places in a field, each for themselves.
    Field(Vec<(Rating, u32)>),
    /// Two teams.
    Sides([(Vec<Rating>, u32); 2]),
    /// A landlord against two peasants: the peasants do not count against each other.
    Landlord {
        /// The landlord.
        landlord: (Rating, u32),
        /// The peasants.
        peasants: [(Rating, u32); 2],
    },
}

/// The rule that a rated event breaks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum RatingFault {
    /// Too few or too many sides.
    #[error("2 to {MOST_SIDES} sides are rated, not {0}")]
    Sides(usize),
    /// A side has too few or too many members.
    #[error("a side has 1 to {MOST_MEMBERS} members, not {0}")]
    Members(usize),
    /// A rating is not a number, or its deviation is not above 0.
    #[error("a rating is finite, and its deviation above 0")]
    Unsound,
}

/// A side: the members before the event, with the deviations that the time before it adds.
struct Side {
    members: Vec<Rating>,
    place: u32,
    mean: f64,
    variance: f64,
}

impl RatedEvent {
    fn sides(&self) -> Vec<Side> {
        match self {
            Self::Field(players) => {
                players.iter().map(|(rating, place)| Side::new(&[*rating], *place)).collect()
            }
            Self::Sides(sides) => sides.iter().map(|(members, place)| Side::new(members, *place)).collect(),
            Self::Landlord { landlord, peasants } => {
                let players = std::iter::once(landlord).chain(peasants);
                players.map(|(rating, place)| Side::new(&[*rating], *place)).collect()
            }
        }
    }

    /// How much a pair of sides counts.
    fn weight(&self, one: usize, other: usize) -> f64 {
        match self {
            Self::Field(players) => (MOST_GAMES / float(players.len() - 1)).min(1.0),
            Self::Sides(_) => 1.0,
            Self::Landlord { .. } if one == 0 || other == 0 => 0.5,
            Self::Landlord { .. } => 0.0,
        }
    }
}

impl Side {
    fn new(members: &[Rating], place: u32) -> Self {
        let aged =
            |rating: &Rating| Rating { sigma: (rating.sigma * rating.sigma + TAU * TAU).sqrt(), ..*rating };
        let members: Vec<Rating> = members.iter().map(aged).collect();
        let mean = members.iter().map(|rating| rating.mu).sum();
        let variance = members.iter().map(|rating| rating.sigma * rating.sigma).sum();
        Self { members, place, mean, variance }
    }

    /// The change of this side by a pair: by how much its mean moves and its variance shrinks, before the weight.
    fn against(&self, other: &Self) -> (f64, f64) {
        let scale = (self.variance + other.variance + 2.0 * BETA * BETA).sqrt();
        let chance = 1.0 / (1.0 + ((other.mean - self.mean) / scale).exp());
        let score = match self.place.cmp(&other.place) {
            std::cmp::Ordering::Less => 1.0,
            std::cmp::Ordering::Equal => 0.5,
            std::cmp::Ordering::Greater => 0.0,
        };
        let shrink = self.variance.sqrt() / scale * (self.variance / (scale * scale));
        (self.variance / scale * (score - chance), shrink * chance * (1.0 - chance))
    }

    fn moved(&self, omega: f64, delta: f64) -> Vec<Rating> {
        let member = |rating: &Rating| {
            let part = rating.sigma * rating.sigma / self.variance;
            let factor = (1.0 - part * delta).max(KAPPA).sqrt();
            Rating { mu: rating.mu + part * omega, sigma: rating.sigma * factor }
        };
        self.members.iter().map(member).collect()
    }
}

/// The ratings after an event: of each side, in the order of the sides, those of its members. Of an event with a
/// landlord, the landlord is first.
///
/// An event is computed in one order of operations, so that the same ratings before give the same ratings after.
///
/// ```
/// use cardroom_rules::tournament::rating::Rating;
/// use cardroom_rules::tournament::rating::update::{RatedEvent, after};
///
/// let heads_up = RatedEvent::Field(vec![(Rating::NEW, 1), (Rating::NEW, 2)]);
/// let ratings = after(&heads_up)?;
/// assert_eq!(format!("{:.2} {:.2}", ratings[0][0].mu, ratings[1][0].mu), "27.64 22.36");
/// # Ok::<(), cardroom_rules::tournament::rating::update::RatingFault>(())
/// ```
pub fn after(event: &RatedEvent) -> Result<Vec<Vec<Rating>>, RatingFault> {
    let sides = event.sides();
    check(&sides)?;
    let mut moved = Vec::with_capacity(sides.len());
    for (own, side) in sides.iter().enumerate() {
        let (mut omega, mut delta) = (0.0, 0.0);
        for (index, other) in sides.iter().enumerate().filter(|(index, _)| *index != own) {
            let (weight, (mean, variance)) = (event.weight(own, index), side.against(other));
            omega += weight * mean;
            delta += weight * variance;
        }
        moved.push(side.moved(omega, delta));
    }
    Ok(moved)
}

fn check(sides: &[Side]) -> Result<(), RatingFault> {
    if !(2..=MOST_SIDES).contains(&sides.len()) {
        return Err(RatingFault::Sides(sides.len()));
    }
    for Side { members, .. } in sides {
        if !(1..=MOST_MEMBERS).contains(&members.len()) {
            return Err(RatingFault::Members(members.len()));
        }
        if !members.iter().all(Rating::is_sound) {
            return Err(RatingFault::Unsound);
        }
    }
    Ok(())
}

#[allow(clippy::cast_precision_loss, reason = "at most ten thousand")]
fn float(count: usize) -> f64 {
    count as f64
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// The means of the first and the last, to two decimals.
    fn ends_of_field(players: u32) -> [String; 2] {
        let event = RatedEvent::Field((1..=players).map(|place| (Rating::NEW, place)).collect());
        let ratings = after(&event).unwrap().concat();
        [ratings[0], ratings[ratings.len() - 1]].map(|rating| format!("{:.2}", rating.mu))
    }

    #[test]
    fn an_event_counts_as_at_most_three_games() {
        assert_eq!(ends_of_field(2), ["27.64", "22.36"]);
        assert_eq!(ends_of_field(3), ["30.27", "19.73"]);
        assert_eq!(ends_of_field(4), ["32.91", "17.09"]);
        assert_eq!(ends_of_field(1_000), ["32.91", "17.09"]);
    }

    #[test]
    fn a_draw_of_equals_moves_no_mean() {
        let drawn = RatedEvent::Sides([(vec![Rating::NEW; 2], 1), (vec![Rating::NEW; 2], 1)]);
        for rating in after(&drawn).unwrap().concat() {
            assert_eq!(Rating { sigma: Rating::WIDEST, ..rating }, Rating::NEW);
            assert!(rating.sigma < Rating::WIDEST);
        }
    }

    #[test]
    fn a_peasant_does_not_count_against_the_other() {
        let of = |second| {
            let peasants = [(Rating::NEW, 2), (second, 2)];
            after(&RatedEvent::Landlord { landlord: (Rating::NEW, 1), peasants }).unwrap()
        };
        assert_eq!(of(Rating::NEW)[1], of(Rating { mu: 40.0, sigma: 2.0 })[1]);
    }

    #[test]
    fn wrong_events_are_refused() {
        let fault = |event| after(&event).unwrap_err();
        assert_eq!(fault(RatedEvent::Field(vec![(Rating::NEW, 1)])), RatingFault::Sides(1));
        assert_eq!(fault(RatedEvent::Field(vec![])), RatingFault::Sides(0));
        let empty = RatedEvent::Sides([(vec![], 1), (vec![Rating::NEW], 2)]);
        assert_eq!(fault(empty), RatingFault::Members(0));
        let unsound = Rating { mu: f64::NAN, sigma: 1.0 };
        assert_eq!(fault(RatedEvent::Field(vec![(unsound, 1), (Rating::NEW, 2)])), RatingFault::Unsound);
    }

    proptest! {
        #[test]
        fn ratings_stay_sound_and_the_first_never_falls(
            players in prop::collection::vec((-20.0..70.0_f64, 0.5..9.0_f64), 2..40),
        ) {
            let rated = players.iter().map(|&(mu, sigma)| Rating { mu, sigma });
            let event = RatedEvent::Field(rated.zip(1..).collect());
            let ratings = after(&event).unwrap();
            prop_assert!(ratings.iter().flatten().all(Rating::is_sound));
            prop_assert!(ratings[0][0].mu >= players[0].0);
            prop_assert!(ratings[players.len() - 1][0].mu <= players[players.len() - 1].0);
        }
    }
}
