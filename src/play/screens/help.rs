//! The keys, over whatever is shown.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Style;

use super::{Context, paint};
use crate::play::games::scene::row_of;

/// Draws the keys of a game, or of the lobby, and those that are the same everywhere.
pub fn draw(game: Option<&str>, context: Context, area: Rect, buffer: &mut Buffer) {
    let own = game.map(|game| format!("help.{game}"));
    let mut lines: Vec<&str> = Vec::new();
    if let Some(key) = &own {
        lines.extend(context.language.say(key).lines());
        lines.push("");
    }
    lines.extend(context.language.say("help.global").lines());
    let height = u16::try_from(lines.len()).unwrap_or(20) + 3;
    let inside = paint::sheet(context.language.say("help.title"), 66, height, context, area, buffer);
    for (row, line) in (0..).zip(&lines) {
        paint::text(line, Style::new(), row_of(inside, row), buffer);
    }
    let foot = row_of(inside, inside.height.saturating_sub(1));
    paint::text(context.language.say("help.any"), context.look.dim(), foot, buffer);
}
