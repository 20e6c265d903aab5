//! The tournament that is followed: its last view, its standing, and the time that its level has left.

use std::collections::BTreeMap;
use std::time::Duration;

use cardroom_api::id::{PlayerId, TableId};
use cardroom_api::tournament::view::{TournamentEntryView, TournamentPhase, TournamentView};
use cardroom_rules::games::game::Chips;
use jiff::Timestamp;
use serde::Deserialize;

use super::terms;
use super::told::{self, Told};
use crate::clock::ServerClock;
use crate::look::plain;
use crate::net::refusal::Refusal;
use crate::read::Read;
use crate::words::Language;

/// How long a player without chips may decide about a rebuy, in milliseconds.
const REBUY_MILLIS: i64 = 20_000;

/// A message of the tournament's stream. The tournament is read alone, so the time counts even if only a newer program
/// can read it.
#[derive(Clone, Debug, Deserialize)]
pub struct TournamentNews {
    /// The tournament.
    pub tournament: Read<TournamentView>,
    /// The server's time.
    pub now: Option<Timestamp>,
}

/// The standing: the first entries, and the names of their players.
#[derive(Clone, Debug, Default)]
pub struct Standing {
    /// Those that are left by their chips, then those that are out by their places.
    pub entries: Vec<TournamentEntryView>,
    /// The names that were read.
    pub names: BTreeMap<PlayerId, String>,
}

/// A tournament, as far as this program knows it.
#[derive(Clone, Debug, Default)]
pub struct Followed {
    /// Its identifier.
    pub id: String,
    /// The invite code, if one was typed.
    pub code: Option<String>,
    /// The last view; absent before the first.
    pub view: Option<TournamentView>,
    /// Whether only a newer program can read it.
    pub is_newer: bool,
    /// Why it cannot be followed.
    pub over: Option<Refusal>,
    /// The standing.
    pub standing: Standing,
    clock: ServerClock,
    /// Since when the reader decides about a rebuy, in the server's time.
    deciding_from: Option<i64>,
}

impl Followed {
    /// A tournament of which nothing is known yet.
    pub fn new(id: &str, code: Option<&str>) -> Self {
        Self { id: id.to_owned(), code: code.map(str::to_owned), ..Self::default() }
    }

    /// The only way in which a view is taken over. Returns its news.
    pub fn apply(&mut self, news: TournamentNews, here: Duration) -> Vec<Told> {
        if let Some(now) = news.now {
            self.clock.heard(now, here);
        }
        let Read::Known(view) = news.tournament else {
            self.is_newer = true;
            return Vec::new();
        };
        self.is_newer = false;
        let told = match &self.view {
            Some(had) if view.version < had.version => return Vec::new(),
            Some(had) => told::between(had, &view),
            None => Vec::new(),
        };
        let is_deciding = view.you.as_ref().is_some_and(|you| you.deciding);
        self.deciding_from = is_deciding.then(|| self.deciding_from.unwrap_or_else(|| self.clock.at(here)));
        self.view = Some(view);
        told
    }

    /// A standing that was read. Returns who is out since the last one.
    pub fn list(&mut self, standing: Standing) -> Vec<Told> {
        let Standing { entries, names } = standing;
        self.standing.names.extend(names);
        let had = std::mem::replace(&mut self.standing.entries, entries);
        let was_left = |number: u32| had.iter().any(|each| each.number == number && each.place.is_none());
        let you = self.view.as_ref().and_then(|view| Some(view.you.as_ref()?.player));
        let out =
            self.standing.entries.iter().filter(|each| was_left(each.number) && Some(each.player) != you);
        let told = out.filter_map(|each| {
            let name = self.name_of(each.player, each.number);
            Some(Told::WentOut { name, place: each.place?, prize: each.prize })
        });
        // The last to go out comes last.
        let mut told: Vec<_> = told.collect();
        told.reverse();
        told
    }

    /// The name of a player as it can be drawn; the number of the entry if it is not known.
    pub fn name_of(&self, player: PlayerId, number: u32) -> String {
        let name = self.standing.names.get(&player).map(|name| plain(name)).filter(|name| !name.is_empty());
        name.unwrap_or_else(|| format!("#{number}"))
    }

    /// The name of the player of an entry.
    pub fn name_of_entry(&self, number: u32) -> String {
        let deal = self.view.as_ref().and_then(|view| view.deal.as_ref());
        let mut shares = deal.into_iter().flat_map(|deal| &deal.amounts);
        let share = shares.find(|share| share.entry == number).map(|share| plain(&share.name));
        if let Some(name) = share.filter(|name| !name.is_empty()) {
            return name;
        }
        let entry = self.standing.entries.iter().find(|each| each.number == number);
        entry.map_or_else(|| format!("#{number}"), |entry| self.name_of(entry.player, number))
    }

    /// The name of the tournament.
    pub fn title(&self) -> String {
        self.view.as_ref().map(|view| plain(&view.options.name)).unwrap_or_default()
    }

    /// How far it is.
    pub fn phase(&self) -> Option<TournamentPhase> {
        Some(self.view.as_ref()?.phase)
    }

    /// Whether it is over.
    pub fn is_over(&self) -> bool {
        matches!(self.phase(), Some(TournamentPhase::Finished | TournamentPhase::Cancelled))
    }

    /// The reader's entry.
    pub fn you(&self) -> Option<&TournamentEntryView> {
        self.view.as_ref()?.you.as_ref()
    }

    /// Whether the reader has an entry that is not out.
    pub fn are_you_left(&self) -> bool {
        self.view.as_ref().is_some_and(told::are_you_left)
    }

    /// The table where the reader sits.
    pub fn your_table(&self) -> Option<TableId> {
        self.you()?.table
    }

    /// The reader's place, while it is played by the chips.
    pub fn your_place(&self) -> Option<u32> {
        let you = self.you()?;
        you.place.or_else(|| {
            let at = self.standing.entries.iter().position(|each| each.number == you.number)?;
            u32::try_from(at + 1).ok()
        })
    }

    /// The chips of an average stack.
    pub fn average(&self) -> Option<Chips> {
        let view = self.view.as_ref()?;
        view.chips_in_play.checked_div(view.left.into())
    }

    /// How much of the level or the break is left, in milliseconds.
    pub fn time_left(&self, here: Duration) -> Option<i64> {
        let view = self.view.as_ref()?;
        match (view.ends_at, view.left_millis) {
            (Some(end), _) => Some(self.until(end, here).max(0)),
            (None, left) => left.and_then(|left| i64::try_from(left).ok()),
        }
    }

    /// How much of the time for a rebuy is left, in milliseconds. The reader's own clock began with the news, so it is
    /// late by the way of a message.
    pub fn rebuy_left(&self, here: Duration) -> Option<i64> {
        let from = self.deciding_from?;
        Some((from + REBUY_MILLIS - self.clock.at(here)).max(0))
    }

    /// Milliseconds from now to a moment of the server.
    pub fn until(&self, moment: Timestamp, here: Duration) -> i64 {
        moment.as_millisecond() - self.clock.at(here)
    }

    /// Whether the reader may enter now.
    pub fn may_register(&self) -> bool {
        let Some(view) = &self.view else { return false };
        let may_again = || {
            let re_entries = terms::holdem(&view.options).map_or(0, |holdem| holdem.re_entries);
            view.phase == TournamentPhase::Playing && re_entries > 0
        };
        view.registration_open && !self.are_you_left() && (view.you.is_none() || may_again())
    }

    /// Whether the reader may buy chips again now: without chips, or between hands with at most the starting chips.
    pub fn may_rebuy(&self) -> bool {
        let (Some(view), Some(you)) = (&self.view, self.you()) else { return false };
        let Some(holdem) = terms::holdem(&view.options) else { return false };
        let Some(rebuy) = holdem.rebuy else { return false };
        let is_in_time = view.level.is_some_and(|level| level.number <= rebuy.until_level);
        you.deciding
            || self.are_you_left()
                && is_in_time
                && you.rebuys < rebuy.most
                && you.chips <= holdem.starting_chips
    }

    /// Whether it is the break for the add-on, as far as can be seen; the server knows who has it.
    pub fn may_add_on(&self) -> bool {
        let Some(view) = &self.view else { return false };
        let Some(holdem) = terms::holdem(&view.options) else { return false };
        let last = holdem.rebuy.map_or(0, |rebuy| rebuy.until_level);
        holdem.add_on.is_some()
            && view.on_break
            && self.are_you_left()
            && view.level.is_some_and(|level| level.number == last)
    }

    /// Whether a deal may be proposed now.
    pub fn may_deal(&self) -> bool {
        let Some(view) = &self.view else { return false };
        let left = usize::try_from(view.left).unwrap_or(usize::MAX);
        view.phase == TournamentPhase::Playing
            && self.are_you_left()
            && view.deal.is_none()
            && !view.registration_open
            && (2..=view.prizes.len().min(12)).contains(&left)
    }

    /// Whether the reader has to answer to a deal: its amounts are known, and the reader has not accepted it.
    pub fn must_answer_deal(&self) -> bool {
        let deal = self.view.as_ref().and_then(|view| view.deal.as_ref());
        let (Some(deal), Some(you)) = (deal, self.you()) else { return false };
        self.are_you_left() && !deal.amounts.is_empty() && !deal.accepted.contains(&you.number)
    }

    /// Whether the reader has announced it.
    pub fn is_announced_by(&self, me: Option<PlayerId>) -> bool {
        self.view.as_ref().is_some_and(|view| Some(view.host.id) == me)
    }
}

/// A time in minutes and seconds; with hours, if there are any. A part of a second counts as one.
pub fn clock_text(millis: i64) -> String {
    let seconds = (millis.max(0) + 999) / 1000;
    let (hours, minutes, seconds) = (seconds / 3600, seconds / 60 % 60, seconds % 60);
    if hours > 0 { format!("{hours}:{minutes:02}:{seconds:02}") } else { format!("{minutes}:{seconds:02}") }
}

/// How long until something begins, in days, hours or minutes.
pub fn distance(millis: i64, language: Language) -> String {
    let minutes = (millis.max(0) + 59_999) / 60_000;
    match (minutes / 1440, minutes / 60 % 24, minutes % 60) {
        (0, 0, minutes) => language.fill("tournament.minutes", &[&minutes.to_string()]),
        (0, hours, minutes) => language.fill("tournament.hours", &[&hours.to_string(), &minutes.to_string()]),
        (days, hours, _) => language.fill("tournament.days", &[&days.to_string(), &hours.to_string()]),
    }
}
