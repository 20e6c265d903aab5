//! Emotes: signs and phrases from a fixed list, the only chat at a table.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// A sign or a phrase.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema, strum::VariantArray)]
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
