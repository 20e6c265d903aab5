//! Draws the screen of one tournament: how far it is, and three columns with levels, prizes and players.

use cardroom_api::tournament::view::{TournamentEntryView, TournamentPhase, TournamentView};
use cardroom_rules::tournament::levels::structure::{Length, Level};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Style;

use super::one::TournamentScreen;
use crate::games::scene::{column_of, row_of, rows_of};
use crate::look;
use crate::read::name_of;
use crate::screens::table::Wire;
use crate::screens::{Context, paint};
use crate::tournament::followed::{clock_text, distance};
use crate::tournament::terms;
use crate::tournament::told;
use crate::words::Language;

/// The rows above the columns, and those below: the terms, a message, two lines of keys, and the keys that are always there.
const HEAD: u16 = 6;
const FOOT: u16 = 6;

/// A line of a column: its text at both ends, and whether it is highlighted.
type Entry = (String, String, bool);

impl TournamentScreen {
    /// Draws it.
    pub fn draw(&self, context: Context, area: Rect, buffer: &mut Buffer) {
        let language = context.language;
        let title = format!(" {}", look::clip(&self.followed.title(), 60));
        paint::text(&title, context.look.bright(), row_of(area, 0), buffer);
        if let Some(view) = &self.followed.view {
            self.draw_view(view, context, area, buffer);
        } else {
            let middle = row_of(area, area.height / 2);
            paint::centred(language.say("tournaments.loading"), context.look.dim(), middle, buffer);
        }
        let foot = rows_of(area, area.height.saturating_sub(FOOT - 2), FOOT - 2);
        let (said, style) = self.said(context);
        paint::centred(&said, style, row_of(foot, 0), buffer);
        if !self.is_sending {
            paint::keys(&self.keys(context), context, rows_of(foot, 1, 2), buffer);
        }
        let keys = format!(" {}", language.say("tournament.keys"));
        paint::text(&keys, context.look.dim(), row_of(foot, 3), buffer);
        if let Some(ask) = &self.ask {
            ask.draw(context, area, buffer);
        }
    }

    fn draw_view(&self, view: &TournamentView, context: Context, area: Rect, buffer: &mut Buffer) {
        let language = context.language;
        let inset = Rect { x: area.x + 1, width: area.width.saturating_sub(2), ..area };
        paint::text(&self.stage(view, context), context.look.bright(), row_of(inset, 2), buffer);
        paint::text(&field(view, language), Style::new(), row_of(inset, 3), buffer);
        let you = self.your_line(view, language);
        paint::text(&you, context.look.good(), row_of(inset, 4), buffer);
        let height = area.height.saturating_sub(HEAD + FOOT);
        let body = rows_of(inset, HEAD, height);
        let columns = [
            levels(view, usize::from(height), language),
            prizes(view, language),
            self.players(view, usize::from(height), language),
        ];
        for (at, lines) in (0..).zip(columns) {
            let place = column_of(body, at, 3);
            let place = Rect { width: place.width.saturating_sub(2), ..place };
            for (row, (left, right, is_marked)) in (0..height).zip(&lines) {
                let style = match (row, is_marked) {
                    (0, _) => context.look.dim(),
                    (_, true) => context.look.bright(),
                    (_, false) => Style::new(),
                };
                let text = paint::apart(left, right, usize::from(place.width));
                paint::text(&text, style, row_of(place, row), buffer);
            }
        }
        let notes = look::wrap(&notes(view, language), usize::from(inset.width));
        for (row, line) in (0..2).zip(&notes) {
            paint::text(line.trim_end(), context.look.dim(), row_of(inset, HEAD + height + row), buffer);
        }
    }

    /// The message of the bottom.
    fn said(&self, context: Context) -> (String, Style) {
        let (language, look) = (context.language, context.look);
        if let Some(over) = &self.followed.over {
            return (language.refusal(over), look.bad());
        }
        if let Wire::Lost(_) = self.wire {
            return (language.say("line.trying").to_owned(), look.bad());
        }
        if self.is_sending {
            return (language.say("table.sending").to_owned(), look.dim());
        }
        if let Some(refused) = &self.refused {
            return (refused.clone(), look.bad());
        }
        if self.followed.is_newer {
            return (language.fill("table.newer", &["tournament"]), look.bad());
        }
        let code = self.followed.view.as_ref().and_then(|view| view.invite_code.as_ref());
        let link =
            code.map(|code| language.fill("tournament.invite", &[&format!("{}#{code}", self.followed.id)]));
        (link.unwrap_or_default(), look.dim())
    }

    /// How far it is, in one line.
    fn stage(&self, view: &TournamentView, context: Context) -> String {
        let language = context.language;
        let say = |key: &str| language.say(key).to_owned();
        let left = self.followed.time_left(context.here).map(clock_text);
        match (view.phase, view.options.starts_at) {
            (TournamentPhase::Registering, Some(start)) => {
                let left = self.followed.until(start, context.here);
                language.fill("tournament.startsIn", &[&distance(left, language)])
            }
            (TournamentPhase::Registering, None) => {
                language.fill("tournament.startsFull", &[&view.options.max_entrants.to_string()])
            }
            (TournamentPhase::Playing, _) => {
                let Some(level) = &view.level else { return String::new() };
                let mut parts = vec![language.fill("tournament.level", &[&level.number.to_string()])];
                parts.push(blinds(&level.posts, language));
                if view.on_break {
                    parts = vec![say("tournament.break")];
                }
                parts.extend(left);
                if let Some(next) = &view.next_level {
                    parts.push(language.fill("tournament.next", &[&blinds(next, language)]));
                }
                let flags =
                    [(view.paused, "tournament.isPaused"), (view.hand_for_hand, "tournament.handForHand")];
                parts.extend(flags.into_iter().filter(|(is, _)| *is).map(|(_, key)| say(key)));
                parts.join("   ")
            }
            (TournamentPhase::Finished, _) => {
                let first = self.followed.standing.entries.iter().find(|each| each.place == Some(1));
                match first {
                    Some(first) => {
                        let name = self.followed.name_of(first.player, first.number);
                        language.fill("tournament.wonBy", &[&name])
                    }
                    None => say("tournament.over"),
                }
            }
            (TournamentPhase::Cancelled, _) => match &view.cancelled_because {
                Some(why) => language.fill("tournament.cancelledBecause", &[&look::plain(why)]),
                None => say("tournament.cancelled"),
            },
        }
    }

    /// The reader's own part, in one line.
    fn your_line(&self, view: &TournamentView, language: Language) -> String {
        let Some(you) = &view.you else { return String::new() };
        if let Some(place) = you.place {
            return told::result(place, view.entered, you.prize, language);
        }
        match (view.phase, self.followed.your_place()) {
            (TournamentPhase::Registering, _) => language.say("tournament.youAreIn").to_owned(),
            (TournamentPhase::Playing, Some(place)) => {
                let (place, chips) = (language.place(place), language.chips(you.chips));
                language.fill("tournament.youHave", &[&place, &chips])
            }
            _ => String::new(),
        }
    }

    /// The standing; the reader's own entry is always there.
    fn players(&self, view: &TournamentView, height: usize, language: Language) -> Vec<Entry> {
        let rows = height.saturating_sub(1);
        let entries = &self.followed.standing.entries;
        let mine = view.you.as_ref().map(|you| you.number);
        let has_begun = view.phase != TournamentPhase::Registering;
        let line = |(at, entry): (usize, &TournamentEntryView)| {
            let is_mine = Some(entry.number) == mine;
            let name = if is_mine {
                language.say("table.you").to_owned()
            } else {
                self.followed.name_of(entry.player, entry.number)
            };
            let rank = entry.place.map_or_else(|| (at + 1).to_string(), |place| place.to_string());
            let amount = match (entry.place, entry.prize) {
                (Some(_), 0) => String::new(),
                (Some(_), prize) => format!("+{}", language.chips(prize)),
                (None, _) if has_begun => language.chips(entry.chips),
                (None, _) => String::new(),
            };
            let left = if has_begun { format!("{rank} {name}") } else { name };
            (left, amount, is_mine)
        };
        let above = self.above.min(entries.len().saturating_sub(rows));
        let mut shown: Vec<_> = entries.iter().enumerate().skip(above).take(rows).collect();
        let own = entries.iter().enumerate().find(|(_, entry)| Some(entry.number) == mine);
        if let Some(own) = own.filter(|(at, _)| shown.iter().all(|(each, _)| each != at)) {
            shown.pop();
            shown.push(own);
        }
        let heading = language.say(if has_begun { "tournament.standing" } else { "tournament.players" });
        let count = view.entered.to_string();
        let mut lines = vec![(heading.to_owned(), count, false)];
        lines.extend(shown.into_iter().map(line));
        lines
    }
}

/// The price, or how many are left, in one line.
fn field(view: &TournamentView, language: Language) -> String {
    let options = &view.options;
    let entered = language.count("tournaments.entered", &view.entered);
    if view.phase == TournamentPhase::Registering {
        let stack = terms::holdem(options).map_or(0, |holdem| holdem.starting_chips);
        let betting = terms::holdem(options).map(|holdem| format!("betting.{}", name_of(&holdem.betting)));
        let price = match terms::price(options) {
            0 => language.say("tournament.free").to_owned(),
            price => language.fill("tournament.price", &[&language.chips(price)]),
        };
        let parts = [
            Some(entered),
            Some(price),
            Some(language.fill("tournament.stack", &[&language.chips(stack)])),
            betting.map(|key| language.say(&key).to_owned()),
        ];
        return parts.into_iter().flatten().collect::<Vec<_>>().join(" · ");
    }
    if view.phase != TournamentPhase::Playing {
        return entered;
    }
    let average = view.chips_in_play.checked_div(view.left.into()).unwrap_or_default();
    [
        language.fill("tournament.left", &[&view.left.to_string(), &view.entered.to_string()]),
        language.fill("tournament.paid", &[&view.prizes.len().to_string()]),
        language.fill("tournament.average", &[&language.chips(average)]),
    ]
    .join(" · ")
}

/// The levels around the one that is played.
fn levels(view: &TournamentView, height: usize, language: Language) -> Vec<Entry> {
    let Some(structure) = terms::structure(&view.options) else { return Vec::new() };
    let count = structure.levels().count();
    let length = structure.levels().next().map(|level| match level.length {
        Length::Seconds(seconds) => distance(i64::from(seconds) * 1000, language),
        Length::Hands(hands) => language.count("tournament.hands", &hands),
    });
    let mut lines = vec![(language.say("tournament.levels").to_owned(), length.unwrap_or_default(), false)];
    let now = view.level.as_ref().map_or(0, |level| usize::try_from(level.number).unwrap_or_default());
    let rows = height.saturating_sub(1);
    let from = now.saturating_sub(2).min(count.saturating_sub(rows).max(now.saturating_sub(1)));
    for number in from..(from + rows).min(count.max(now)) {
        let Some(level) = structure.level(number) else { continue };
        let is_now = number + 1 == now;
        let mark = if is_now { "▸" } else { " " };
        let (small, big, ante) = terms::amounts(&level);
        let ante = ante.map(|ante| language.chips(ante)).unwrap_or_default();
        let left = format!("{mark}{:>2} {}/{}", number + 1, language.chips(small), language.chips(big));
        lines.push((left, ante, is_now));
        if let Some(seconds) = structure.pause_after(number) {
            let long = distance(i64::from(seconds) * 1000, language);
            lines.push((format!("    {}", language.say("tournament.break")), long, is_now && view.on_break));
        }
    }
    lines
}

fn prizes(view: &TournamentView, language: Language) -> Vec<Entry> {
    let place = view.you.as_ref().and_then(|you| you.place);
    let mut lines = vec![(language.say("tournament.prizes").to_owned(), language.chips(view.pool), false)];
    lines.extend(
        (1..)
            .zip(&view.prizes)
            .map(|(rank, prize)| (language.place(rank), language.chips(*prize), Some(rank) == place)),
    );
    lines
}

/// The blinds of a level, and its ante.
fn blinds(level: &Level, language: Language) -> String {
    let (small, big, ante) = terms::amounts(level);
    let blinds = format!("{}/{}", language.chips(small), language.chips(big));
    match ante {
        Some(ante) => format!("{blinds}{}", language.fill("tournament.level.ante", &[&language.chips(ante)])),
        None => blinds,
    }
}

/// What else belongs to its terms.
fn notes(view: &TournamentView, language: Language) -> String {
    let Some(holdem) = terms::holdem(&view.options) else { return String::new() };
    let mut notes = Vec::new();
    if holdem.late_level > 0 {
        notes.push(language.fill("tournament.late", &[&holdem.late_level.to_string()]));
    }
    if let Some(rebuy) = holdem.rebuy {
        let (until, price) = (rebuy.until_level.to_string(), language.chips(rebuy.price));
        notes.push(language.fill("tournament.rebuys", &[&until, &price, &language.chips(rebuy.chips)]));
    }
    if let Some(add_on) = holdem.add_on {
        let (price, chips) = (language.chips(add_on.price), language.chips(add_on.chips));
        notes.push(language.fill("tournament.addOn", &[&price, &chips]));
    }
    if holdem.bounty > 0 {
        notes.push(language.fill("tournament.bounty", &[&language.chips(holdem.bounty)]));
    }
    if view.options.guarantee > 0 {
        notes.push(language.fill("tournament.guarantee", &[&language.chips(view.options.guarantee)]));
    }
    if view.options.satellite_to.is_some() {
        notes.push(language.say("tournament.satellite").to_owned());
    }
    notes.join(language.find("tournament.join").unwrap_or(" "))
}
