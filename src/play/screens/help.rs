//! The keys, over whatever is shown.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Style;

use super::{Context, paint};
use crate::play::games::scene::row_of;

/// Draws the keys of what is shown, and those that are the same everywhere. The parts are keys of words.
pub fn draw(parts: &[String], context: Context, area: Rect, buffer: &mut Buffer) {
    let mut lines: Vec<&str> = Vec::new();
    for key in parts {
        lines.extend(context.language.say(key).lines());
    }
    lines.extend(context.language.say("help.global").lines());
    let height = u16::try_from(lines.len()).unwrap_or(20) + 3;
    let inside = paint::sheet(context.language.say("help.title"), 72, height, context, area, buffer);
    // In a low window the last ones go, and how to get back stays.
    let rows = inside.height.saturating_sub(1);
    for (row, line) in (0..rows).zip(&lines) {
        paint::text(line, Style::new(), row_of(inside, row), buffer);
    }
    paint::text(context.language.say("help.any"), context.look.dim(), row_of(inside, rows), buffer);
}

/// The parts for a table of a game.
pub fn of_table(game: Option<&str>) -> Vec<String> {
    game.map(|game| format!("help.{game}")).into_iter().chain(["help.table".to_owned()]).collect()
}
