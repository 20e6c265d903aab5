//! The first visit: type a name, and play.

use ratatui::buffer::Buffer;
use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use ratatui::layout::Rect;
use ratatui::style::Style;

use super::Context;
use super::paint::{self, Field};
use crate::games::scene::row_of;
use crate::order::Order;
use crate::words::Language;

/// The most characters of a name.
const LONGEST: usize = 24;

/// The screen.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Welcome {
    /// The typed text.
    pub field: Field,
    /// Whether the request is on its way.
    pub is_sending: bool,
    /// The last refusal.
    pub refused: Option<String>,
    suggestion: u64,
}

impl Welcome {
    /// With a random suggestion.
    pub fn new(language: Language, random: u64) -> Self {
        let mut welcome =
            Self { field: Field::new(LONGEST), is_sending: false, refused: None, suggestion: random % 1000 };
        welcome.suggest(language);
        welcome
    }

    /// Suggests another name.
    fn suggest(&mut self, language: Language) {
        let names: Vec<&str> = language.say("welcome.names").split(',').collect();
        self.suggestion += 1;
        let name = names
            .iter()
            .cycle()
            .nth(usize::try_from(self.suggestion).unwrap_or_default())
            .copied()
            .unwrap_or_default();
        self.field = Field::suggest(name, LONGEST);
    }

    /// Handles a key.
    pub fn press(&mut self, key: KeyEvent, context: Context) -> Vec<Order> {
        if self.is_sending {
            return Vec::new();
        }
        match key.code {
            KeyCode::Enter if !self.field.text.trim().is_empty() => {
                self.is_sending = true;
                self.refused = None;
                return vec![Order::ComeIn(self.field.text.trim().to_owned())];
            }
            KeyCode::Tab => self.suggest(context.language),
            KeyCode::Char('l') if key.modifiers.contains(KeyModifiers::CONTROL) => {
                self.suggest(context.language.other());
                return vec![Order::SwitchLanguage];
            }
            KeyCode::Char('u') if key.modifiers.contains(KeyModifiers::CONTROL) => {
                self.field = Field::new(LONGEST);
            }
            KeyCode::Backspace => self.field.erase(),
            KeyCode::Char(sign) if !key.modifiers.contains(KeyModifiers::CONTROL) => {
                self.field.push(&sign.to_string());
            }
            KeyCode::Esc => return vec![Order::Quit],
            _ => {}
        }
        Vec::new()
    }

    /// Draws it.
    pub fn draw(&self, server: &str, context: Context, area: Rect, buffer: &mut Buffer) {
        let say = |key: &'static str| context.language.say(key);
        let top = area.height / 3;
        paint::centred(
            "♠ ♥ Cardroom ♦ ♣",
            context.look.bright(),
            row_of(area, top.saturating_sub(2)),
            buffer,
        );
        paint::centred(say("welcome.title"), Style::new(), row_of(area, top), buffer);
        paint::centred(server, context.look.dim(), row_of(area, top + 1), buffer);
        let width = 40.min(area.width);
        let field = Rect { x: area.x + (area.width - width) / 2, width, ..row_of(area, top + 4) };
        self.field.draw(say("welcome.yourName"), context, field, buffer);
        let said = match &self.refused {
            Some(refused) => refused.as_str(),
            None if self.is_sending => say("table.sending"),
            None => "",
        };
        paint::centred(said, context.look.bad(), row_of(area, top + 6), buffer);
        paint::centred(say("welcome.keys"), context.look.dim(), row_of(area, area.height - 2), buffer);
    }
}
