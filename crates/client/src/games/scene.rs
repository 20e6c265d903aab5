//! The input of a game's drawing, and the parts that all three games draw with.

use std::time::Duration;

use cardroom_api::table::view::TableView;
use cardroom_rules::cards::card::Card;
use cardroom_rules::games::game::Chips;
use cardroom_rules::games::seat::Seat;
use ratatui::buffer::Buffer;
use ratatui::layout::{Alignment, Rect};
use ratatui::style::Style;
use ratatui::text::{Line, Span};
use ratatui::widgets::{Block, BorderType, Widget};

use super::in_hand::Play;
use super::title::Title;
use crate::cards;
use crate::look::{self, Look};
use crate::model::{Table, full_name, sits_out};
use crate::read::name_of;
use crate::words::Language;

/// A table, and the style in which it is drawn.
#[derive(Clone, Copy, Debug)]
pub struct Scene<'a> {
    /// The table.
    pub table: &'a Table,
    /// Its last view.
    pub view: &'a TableView,
    /// The player's input.
    pub play: &'a Play,
    /// The language.
    pub language: Language,
    /// The style, with colours or without.
    pub look: Look,
    /// The time of this program.
    pub here: Duration,
    /// Whether the log is beside the felt.
    pub has_log: bool,
    /// The lines of the log.
    pub log: &'a [String],
}

impl Scene<'_> {
    /// The text of a key.
    pub fn say<'key>(&self, key: &'key str) -> &'key str {
        self.language.say(key)
    }

    /// The text of a key, filled in.
    pub fn fill(&self, key: &str, parts: &[&str]) -> String {
        self.language.fill(key, parts)
    }

    /// Chips as text.
    pub fn chips(&self, amount: Chips) -> String {
        self.language.fill("table.chips", &[&self.language.chips(amount)])
    }

    /// Whether a seat is awaited.
    pub fn is_turn(&self, seat: Seat) -> bool {
        self.view.hand.as_ref().is_some_and(|hand| {
            hand.decisions.iter().any(|decision| decision.seat == seat && decision.clock.is_some())
        })
    }

    /// A seat's name, after the game's marks.
    pub fn title(&self, seat: Seat, of_game: impl FnOnce(Title) -> Title) -> Title {
        let join = self.language.find("table.join").unwrap_or(", ");
        let Some(chair) = self.table.chair(seat) else {
            return Title::new(self.table.who(seat, self.language).name, join);
        };
        let is_mine = self.table.my_seat() == Some(seat);
        let title = Title::new(full_name(chair), join);
        let mut title = of_game(title.mark(if is_mine { self.say("table.youtag") } else { "" }));
        let flags = [
            (sits_out(chair), "table.away"),
            (chair.leaving, "table.leaving"),
            (chair.ready && self.view.hand.is_none(), "table.ready"),
            (chair.computer.is_none() && self.table.is_offline(seat), "table.lost"),
        ];
        for (_, key) in flags.iter().filter(|(is, _)| *is) {
            title = title.mark(self.say(key));
        }
        let Some(computer) = &chair.computer else { return title };
        title.level(self.say(&format!("table.bot.{}", name_of(&computer.level))))
    }

    /// A frame around a seat. An awaited seat has a mark, not only a colour. Returns the inside.
    pub fn frame(&self, seat: Seat, title: &Title, area: Rect, buffer: &mut Buffer) -> Rect {
        let is_turn = self.is_turn(seat);
        let style = if is_turn { self.look.bright() } else { self.look.dim() };
        let mark = if is_turn { "▸ " } else { " " };
        // Two corners, and a blank at each side.
        let room = usize::from(area.width).saturating_sub(3 + look::width(mark));
        let title = format!("{mark}{} ", title.fit(room));
        let name = if is_turn { self.look.bright() } else { Style::new() };
        let is_mine = self.table.my_seat() == Some(seat);
        let border = if is_mine { BorderType::Plain } else { BorderType::Rounded };
        let block =
            Block::bordered().border_type(border).border_style(style).title(Span::styled(title, name));
        let inside = block.inner(area);
        block.render(area, buffer);
        inside
    }

    /// One line, cut to its width.
    pub fn line(&self, line: Line, area: Rect, buffer: &mut Buffer) {
        let line = if line.alignment.is_none() { line.alignment(Alignment::Center) } else { line };
        line.render(area, buffer);
    }

    /// Cards in a few lines: with spaces if there is room, without if not.
    pub fn flow(&self, held: &[Card], area: Rect, buffer: &mut Buffer) {
        let (width, height) = (usize::from(area.width), usize::from(area.height));
        let fits = |step: usize| held.len() <= (width + 1) / step * height;
        let (step, gap) = if fits(4) { (4, " ") } else { (3, "") };
        let a_line = ((width + 1) / step).max(1);
        let most = a_line * height;
        for (row, part) in held.chunks(a_line).take(height).enumerate() {
            let mut spans = Vec::new();
            for (at, &card) in part.iter().enumerate() {
                let is_cut = row + 1 == height && at + 1 == part.len() && held.len() > most;
                if at > 0 {
                    spans.push(Span::raw(gap));
                }
                let rest = format!("+{}", held.len() - most.min(held.len()) + 1);
                spans.push(if is_cut {
                    Span::styled(rest, self.look.dim())
                } else {
                    cards::span(card, self.look)
                });
            }
            let row = u16::try_from(row).unwrap_or(u16::MAX);
            self.line(Line::from(spans), row_of(area, row), buffer);
        }
    }

    /// The last lines of the log, if there is room for them.
    pub fn latest(&self, area: Rect, buffer: &mut Buffer) {
        if area.height == 0 || self.has_log {
            return;
        }
        let height = usize::from(area.height);
        let shown = self.log.get(self.log.len().saturating_sub(height)..).unwrap_or_default();
        let from = area.height - u16::try_from(shown.len()).unwrap_or(area.height);
        for (row, text) in (from..).zip(shown) {
            let text = look::clip(text, usize::from(area.width));
            self.line(Line::styled(text, self.look.dim()), row_of(area, row), buffer);
        }
    }
}

/// One row of an area; nothing if it has fewer.
pub fn row_of(area: Rect, row: u16) -> Rect {
    let row = row.min(area.height);
    Rect { y: area.y + row, height: (area.height - row).min(1), ..area }
}

/// Some rows of an area.
pub fn rows_of(area: Rect, from: u16, count: u16) -> Rect {
    let from = from.min(area.height);
    Rect { y: area.y + from, height: (area.height - from).min(count), ..area }
}

/// Equal columns of an area.
pub fn column_of(area: Rect, at: u16, of: u16) -> Rect {
    let edge = |column: u16| {
        u16::try_from(u32::from(area.width) * u32::from(column) / u32::from(of)).unwrap_or(area.width)
    };
    Rect { x: area.x + edge(at), width: edge(at + 1) - edge(at), ..area }
}
