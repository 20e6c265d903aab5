//! Parts that the screens share: lines of keys, lists, a field to type in, a box over everything.

use ratatui::buffer::Buffer;
use ratatui::layout::{Alignment, Rect};
use ratatui::style::Style;
use ratatui::text::{Line, Span};
use ratatui::widgets::{Block, BorderType, Clear, Widget};

use super::Context;
use crate::games::scene::row_of;
use crate::look;

/// The least number of columns of a window.
pub const LEAST_WIDTH: u16 = 60;
/// The least number of rows of a window.
pub const LEAST_HEIGHT: u16 = 20;

/// One line of text at the left, cut to its width.
pub fn text(text: &str, style: Style, area: Rect, buffer: &mut Buffer) {
    if area.height > 0 {
        Line::styled(look::clip(text, usize::from(area.width)), style).render(area, buffer);
    }
}

/// One line of text in the middle.
pub fn centred(text: &str, style: Style, area: Rect, buffer: &mut Buffer) {
    if area.height > 0 {
        let text = look::clip(text, usize::from(area.width));
        Line::styled(text, style).alignment(Alignment::Center).render(area, buffer);
    }
}

/// A row that can be selected, with a text at the left and one at the right, which is at most a little wider than half.
pub fn two_ends(left: &str, right: &str, style: Style, area: Rect, buffer: &mut Buffer) {
    let width = usize::from(area.width).saturating_sub(6);
    let place = Rect { x: area.x + 2, width: area.width.saturating_sub(4), ..area };
    text(&format!(" {} ", apart(left, right, width)), style, place, buffer);
}

/// Two texts at the two ends of a width.
pub fn apart(left: &str, right: &str, width: usize) -> String {
    let right = look::clip(right, width / 2 + 6);
    let left = look::clip(left, width.saturating_sub(look::width(&right) + 1));
    let gap = width.saturating_sub(look::width(&left) + look::width(&right));
    format!("{left}{}{right}", " ".repeat(gap))
}

/// The width of a key with its effect.
pub fn key_width(key: &str) -> usize {
    look::width(key) + 3
}

/// Keys with their effects, in as many lines as there are. The key itself is highlighted.
pub fn keys(keys: &[String], context: Context, area: Rect, buffer: &mut Buffer) {
    let width = usize::from(area.width);
    let mut row = 0;
    let mut used = 0;
    let mut spans: Vec<Span> = Vec::new();
    let mut flush = |spans: &mut Vec<Span>, row: u16| {
        Line::from(std::mem::take(spans)).render(row_of(area, row), buffer);
    };
    for key in keys {
        let needed = key_width(key);
        if used + needed > width && !spans.is_empty() {
            flush(&mut spans, row);
            row += 1;
            used = 0;
        }
        if row >= area.height {
            return;
        }
        let (sign, rest) = key.split_once(' ').unwrap_or((key, ""));
        spans.push(Span::raw(" "));
        spans.push(Span::styled(sign.to_owned(), context.look.bright()));
        spans.push(Span::raw(format!(" {rest} ")));
        used += needed;
    }
    if row < area.height {
        flush(&mut spans, row);
    }
}

/// A box over the middle of everything. Returns the inside.
pub fn sheet(
    title: &str,
    width: u16,
    height: u16,
    context: Context,
    area: Rect,
    buffer: &mut Buffer,
) -> Rect {
    let (width, height) = (width.min(area.width), height.min(area.height));
    let place =
        Rect { x: area.x + (area.width - width) / 2, y: area.y + (area.height - height) / 2, width, height };
    uncover(place, buffer);
    Clear.render(place, buffer);
    let title = look::clip(&format!(" {title} "), usize::from(width.saturating_sub(2)));
    let block = Block::bordered()
        .border_type(BorderType::Rounded)
        .border_style(context.look.bright())
        .title(Span::styled(title, context.look.bright()));
    let inside = block.inner(place);
    block.render(place, buffer);
    Rect { x: inside.x + 1, width: inside.width.saturating_sub(2), ..inside }
}

/// A wide character that a box would cut in half is removed entirely, because the other half would shift the box.
fn uncover(place: Rect, buffer: &mut Buffer) {
    let Some(before) = place.x.checked_sub(1) else { return };
    for y in place.top()..place.bottom() {
        if let Some(cell) = buffer.cell_mut((before, y)).filter(|cell| look::width(cell.symbol()) > 1) {
            cell.set_symbol(" ");
        }
    }
}

/// A field for one line of text.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Field {
    /// Its text.
    pub text: String,
    /// The most characters.
    pub most: usize,
    /// Whether the text is still a suggestion, which the first typed character replaces.
    pub is_suggested: bool,
}

impl Field {
    /// An empty one.
    pub fn new(most: usize) -> Self {
        Self { text: String::new(), most, is_suggested: false }
    }

    /// One with a suggestion.
    pub fn suggest(text: &str, most: usize) -> Self {
        Self { text: text.to_owned(), most, is_suggested: true }
    }

    /// Appends typed or pasted text, without characters that cannot be drawn.
    pub fn push(&mut self, typed: &str) {
        if std::mem::take(&mut self.is_suggested) {
            self.text.clear();
        }
        for sign in look::plain(typed).chars() {
            if self.text.chars().count() < self.most {
                self.text.push(sign);
            }
        }
    }

    /// Removes the last character.
    pub fn erase(&mut self) {
        self.is_suggested = false;
        self.text.pop();
    }

    /// Draws it, with a mark at the end.
    pub fn draw(&self, label: &str, context: Context, area: Rect, buffer: &mut Buffer) {
        let room = usize::from(area.width).saturating_sub(look::width(label) + 3);
        let mut shown = self.text.clone();
        while look::width(&shown) > room {
            shown.remove(0);
        }
        let line = Line::from(vec![
            Span::styled(format!("{label}  "), context.look.dim()),
            Span::styled(shown, context.look.key()),
            Span::styled(" ", context.look.chosen()),
        ]);
        line.render(area, buffer);
    }
}

/// The message of a window that is too small for a table.
pub fn too_small(context: Context, area: Rect, buffer: &mut Buffer) {
    let words = context.language.say("screen.small");
    for (row, line) in (0..).zip(look::wrap(words, usize::from(area.width).max(1))) {
        centred(line.trim_end(), context.look.bad(), row_of(area, area.height / 2 + row), buffer);
    }
}
