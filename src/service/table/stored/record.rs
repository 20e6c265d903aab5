//! Tables and hands as they are kept.

use jiff::Timestamp;

use super::change::{Change, Event};
use super::decision::SharedDecisions;
use super::hand_player::HandPlayer;
use super::options::SharedOptions;
use crate::service::table::error::OutOfOrder;
use crate::service::table::randomness::fairness;
use crate::service::table::randomness::shuffle::Shuffle;
use crate::service::table::state::{Sitting, TableState};
use cardroom_api::id::{HandId, PlayerId, TableId};
use cardroom_api::table::change::Version;
use cardroom_rules::games::any::{AnyHand, AnySetup};
use cardroom_rules::games::game::{Chips, Game, RULES_RELEASE};
use cardroom_rules::games::seat::Seat;
use cardroom_rules::games::viewer::Viewer;

/// A table as it is kept.
#[derive(Clone, Debug, PartialEq)]
pub struct TableRecord {
    /// The identifier of the table.
    pub id: TableId,
    /// The options: the game, its stakes, the pace and the access.
    pub options: SharedOptions,
    /// The name of its host; stored with the player, not with the table.
    pub host_name: String,
    /// Its chairs, and what outlives hands.
    pub state: TableState,
    /// The open decisions; they are stored with its last change.
    pub decisions: SharedDecisions,
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
    /// The time at which the table was opened.
    pub created_at: Timestamp,
    /// Since when it is closed.
    pub closed_at: Option<Timestamp>,
}

/// A table as the lobby lists it.
#[derive(Clone, Debug, PartialEq)]
pub struct ListedTable {
    /// The identifier of the table.
    pub id: TableId,
    /// The options: the game, its stakes, the pace and the access.
    pub options: SharedOptions,
    /// The name of its host.
    pub host_name: String,
    /// Whether a hand is being played.
    pub in_hand: bool,
    /// How many chairs a person can have.
    pub free_seats: u8,
    /// Its players, by seat.
    pub seated: Vec<Sitting>,
    /// The time at which the table was opened.
    pub created_at: Timestamp,
}

/// A stored hand; its events are the table's changes from `first_version` to `last_version`.
#[derive(Clone, Debug, PartialEq)]
pub struct HandRecord {
    /// The identifier of the hand.
    pub id: HandId,
    /// The table at which the hand is played.
    pub table: TableId,
    /// The table's count of hands, from 1.
    pub number: u64,
    /// The release of the rules under which it was dealt.
    pub rules_version: u32,
    /// The players and the terms.
    pub setup: AnySetup,
    /// The players by seat; viewers are resolved through it forever.
    pub players: Vec<HandPlayer>,
    /// Its randomness. Never sent.
    pub shuffle: Shuffle,
    /// The commitment to its randomness, published at its start.
    pub root: String,
    /// The players' share in the randomness; empty so far.
    pub mix: String,
    /// When it was dealt.
    pub started_at: Timestamp,
    /// The change that dealt it.
    pub first_version: Version,
    /// The change that ended it.
    pub last_version: Option<Version>,
}

impl HandRecord {
    /// Checks that the hand was not dealt under newer rules: this build may not know what its events mean.
    pub(in crate::service::table) fn check_release(&self) -> Result<(), OutOfOrder> {
        if self.rules_version > RULES_RELEASE {
            Err(OutOfOrder::NewerRules { release: self.rules_version })
        } else {
            Ok(())
        }
    }

    /// The hand after these changes.
    pub fn replay<'a>(&self, changes: impl IntoIterator<Item = &'a Change>) -> Result<AnyHand, OutOfOrder> {
        self.replay_through(changes, |_, _| ())
    }

    /// The same, and looks at the hand after each change.
    pub(in crate::service::table) fn replay_through<'a>(
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

    /// The seed of a computer player in this hand: as secret as the deck, and different for each seat.
    pub fn bot_seed(&self, seat: Seat) -> [u8; 32] {
        fairness::bot_seed(&self.shuffle, self.id.0.as_bytes(), seat)
    }

    /// The seed of advice for a seat in this hand, which does not depend on the deck.
    pub fn advice_seed(&self, seat: Seat) -> [u8; 32] {
        fairness::advice_seed(self.id.0.as_bytes(), seat)
    }

    /// The viewer that a player is in this hand: by its own list, not by who sits there now.
    pub fn viewer(&self, caller: Option<PlayerId>) -> Viewer {
        caller.and_then(|caller| self.seat_of(caller)).map_or(Viewer::Watcher, Viewer::Seat)
    }

    /// The people who play it.
    pub fn people(&self) -> impl Iterator<Item = &HandPlayer> {
        self.players.iter().filter(|player| player.computer.is_none())
    }

    /// Whether computers play it too.
    pub fn has_computers(&self) -> bool {
        self.players.iter().any(|player| player.computer.is_some())
    }

    /// What each player wins, below 0 if they lose, from their stacks after it.
    pub fn nets(&self, after: &[(Seat, Chips)]) -> Vec<(&HandPlayer, i64)> {
        let before = AnyHand::players(&self.setup);
        let chips = |stacks: &[(Seat, Chips)], seat: Seat| {
            let stack = stacks.iter().find(|(of, _)| *of == seat);
            stack.map_or(0, |&(_, chips)| chips.cast_signed())
        };
        let net = |player: &HandPlayer| chips(after, player.seat) - chips(&before, player.seat);
        self.players.iter().map(|player| (player, net(player))).collect()
    }

    /// The seat of a player in this hand.
    pub fn seat_of(&self, player: PlayerId) -> Option<Seat> {
        self.players.iter().find(|each| each.player == player).map(|each| each.seat)
    }
}
