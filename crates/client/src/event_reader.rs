//! Reads the members of an event, as text in a language.

use serde_json::Value;

use super::cards;
use super::look::plain;
use super::model::{Seated, Table};
use super::wire::{Chair, Seat};
use super::words::{Language, Who};

/// Reads an event's members, and finds the names of its seats.
pub struct EventReader<'a> {
    /// The language.
    pub language: Language,
    /// The table of the event.
    pub table: &'a Table,
    /// The event's own members.
    pub members: &'a Value,
    /// The players of the chairs when it happened.
    pub seated: &'a Seated,
}

impl EventReader<'_> {
    /// Its kind.
    pub fn kind(&self) -> &str {
        self.members["type"].as_str().unwrap_or_default()
    }

    /// A text member.
    pub fn text(&self, member: &str) -> &str {
        self.members[member].as_str().unwrap_or_default()
    }

    /// A number member.
    pub fn number(&self, member: &str) -> u64 {
        self.members[member].as_u64().unwrap_or_default()
    }

    /// A number as chips.
    pub fn chips(&self, member: &str) -> String {
        self.language.chips(self.number(member))
    }

    /// Whether a member is true.
    pub fn is(&self, member: &str) -> bool {
        self.members[member].as_bool().unwrap_or_default()
    }

    /// The cards of a member, in words.
    pub fn cards(&self, member: &str) -> String {
        cards::words(&cards_in(&self.members[member]), self.language)
    }

    /// The player of a seat.
    pub fn who(&self, seat: &Value) -> Who {
        let seat = seat.as_u64().and_then(|seat| Seat::try_from(seat).ok()).unwrap_or(Seat::MAX);
        let mut who = match self.seated.get(&seat) {
            Some(Some(name)) => Who { name: name.clone(), is_you: false },
            Some(None) => self.language.you(),
            None => self.table.who(seat, self.language),
        };
        // A chair may be empty by now: an event with a name tells whose it was.
        if let (false, Some(name)) = (who.is_you, self.members["name"].as_str()) {
            who.name = plain(name);
        }
        who
    }

    /// The player whom a member names by their identifier, if they sit or wait here.
    pub fn player(&self, member: &str) -> Who {
        let player = self.text(member);
        if self.table.is_me(player) {
            return self.language.you();
        }
        let view = &self.table.view;
        let sits = view.chairs.iter().find(|chair| chair.player == player).map(Chair::full_name);
        let waits = || view.waiting.iter().find(|waiting| waiting.player == player);
        let name = sits.or_else(|| waits().map(|waiting| plain(&waiting.name)));
        Who { name: name.unwrap_or_else(|| self.language.say("event.somebody").to_owned()), is_you: false }
    }

    /// A sentence about the event's seat.
    pub fn sentence(&self, key: &str, parts: &[&str]) -> String {
        self.language.tell(key, &self.who(&self.members["seat"]), parts)
    }
}

/// The cards of a list, or of a text.
pub fn cards_in(value: &Value) -> Vec<String> {
    match value {
        Value::String(card) => vec![card.clone()],
        Value::Array(cards) => cards.iter().filter_map(Value::as_str).map(str::to_owned).collect(),
        _ => Vec::new(),
    }
}
