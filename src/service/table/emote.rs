//! What players say to one another at a table: signs and phrases from a fixed list, and nothing else.

use jiff::{SignedDuration, Timestamp};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// How many emotes a player may show within [`EMOTE_TIME`].
pub const MOST_EMOTES: usize = 5;
/// The time in which a player may show so many.
pub const EMOTE_TIME: SignedDuration = SignedDuration::from_secs(10);

/// A sign or a phrase.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum Emote {
    /// Hello.
    Hello,
    /// Good luck.
    GoodLuck,
    /// Nice hand.
    NiceHand,
    /// Well played.
    WellPlayed,
    /// Thank you.
    Thanks,
    /// Sorry.
    Sorry,
    /// Oops.
    Oops,
    /// Wow.
    Wow,
    /// A smile.
    Smile,
    /// Laughter.
    Laugh,
    /// Tears.
    Cry,
    /// Let me think.
    Thinking,
    /// It is your turn.
    YourTurn,
    /// One more hand.
    OneMore,
    /// Back in a moment.
    BackSoon,
    /// Goodbye.
    Goodbye,
}

/// The moments that still count at `now`; and whether one more may be added, or when it may.
pub fn may_emote(shown: &[Timestamp], now: Timestamp) -> Result<Vec<Timestamp>, Timestamp> {
    let ends = |at: &Timestamp| at.saturating_add(EMOTE_TIME).unwrap_or(Timestamp::MAX);
    let counted: Vec<Timestamp> = shown.iter().copied().filter(|at| ends(at) > now && *at <= now).collect();
    match counted.first().filter(|_| counted.len() >= MOST_EMOTES) {
        Some(first) => Err(ends(first)),
        None => Ok(counted),
    }
}
