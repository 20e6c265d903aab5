//! A match of several hands that is rated if the same people play it from the first deal to the last.

use serde::{Deserialize, Serialize};

use crate::service::ratings::rated_result::{RatedSide, SideMember};
use crate::service::table::stored::hand_player::HandPlayer;
use cardroom_api::id::PlayerId;
use cardroom_rules::games::seat::{Seat, Seats};

/// A match that is rated if its players play it to its end.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct RatedMatch {
    /// The people who play it, by seat.
    pub players: Vec<MatchPlayer>,
}

/// A person who plays a match.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct MatchPlayer {
    /// The seat.
    pub seat: Seat,
    /// The person.
    pub player: PlayerId,
    /// How many decisions the seat has had.
    pub turns: u32,
    /// How many of them the clock took because the player was away, or had left.
    pub away: u32,
}

impl MatchPlayer {
    fn was_away(&self) -> bool {
        u64::from(self.away) * 2 > u64::from(self.turns)
    }
}

impl RatedMatch {
    /// A match that begins with a hand of these players; `None` unless all are people.
    pub fn of(players: &[HandPlayer]) -> Option<Self> {
        let person = |player: &HandPlayer| {
            let &HandPlayer { seat, player, computer, .. } = player;
            computer.is_none().then_some(MatchPlayer { seat, player, turns: 0, away: 0 })
        };
        Some(Self { players: players.iter().map(person).collect::<Option<_>>()? })
    }

    /// Whether a hand is played by the same people on the same seats.
    pub fn is_played_by(&self, players: &[HandPlayer]) -> bool {
        let is_same = |(own, other): (&MatchPlayer, &HandPlayer)| {
            (own.seat, own.player) == (other.seat, other.player) && other.computer.is_none()
        };
        self.players.len() == players.len() && self.players.iter().zip(players).all(is_same)
    }

    /// Counts a decision of a seat.
    pub fn count_turn(&mut self, seat: Seat, is_away: bool) {
        for own in self.players.iter_mut().filter(|own| own.seat == seat) {
            own.turns = own.turns.saturating_add(1);
            own.away = own.away.saturating_add(u32::from(is_away));
        }
    }

    /// How the match counts if these seats have won it: a side with a player who was away for more than half of their turns has lost, and
    /// the partner is not rated. `None` if both sides have one.
    pub fn result(&self, champions: Seats) -> Option<[RatedSide; 2]> {
        let (winners, losers): (Vec<&MatchPlayer>, Vec<&MatchPlayer>) =
            self.players.iter().partition(|own| champions.contains(own.seat));
        let any_away = |side: &[&MatchPlayer]| side.iter().any(|own| own.was_away());
        let of = |place, side: &[&MatchPlayer]| {
            let is_left = any_away(side);
            let member =
                |own: &&MatchPlayer| SideMember { player: own.player, is_rated: !is_left || own.was_away() };
            RatedSide { place, members: side.iter().map(member).collect() }
        };
        match (any_away(&winners), any_away(&losers)) {
            (true, true) => None,
            (true, false) => Some([of(2, &winners), of(1, &losers)]),
            (false, _) => Some([of(1, &winners), of(2, &losers)]),
        }
    }
}

#[cfg(test)]
mod tests {
    use cardroom_rules::games::level::Level;
    use uuid::Uuid;

    use super::*;
    use crate::service::table::stored::event::StoredComputer;

    fn played(away: [u32; 4]) -> RatedMatch {
        let player = |(seat, away): (Seat, u32)| MatchPlayer {
            seat,
            player: PlayerId(Uuid::from_u128(seat.0.into())),
            turns: 10,
            away,
        };
        RatedMatch { players: Seat::first(4).zip(away).map(player).collect() }
    }

    /// The places of the sides of seats 0 and 2, which have won, and of seats 1 and 3; and the seats that are rated.
    fn rated(away: [u32; 4]) -> Option<([u32; 2], Vec<u128>)> {
        let sides = played(away).result([Seat(0), Seat(2)].into_iter().collect())?;
        let members = sides.iter().flat_map(|side| &side.members).filter(|member| member.is_rated);
        let rated = members.map(|member| member.player.0.as_u128()).collect();
        Some((sides.each_ref().map(|side| side.place), rated))
    }

    #[test]
    fn a_side_with_an_absent_player_loses() {
        assert_eq!(rated([0, 5, 5, 0]), Some(([1, 2], vec![0, 2, 1, 3])), "half is not more than half");
        assert_eq!(rated([6, 0, 0, 0]), Some(([2, 1], vec![0, 1, 3])));
        assert_eq!(rated([0, 0, 0, 6]), Some(([1, 2], vec![0, 2, 3])));
        assert_eq!(rated([6, 0, 9, 0]), Some(([2, 1], vec![0, 2, 1, 3])));
        assert_eq!(rated([6, 6, 0, 0]), None);
    }

    #[test]
    fn a_match_is_followed_while_the_same_people_play() {
        let hand = |players: [u128; 2]| {
            let player = |(seat, player): (Seat, u128)| HandPlayer {
                seat,
                player: PlayerId(Uuid::from_u128(player)),
                name: String::new(),
                computer: None,
            };
            Seat::first(2).zip(players).map(player).collect::<Vec<_>>()
        };
        let own = RatedMatch::of(&hand([1, 2])).unwrap();
        assert!(own.is_played_by(&hand([1, 2])));
        assert!(!own.is_played_by(&hand([2, 1])) && !own.is_played_by(&hand([1, 3])));
        let mut with_computer = hand([1, 2]);
        with_computer[1].computer = Some(StoredComputer { level: Level::Novice });
        assert!(!own.is_played_by(&with_computer));
        assert_eq!(RatedMatch::of(&with_computer), None);
    }

    #[test]
    fn turns_are_counted_by_seat() {
        let mut played = played([0; 4]);
        played.count_turn(Seat(1), true);
        played.count_turn(Seat(1), false);
        let turns: Vec<_> = played.players.iter().map(|own| (own.turns, own.away)).collect();
        assert_eq!(turns, [(10, 0), (12, 1), (10, 0), (10, 0)]);
    }
}
