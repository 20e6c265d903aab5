//! The names, chips and cards of an event, as text in a language.

use cardroom_api::id::PlayerId;
use cardroom_rules::cards::card::Card;
use cardroom_rules::games::game::Chips;
use cardroom_rules::games::seat::Seat;

use super::cards;
use super::look::plain;
use super::model::{Seated, Table, full_name};
use super::words::{Language, Who};

/// Writes the parts of an event as text, and finds the names of its seats.
#[derive(Clone, Copy, Debug)]
pub struct EventReader<'a> {
    /// The language.
    pub language: Language,
    /// The table of the event.
    pub table: &'a Table,
    /// The players of the chairs when it happened.
    pub seated: &'a Seated,
}

impl EventReader<'_> {
    /// The text of a key.
    pub fn say(&self, key: &str) -> String {
        self.language.say(key).to_owned()
    }

    /// The text of a key, filled in.
    pub fn fill(&self, key: &str, part: &str) -> String {
        self.language.fill(key, &[part])
    }

    /// Chips as text.
    pub fn chips(&self, amount: Chips) -> String {
        self.language.chips(amount)
    }

    /// Cards as text.
    pub fn cards(&self, cards: &[Card]) -> String {
        cards::words(cards, self.language)
    }

    /// The player of a seat.
    pub fn who(&self, seat: Seat) -> Who {
        match self.seated.get(&seat) {
            Some(Some(name)) => Who { name: name.clone(), is_you: false },
            Some(None) => self.language.you(),
            None => self.table.who(seat, self.language),
        }
    }

    /// A player, if they sit or wait here.
    pub fn player(&self, player: PlayerId) -> Who {
        if self.table.is_me(player) {
            return self.language.you();
        }
        let view = self.table.view.as_deref();
        let mut chairs = view.into_iter().flat_map(|view| view.chairs.iter());
        let sits = chairs.find(|chair| chair.player == player).map(full_name);
        let mut line = view.into_iter().flat_map(|view| &view.waiting);
        let name = sits.or_else(|| Some(plain(&line.find(|waiting| waiting.player == player)?.name)));
        Who { name: name.unwrap_or_else(|| self.say("event.somebody")), is_you: false }
    }

    /// A sentence about a seat.
    pub fn sentence(&self, key: &str, seat: Seat, parts: &[&str]) -> String {
        self.language.tell(key, &self.who(seat), parts)
    }

    /// A sentence about a player.
    pub fn about(&self, key: &str, player: PlayerId) -> String {
        self.language.tell(key, &self.player(player), &[])
    }
}
