//! How text and marks are drawn: with colours or without, with symbols or in ASCII.

use super::words::Language;
use ratatui::buffer::Buffer;
use ratatui::style::{Color, Modifier, Style};
use unicode_width::{UnicodeWidthChar, UnicodeWidthStr};

/// The abilities of the terminal, and the language.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Look {
    /// Whether colours are used. No meaning depends on colour alone.
    pub has_colour: bool,
    /// Whether our own signs are limited to ASCII. Names and Chinese text are not changed.
    pub is_ascii: bool,
    /// The language for cards: a joker has no suit, but a name.
    pub language: Language,
}

impl Look {
    /// From the flags and the environment.
    pub fn new(is_ascii: bool) -> Self {
        let is_bare = std::env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty());
        Self { has_colour: !is_bare && !is_ascii, is_ascii, language: Language::default() }
    }

    fn coloured(self, style: Style, colour: Color) -> Style {
        if self.has_colour { style.fg(colour) } else { style }
    }

    /// The style of less important text.
    pub fn dim(self) -> Style {
        self.coloured(Style::new(), Color::Rgb(138, 146, 140))
    }

    /// The style of the seat to act, and of choices.
    pub fn bright(self) -> Style {
        self.coloured(Style::new().add_modifier(Modifier::BOLD), Color::Rgb(232, 190, 96))
    }

    /// The style of winners and of permitted cards.
    pub fn good(self) -> Style {
        self.coloured(Style::new().add_modifier(Modifier::BOLD), Color::Rgb(110, 200, 140))
    }

    /// The style of errors and of time running out.
    pub fn bad(self) -> Style {
        self.coloured(Style::new().add_modifier(Modifier::BOLD), Color::Rgb(240, 110, 100))
    }

    /// The style of a key that can be pressed.
    pub fn key(self) -> Style {
        Style::new().add_modifier(Modifier::BOLD)
    }

    /// The style of the selected row in a list.
    pub fn chosen(self) -> Style {
        Style::new().add_modifier(Modifier::REVERSED)
    }

    /// Replaces our signs by ASCII.
    pub fn finish(self, buffer: &mut Buffer) {
        if !self.is_ascii {
            return;
        }
        for cell in &mut buffer.content {
            if let Some(mark) = ascii(cell.symbol()) {
                cell.set_symbol(mark);
            }
        }
    }
}

fn ascii(sign: &str) -> Option<&'static str> {
    Some(match sign {
        "♠" => "s",
        "♥" => "h",
        "♦" => "d",
        "♣" => "c",
        "─" | "━" | "—" | "–" => "-",
        "│" | "┃" | "┆" => "|",
        "╭" | "╮" | "╰" | "╯" | "┌" | "┐" | "└" | "┘" | "┏" | "┓" | "┗" | "┛" | "├" | "┤" | "┬" | "┴" => {
            "+"
        }
        "▓" => "#",
        "▒" => "%",
        "░" | "·" => ".",
        "×" => "x",
        "…" => "~",
        "←" | "‹" => "<",
        "→" | "›" | "▸" => ">",
        "↑" => "^",
        "↓" => "v",
        "“" | "”" => "\"",
        _ => return None,
    })
}

/// The width of a text in cells.
pub fn width(text: &str) -> usize {
    text.width()
}

/// A text cut to this many cells, with a sign that it was.
pub fn clip(text: &str, most: usize) -> String {
    if text.width() <= most {
        return text.to_owned();
    }
    let mut cut = String::new();
    let mut used = 1;
    for sign in text.chars() {
        used += sign.width().unwrap_or(0);
        if used > most {
            break;
        }
        cut.push(sign);
    }
    if most > 0 {
        cut.push('…');
    }
    cut
}

/// A name that is safe to draw, without characters that move the cursor or change the direction of writing.
pub fn plain(text: &str) -> String {
    text.chars()
        .filter(|sign| {
            !sign.is_control()
                && !matches!(u32::from(*sign), 0x200B..=0x200F | 0x202A..=0x202E | 0x2060..=0x206F | 0xFEFF)
        })
        .collect()
}

/// A text in lines of at most this many cells, broken at spaces if there are any.
pub fn wrap(text: &str, most: usize) -> Vec<String> {
    let mut lines = Vec::new();
    for part in text.lines() {
        let mut line = String::new();
        for word in part.split_inclusive(' ') {
            if line.width() + word.trim_end().width() > most && !line.is_empty() {
                lines.push(std::mem::take(&mut line));
            }
            for sign in word.chars() {
                if line.width() + sign.width().unwrap_or(0) > most && sign != ' ' {
                    lines.push(std::mem::take(&mut line));
                }
                line.push(sign);
            }
        }
        lines.push(line);
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_wide_name_is_cut_by_cells() {
        assert_eq!(clip("小明小明", 5), "小明…");
        assert_eq!(clip("Ada", 3), "Ada");
        assert_eq!(width(&clip("斗地主斗地主", 6)), 5);
    }

    #[test]
    fn a_hostile_name_is_drawn_as_letters() {
        assert_eq!(plain("A\u{1b}[31m\u{202e}b\n"), "A[31mb");
    }

    #[test]
    fn lines_are_cut_at_spaces_and_within_chinese() {
        assert_eq!(wrap("one two three", 8), ["one two ", "three"]);
        assert_eq!(wrap("你好你好", 5), ["你好", "你好"]);
    }
}
