//! A table as it is now. The last view is drawn; the events between two views are lines of the log.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;

use cardroom_api::cached_json::CachedJson;
use cardroom_api::id::{PlayerId, TableId};
use cardroom_api::table::change::{Decision, SeenEvent};
use cardroom_api::table::event::TableEvent;
use cardroom_api::table::presence::Presence;
use cardroom_api::table::view::{ChairView, TableView, WaitingView, You};
use cardroom_api::tournament::progress::{TableTournament, TournamentProgress};
use cardroom_rules::games::any::{AnyOptions, AnyView, GameKind};
use cardroom_rules::games::game::Entry;
use cardroom_rules::games::seat::Seat;
use jiff::Timestamp;
use serde::Deserialize;

use super::clock::ServerClock;
use super::look::plain;
use super::read::{Change, Read, ReadTable};
use super::tournament::told::Told;
use super::words::{Language, Who};

/// The number of events in the log.
const KEPT: usize = 400;

/// The news from an action, the stream or a new read: the changes in between, and the table after them. It has the
/// members of `TableMessage`, `ActionResult` and the other answers of the API, and each of their parts is read alone.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default)]
pub struct News {
    /// In order.
    pub changes: Vec<Change>,
    /// One change, if it is the answer to an action.
    pub change: Option<Change>,
    /// The table after them; absent if more follow at once.
    pub table: Option<ReadTable>,
    /// The server's time.
    pub now: Option<Timestamp>,
}

/// The effect of news.
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

/// A line of the log: an event of the table, or news of its tournament.
#[derive(Clone, Debug, PartialEq)]
pub enum LogEntry {
    /// An event of the table.
    Event(Read<SeenEvent>),
    /// Something that has happened in the tournament.
    Told(Told),
}

/// An entry of the log, its version, and the players of the chairs then.
#[derive(Clone, Debug, PartialEq)]
pub struct Logged {
    /// The version.
    pub version: u64,
    /// The entry.
    pub entry: LogEntry,
    /// The players of the chairs then: a chair may have another player by the time the line is read.
    pub seated: Arc<Seated>,
}

/// The name of a chair's player; none if it is the reader.
pub type Seated = BTreeMap<Seat, Option<String>>;

/// A table, as far as this program knows it.
#[derive(Clone, Debug, Default)]
pub struct Table {
    /// The reader's player, if known.
    pub me: Option<PlayerId>,
    /// The last view; absent before the first.
    pub view: Option<Box<TableView>>,
    /// The name of a part of the table that only a newer program can read.
    pub newer: Option<String>,
    /// The events, the newest last.
    pub log: Vec<Logged>,
    /// The server's time.
    pub clock: ServerClock,
    held: Vec<Change>,
}

impl Table {
    /// The only way in which news of the table is applied.
    pub fn apply(&mut self, news: News, here: Duration) -> Applied {
        let view = news.table.as_ref().and_then(|table| table.view.as_ref());
        if let Some(now) = news.now.or(view.map(|view| view.now)) {
            self.clock.heard(now, here);
        }
        self.held.extend(news.changes);
        self.held.extend(news.change);
        let Some(ReadTable { view, newer, .. }) = news.table else { return Applied::Nothing };
        let changes = std::mem::take(&mut self.held);
        let Some(mut view) = view else {
            // The log is shown nevertheless.
            self.newer = newer;
            self.note(changes);
            return Applied::Nothing;
        };
        let had = self.version();
        if view.version < had {
            return Applied::Nothing;
        }
        self.newer = newer;
        match &mut self.view {
            Some(own) if view.version == had => {
                // The same version may come for a watcher and then for a player: the player's own part is taken too.
                own.presence = view.presence;
                own.you = view.you;
                own.tournament = view.tournament;
                Applied::Same
            }
            own => {
                let is_first = own.is_none();
                let fresh: Vec<Change> = changes.into_iter().filter(|change| change.version > had).collect();
                let is_whole = fresh.iter().map(|change| change.version).eq(had + 1..=view.version);
                let before = seated_in(own.as_ref().unwrap_or(&view));
                if let Some(had) = own {
                    keep_last_hand(had, &mut view);
                }
                *own = Some(view);
                self.log_from(before, fresh);
                if is_whole || is_first { Applied::Next } else { Applied::Gap(had) }
            }
        }
    }

    /// The version of the last view, 0 before the first.
    pub fn version(&self) -> u64 {
        self.view.as_ref().map_or(0, |view| view.version)
    }

    /// Updates presence.
    pub fn presence(&mut self, presence: CachedJson<Presence>) {
        if let Some(view) = &mut self.view {
            view.presence = presence;
        }
    }

    /// Adds missed changes, to the log only.
    pub fn note(&mut self, changes: Vec<Change>) {
        self.log_from(self.view.as_deref().map(seated_in).unwrap_or_default(), changes);
    }

    /// Adds changes to the log, starting with these players on the chairs.
    fn log_from(&mut self, seated: Seated, changes: Vec<Change>) {
        let mut seated = Arc::new(seated);
        for change in changes {
            let version = change.version;
            let is_of_change =
                |line: &Logged| line.version == version && !matches!(line.entry, LogEntry::Told(_));
            if self.log.iter().any(is_of_change) {
                continue;
            }
            let at = self.log.partition_point(|line| line.version < version);
            let mut lines = Vec::new();
            for event in change.events {
                self.follow(&mut seated, &event);
                lines.push(Logged { version, entry: LogEntry::Event(event), seated: Arc::clone(&seated) });
            }
            self.log.splice(at..at, lines);
        }
        self.forget_oldest();
    }

    /// Adds news of the tournament, after the last change that is known.
    pub fn tell(&mut self, told: Told) {
        let (version, seated) = (self.version(), Arc::default());
        let at = self.log.partition_point(|line| line.version <= version);
        self.log.insert(at, Logged { version, entry: LogEntry::Told(told), seated });
        self.forget_oldest();
    }

    fn forget_oldest(&mut self) {
        let too_many = self.log.len().saturating_sub(KEPT);
        self.log.drain(..too_many);
    }

    /// How far the tournament of the table is.
    pub fn progress(&mut self, id: TableId, progress: TournamentProgress) {
        let view = self.view.as_mut().filter(|view| view.id == id);
        if let Some(tournament) = view.and_then(|view| view.tournament.as_mut()) {
            tournament.progress = Some(progress);
        }
    }

    /// The tournament that the table belongs to.
    pub fn tournament(&self) -> Option<&TableTournament> {
        self.view.as_ref()?.tournament.as_ref()
    }

    /// Whether it plays rounds of a tournament: its chips are points, and nobody brings any.
    pub fn is_of_rounds(&self) -> bool {
        let game = self.view.as_ref().map(|view| view.options.game.kind());
        self.tournament().is_some() && game.is_some_and(|game| game != GameKind::Holdem)
    }

    /// A player sits down: the chair is theirs from this event on.
    fn follow(&self, seated: &mut Arc<Seated>, event: &Read<SeenEvent>) {
        if let Read::Known(SeenEvent::Table(TableEvent::SatDown { seat, player, name, .. })) = event {
            let name = (!self.is_me(*player)).then(|| plain(name));
            Arc::make_mut(seated).insert(*seat, name);
        }
    }

    /// Whether a player is the reader.
    pub fn is_me(&self, player: PlayerId) -> bool {
        self.me == Some(player) || self.my_chair().is_some_and(|chair| chair.player == player)
    }

    /// Whether the reader is the host.
    pub fn is_hosted_by_me(&self) -> bool {
        self.view.as_ref().is_some_and(|view| self.me == Some(view.host))
    }

    /// The reader's place in the waiting line, the first at 0.
    pub fn place_in_line(&self) -> Option<(usize, &WaitingView)> {
        let mut line = self.view.as_ref()?.waiting.iter().enumerate();
        line.find(|(_, waiting)| self.is_me(waiting.player))
    }

    /// The reader's seat.
    pub fn my_seat(&self) -> Option<Seat> {
        self.view.as_ref()?.you.as_ref()?.seat
    }

    /// The reader's chair.
    pub fn my_chair(&self) -> Option<&ChairView> {
        self.chair(self.my_seat()?)
    }

    /// The seat at the bottom of the screen: the reader's own; for a watcher, the first that is taken.
    pub fn hero(&self) -> Seat {
        let first = || self.view.as_ref()?.chairs.first().map(|chair| chair.seat);
        self.my_seat().or_else(first).filter(|seat| seat.0 < Seat::MOST).unwrap_or(Seat(0))
    }

    /// The reader's options.
    pub fn any_options(&self) -> Option<&AnyOptions> {
        self.view.as_ref()?.you.as_ref()?.options.as_ref()
    }

    /// The reader's options in one of the games.
    pub fn options<'a, T>(&'a self) -> Option<&'a T>
    where
        &'a T: TryFrom<&'a AnyOptions>,
    {
        self.any_options()?.try_into().ok()
    }

    /// The reader's open decision.
    pub fn my_decision(&self) -> Option<&Decision> {
        let mine = self.my_seat()?;
        self.view.as_ref()?.hand.as_ref()?.decisions.iter().find(|decision| decision.seat == mine)
    }

    /// Whether the hand awaits the reader.
    pub fn is_my_turn(&self) -> bool {
        self.any_options().is_some() && self.my_decision().is_some_and(|decision| decision.clock.is_some())
    }

    /// The decision whose time runs out first, of those that the hand awaits.
    pub fn awaited(&self) -> Option<&Decision> {
        let decisions = &self.view.as_ref()?.hand.as_ref()?.decisions;
        decisions.iter().find(|decision| decision.clock.is_some()).or(decisions.first())
    }

    /// The player of a chair.
    pub fn chair(&self, seat: Seat) -> Option<&ChairView> {
        self.view.as_ref()?.chairs.iter().find(|chair| chair.seat == seat)
    }

    /// Whether a hand is in play.
    pub fn is_in_hand(&self) -> bool {
        self.view.as_ref().is_some_and(|view| view.hand.is_some())
    }

    /// The hand that is shown, if it is of this game, and whether it is over.
    pub fn state<'a, T>(&'a self) -> Option<(&'a T, bool)>
    where
        &'a T: TryFrom<&'a AnyView>,
    {
        let view = self.view.as_ref()?;
        let (state, is_over): (&AnyView, bool) = match (&view.hand, &view.last_result) {
            (Some(hand), _) => (&hand.state, false),
            (None, Some(result)) => (&result.state, true),
            (None, None) => return None,
        };
        Some((state.try_into().ok()?, is_over))
    }

    /// The player of a chair, for a sentence.
    pub fn who(&self, seat: Seat, language: Language) -> Who {
        if self.my_seat() == Some(seat) {
            return language.you();
        }
        let place = || (u32::from(seat.0) + 1).to_string();
        let name = self.chair(seat).map(full_name).or_else(|| self.played(seat));
        Who { name: name.unwrap_or_else(place), is_you: false }
    }

    /// The player of a seat in the hand that is over; another may have the chair by now.
    pub fn who_played(&self, seat: Seat, language: Language) -> Who {
        match self.played(seat) {
            Some(_) if self.my_seat_played() == Some(seat) => language.you(),
            Some(name) => Who { name, is_you: false },
            None => self.who(seat, language),
        }
    }

    fn played(&self, seat: Seat) -> Option<String> {
        let players = &self.view.as_ref()?.last_result.as_ref()?.players;
        players.iter().find(|player| player.seat == seat).map(|player| plain(&player.name))
    }

    /// The reader's seat in the hand that is over.
    pub fn my_seat_played(&self) -> Option<Seat> {
        self.view.as_ref()?.last_result.as_ref()?.your_seat
    }

    /// Whether a seat's player is disconnected.
    pub fn is_offline(&self, seat: Seat) -> bool {
        let mut chairs = self.view.iter().flat_map(|view| view.presence.chairs.iter());
        chairs.any(|chair| chair.seat == seat && !chair.connected)
    }

    /// Milliseconds from now to a moment of the server.
    pub fn until(&self, moment: Timestamp, here: Duration) -> i64 {
        moment.as_millisecond() - self.clock.at(here)
    }
}

/// The name of a chair's player as it can be drawn, with its tag.
pub fn full_name(chair: &ChairView) -> String {
    let name = plain(&chair.name);
    match &chair.tag {
        Some(tag) => format!("{name} #{}", plain(tag)),
        None => name,
    }
}

/// Whether the player of a chair gets no cards, or the clock acts for them, until they come back. A player who leaves
/// cannot come back.
pub fn sits_out(chair: &ChairView) -> bool {
    !chair.leaving && (chair.away || chair.entry == Entry::Out)
}

/// The last players of a tournament leave its table in the change that ends the last hand. Their chairs stay on the screen,
/// with what the hand has left them.
fn keep_last_hand(had: &TableView, view: &mut TableView) {
    let Some(result) = view.last_result.as_ref().filter(|_| view.tournament.is_some()) else { return };
    if view.closed_at.is_none() || !view.chairs.is_empty() {
        return;
    }
    let stack = |seat: Seat| result.players.iter().find(|player| player.seat == seat).map(|it| it.stack);
    let chairs = had.chairs.iter().cloned();
    let chairs = chairs.map(|chair| ChairView { chips: stack(chair.seat).unwrap_or(chair.chips), ..chair });
    view.chairs = chairs.collect::<Vec<_>>().into();
    view.you = had.you.clone().map(|you| You { options: None, ..you });
}

/// The players of the chairs in a view.
fn seated_in(view: &TableView) -> Seated {
    let mine = view.you.as_ref().and_then(|you| you.seat);
    let name = |chair: &ChairView| (mine != Some(chair.seat)).then(|| full_name(chair));
    view.chairs.iter().map(|chair| (chair.seat, name(chair))).collect()
}
