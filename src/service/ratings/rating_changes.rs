//! What a rated event changes: pure, and the same each time it is computed.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use jiff::Timestamp;

use super::rated_result::{Finisher, RatedKind, RatedOutcome, SideMember};
use super::stored::{RatingChange, StoredRating};
use cardroom_api::id::PlayerId;
use cardroom_rules::tournament::rating::Rating;
use cardroom_rules::tournament::rating::score::result_points;
use cardroom_rules::tournament::rating::update::{MOST_SIDES, RatedEvent, RatingFault, after};

/// A player in a rated event.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Participant {
    /// The side, 0 or 1; 0 in a field.
    pub side: u8,
    /// The place among the players or sides that are rated.
    pub place: u32,
    /// The player.
    pub player: PlayerId,
    /// Whether the event counts for the player.
    pub is_rated: bool,
}

impl From<&RatingChange> for Participant {
    fn from(&RatingChange { player, side, place, is_rated, .. }: &RatingChange) -> Self {
        Self { side, place, player, is_rated }
    }
}

/// The players whom an outcome rates, in order; only these may be. `None` if nobody is: too few of them have finished, or a member of a
/// side may not be rated.
pub fn participants(outcome: &RatedOutcome, may_be_rated: &BTreeSet<PlayerId>) -> Option<Vec<Participant>> {
    let mut all: Vec<Participant> = match outcome {
        RatedOutcome::Field(finishers) => {
            let mut rated: Vec<_> =
                finishers.iter().filter(|finisher| may_be_rated.contains(&finisher.player)).collect();
            rated.sort_by_key(|finisher| finisher.place);
            let place = |finisher_place: u32| {
                let above = rated.partition_point(|other| other.place < finisher_place);
                u32::try_from(above + 1).unwrap_or(u32::MAX)
            };
            let participant = |finisher: &&Finisher| Participant {
                side: 0,
                place: place(finisher.place),
                player: finisher.player,
                is_rated: true,
            };
            rated.iter().map(participant).collect()
        }
        RatedOutcome::Sides(sides) => {
            let members = (0..).zip(sides).flat_map(|(side, rated)| {
                let place = rated.place;
                let member = move |member: &SideMember| Participant {
                    side,
                    place,
                    player: member.player,
                    is_rated: member.is_rated,
                };
                rated.members.iter().map(member)
            });
            members.collect()
        }
    };
    all.sort_unstable();
    let is_enough = match outcome {
        RatedOutcome::Field(_) => (2..=MOST_SIDES).contains(&all.len()),
        RatedOutcome::Sides(_) => all.iter().all(|member| may_be_rated.contains(&member.player)),
    };
    is_enough.then_some(all)
}

/// What an event changes, from the last ratings of its players. The participants are in order.
pub fn changes(
    kind: RatedKind,
    at: Timestamp,
    participants: &[Participant],
    last: &BTreeMap<PlayerId, StoredRating>,
) -> Result<Vec<RatingChange>, RatingFault> {
    let before: Vec<StoredRating> = participants
        .iter()
        .map(|participant| StoredRating::as_of(last.get(&participant.player).copied(), at))
        .collect();
    let rated = participants.iter().zip(&before);
    let event = match kind {
        RatedKind::Field => {
            RatedEvent::Field(rated.map(|(participant, before)| (before.rating, participant.place)).collect())
        }
        RatedKind::Sides => RatedEvent::Sides([0, 1].map(|side| {
            let members = rated.clone().filter(|(participant, _)| participant.side == side);
            let place = members.clone().next().map_or(1, |(participant, _)| participant.place);
            (members.map(|(_, before)| before.rating).collect(), place)
        })),
    };
    let ratings: Vec<Rating> = after(&event)?.concat();
    let mut tied: HashMap<u32, u32> = HashMap::new();
    for participant in participants {
        *tied.entry(participant.place).or_default() += 1;
    }
    let humans = u32::try_from(participants.len()).unwrap_or(u32::MAX);
    let change = |((participant, before), after): ((&Participant, &StoredRating), Rating)| {
        let &Participant { side, place, player, is_rated } = participant;
        RatingChange {
            player,
            side,
            place,
            is_rated,
            before: before.rating,
            after: if is_rated { after } else { before.rating },
            events: before.events + u32::from(is_rated),
            result_points: match kind {
                RatedKind::Field => result_points(humans, place, tied.get(&place).copied().unwrap_or(1)),
                RatedKind::Sides => 0,
            },
        }
    };
    Ok(participants.iter().zip(&before).zip(ratings).map(change).collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::service::ratings::rated_result::RatedSide;
    use uuid::Uuid;

    fn player(number: u128) -> PlayerId {
        PlayerId(Uuid::from_u128(number))
    }

    fn field(places: &[u32]) -> RatedOutcome {
        let finisher = |(number, &place)| Finisher { player: player(number), place };
        RatedOutcome::Field((1..).zip(places).map(finisher).collect())
    }

    fn rated(outcome: &RatedOutcome, players: &[u128]) -> Option<Vec<(PlayerId, u32)>> {
        let may_be = players.iter().map(|&number| player(number)).collect();
        let places = participants(outcome, &may_be)?;
        Some(places.iter().map(|participant| (participant.player, participant.place)).collect())
    }

    #[test]
    fn places_count_among_those_who_may_be_rated() {
        let outcome = field(&[4, 1, 2, 2, 5]);
        assert_eq!(rated(&outcome, &[1, 3, 4]), Some(vec![(player(3), 1), (player(4), 1), (player(1), 3)]));
        assert_eq!(rated(&outcome, &[1]), None);
    }

    #[test]
    fn a_field_gets_points_for_results() {
        let at = "2026-11-29T12:00:00Z".parse().unwrap();
        let all = participants(&field(&[1, 2, 2, 4]), &(1..=4).map(player).collect()).unwrap();
        let changes = changes(RatedKind::Field, at, &all, &BTreeMap::default()).unwrap();
        let points: Vec<u32> = changes.iter().map(|change| change.result_points).collect();
        // 20 for the first; 14 and 11 for the places that two share; 10 for the last.
        assert_eq!(points, [20, 12, 12, 10]);
        assert!(changes.iter().all(|change| change.events == 1 && change.before == Rating::NEW));
        assert_eq!(changes[1].after, changes[2].after);
    }

    #[test]
    fn the_partner_of_an_absent_player_keeps_the_rating() {
        let side = |place, members: [(u128, bool); 2]| RatedSide {
            place,
            members: members.map(|(number, is_rated)| SideMember { player: player(number), is_rated }).into(),
        };
        let outcome =
            RatedOutcome::Sides([side(2, [(4, true), (2, false)]), side(1, [(1, true), (3, true)])]);
        let all = participants(&outcome, &(1..=4).map(player).collect()).unwrap();
        let at = "2026-11-29T12:00:00Z".parse().unwrap();
        let changes = changes(RatedKind::Sides, at, &all, &BTreeMap::default()).unwrap();
        let of = |number| *changes.iter().find(|change| change.player == player(number)).unwrap();
        assert_eq!((of(2).after, of(2).events), (Rating::NEW, 0));
        assert!(of(4).after.mu < Rating::START && of(4).events == 1);
        assert_eq!(of(1).after, of(3).after);
        assert!(of(1).after.mu > Rating::START && of(1).result_points == 0);
        assert_eq!(participants(&outcome, &(1..=3).map(player).collect()), None);
    }
}
