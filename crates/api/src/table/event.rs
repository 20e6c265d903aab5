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
use cardroom_rules::tournament::levels::structure::Level;

/// Something that happened at a table, outside the rules of a hand. All amounts are in chips.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum TableEvent {
    /// The table was opened.
    Opened {},
    /// A player sat down.
    SatDown {
        /// The chair that is occupied now.
        seat: Seat,
        /// The player who sat down.
        player: PlayerId,
        /// The player's name at that moment.
        name: String,
        /// The buy-in: the player's stack to begin with.
        chips: Chips,
        /// Whether the player wants to be dealt in, and whether they pay at once what is owed.
        entry: Entry,
        /// The level of a computer player; null for a person.
        #[serde(default)]
        #[schema(required)]
        computer: Option<Computer>,
    },
    /// A player takes a computer player's chair once the hand is over.
    Coming {
        /// The chair of the computer player.
        seat: Seat,
        /// The person who takes the chair.
        player: PlayerId,
        /// The person's name at that moment.
        name: String,
        /// The buy-in, which has left their wallet.
        chips: Chips,
    },
    /// A player who was to take a computer player's chair does not come.
    NotComing {
        /// The chair, which the computer player keeps.
        seat: Seat,
        /// The person who would have taken the chair.
        player: PlayerId,
        /// The buy-in, which is in their wallet again.
        chips: Chips,
    },
    /// A player added chips to the stack.
    ToppedUp {
        /// The seat of the player.
        seat: Seat,
        /// The number of added chips.
        amount: Chips,
        /// The stack afterwards.
        chips: Chips,
    },
    /// A player sits out from the next hand on.
    SatOut {
        /// The seat of the player.
        seat: Seat,
        /// Whether the player is away: they asked for it, or the clock had played for them too often.
        away: bool,
    },
    /// A player wants to be dealt in again.
    CameBack {
        /// The seat of the player.
        seat: Seat,
        /// Whether they pay at once what is owed, or wait until nothing is owed.
        entry: Entry,
    },
    /// A player has set their wishes for the hands to come, in place of the earlier ones.
    Wished {
        /// The seat of the player.
        seat: Seat,
        /// The wishes, by game.
        wishes: AnyWishes,
    },
    /// A player is ready for the next hand.
    Ready {
        /// The seat of the player.
        seat: Seat,
    },
    /// A player stood up in the middle of a hand; the seat is free when the hand is over.
    Leaving {
        /// The seat of the player, which is still occupied.
        seat: Seat,
    },
    /// A seat became free.
    Left {
        /// The free seat.
        seat: Seat,
        /// The player who sat there.
        player: PlayerId,
        /// The stack that went back to their wallet.
        chips: Chips,
    },
    /// A hand begins.
    HandStarted {
        /// The identifier of the hand.
        hand: HandId,
        /// The table's count of hands, from 1.
        number: u64,
        /// The hash over the salted deck, by which each seen card can later be proved.
        root: String,
    },
    /// A hand is over.
    HandEnded {
        /// The identifier of the hand.
        hand: HandId,
        /// Whether the hand counts for nobody: every stack is as it was before.
        void: bool,
        /// Every player's stack afterwards.
        stacks: Vec<Stack>,
        /// The chips that the server kept of the pots.
        rake: Chips,
    },
    /// A player waits for a chair.
    Waiting {
        /// The player who waits.
        player: PlayerId,
        /// The player's name at that moment.
        name: String,
    },
    /// A player does not wait any longer: they withdrew, or did not come when they were called.
    NotWaiting {
        /// The player who waited.
        player: PlayerId,
    },
    /// A chair is free for a player who waits.
    Called {
        /// The player who may take the chair.
        player: PlayerId,
        /// The time until which the chair is reserved for them.
        #[serde(serialize_with = "moment::exact")]
        until: Timestamp,
    },
    /// The host removes a player: at once, or when the hand that they play is over.
    Removed {
        /// The seat of the removed player.
        seat: Seat,
        /// The removed player.
        player: PlayerId,
    },
    /// A player may not sit here any more.
    Banned {
        /// The banned player.
        player: PlayerId,
    },
    /// A banned player may sit here again.
    Unbanned {
        /// The player whose ban was lifted.
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
        /// All options, as they will be.
        options: Box<TableOptions>,
    },
    /// The table has other options.
    OptionsChanged {
        /// All options, as they are now.
        options: Box<TableOptions>,
    },
    /// The blinds rise: hands are dealt at the next level from now on.
    LevelBegan {
        /// The number of the level; 1 is the first.
        number: u32,
        /// What is posted, and for how long.
        posts: Level,
    },
    /// The host has replaced the invite code; the one before is invalid.
    InviteReplaced {},
    /// A player has sent an emote.
    Emoted {
        /// The seat of the player who sent it.
        seat: Seat,
        /// The player who sent it.
        player: PlayerId,
        /// The sign or the phrase.
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
    /// The seat whose chips these are.
    pub seat: Seat,
    /// The number of chips in the stack.
    pub chips: Chips,
}

impl ViewerSafe for TableEvent {}
