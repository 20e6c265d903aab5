//! Events of a table, outside the rules of a hand.

use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::bots::Computer;
use super::emote::Emote;
use super::options::TableOptions;
use crate::id::{HandId, PlayerId};
use crate::moment;
use cardroom_rules::games::any::AnyWishes;
use cardroom_rules::games::game::{Chips, Entry};
use cardroom_rules::games::seat::Seat;
use cardroom_rules::games::viewer::ViewerSafe;

/// Something that happened at a table, outside the rules of a hand.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum TableEvent {
    /// The table was opened.
    Opened {},
    /// A player sat down.
    SatDown {
        /// The seat.
        seat: Seat,
        /// The player.
        player: PlayerId,
        /// Their name.
        name: String,
        /// The chips they brought.
        chips: Chips,
        /// The terms on which they want to be dealt in.
        entry: Entry,
        /// The level if a computer plays; null for a person.
        #[serde(default)]
        #[schema(required)]
        computer: Option<Computer>,
    },
    /// A player takes a computer player's chair once the hand is over.
    Coming {
        /// The seat.
        seat: Seat,
        /// The player.
        player: PlayerId,
        /// Their name.
        name: String,
        /// The chips they brought.
        chips: Chips,
    },
    /// A player who was to take a computer player's chair does not come.
    NotComing {
        /// The seat.
        seat: Seat,
        /// The player.
        player: PlayerId,
        /// The chips they took home.
        chips: Chips,
    },
    /// A player added chips to the stack.
    ToppedUp {
        /// The seat.
        seat: Seat,
        /// The number of chips.
        amount: Chips,
        /// The stack after it.
        chips: Chips,
    },
    /// A player sits out from the next hand on.
    SatOut {
        /// The seat.
        seat: Seat,
        /// Because the clock had played for them too often.
        away: bool,
    },
    /// A player wants to be dealt in again.
    CameBack {
        /// The seat.
        seat: Seat,
        /// The terms.
        entry: Entry,
    },
    /// A player has set their wishes for the hands to come, in place of the earlier ones.
    Wished {
        /// The seat.
        seat: Seat,
        /// The wishes.
        wishes: AnyWishes,
    },
    /// A player is ready for the next hand.
    Ready {
        /// The seat.
        seat: Seat,
    },
    /// A player stood up in the middle of a hand; the seat is free when the hand is over.
    Leaving {
        /// The seat.
        seat: Seat,
    },
    /// A seat became free.
    Left {
        /// The seat.
        seat: Seat,
        /// The player who sat there.
        player: PlayerId,
        /// The chips they took home.
        chips: Chips,
    },
    /// A hand begins.
    HandStarted {
        /// The hand.
        hand: HandId,
        /// The table's count of hands, from 1.
        number: u64,
        /// The hash over the salted deck, by which each seen card can later be proved.
        root: String,
    },
    /// A hand is over.
    HandEnded {
        /// The hand.
        hand: HandId,
        /// Nothing counted.
        void: bool,
        /// Every player's stack after it.
        stacks: Vec<Stack>,
        /// The rake.
        rake: Chips,
    },
    /// A player waits for a chair.
    Waiting {
        /// The player.
        player: PlayerId,
        /// Their name.
        name: String,
    },
    /// A player does not wait any longer: they withdrew, or did not come when they were called.
    NotWaiting {
        /// The player.
        player: PlayerId,
    },
    /// A chair is free for a player who waits.
    Called {
        /// The player.
        player: PlayerId,
        /// Until when it is kept for them.
        #[serde(serialize_with = "moment::exact")]
        until: Timestamp,
    },
    /// The host removes a player: at once, or when the hand that they play is over.
    Removed {
        /// Their seat.
        seat: Seat,
        /// The player.
        player: PlayerId,
    },
    /// A player may not sit here any more.
    Banned {
        /// The player.
        player: PlayerId,
    },
    /// A banned player may sit here again.
    Unbanned {
        /// The player.
        player: PlayerId,
    },
    /// The host has changed.
    HostChanged {
        /// The new host.
        host: PlayerId,
    },
    /// The host has paused dealing.
    Paused {},
    /// The host has resumed dealing.
    Resumed {},
    /// The host has changed the options; they take effect from the next hand on.
    OptionsPlanned {
        /// The options then.
        options: Box<TableOptions>,
    },
    /// The table has other options.
    OptionsChanged {
        /// The options now.
        options: Box<TableOptions>,
    },
    /// The host has replaced the invite code; the one before is invalid.
    InviteReplaced {},
    /// A player has sent an emote.
    Emoted {
        /// Their seat.
        seat: Seat,
        /// The player.
        player: PlayerId,
        /// The emote.
        emote: Emote,
    },
    /// The table closes when the hand is over.
    Closing {},
    /// The table is closed, for good.
    Closed {},
}

/// A seat's chips.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct Stack {
    /// The seat.
    pub seat: Seat,
    /// Its chips.
    pub chips: Chips,
}

impl TableEvent {
    /// The person whose name is in the event. The names of computer players are not personal data.
    pub fn named(&self) -> Option<PlayerId> {
        match self {
            Self::SatDown { player, computer: None, .. }
            | Self::Coming { player, .. }
            | Self::Waiting { player, .. } => Some(*player),
            _ => None,
        }
    }

    /// That name, to remove it or to fill it in.
    pub fn name_mut(&mut self) -> Option<&mut String> {
        self.named()?;
        match self {
            Self::SatDown { name, .. } | Self::Coming { name, .. } | Self::Waiting { name, .. } => Some(name),
            _ => None,
        }
    }
}

impl ViewerSafe for TableEvent {}
