//! Commands: what players may ask of a table.

use std::fmt;
use std::str::FromStr;

use serde::Serialize;

use cardroom_api::avatar::Avatar;
use cardroom_api::id::PlayerId;
use cardroom_api::table::change::Version;
use cardroom_api::table::emote::Emote;
use cardroom_api::table::options::TableChanges;
use cardroom_api::table::preferences::Preferences;
use cardroom_rules::games::any::{AnyAction, AnyWishes};
use cardroom_rules::games::game::{Chips, Entry};
use cardroom_rules::games::level::Level;
use cardroom_rules::games::seat::Seat;

/// The author of a command, as the others at the table see them.
#[derive(Clone, Copy, Debug)]
pub struct ActingPlayer<'a> {
    /// The identifier of the player.
    pub id: PlayerId,
    /// The player's name now.
    pub name: &'a str,
    /// The player's picture now.
    pub avatar: Avatar,
}

/// A command of a player to a table.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Command {
    /// Sits down.
    Sit {
        /// The wanted seat; `None` for the first free one.
        seat: Option<Seat>,
        /// The number of chips to sit down with.
        buy_in: Chips,
        /// Whether the player wants to be dealt in, and whether they pay at once what is owed.
        entry: Entry,
        /// The invite code; the table's own is needed if the table is not public.
        invite_code: Option<String>,
    },
    /// Waits for a chair.
    Wait {
        /// The invite code; the table's own is needed if the table is not public.
        invite_code: Option<String>,
    },
    /// Waits no longer.
    StopWaiting,
    /// Adds chips to the stack, between hands.
    TopUp {
        /// The number of chips to add.
        amount: Chips,
    },
    /// Sits out from the next hand on.
    SitOut,
    /// Wants to be dealt in again.
    ComeBack {
        /// Whether they pay at once what is owed, or wait until nothing is owed.
        entry: Entry,
    },
    /// Sets their wishes for the hands to come, in place of the earlier ones.
    Wish {
        /// The wishes, by game.
        wishes: AnyWishes,
    },
    /// Sets their preferences for the table, in place of the earlier ones.
    Prefer {
        /// All preferences; those that are absent are unset.
        preferences: Preferences,
    },
    /// Is ready for the next hand.
    Ready,
    /// Stands up; in a hand, folds at its turn.
    StandUp,
    /// Seats a computer player.
    SeatBot {
        /// The wanted seat; `None` for the first free one.
        seat: Option<Seat>,
        /// How well it plays.
        level: Level,
        /// Its name; `None` for one of the default names.
        name: Option<String>,
    },
    /// Removes a computer player; in a hand, when that is over.
    SendBotAway {
        /// The seat of the computer player.
        seat: Seat,
    },
    /// Deals the next hand, at a table where players start each hand.
    Deal,
    /// Acts in the hand.
    Act {
        /// The version of the table that the player had seen.
        at: Version,
        /// The action, by game.
        action: AnyAction,
    },
    /// Closes the table: at once, or when the hand is over.
    Close,
    /// Lets the clock play for its author at once, until they come back.
    Away,
    /// Sends an emote.
    Emote {
        /// The sign or the phrase.
        emote: Emote,
    },
    /// Removes a player from the table; in a hand, when that is over.
    Remove {
        /// The player to remove.
        player: PlayerId,
    },
    /// Bans a player from the table, and removes them if they sit there.
    Ban {
        /// The player to ban.
        player: PlayerId,
    },
    /// Lifts a player's ban.
    Unban {
        /// The banned player.
        player: PlayerId,
    },
    /// Makes another seated player the host.
    HandOver {
        /// The new host.
        player: PlayerId,
    },
    /// Pauses dealing.
    Pause,
    /// Resumes dealing.
    Resume,
    /// Changes the options: at once, or when the hand is over.
    Change {
        /// The options to change, with their new values.
        changes: TableChanges,
    },
    /// Replaces the invite code; the one before becomes invalid.
    ReplaceInvite,
}

impl Command {
    /// Whether its author wants to be dealt in.
    pub fn seats(&self) -> bool {
        matches!(self, Self::Sit { .. } | Self::ComeBack { .. })
    }
}

/// A client's key for one request, so that a repeated request has no further effect: 1 to 64 visible ASCII characters.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct IdempotencyKey(String);

/// The error of a text that is not an idempotency key: it is empty, too long, or has other characters.
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
