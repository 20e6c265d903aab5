//! Emotes: signs and phrases from a fixed list, the only chat at a table.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// A sign or a phrase. Clients show each in their own language.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema, strum::VariantArray)]
#[serde(rename_all = "snake_case")]
pub enum Emote {
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
