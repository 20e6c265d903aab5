//! Tables and hands as they are kept.

use jiff::Timestamp;
use serde::{Deserialize, Serialize};

use super::bots::Computer;
use super::change::{Change, Decision, Event, Version};
use super::error::OutOfOrder;
use super::fairness;
use super::options::TableOptions;
use super::shuffle::Shuffle;
use super::state::{Sitting, TableState};
use super::told::Told;
use crate::service::id::{HandId, PlayerId, TableId};
use cardroom_rules::games::any::{AnyHand, AnySetup};
use cardroom_rules::games::game::{Chips, Game, RULES_RELEASE};
use cardroom_rules::games::seat::Seat;
use cardroom_rules::games::viewer::Viewer;

/// A table as it is kept.
#[derive(Clone, Debug, PartialEq)]
pub struct TableRecord {
    /// Which.
    pub id: TableId,
    /// What it was opened with.
    pub options: Told<TableOptions>,
    /// What its host is called; kept with them, and not with the table.
    pub host_name: String,
    /// Its chairs, and what outlives hands.
    pub state: TableState,
    /// The decisions that are open; they are kept with its last change.
    pub decisions: Told<Vec<Decision>>,
    /// The count of its changes.
    pub version: Version,
    /// The hand that is being played.
    pub hand: Option<HandId>,
    /// When the clock has to look at it next.
    pub due_at: Option<Timestamp>,
    /// Whether the lobby shows it.
    pub listed: bool,
    /// How many chairs a person can have.
    pub free_seats: u8,
    /// Since when.
    pub created_at: Timestamp,
    /// Since when it is closed.
    pub closed_at: Option<Timestamp>,
}

/// A table as the lobby lists it.
#[derive(Clone, Debug, PartialEq)]
pub struct ListedTable {
    /// Which.
    pub id: TableId,
    /// What it was opened with.
    pub options: Told<TableOptions>,
    /// What its host is called.
    pub host_name: String,
    /// Whether a hand is being played.
    pub in_hand: bool,
    /// How many chairs a person can have.
    pub free_seats: u8,
    /// Who sits there, by seat.
    pub seated: Vec<Sitting>,
    /// Since when.
    pub created_at: Timestamp,
}

/// A hand as it is kept; its events are the table's changes from `first_version` to `last_version`.
#[derive(Clone, Debug, PartialEq)]
pub struct HandRecord {
    /// Which.
    pub id: HandId,
    /// Where.
    pub table: TableId,
    /// The table's count of hands, from 1.
    pub number: u64,
    /// Which release of the rules it was dealt under.
    pub rules_version: u32,
    /// Who plays, on what terms.
    pub setup: AnySetup,
    /// Who sat where; viewers resolve through it for ever.
    pub players: Vec<HandPlayer>,
    /// Its chance. Never sent.
    pub shuffle: Shuffle,
    /// The commitment to its chance that was published at its start.
    pub root: String,
    /// The players' share in the chance; empty so far.
    pub mix: String,
    /// When it was dealt.
    pub started_at: Timestamp,
    /// The change that dealt it.
    pub first_version: Version,
    /// The change that ended it.
    pub last_version: Option<Version>,
}

/// A player of a hand.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct HandPlayer {
    /// Where.
    pub seat: Seat,
    /// Who.
    pub player: PlayerId,
    /// Their name; kept with the player, and not with the hand.
    pub name: String,
    /// That a computer played, and how well.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub computer: Option<Computer>,
}

impl HandRecord {
    /// Sees to it that the hand is of no newer release of the rules: what this build does not know of its events could
    /// change what they mean.
    pub(super) fn check_release(&self) -> Result<(), OutOfOrder> {
        if self.rules_version > RULES_RELEASE {
            Err(OutOfOrder::NewerRules { release: self.rules_version })
        } else {
            Ok(())
        }
    }

    /// The hand with these changes' events recorded.
    pub fn replay<'a>(&self, changes: impl IntoIterator<Item = &'a Change>) -> Result<AnyHand, OutOfOrder> {
        self.replay_through(changes, |_, _| ())
    }

    /// The same, with a look at the hand after each of its changes.
    pub(super) fn replay_through<'a>(
        &self,
        changes: impl IntoIterator<Item = &'a Change>,
        mut look: impl FnMut(&Change, &AnyHand),
    ) -> Result<AnyHand, OutOfOrder> {
        self.check_release()?;
        let pack = AnyHand::pack(&self.setup);
        let mut game = AnyHand::new(&self.setup, self.shuffle.deck(pack))?;
        for change in changes.into_iter().filter(|change| change.hand == Some(self.id)) {
            for event in &change.body.events {
                if let Event::Hand(event) = event {
                    game.record(event)?;
                }
            }
            look(change, &game);
        }
        Ok(game)
    }

    /// The chance of a computer player in this hand: as secret as the deck, and another for each seat.
    pub fn bot_seed(&self, seat: Seat) -> [u8; 32] {
        fairness::bot_seed(&self.shuffle, self.id.0.as_bytes(), seat)
    }

    /// The chance of advice for a seat in this hand, which does not depend on the deck.
    pub fn advice_seed(&self, seat: Seat) -> [u8; 32] {
        fairness::advice_seed(self.id.0.as_bytes(), seat)
    }

    /// Which viewer of this hand a player is: by its own list, not by who sits there now.
    pub fn viewer(&self, asker: Option<PlayerId>) -> Viewer {
        asker.and_then(|asker| self.seat_of(asker)).map_or(Viewer::Watcher, Viewer::Seat)
    }

    /// The people who play it.
    pub fn people(&self) -> impl Iterator<Item = &HandPlayer> {
        self.players.iter().filter(|player| player.computer.is_none())
    }

    /// Whether computers play it too.
    pub fn has_computers(&self) -> bool {
        self.players.iter().any(|player| player.computer.is_some())
    }

    /// What everybody wins in it, below 0 where they lose, by their stacks after it.
    pub fn nets(&self, after: &[(Seat, Chips)]) -> Vec<(&HandPlayer, i64)> {
        let before = AnyHand::players(&self.setup);
        let chips = |stacks: &[(Seat, Chips)], seat: Seat| {
            let stack = stacks.iter().find(|(of, _)| *of == seat);
            stack.map_or(0, |&(_, chips)| chips.cast_signed())
        };
        let net = |player: &HandPlayer| chips(after, player.seat) - chips(&before, player.seat);
        self.players.iter().map(|player| (player, net(player))).collect()
    }

    /// Where a player plays this hand.
    pub fn seat_of(&self, player: PlayerId) -> Option<Seat> {
        self.players.iter().find(|each| each.player == player).map(|each| each.seat)
    }
}
