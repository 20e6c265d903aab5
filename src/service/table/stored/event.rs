//! Events of a table, outside the rules of a hand, as they are stored in its changes.

use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use strum::VariantNames;

use super::options::StoredOptions;
use super::words::same_words;
use cardroom_api::id::{HandId, PlayerId};
use cardroom_api::moment;
use cardroom_api::table::bots::Computer;
use cardroom_api::table::emote::Emote;
use cardroom_api::table::event::{Stack, TableEvent};
use cardroom_rules::games::any::AnyWishes;
use cardroom_rules::games::game::{Chips, Entry};
use cardroom_rules::games::level::Level;
use cardroom_rules::games::seat::Seat;
use cardroom_rules::tournament::levels::structure::Level as BlindLevel;

/// Something that happened at a table, outside the rules of a hand. All amounts are in chips.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, VariantNames)]
#[serde(tag = "type", rename_all = "snake_case")]
#[strum(serialize_all = "snake_case")]
pub enum StoredEvent {
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
        computer: Option<StoredComputer>,
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
        stacks: Vec<StoredStack>,
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
        options: Box<StoredOptions>,
    },
    /// The table has other options.
    OptionsChanged {
        /// All options, as they are now.
        options: Box<StoredOptions>,
    },
    /// The blinds have risen.
    LevelBegan {
        /// The number of the level; 1 is the first.
        number: u32,
        /// What is posted, and for how long.
        posts: BlindLevel,
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
        emote: StoredEmote,
    },
    /// The table closes when the hand is over.
    Closing {},
    /// The table is closed, for good.
    Closed {},
}

/// A seat's chips.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct StoredStack {
    /// The seat whose chips these are.
    pub seat: Seat,
    /// The number of chips in the stack.
    pub chips: Chips,
}

/// A computer plays here, at this level.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct StoredComputer {
    /// How well.
    pub level: Level,
}

/// A sign or a phrase.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, VariantNames)]
#[serde(rename_all = "snake_case")]
#[strum(serialize_all = "snake_case")]
pub enum StoredEmote {
    /// A greeting: "Hello!"
    Hello,
    /// A wish for the others: "Good luck!"
    GoodLuck,
    /// Praise of another's cards: "Nice hand!"
    NiceHand,
    /// Praise of another's play: "Well played!"
    WellPlayed,
    /// Thanks: "Thank you!"
    Thanks,
    /// An apology: "Sorry!"
    Sorry,
    /// A mistake of one's own: "Oops!"
    Oops,
    /// Surprise: "Wow!"
    Wow,
    /// A smiling face.
    Smile,
    /// A laughing face.
    Laugh,
    /// A crying face.
    Cry,
    /// A request for patience: "Let me think."
    Thinking,
    /// A reminder for the player who has to act: "It is your turn."
    YourTurn,
    /// A wish to go on: "One more hand!"
    OneMore,
    /// A short absence: "Back in a moment."
    BackSoon,
    /// A farewell: "Goodbye!"
    Goodbye,
}

impl StoredEvent {
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

impl From<StoredEvent> for TableEvent {
    fn from(stored: StoredEvent) -> Self {
        match stored {
            StoredEvent::Opened {} => Self::Opened {},
            StoredEvent::SatDown { seat, player, name, chips, entry, computer } => {
                Self::SatDown { seat, player, name, chips, entry, computer: computer.map(Into::into) }
            }
            StoredEvent::Coming { seat, player, name, chips } => Self::Coming { seat, player, name, chips },
            StoredEvent::NotComing { seat, player, chips } => Self::NotComing { seat, player, chips },
            StoredEvent::ToppedUp { seat, amount, chips } => Self::ToppedUp { seat, amount, chips },
            StoredEvent::SatOut { seat, away } => Self::SatOut { seat, away },
            StoredEvent::CameBack { seat, entry } => Self::CameBack { seat, entry },
            StoredEvent::Wished { seat, wishes } => Self::Wished { seat, wishes },
            StoredEvent::Ready { seat } => Self::Ready { seat },
            StoredEvent::Leaving { seat } => Self::Leaving { seat },
            StoredEvent::Left { seat, player, chips } => Self::Left { seat, player, chips },
            StoredEvent::HandStarted { hand, number, root } => Self::HandStarted { hand, number, root },
            StoredEvent::HandEnded { hand, void, stacks, rake } => {
                Self::HandEnded { hand, void, stacks: stacks.into_iter().map(Into::into).collect(), rake }
            }
            StoredEvent::Waiting { player, name } => Self::Waiting { player, name },
            StoredEvent::NotWaiting { player } => Self::NotWaiting { player },
            StoredEvent::Called { player, until } => Self::Called { player, until },
            StoredEvent::Removed { seat, player } => Self::Removed { seat, player },
            StoredEvent::Banned { player } => Self::Banned { player },
            StoredEvent::Unbanned { player } => Self::Unbanned { player },
            StoredEvent::HostChanged { host } => Self::HostChanged { host },
            StoredEvent::Paused {} => Self::Paused {},
            StoredEvent::Resumed {} => Self::Resumed {},
            StoredEvent::OptionsPlanned { options } => {
                Self::OptionsPlanned { options: Box::new((*options).into()) }
            }
            StoredEvent::OptionsChanged { options } => {
                Self::OptionsChanged { options: Box::new((*options).into()) }
            }
            StoredEvent::LevelBegan { number, posts } => Self::LevelBegan { number, posts },
            StoredEvent::InviteReplaced {} => Self::InviteReplaced {},
            StoredEvent::Emoted { seat, player, emote } => Self::Emoted { seat, player, emote: emote.into() },
            StoredEvent::Closing {} => Self::Closing {},
            StoredEvent::Closed {} => Self::Closed {},
        }
    }
}

impl From<StoredStack> for Stack {
    fn from(StoredStack { seat, chips }: StoredStack) -> Self {
        Self { seat, chips }
    }
}

impl From<StoredComputer> for Computer {
    fn from(StoredComputer { level }: StoredComputer) -> Self {
        Self { level }
    }
}

same_words!(StoredEmote, Emote: Hello, GoodLuck, NiceHand, WellPlayed, Thanks, Sorry, Oops, Wow, Smile, Laugh, Cry, Thinking, YourTurn, OneMore, BackSoon, Goodbye);
