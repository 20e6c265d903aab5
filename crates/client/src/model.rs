//! A table as it is now. The last view is drawn; the events between two views are lines of the log.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;

use jiff::Timestamp;
use serde::Deserialize;
use serde_json::Value;

use super::clock::ServerClock;
use super::look;
use super::wire::{Chair, Change, Decision, Options, Presence, Seat, State, TableView, Waiting};
use super::words::{Language, Who};

/// The number of events in the log.
const KEPT: usize = 400;

/// What an action, the stream or a new read returns: the changes in between, and the table after them.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default)]
pub struct News {
    /// In order.
    pub changes: Vec<Change>,
    /// One change, if it is the answer to an action.
    pub change: Option<Change>,
    /// The table after them; absent if more follow at once.
    pub table: Option<TableView>,
    /// The server's time.
    pub now: Option<Timestamp>,
}

/// What news changed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Applied {
    /// It is older than the current view, or more must come first.
    Nothing,
    /// The same version, with other presence.
    Same,
    /// It followed without a gap.
    Next,
    /// Changes after this version were missed: the view is right, the log has a gap.
    Gap(u64),
}

/// An event, its version, and the players of the chairs then.
#[derive(Clone, Debug, PartialEq)]
pub struct Logged {
    /// The version.
    pub version: u64,
    /// The event.
    pub event: Value,
    /// The players of the chairs then: a chair may have another player by the time the line is read.
    pub seated: Arc<Seated>,
}

/// The name of a chair's player; none if it is the reader.
pub type Seated = BTreeMap<Seat, Option<String>>;

/// A table, as far as this program knows it.
#[derive(Clone, Debug, Default)]
pub struct Table {
    /// The reader's player, if known.
    pub me: String,
    /// The last view.
    pub view: TableView,
    /// The events, the newest last.
    pub log: Vec<Logged>,
    /// The server's time.
    pub clock: ServerClock,
    held: Vec<Change>,
}

impl Table {
    /// The only way in which news of the table is applied.
    pub fn apply(&mut self, news: News, here: Duration) -> Applied {
        if let Some(now) = news.now.or_else(|| news.table.as_ref().and_then(|table| table.now)) {
            self.clock.heard(now, here);
        }
        self.held.extend(news.changes);
        self.held.extend(news.change);
        let Some(table) = news.table else { return Applied::Nothing };
        let changes = std::mem::take(&mut self.held);
        let is_first = self.view.version == 0;
        let had = self.view.version;
        if table.version < had {
            return Applied::Nothing;
        }
        if table.version == had && !is_first {
            // The same version may come for a watcher and then for a player: the player's own part is taken too.
            self.view.presence = table.presence;
            self.view.you = table.you;
            return Applied::Same;
        }
        let fresh: Vec<Change> = changes.into_iter().filter(|change| change.version > had).collect();
        let is_whole = !is_first && fresh.iter().map(|change| change.version).eq(had + 1..=table.version);
        let before = seated_in(if is_first { &table } else { &self.view });
        self.view = table;
        self.log_from(before, fresh);
        if is_whole || is_first { Applied::Next } else { Applied::Gap(had) }
    }

    /// Updates presence.
    pub fn presence(&mut self, presence: Presence) {
        self.view.presence = presence;
    }

    /// Adds missed changes, to the log only.
    pub fn note(&mut self, changes: Vec<Change>) {
        self.log_from(seated_in(&self.view), changes);
    }

    /// Adds changes to the log, starting with these players on the chairs.
    fn log_from(&mut self, seated: Seated, changes: Vec<Change>) {
        let mut seated = Arc::new(seated);
        for change in changes {
            if self.log.iter().any(|line| line.version == change.version) {
                continue;
            }
            let version = change.version;
            let at = self.log.partition_point(|line| line.version < version);
            let mut lines = Vec::new();
            for event in change.events {
                self.follow(&mut seated, &event);
                lines.push(Logged { version, event, seated: Arc::clone(&seated) });
            }
            self.log.splice(at..at, lines);
        }
        let too_many = self.log.len().saturating_sub(KEPT);
        self.log.drain(..too_many);
    }

    /// A player sits down: the chair is theirs from this event on.
    fn follow(&self, seated: &mut Arc<Seated>, event: &Value) {
        let event = &event["table"];
        let seat = event["seat"].as_u64().and_then(|seat| Seat::try_from(seat).ok());
        if let (Some("sat_down"), Some(seat)) = (event["type"].as_str(), seat) {
            let is_me = self.is_me(event["player"].as_str().unwrap_or_default());
            let name = (!is_me).then(|| look::plain(event["name"].as_str().unwrap_or("?")));
            Arc::make_mut(seated).insert(seat, name);
        }
    }

    /// Whether an identifier is the reader's.
    pub fn is_me(&self, player: &str) -> bool {
        let sits = self.my_seat().and_then(|seat| self.chair(seat));
        !player.is_empty() && (player == self.me || sits.is_some_and(|chair| chair.player == player))
    }

    /// The reader's place in the waiting line, the first at 0.
    pub fn place_in_line(&self) -> Option<(usize, &Waiting)> {
        self.view.waiting.iter().enumerate().find(|(_, waiting)| self.is_me(&waiting.player))
    }

    /// The reader's seat.
    pub fn my_seat(&self) -> Option<Seat> {
        self.view.you.as_ref()?.seat
    }

    /// The reader's chair.
    pub fn my_chair(&self) -> Option<&Chair> {
        self.chair(self.my_seat()?)
    }

    /// The seat at the bottom of the screen: the reader's own; for a watcher, the first that is taken.
    pub fn hero(&self) -> Seat {
        self.my_seat().or_else(|| self.view.chairs.first().map(|chair| chair.seat)).unwrap_or(0)
    }

    /// The reader's options.
    pub fn options(&self) -> Option<&Options> {
        self.view.you.as_ref()?.options.as_ref()
    }

    /// The reader's open decision.
    pub fn my_decision(&self) -> Option<&Decision> {
        let mine = self.my_seat()?;
        self.view.hand.as_ref()?.decisions.iter().find(|decision| decision.seat == mine)
    }

    /// Whether the hand awaits the reader.
    pub fn is_my_turn(&self) -> bool {
        self.options().is_some() && self.my_decision().is_some_and(|decision| decision.clock.is_some())
    }

    /// The decision whose time runs out first, of those that the hand awaits.
    pub fn awaited(&self) -> Option<&Decision> {
        let decisions = &self.view.hand.as_ref()?.decisions;
        decisions.iter().find(|decision| decision.clock.is_some()).or(decisions.first())
    }

    /// The player of a chair.
    pub fn chair(&self, seat: Seat) -> Option<&Chair> {
        self.view.chairs.iter().find(|chair| chair.seat == seat)
    }

    /// The hand that is shown, and whether it is over.
    pub fn state(&self) -> Option<(&State, bool)> {
        if let Some(hand) = &self.view.hand {
            return Some((&hand.state, false));
        }
        self.view.last_result.as_ref().map(|result| (&result.state, true))
    }

    /// The player of a chair, for a sentence.
    pub fn who(&self, seat: Seat, language: Language) -> Who {
        if self.my_seat() == Some(seat) {
            return language.you();
        }
        let place = || seat.checked_add(1).map_or_else(|| "?".to_owned(), |place| place.to_string());
        let name = self.chair(seat).map(Chair::full_name).or_else(|| self.played(seat));
        Who { name: name.unwrap_or_else(place), is_you: false }
    }

    /// The player of a seat in the hand that is over; another may have the chair by now.
    pub fn who_played(&self, seat: Seat, language: Language) -> Who {
        let mine = self.view.last_result.as_ref().and_then(|result| result.your_seat);
        match self.played(seat) {
            Some(_) if mine == Some(seat) => language.you(),
            Some(name) => Who { name, is_you: false },
            None => self.who(seat, language),
        }
    }

    fn played(&self, seat: Seat) -> Option<String> {
        let players = &self.view.last_result.as_ref()?.players;
        players.iter().find(|player| player.seat == seat).map(|player| look::plain(&player.name))
    }

    /// The reader's seat in the hand that is over.
    pub fn my_seat_played(&self) -> Option<Seat> {
        self.view.last_result.as_ref()?.your_seat
    }

    /// Whether a seat's player is disconnected.
    pub fn is_offline(&self, seat: Seat) -> bool {
        self.view.presence.chairs.iter().any(|chair| chair.seat == seat && !chair.connected)
    }

    /// Milliseconds from now to a moment of the server.
    pub fn until(&self, moment: Timestamp, here: Duration) -> i64 {
        moment.as_millisecond() - self.clock.at(here)
    }
}

/// The players of the chairs in a view.
fn seated_in(view: &TableView) -> Seated {
    let mine = view.you.as_ref().and_then(|you| you.seat);
    let name = |chair: &Chair| (mine != Some(chair.seat)).then(|| chair.full_name());
    view.chairs.iter().map(|chair| (chair.seat, name(chair))).collect()
}
