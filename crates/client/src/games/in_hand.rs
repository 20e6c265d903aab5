//! What a player has in hand before it is sent.

use std::time::Duration;

use serde_json::Value;

use super::holdem::choice::Ahead;
use super::lift::Lift;
use crate::net::refusal::Refusal;

/// What a player has in hand before it is sent: cards that are lifted, an amount that is set.
#[derive(Clone, Debug, Default)]
pub struct Play {
    /// The cards that are lifted.
    pub lift: Lift,
    /// The total of a bet or a raise.
    pub amount: u64,
    /// Which of the suggestions is lifted.
    pub hint: Option<usize>,
    /// What is chosen before the turn.
    pub ahead: Option<Ahead>,
    /// Whether the last trick is looked at.
    pub is_peeking: bool,
    /// What the server says of the cards that are lifted, without doing it.
    pub judged: Option<Judged>,
    /// Since when this decision is asked for, on the clock of this program.
    pub asked_at: Duration,
    /// Since which version it is.
    pub since: Option<u64>,
}

/// What the server says of an action, without doing it.
#[derive(Clone, Debug)]
pub struct Judged {
    /// For which cards.
    pub cards: Vec<String>,
    /// How they are read, or why they are refused.
    pub answer: Result<Value, Refusal>,
}
