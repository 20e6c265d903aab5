//! A refusal of the server, with its code.

use std::time::Duration;

use cardroom_rules::cards::card::Card;
use serde_json::Value;

/// The code of a request that got no answer.
pub const OFFLINE: &str = "offline";
/// The code of an answer that cannot be read.
pub const UNREADABLE: &str = "unreadable";
/// The server's code of a body that it cannot read.
pub const MALFORMED: &str = "malformed_body";

/// A request that was refused or not answered.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[error("{code}")]
pub struct Refusal {
    /// The server's code; [`OFFLINE`] if no answer came.
    pub code: String,
    /// The status of the answer, 0 if none came.
    pub status: u16,
    /// The whole problem.
    pub problem: Value,
    /// The least time before the next try, if the server gives one.
    pub wait: Option<Duration>,
}

impl Refusal {
    /// No answer came.
    pub fn offline() -> Self {
        Self::coded(OFFLINE, 0)
    }

    /// A refusal with only its code.
    pub fn coded(code: &str, status: u16) -> Self {
        Self { code: code.to_owned(), status, problem: Value::Null, wait: None }
    }

    /// An answer with an error status. If its body is not a problem document, the status is the code.
    pub fn read(status: u16, body: &str) -> Self {
        let problem: Value = serde_json::from_str(body).unwrap_or_default();
        match problem["code"].as_str() {
            Some(code) => Self { code: code.to_owned(), status, problem: problem.clone(), wait: None },
            None => Self::coded(&format!("HTTP {status}"), status),
        }
    }

    /// Whether it is unknown if the request was done. It is then sent again with its key.
    pub fn is_no_answer(&self) -> bool {
        self.status == 0 && self.code == OFFLINE || self.status == 429 || self.status >= 500
    }

    /// The reason within the code, if the server gives one.
    pub fn variant(&self) -> Option<&str> {
        let is_of_tractor = self.problem["demanded"][0].as_u64().is_some_and(|pairs| pairs > 1);
        self.problem["flaw"].as_str().or(is_of_tractor.then_some("tractor"))
    }

    /// The cards to lower so that the others may be played; none if that does not help.
    pub fn to_lower(&self) -> Vec<Card> {
        let closest = self.problem.get("closest").filter(|closest| closest["playable"] == true);
        let cards = closest.and_then(|closest| serde_json::from_value(closest["lower"].clone()).ok());
        cards.unwrap_or_default()
    }

    /// A member of the problem, as text.
    pub fn number(&self, member: &str) -> String {
        match &self.problem[member] {
            Value::Null => String::new(),
            Value::String(text) => text.clone(),
            other => other.to_string(),
        }
    }
}
