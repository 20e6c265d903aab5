//! What hands add to the figures of their players.

use crate::service::table::live::LiveHand;
use cardroom_api::id::PlayerId;
use cardroom_rules::games::any::{AnyStanding, AnyTally};
use cardroom_rules::games::game::{Game, Outcome};

/// How many days the curve covers, including today.
pub const CURVE_DAYS: i64 = 90;

/// What a hand adds to the figures of a person who played it.
#[derive(Clone, Debug, PartialEq)]
pub struct HandFigures {
    /// The player whose figures these are.
    pub player: PlayerId,
    /// What they won, below 0 if they lost.
    pub net: i64,
    /// Whether computers played too.
    pub with_computers: bool,
    /// The game's own counts.
    pub tally: AnyTally,
}

impl HandFigures {
    /// What a finished hand adds, for each person; nothing if it was void.
    pub fn all(hand: &LiveHand, outcome: &Outcome<AnyStanding>) -> Vec<Self> {
        if outcome.void {
            return Vec::new();
        }
        let with_computers = hand.record.has_computers();
        let nets = hand.record.nets(&outcome.stacks).into_iter();
        let people = nets.filter(|(player, _)| player.computer.is_none());
        let counted = people.map(|(person, net)| Self {
            player: person.player,
            net,
            with_computers,
            tally: hand.game.tally(person.seat),
        });
        counted.collect()
    }
}
