//! Duplicate rounds, Swiss rounds and ratings.

use std::path::Path;

use cardroom_rules::tournament::duplicate::matchpoints;
use cardroom_rules::tournament::rating::Rating;
use cardroom_rules::tournament::rating::update::{RatedEvent, after};
use cardroom_rules::tournament::teams::TeamNumber;
use cardroom_rules::tournament::teams::swiss::{Met, Pairing, pair};
use serde::Deserialize;

use crate::each::each;
use crate::tally::Tally;

/// `matchpoints`: of each table and seat.
pub fn matchpoints(file: &Path) -> Tally {
    #[derive(Deserialize)]
    struct Record {
        scores: Vec<[i64; 3]>,
        points: Vec<[u32; 3]>,
    }
    each(file, |record: &Record, compared| {
        let scores: Vec<_> = record.scores.iter().copied().map(Some).collect();
        compared.compare("points", &matchpoints::matchpoints(&scores).as_ref(), &Ok(&record.points));
    })
}

/// `swiss`: who plays whom.
pub fn swiss(file: &Path) -> Tally {
    #[derive(Deserialize)]
    struct Record {
        standing: Vec<(TeamNumber, i32, i32)>,
        met: Vec<(TeamNumber, TeamNumber, u32)>,
        byes: Vec<TeamNumber>,
        pairs: Vec<(TeamNumber, TeamNumber)>,
        bye: Option<TeamNumber>,
    }
    each(file, |record: &Record, compared| {
        let standing: Vec<TeamNumber> = record.standing.iter().map(|(team, ..)| *team).collect();
        let mut met = Met::default();
        for &(one, other, times) in &record.met {
            (0..times).for_each(|_| met.record(one, other));
        }
        let theirs = Pairing { pairs: record.pairs.clone(), bye: record.bye };
        compared.compare("pairs", &pair(&standing, &met, &record.byes), &Ok(theirs));
    })
}

/// `ratings`: of fields, of two sides, and of a landlord against peasants.
pub fn ratings(file: &Path) -> Tally {
    #[derive(Deserialize)]
    struct Record {
        kind: String,
        teams: Vec<Vec<(f64, f64)>>,
        ranks: Vec<u32>,
        after: Vec<Vec<(f64, f64)>>,
    }
    each(file, |record: &Record, compared| {
        let rating = |&(mu, sigma): &(f64, f64)| Rating { mu, sigma };
        let sides = record.teams.iter().map(|team| team.iter().map(rating).collect::<Vec<_>>());
        let sides: Vec<(Vec<Rating>, u32)> = sides.zip(record.ranks.iter().copied()).collect();
        let alone = |side: &(Vec<Rating>, u32)| (side.0[0], side.1);
        let event = match record.kind.as_str() {
            "field" => RatedEvent::Field(sides.iter().map(alone).collect()),
            "sides" => RatedEvent::Sides(sides.try_into().expect("two sides")),
            _ => RatedEvent::Landlord {
                landlord: alone(&sides[0]),
                peasants: [alone(&sides[1]), alone(&sides[2])],
            },
        };
        let ours = after(&event).expect("ratings");
        let theirs: Vec<Vec<Rating>> =
            record.after.iter().map(|side| side.iter().map(rating).collect()).collect();
        let is_close = |one: f64, other: f64| (one - other).abs() < 1.1e-9;
        let fits = ours
            .iter()
            .flatten()
            .zip(theirs.iter().flatten())
            .all(|(ours, theirs)| is_close(ours.mu, theirs.mu) && is_close(ours.sigma, theirs.sigma));
        compared.compare("ratings", if fits { &theirs } else { &ours }, &theirs);
    })
}
