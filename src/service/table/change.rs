//! One write to a table: what happened, in order, and what is open after it.

use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::bots::Computer;
use super::emote::Emote;
use super::options::TableOptions;
use super::told::Told;
use crate::service::id::{HandId, PlayerId, TableId};
use crate::service::moment;
use cardroom_rules::games::any::{AnyEvent, AnyWishes};
use cardroom_rules::games::game::{Chips, Entry};
use cardroom_rules::games::seat::Seat;
use cardroom_rules::games::viewer::ViewerSafe;

/// Counts a table's changes; the first, which opens it, is 1.
pub type Version = u64;

/// One write to a table. It raises the table's version by one.
#[derive(Clone, Debug, PartialEq)]
pub struct Change {
    /// Where.
    pub table: TableId,
    /// The table's version after it.
    pub version: Version,
    /// When.
    pub at: Timestamp,
    /// The hand that its hand events belong to.
    pub hand: Option<HandId>,
    /// Who caused it.
    pub author: Author,
    /// What happened, and what is open after it.
    pub body: Body,
}

/// Who caused a change.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Author {
    /// A player asked for it.
    Player(PlayerId),
    /// Time passed.
    Clock,
    /// Whoever runs the house.
    Admin,
}

/// What happened, and what is open after it.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Body {
    /// In the order in which it happened.
    pub events: Vec<Event>,
    /// The decisions that are open after it.
    pub decisions: Told<Vec<Decision>>,
}

/// One thing that happened.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Event {
    /// In the hand; it has its cards and is never sent.
    Hand(AnyEvent),
    /// At the table; everybody may know it.
    Table(TableEvent),
}

/// An open decision.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct Decision {
    /// Whose.
    pub seat: Seat,
    /// The version at which it arose. An action sent with `at` is fresh when `since ≤ at ≤ version`.
    pub since: Version,
    /// The clock it is on; absent where the seat may act but nothing waits for it.
    #[schema(required)]
    pub clock: Option<DecisionClock>,
}

/// The clock of a decision.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct DecisionClock {
    /// When the time for the decision is up and the time bank begins to run.
    #[serde(serialize_with = "moment::exact")]
    pub bank_from: Timestamp,
    /// When the time bank is empty too, and the clock plays for the seat.
    #[serde(serialize_with = "moment::exact")]
    pub due: Timestamp,
}

/// Something that happened at a table, outside the rules of a hand.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum TableEvent {
    /// The table was opened.
    Opened {},
    /// A player sat down.
    SatDown {
        /// Where.
        seat: Seat,
        /// Who.
        player: PlayerId,
        /// Their name.
        name: String,
        /// The chips they brought.
        chips: Chips,
        /// On what terms they want to be dealt in.
        entry: Entry,
        /// That a computer plays, and how well; null for a person.
        #[serde(default)]
        #[schema(required)]
        computer: Option<Computer>,
    },
    /// A player comes in place of a computer player, once the hand is over.
    Coming {
        /// Where.
        seat: Seat,
        /// Who.
        player: PlayerId,
        /// Their name.
        name: String,
        /// The chips they brought.
        chips: Chips,
    },
    /// Who was to come in place of a computer player does not.
    NotComing {
        /// Where.
        seat: Seat,
        /// Who.
        player: PlayerId,
        /// The chips they took home.
        chips: Chips,
    },
    /// A player added chips to the stack.
    ToppedUp {
        /// Where.
        seat: Seat,
        /// How many.
        amount: Chips,
        /// The stack after it.
        chips: Chips,
    },
    /// A player sits out from the next hand on.
    SatOut {
        /// Where.
        seat: Seat,
        /// Because the clock had played for them too often.
        away: bool,
    },
    /// A player wants to be dealt in again.
    CameBack {
        /// Where.
        seat: Seat,
        /// On what terms.
        entry: Entry,
    },
    /// A player has said what they wish for the hands to come; it replaces what they wished before.
    Wished {
        /// Where.
        seat: Seat,
        /// What.
        wishes: AnyWishes,
    },
    /// A player is ready for the next hand.
    Ready {
        /// Where.
        seat: Seat,
    },
    /// A player stood up in the middle of a hand; the seat is free when the hand is over.
    Leaving {
        /// Where.
        seat: Seat,
    },
    /// A seat became free.
    Left {
        /// Where.
        seat: Seat,
        /// Who sat there.
        player: PlayerId,
        /// The chips they took home.
        chips: Chips,
    },
    /// A hand begins.
    HandStarted {
        /// Which.
        hand: HandId,
        /// The table's count of hands, from 1.
        number: u64,
        /// The hash over the salted deck, by which each seen card can later be proved.
        root: String,
    },
    /// A hand is over.
    HandEnded {
        /// Which.
        hand: HandId,
        /// Nothing counted.
        void: bool,
        /// Every player's stack after it.
        stacks: Vec<Stack>,
        /// What the house kept.
        rake: Chips,
    },
    /// A player waits for a chair.
    Waiting {
        /// Who.
        player: PlayerId,
        /// Their name.
        name: String,
    },
    /// A player waits no longer: they do not want to any more, or did not come when they were called.
    NotWaiting {
        /// Who.
        player: PlayerId,
    },
    /// A chair is free for a player who waits.
    Called {
        /// Who.
        player: PlayerId,
        /// Until when it is kept for them.
        #[serde(serialize_with = "moment::exact")]
        until: Timestamp,
    },
    /// The host removes a player: at once, or when the hand is over that they play.
    Removed {
        /// Where they sit.
        seat: Seat,
        /// Who.
        player: PlayerId,
    },
    /// A player may not sit here any more.
    Banned {
        /// Who.
        player: PlayerId,
    },
    /// A player who might not sit here may again.
    Unbanned {
        /// Who.
        player: PlayerId,
    },
    /// Somebody else is the host.
    HostChanged {
        /// Who.
        host: PlayerId,
    },
    /// The host lets no further hand be dealt.
    Paused {},
    /// The host lets hands be dealt again.
    Resumed {},
    /// The host has changed the options; they count from the next hand on.
    OptionsPlanned {
        /// The options then.
        options: Box<TableOptions>,
    },
    /// The table has other options.
    OptionsChanged {
        /// The options now.
        options: Box<TableOptions>,
    },
    /// The host has replaced the invite code: the one before opens nothing.
    InviteReplaced {},
    /// A player shows what they feel.
    Emoted {
        /// Where they sit.
        seat: Seat,
        /// Who.
        player: PlayerId,
        /// What they show.
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
    /// Where.
    pub seat: Seat,
    /// How many.
    pub chips: Chips,
}

impl TableEvent {
    /// The person whose name the event tells. Computer players are nobody's business but the house's.
    pub fn named(&self) -> Option<PlayerId> {
        match self {
            Self::SatDown { player, computer: None, .. }
            | Self::Coming { player, .. }
            | Self::Waiting { player, .. } => Some(*player),
            _ => None,
        }
    }

    /// That name, to leave it out or to fill it in.
    pub fn name_mut(&mut self) -> Option<&mut String> {
        self.named()?;
        match self {
            Self::SatDown { name, .. } | Self::Coming { name, .. } | Self::Waiting { name, .. } => Some(name),
            _ => None,
        }
    }
}

impl ViewerSafe for TableEvent {}
