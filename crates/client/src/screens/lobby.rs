//! The lobby: the player's tables, quick seats, the open tables, an invite code.

use cardroom_api::table::lobby::TableSummary;
use cardroom_rules::games::any::GameKind;
use cardroom_rules::games::game::Chips;
use cardroom_rules::games::level::Level;
use ratatui::buffer::Buffer;
use ratatui::crossterm::event::{KeyCode, KeyEvent};
use ratatui::layout::{Alignment, Rect};
use ratatui::style::Style;
use ratatui::text::Line;
use ratatui::widgets::Widget;

use super::Context;
use super::menu::LEVELS;
use super::open::OpenTable;
use super::paint::{self, Field};
use super::rows::{self, Listed, Row};
use crate::games::scene::row_of;
use crate::look;
use crate::order::Order;

/// The longest invite code that can be typed.
const LONGEST_CODE: usize = 64;

/// A line to type in, over the lobby.
#[derive(Clone, Debug, PartialEq)]
enum Over {
    Code(Field),
    BuyIn { code: String, table: String, name: String, bounds: (Chips, Chips), field: Field },
    Open(OpenTable),
}

/// The screen.
#[derive(Clone, Debug, Default)]
pub struct Lobby {
    /// The lists; absent until they are read.
    pub listed: Option<Listed>,
    /// Whether a request is on its way.
    pub is_sending: bool,
    /// The last refusal.
    pub refused: Option<String>,
    /// Why the lists could not be read the last time. They are read again by themselves.
    pub lost: Option<String>,
    /// Whether to ring the bell: a chair is kept for the player.
    pub bell: bool,
    at: usize,
    /// The computer players of the quick seats: a level, or none.
    level: usize,
    over: Option<Over>,
}

impl Lobby {
    /// The lobby with this level selected.
    pub fn new(level: Option<Level>) -> Self {
        let level = LEVELS.iter().position(|each| Some(*each) == level).unwrap_or(1);
        Self { level, ..Self::default() }
    }

    /// The answer for the lists. The cursor stays on its row.
    pub fn show(&mut self, listed: Listed) {
        // On the first view there is no cursor to keep: the player's own tables come first.
        let had = self.rows().get(self.at).copied().filter(|_| self.listed.is_some());
        let id = had.and_then(|row| self.table_of(row));
        let kept = |listed: &Listed| {
            listed.waits.iter().filter(|table| rows::is_called(table, listed.me.id)).count()
        };
        self.bell |= kept(&listed) > self.listed.as_ref().map_or(0, kept);
        self.listed = Some(listed);
        self.lost = None;
        let rows = self.rows();
        let same = rows.iter().position(|row| match &id {
            Some(id) => self.table_of(*row).as_ref() == Some(id),
            None => had == Some(*row),
        });
        self.at = same.unwrap_or(if had.is_some() { self.at } else { 0 }).min(rows.len().saturating_sub(1));
    }

    /// The answer for an invite code.
    pub fn invited(&mut self, code: String, table: &TableSummary) {
        self.is_sending = false;
        let bounds = (table.options.min_buy_in, table.options.max_buy_in);
        let field = Field::suggest(&bounds.1.to_string(), 15);
        let name = look::plain(&table.options.name);
        self.over = Some(Over::BuyIn { code, table: table.id.to_string(), name, bounds, field });
    }

    /// A refusal.
    pub fn refuse(&mut self, text: String) {
        self.is_sending = false;
        if let Some(Over::Open(open)) = &mut self.over {
            open.is_sending = false;
            open.refused = Some(text);
        } else {
            self.refused = Some(text);
        }
    }

    fn table_of(&self, row: Row) -> Option<String> {
        let listed = self.listed.as_ref()?;
        match row {
            Row::Waits(at) => listed.waits.get(at).map(|table| table.id.to_string()),
            Row::Mine(at) => listed.mine.get(at).map(|mine| mine.table.id.to_string()),
            Row::Table(at) => listed.tables.get(at).map(|table| table.id.to_string()),
            Row::Refill | Row::Quick(_) | Row::New | Row::Code | Row::Hands | Row::Tournaments => None,
        }
    }

    fn rows(&self) -> Vec<Row> {
        let mut rows = Vec::new();
        if let Some(listed) = &self.listed {
            rows.extend((0..listed.waits.len()).map(Row::Waits));
            rows.extend((0..listed.mine.len()).map(Row::Mine));
            rows.extend(listed.is_broke().then_some(Row::Refill));
        }
        rows.extend(GameKind::ALL.iter().copied().map(Row::Quick));
        rows.extend([Row::New, Row::Code, Row::Hands, Row::Tournaments]);
        rows.extend((0..self.listed.as_ref().map_or(0, |listed| listed.tables.len())).map(Row::Table));
        rows
    }

    /// The game of the selected row, if it has one.
    pub fn game(&self) -> Option<GameKind> {
        match self.rows().get(self.at) {
            Some(Row::Quick(game)) => Some(*game),
            _ => None,
        }
    }

    fn level(&self) -> Option<Level> {
        LEVELS.get(self.level).copied()
    }

    /// Whether a sheet is open, which another screen would take away.
    pub fn is_busy(&self) -> bool {
        self.over.is_some()
    }

    /// Whether a text is typed, so that letters are not keys.
    pub fn is_typing(&self) -> bool {
        matches!(self.over, Some(Over::Code(_) | Over::BuyIn { .. }))
    }

    /// Puts pasted text into the open field.
    pub fn paste(&mut self, text: &str) {
        match &mut self.over {
            Some(Over::Code(field)) => field.push(text.trim()),
            // Thousands separators are accepted.
            Some(Over::BuyIn { field, .. }) => {
                let digits: String = text.chars().filter(char::is_ascii_digit).collect();
                field.push(&digits);
            }
            Some(Over::Open(_)) | None => {}
        }
    }

    /// Handles a key.
    pub fn press(&mut self, key: KeyEvent, context: Context) -> Vec<Order> {
        if self.over.is_some() {
            return self.press_over(key, context);
        }
        self.refused = None;
        let count = self.rows().len();
        match key.code {
            KeyCode::Up => self.at = self.at.checked_sub(1).unwrap_or(count - 1),
            KeyCode::Down | KeyCode::Tab => self.at = (self.at + 1) % count,
            KeyCode::Left => self.level = (self.level + LEVELS.len()) % (LEVELS.len() + 1),
            KeyCode::Right => self.level = (self.level + 1) % (LEVELS.len() + 1),
            KeyCode::Char('o') => self.open(),
            KeyCode::Char('i') => self.over = Some(Over::Code(Field::new(LONGEST_CODE))),
            KeyCode::Char('t') => return vec![Order::ToTournaments],
            KeyCode::Char('q') => return vec![Order::Quit],
            KeyCode::Enter if !self.is_sending && self.listed.is_some() => return self.choose(),
            _ => {}
        }
        Vec::new()
    }

    fn open(&mut self) {
        let name = self.listed.as_ref().map(|listed| listed.me.name.clone()).unwrap_or_default();
        self.over = Some(Over::Open(OpenTable::new(&name)));
    }

    fn choose(&mut self) -> Vec<Order> {
        let Some(row) = self.rows().get(self.at).copied() else { return Vec::new() };
        match row {
            Row::Waits(_) | Row::Mine(_) | Row::Table(_) => {
                let table = self.table_of(row);
                table.into_iter().map(|id| Order::ToTable { id, code: None }).collect()
            }
            Row::Quick(game) => {
                self.is_sending = true;
                vec![Order::QuickSeat { game, level: self.level() }]
            }
            Row::Refill => {
                self.is_sending = true;
                vec![Order::Refill]
            }
            Row::Hands => vec![Order::ToHands],
            Row::Tournaments => vec![Order::ToTournaments],
            Row::New => {
                self.open();
                Vec::new()
            }
            Row::Code => {
                self.over = Some(Over::Code(Field::new(LONGEST_CODE)));
                Vec::new()
            }
        }
    }

    fn press_over(&mut self, key: KeyEvent, context: Context) -> Vec<Order> {
        let Some(over) = self.over.take() else { return Vec::new() };
        match over {
            Over::Open(mut open) => {
                let Some(orders) = open.press(key, context) else { return Vec::new() };
                self.over = Some(Over::Open(open));
                return orders;
            }
            Over::Code(mut field) => match key.code {
                KeyCode::Esc => return Vec::new(),
                KeyCode::Enter if !field.text.trim().is_empty() => {
                    self.is_sending = true;
                    return vec![Order::LookUp(field.text.trim().to_owned())];
                }
                code => {
                    type_into(&mut field, code);
                    self.over = Some(Over::Code(field));
                }
            },
            Over::BuyIn { code, table, name, bounds, mut field } => match key.code {
                KeyCode::Esc => return Vec::new(),
                KeyCode::Enter => {
                    self.is_sending = true;
                    let buy_in =
                        field.text.parse().unwrap_or(bounds.1).clamp(bounds.0.min(bounds.1), bounds.1);
                    return vec![Order::TakeInvite { code, table, buy_in }];
                }
                pressed => {
                    if !matches!(pressed, KeyCode::Char(sign) if !sign.is_ascii_digit()) {
                        type_into(&mut field, pressed);
                    }
                    self.over = Some(Over::BuyIn { code, table, name, bounds, field });
                }
            },
        }
        Vec::new()
    }

    /// Draws it.
    pub fn draw(&self, server: &str, context: Context, area: Rect, buffer: &mut Buffer) {
        let language = context.language;
        self.draw_header(server, context, row_of(area, 0), buffer);
        let body = Rect { y: area.y + 2, height: area.height.saturating_sub(5), ..area };
        let lost = self.lost.as_deref();
        match &self.listed {
            Some(listed) => self.draw_rows(listed, context, body, buffer),
            None if lost.is_some() => {}
            None => {
                let middle = row_of(area, area.height / 2);
                paint::centred(language.say("lobby.loading"), context.look.dim(), middle, buffer);
            }
        }
        let newer = self.listed.as_ref().and_then(|listed| listed.newer.as_ref());
        let newer = newer.map(|name| language.fill("table.newer", &[name])).unwrap_or_default();
        let said = match &self.refused {
            Some(refused) => refused.as_str(),
            None if self.is_sending => language.say("table.sending"),
            None => lost.unwrap_or(&newer),
        };
        paint::centred(said, context.look.bad(), row_of(area, area.height - 2), buffer);
        let keys = format!(" {}", language.say("lobby.keys"));
        paint::text(&keys, context.look.dim(), row_of(area, area.height - 1), buffer);
        self.draw_over(context, area, buffer);
    }

    fn draw_rows(&self, listed: &Listed, context: Context, body: Rect, buffer: &mut Buffer) {
        let language = context.language;
        let mut lines: Vec<(Option<usize>, String, String)> = Vec::new();
        let rows = self.rows();
        let mut heading = "";
        for (at, row) in rows.iter().enumerate() {
            let above = match row {
                Row::Waits(_) | Row::Mine(_) => "lobby.yourTables",
                Row::Refill => "lobby.broke",
                Row::Quick(_) => "lobby.quick",
                Row::New | Row::Code | Row::Hands | Row::Tournaments => "lobby.more",
                Row::Table(_) => "lobby.openTables",
            };
            if above != heading {
                if !heading.is_empty() {
                    lines.push((None, String::new(), String::new()));
                }
                heading = above;
                lines.push((None, language.say(above).to_owned(), self.beside(*row, context)));
            }
            let (left, right) = rows::text(*row, listed, context);
            lines.push((Some(at), left, right));
        }
        if listed.tables.is_empty() {
            lines.push((None, String::new(), String::new()));
            lines.push((None, language.say("lobby.none").to_owned(), String::new()));
        }
        let marked = lines.iter().position(|(at, ..)| *at == Some(self.at)).unwrap_or(0);
        let from = (marked + 2).saturating_sub(usize::from(body.height));
        for (row, (at, left, right)) in (0..body.height).zip(lines.iter().skip(from)) {
            let place = row_of(body, row);
            if let Some(at) = at {
                let style = if *at == self.at { context.look.chosen() } else { Style::new() };
                paint::two_ends(left, right, style, place, buffer);
            } else {
                let width = usize::from(place.width).saturating_sub(4);
                let text = format!("  {}", paint::apart(left, right, width));
                paint::text(&text, context.look.dim(), place, buffer);
            }
        }
    }

    fn draw_header(&self, server: &str, context: Context, area: Rect, buffer: &mut Buffer) {
        paint::text(&format!(" Cardroom   {server}"), context.look.bright(), area, buffer);
        let Some(me) = self.listed.as_ref().map(|listed| &listed.me) else { return };
        let chips = context.language.fill("lobby.chips", &[&context.language.chips(me.chips)]);
        let text = format!("{}   {chips} ", look::plain(&me.name));
        Line::from(text).alignment(Alignment::Right).render(area, buffer);
    }

    /// The text at the right of a heading.
    fn beside(&self, row: Row, context: Context) -> String {
        let language = context.language;
        match (row, self.level()) {
            (Row::Quick(_), Some(level)) => {
                let level = format!("‹ {} ›", language.say(&format!("level.{level}")));
                language.fill("lobby.against", &[&level])
            }
            (Row::Quick(_), None) => format!("‹ {} ›", language.say("lobby.people")),
            _ => String::new(),
        }
    }

    fn draw_over(&self, context: Context, area: Rect, buffer: &mut Buffer) {
        let language = context.language;
        let (title, field, foot) = match &self.over {
            None => return,
            Some(Over::Open(open)) => return open.draw(context, area, buffer),
            Some(Over::Code(field)) => (language.say("code.ask").to_owned(), field, String::new()),
            Some(Over::BuyIn { name, bounds, field, .. }) => {
                let (least, most) = (language.chips(bounds.0), language.chips(bounds.1));
                (name.clone(), field, language.fill("ask.buyin", &[&least, &most]))
            }
        };
        let inside = paint::sheet(&title, 60, 5, context, area, buffer);
        field.draw("", context, row_of(inside, 0), buffer);
        paint::text(&foot, Style::new(), row_of(inside, 1), buffer);
        paint::text(language.say("ask.number"), context.look.dim(), row_of(inside, 2), buffer);
    }
}

fn type_into(field: &mut Field, code: KeyCode) {
    match code {
        KeyCode::Backspace => field.erase(),
        KeyCode::Char(sign) => field.push(&sign.to_string()),
        _ => {}
    }
}
