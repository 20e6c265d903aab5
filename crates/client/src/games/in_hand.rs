//! The player's input that is not sent yet.

use std::time::Duration;

use cardroom_rules::cards::card::Card;
use cardroom_rules::games::any::AnyPreview;

use super::holdem::choice::Ahead;
use super::lift::Lift;
use crate::net::refusal::Refusal;

/// The player's input that is not sent yet: lifted cards, an amount.
#[derive(Clone, Debug, Default)]
pub struct Play {
    /// The cards that are lifted.
    pub lift: Lift,
    /// The total of a bet or a raise.
    pub amount: u64,
    /// The index of the lifted suggestion.
    pub hint: Option<usize>,
    /// The choice that was made before the turn.
    pub ahead: Option<Ahead>,
    /// Whether the last trick is looked at.
    pub is_peeking: bool,
    /// The server's preview of the lifted cards.
    pub judged: Option<Judged>,
    /// Since when this decision is open, on the clock of this program.
    pub asked_at: Duration,
    /// The version since which it is open.
    pub since: Option<u64>,
}

/// The server's preview of an action.
#[derive(Clone, Debug)]
pub struct Judged {
    /// The cards.
    pub cards: Vec<Card>,
    /// Their reading, or why they are refused.
    pub answer: Result<AnyPreview, Refusal>,
}
