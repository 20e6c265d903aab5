//! Draws the screen of a table: a header, the felt, a message, the keys. Their places are fixed.

use cardroom_api::table::change::Decision;
use cardroom_rules::games::any::GameKind;
use ratatui::buffer::Buffer;
use ratatui::layout::{Alignment, Rect};
use ratatui::style::Style;
use ratatui::text::{Line, Span};
use ratatui::widgets::Widget;

use super::table::{TableScreen, Wire};
use super::tournaments::at_table;
use super::{Context, between, menu, paint, queue};
use crate::describe;
use crate::games;
use crate::games::scene::{Scene, row_of, rows_of};
use crate::look;
use crate::model::sits_out;

/// From this width on the log is beside the table.
const WIDE: u16 = 112;
/// Its width there.
const LOG: u16 = 38;
/// The message, two lines of keys, and the keys that are always there.
const FOOT: u16 = 4;

impl TableScreen {
    /// Draws everything.
    pub fn draw(&self, context: Context, area: Rect, buffer: &mut Buffer) {
        let is_wide = area.width >= WIDE;
        let main = Rect { width: if is_wide { area.width - LOG } else { area.width }, ..area };
        self.draw_header(context, row_of(area, 0), buffer);
        let head = 1 + self.draw_strip(context, row_of(main, 1), area.height, buffer);
        let body = rows_of(main, head, area.height.saturating_sub(head + FOOT));
        self.draw_body(context, is_wide, body, buffer);
        self.draw_tournament(context, body, buffer);
        if is_wide {
            let log = Rect { x: main.right() + 1, y: area.y + 1, width: LOG - 1, height: area.height - 1 };
            self.draw_log(context, log, buffer);
        }
        let foot = rows_of(main, area.height.saturating_sub(FOOT), FOOT);
        self.draw_foot(context, foot, buffer);
        if self.shows_log {
            let title = context.language.say("table.log");
            let inside =
                paint::sheet(title, main.width.saturating_sub(4), main.height - 2, context, main, buffer);
            self.draw_log(context, inside, buffer);
        }
        if let Some(ask) = &self.ask {
            ask.draw(context, main, buffer);
        }
    }

    fn draw_header(&self, context: Context, area: Rect, buffer: &mut Buffer) {
        let Some(scene) = self.scene(context) else { return };
        let view = scene.view;
        let number = view.hand.as_ref().map(|hand| hand.number);
        let number = number.or(view.last_result.as_ref().map(|result| result.number));
        let hand = number.map(|number| context.language.fill("table.hand", &[&number.to_string()]));
        let clock = self.clock(context);
        let room = usize::from(area.width).saturating_sub(clock.width() + 2);
        let mut name = look::clip(&look::plain(&view.options.name), 24);
        let (headline, mut hand) = (games::headline(&scene), hand.unwrap_or_default());
        if buffer.area.height < at_table::LEAST_HEIGHT {
            // There is no row for the level and the standing: they take the place of the names of table and hand.
            let left = room.saturating_sub(look::width(&headline) + 4);
            let strip = at_table::strip(&self.table, context, left);
            if !strip.is_empty() {
                (name, hand) = (String::new(), strip);
            }
        }
        // If not all of it fits, the number of the hand is dropped first, then the table's name.
        let choices = [[name.as_str(), &headline, &hand], [&name, &headline, ""], ["", &headline, ""]];
        let titles = choices.map(|parts| {
            let parts: Vec<&str> = parts.into_iter().filter(|part| !part.is_empty()).collect();
            format!(" {}", parts.join("   "))
        });
        let fits = titles.iter().find(|text| look::width(text) <= room).or(titles.last());
        let text = fits.map(|text| look::clip(text, room)).unwrap_or_default();
        let named = if text.starts_with(&format!(" {name}")) { name.len() + 1 } else { 0 };
        let (name, rest) = text.split_at_checked(named).unwrap_or(("", &text));
        let line = Line::from(vec![
            Span::styled(name.to_owned(), context.look.bright()),
            Span::raw(rest.to_owned()),
        ]);
        line.render(area, buffer);
        clock.alignment(Alignment::Right).render(area, buffer);
    }

    /// The line of the level and the standing, if there is one and the window is high enough. Returns the number of its rows.
    fn draw_strip(&self, context: Context, area: Rect, height: u16, buffer: &mut Buffer) -> u16 {
        let text = at_table::strip(&self.table, context, usize::from(area.width).saturating_sub(2));
        if text.is_empty() || height < at_table::LEAST_HEIGHT {
            return 0;
        }
        paint::text(&format!(" {text}"), context.look.dim(), area, buffer);
        1
    }

    /// The time left of the decision that is awaited.
    fn clock(&self, context: Context) -> Line<'static> {
        let Some(Decision { seat, clock: Some(clock), .. }) = self.table.awaited() else {
            return Line::default();
        };
        let until_bank = self.table.until(clock.bank_from, context.here);
        let is_bank = until_bank <= 0;
        let left = if is_bank { self.table.until(clock.due, context.here) } else { until_bank }.max(0);
        let whole = if is_bank {
            clock.due.as_millisecond() - clock.bank_from.as_millisecond()
        } else {
            self.table.view.as_ref().map_or(20, |view| i64::from(view.options.decision_seconds)) * 1000
        };
        let full = usize::try_from((left * 6 + whole - 1) / whole.max(1)).unwrap_or(0).min(6);
        let bar = format!("{}{}", "▓".repeat(full), "░".repeat(6 - full));
        let seconds = context.language.fill("table.seconds", &[&((left + 999) / 1000).to_string()]);
        let is_mine = self.table.my_seat() == Some(*seat);
        let style = match (is_mine, is_bank || left < 5_000) {
            (true, true) => context.look.bad(),
            (true, false) => context.look.bright(),
            (false, _) => context.look.dim(),
        };
        let bank = if is_bank { format!("{} ", context.language.say("table.bank")) } else { String::new() };
        Line::styled(format!("{bank}{seconds} {bar} "), style)
    }

    fn draw_body(&self, context: Context, has_log: bool, area: Rect, buffer: &mut Buffer) {
        let log = describe::lines(&self.table, context.language);
        match self.scene(context) {
            Some(scene) => games::draw(&Scene { has_log, log: &log, ..scene }, area, buffer),
            // A table that only a newer program can read is shown as a log.
            None if self.table.newer.is_some() => self.draw_log(context, area, buffer),
            None => {
                let words = context.language.say("lobby.loading");
                paint::centred(words, context.look.dim(), row_of(area, area.height / 2), buffer);
            }
        }
    }

    fn draw_log(&self, context: Context, area: Rect, buffer: &mut Buffer) {
        let width = usize::from(area.width);
        let events = describe::lines(&self.table, context.language);
        let height = usize::from(area.height);
        let recent = events.get(events.len().saturating_sub(height)..).unwrap_or_default();
        let lines: Vec<String> = recent.iter().flat_map(|line| look::wrap(line, width)).collect();
        let shown = lines.get(lines.len().saturating_sub(height)..).unwrap_or_default();
        for (row, line) in (0..).zip(shown) {
            paint::text(line, Style::new(), row_of(area, row), buffer);
        }
    }

    fn draw_foot(&self, context: Context, area: Rect, buffer: &mut Buffer) {
        let (said, style) = self.said(context);
        let lines = look::wrap(&said, usize::from(area.width).saturating_sub(2).max(1));
        let keys = if self.is_sending { Vec::new() } else { self.keys(context) };
        // A message that is too long for its line takes one of the keys' lines, if it is free. In a hand, keys do not
        // move.
        let width: usize = keys.iter().map(|key| paint::key_width(key)).sum();
        let is_short = width <= usize::from(area.width) && !self.table.is_in_hand();
        let most = if keys.is_empty() { 3 } else { 1 + usize::from(is_short) };
        let mut first = 1;
        for (row, line) in (0..).zip(lines.iter().take(most)) {
            paint::centred(line.trim_end(), style, row_of(area, row), buffer);
            first = row + 1;
        }
        if !keys.is_empty() {
            paint::keys(&keys, context, rows_of(area, first, FOOT - 1 - first), buffer);
        }
        let foot = match games::of(&self.table) {
            Some(GameKind::Doudizhu) => "doudizhu.key.foot",
            Some(GameKind::Shengji) => "shengji.key.foot",
            Some(GameKind::Holdem) | None => "table.keys",
        };
        let foot = format!(" {}", context.language.say(foot));
        paint::text(&foot, context.look.dim(), row_of(area, FOOT - 1), buffer);
    }

    /// The keys with an effect now, of the game and around it.
    fn keys(&self, context: Context) -> Vec<String> {
        let language = context.language;
        let mut keys = self.scene(context).map(|scene| games::keys(&scene)).unwrap_or_default();
        keys.extend(self.tournament_keys(context));
        keys.extend(between::keys(&self.table, language));
        if self.table.my_seat().is_none() && !self.is_coming() {
            keys.extend(queue::keys(&self.table, context));
        }
        if let Some((is, _)) = menu::auto_pass(&self.table).filter(|_| self.table.is_in_hand()) {
            let state = language.say(if is { "menu.on" } else { "menu.off" });
            keys.push(format!("u {}", language.fill("table.autopass", &[state])));
        }
        keys
    }

    /// Whether this player gets a computer player's chair when the hand is over.
    fn is_coming(&self) -> bool {
        let mut chairs = self.table.view.iter().flat_map(|view| view.chairs.iter());
        chairs.any(|chair| chair.next.as_ref().is_some_and(|next| self.table.is_me(next.player)))
    }

    /// The one line with what matters most.
    fn said(&self, context: Context) -> (String, Style) {
        let (language, look) = (context.language, context.look);
        let say = |key: &str| language.say(key).to_owned();
        let of_tournament = self.tournament_says(context);
        if let Some(refusal) = &self.over {
            // The tables of a tournament close in its course.
            let is_closed = refusal.code == "table_closed";
            return of_tournament.filter(|_| is_closed).unwrap_or((language.refusal(refusal), look.bad()));
        }
        if let Wire::Lost(again) = self.wire {
            let left = again.saturating_sub(context.here).as_secs();
            let text =
                if left == 0 { say("line.trying") } else { language.fill("line.lost", &[&left.to_string()]) };
            return (text, look.bad());
        }
        if self.is_sending {
            return (say("table.sending"), look.dim());
        }
        if let Some((text, until, is_bad)) = &self.notice
            && context.here < *until
        {
            return (text.clone(), if *is_bad { look.bad() } else { look.good() });
        }
        if let Some(newer) = &self.table.newer {
            return (language.fill("table.newer", &[newer]), look.bad());
        }
        let asked = self.scene(context).map(|scene| games::asked(&scene)).unwrap_or_default();
        if self.table.any_options().is_some() {
            return (asked, look.bright());
        }
        if let Some(said) = of_tournament {
            return said;
        }
        if self.is_coming() {
            return (say("table.coming"), look.good());
        }
        if let Some(text) = queue::status_text(&self.table, context) {
            return (text, look.good());
        }
        if self.table.is_in_hand() {
            let text = match self.table.awaited().filter(|decision| decision.clock.is_some()) {
                Some(decision) if asked.is_empty() => {
                    language.fill("table.thinks", &[&self.table.who(decision.seat, language).name])
                }
                _ => asked,
            };
            return (text, look.dim());
        }
        (self.waits(context), Style::new())
    }

    /// The line between hands: the result of the last one, and what is awaited.
    fn waits(&self, context: Context) -> String {
        let language = context.language;
        let Some(scene) = self.scene(context) else { return String::new() };
        let view = scene.view;
        let say = |key: &str| language.say(key).to_owned();
        let mut parts = Vec::new();
        if view.last_result.is_some() {
            parts.push(games::result(&scene));
        }
        let chair = self.table.my_chair();
        if view.closed_at.is_some() {
            parts.push(say("table.closed"));
        } else if chair.is_some_and(sits_out) {
            parts.push(say("table.youareaway"));
        } else if view.paused {
            parts.push(say("menu.paused"));
        } else if let Some(next) = view.next_hand_at {
            let left = (self.table.until(next, context.here).max(0) + 999) / 1000;
            parts.push(language.fill("table.in", &[&left.to_string()]));
        } else if view.fills_at.is_some() {
            parts.push(say("table.soon"));
        } else if view.tournament.is_some() {
            if view.last_result.is_none() {
                parts.push(say("table.soon"));
            }
        } else if view.last_result.is_none() && chair.is_some() {
            parts.push(say("table.need"));
            if let Some(code) = view.you.as_ref().and_then(|you| you.invite_code.as_ref()) {
                parts.push(language.fill("table.invite", &[code]));
            }
            parts.push(say("table.fill"));
        } else if chair.is_none() {
            parts.push(queue::looks_on(&self.table, context));
        }
        parts.retain(|part| !part.is_empty());
        parts.join("   ")
    }
}
