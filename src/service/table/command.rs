//! What a player asks of a table.

use std::fmt;
use std::str::FromStr;

use serde::Serialize;

use super::change::Version;
use super::emote::Emote;
use super::options::TableChanges;
use super::preferences::Preferences;
use crate::service::avatar::Avatar;
use crate::service::id::PlayerId;
use cardroom_bots::level::Level;
use cardroom_rules::games::any::{AnyAction, AnyWishes};
use cardroom_rules::games::game::{Chips, Entry};
use cardroom_rules::games::seat::Seat;

/// Who asks something of a table, as the others there see them.
#[derive(Clone, Copy, Debug)]
pub struct Who<'a> {
    /// The player.
    pub id: PlayerId,
    /// What they are called.
    pub name: &'a str,
    /// What they look like.
    pub avatar: Avatar,
}

/// What a player asks of a table.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Command {
    /// Sits down.
    Sit {
        /// Where; the first free chair where absent.
        seat: Option<Seat>,
        /// With how many chips.
        buy_in: Chips,
        /// On what terms.
        entry: Entry,
        /// The table's code, where it is not public.
        invite_code: Option<String>,
    },
    /// Waits for a chair.
    Wait {
        /// The table's code, where it is not public.
        invite_code: Option<String>,
    },
    /// Waits no longer.
    StopWaiting,
    /// Adds chips to the stack, between hands.
    TopUp {
        /// How many.
        amount: Chips,
    },
    /// Sits out from the next hand on.
    SitOut,
    /// Wants to be dealt in again.
    ComeBack {
        /// On what terms.
        entry: Entry,
    },
    /// Says what they wish for the hands to come, in place of what they wished before.
    Wish {
        /// What.
        wishes: AnyWishes,
    },
    /// Says how the table goes on for them, in place of what they preferred before.
    Prefer {
        /// How.
        preferences: Preferences,
    },
    /// Is ready for the next hand.
    Ready,
    /// Stands up; in a hand, folds at its turn.
    StandUp,
    /// Seats a computer player.
    SeatBot {
        /// Where; the first free chair where absent.
        seat: Option<Seat>,
        /// How well it plays.
        level: Level,
        /// What it is called; one of the house's names where absent.
        name: Option<String>,
    },
    /// Sends a computer player away; in a hand, when that is over.
    SendBotAway {
        /// Where it sits.
        seat: Seat,
    },
    /// Deals the next hand, where that is done by hand.
    Deal,
    /// Acts in the hand.
    Act {
        /// The version the player had seen.
        at: Version,
        /// What they do.
        action: AnyAction,
    },
    /// Closes the table, after the hand where one is played.
    Close,
    /// Is played for at once, until coming back.
    Away,
    /// Shows what they feel.
    Emote {
        /// What.
        emote: Emote,
    },
    /// Removes a player from the table; in a hand, when that is over.
    Remove {
        /// Who.
        player: PlayerId,
    },
    /// Bans a player from the table, and removes them where they sit at it.
    Ban {
        /// Who.
        player: PlayerId,
    },
    /// Lets a player sit here again.
    Unban {
        /// Who.
        player: PlayerId,
    },
    /// Makes somebody who sits here the host.
    HandOver {
        /// Who.
        player: PlayerId,
    },
    /// Lets no further hand be dealt.
    Pause,
    /// Lets hands be dealt again.
    Resume,
    /// Changes the options: at once, or when the hand is over.
    Change {
        /// Which, and to what.
        changes: TableChanges,
    },
    /// Replaces the invite code.
    ReplaceInvite,
}

impl Command {
    /// Whether somebody is to be dealt in by it.
    pub fn seats(&self) -> bool {
        matches!(self, Self::Sit { .. } | Self::ComeBack { .. })
    }
}

/// The name a client gives to one request, so that sending it again does nothing twice: 1 to 64 visible ASCII
/// characters.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct IdempotencyKey(String);

/// Text that is no idempotency key.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("an idempotency key has 1 to 64 visible ASCII characters")]
pub struct NotAnIdempotencyKey;

impl FromStr for IdempotencyKey {
    type Err = NotAnIdempotencyKey;

    fn from_str(text: &str) -> Result<Self, NotAnIdempotencyKey> {
        let fits = (1..=64).contains(&text.len()) && text.bytes().all(|byte| byte.is_ascii_graphic());
        if fits { Ok(Self(text.to_owned())) } else { Err(NotAnIdempotencyKey) }
    }
}

impl fmt::Display for IdempotencyKey {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(&self.0)
    }
}

impl IdempotencyKey {
    /// The key as it was sent.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}
