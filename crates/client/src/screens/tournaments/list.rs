//! The list of tournaments: those of the player, those that can be entered, those that are played.

use cardroom_api::tournament::options::TournamentOptions;
use cardroom_api::tournament::view::{TournamentPhase, TournamentSummary, TournamentView};
use ratatui::buffer::Buffer;
use ratatui::crossterm::event::{KeyCode, KeyEvent};
use ratatui::layout::{Alignment, Rect};
use ratatui::style::Style;
use ratatui::text::Line;
use ratatui::widgets::Widget;

use super::announce::Announce;
use crate::clock::ServerClock;
use crate::games::scene::row_of;
use crate::look;
use crate::order::Order;
use crate::screens::Context;
use crate::screens::paint::{self, Field};
use crate::tournament::followed::distance;
use crate::tournament::found::Tournaments;
use crate::tournament::terms;

/// The longest link that can be typed.
const LONGEST_LINK: usize = 300;

/// A sheet over the list.
#[derive(Clone, Debug)]
enum Over {
    Link(Field),
    Announce(Announce),
}

/// A tournament of the list: of the player, or another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Row {
    Mine(usize),
    Other(usize),
}

/// The screen.
#[derive(Clone, Debug, Default)]
pub struct TournamentsScreen {
    /// The list; absent until it is read.
    listed: Option<Tournaments>,
    clock: ServerClock,
    at: usize,
    over: Option<Over>,
    refused: Option<String>,
}

/// The headings, in the order in which they are shown.
const HEADINGS: [&str; 4] =
    ["tournaments.mine", "tournaments.full", "tournaments.timed", "tournaments.played"];

impl TournamentsScreen {
    /// The answer for the list. The cursor stays on its tournament.
    pub fn show(&mut self, listed: Tournaments, context: Context) {
        if let Some(now) = listed.now {
            self.clock.heard(now, context.here);
        }
        let had = self.id_at(self.at);
        self.refused = listed.newer.as_ref().map(|name| context.language.fill("table.newer", &[name]));
        self.listed = Some(listed);
        let count = self.rows().len();
        let same = (0..count).find(|at| had.is_some() && self.id_at(*at) == had);
        self.at = same.unwrap_or(self.at).min(count.saturating_sub(1));
    }

    /// A refusal.
    pub fn refuse(&mut self, text: String) {
        match &mut self.over {
            Some(Over::Announce(announce)) => announce.refuse(text),
            Some(Over::Link(_)) | None => self.refused = Some(text),
        }
    }

    /// Whether a text is typed, so that letters are not keys.
    pub fn is_typing(&self) -> bool {
        matches!(self.over, Some(Over::Link(_)))
    }

    /// Whether a sheet is open, which another screen would take away.
    pub fn is_busy(&self) -> bool {
        self.over.is_some()
    }

    /// Puts pasted text into the open field.
    pub fn paste(&mut self, text: &str) {
        if let Some(Over::Link(field)) = &mut self.over {
            field.push(text.trim());
        }
    }

    /// The rows under each heading.
    fn sections(&self) -> [Vec<Row>; 4] {
        let Some(listed) = &self.listed else { return Default::default() };
        let of = |wanted: fn(&TournamentSummary) -> bool| {
            let found = listed.others.iter().enumerate().filter(|(_, each)| wanted(each));
            found.map(|(at, _)| Row::Other(at)).collect::<Vec<_>>()
        };
        let mut timed = of(|each| is_registering(each) && each.options.starts_at.is_some());
        timed.sort_by_key(|row| match row {
            Row::Other(at) => listed.others.get(*at).and_then(|each| each.options.starts_at),
            Row::Mine(_) => None,
        });
        [
            (0..listed.mine.len()).map(Row::Mine).collect(),
            of(|each| is_registering(each) && each.options.starts_at.is_none()),
            timed,
            of(|each| each.phase == TournamentPhase::Playing),
        ]
    }

    fn rows(&self) -> Vec<Row> {
        self.sections().concat()
    }

    fn id_at(&self, at: usize) -> Option<String> {
        let listed = self.listed.as_ref()?;
        match *self.rows().get(at)? {
            Row::Mine(at) => listed.mine.get(at).map(|each| each.id.to_string()),
            Row::Other(at) => listed.others.get(at).map(|each| each.id.to_string()),
        }
    }

    /// Handles a key.
    pub fn press(&mut self, key: KeyEvent, context: Context) -> Vec<Order> {
        match self.over.take() {
            Some(Over::Announce(mut announce)) => {
                let Some(orders) = announce.press(key, context) else { return Vec::new() };
                self.over = Some(Over::Announce(announce));
                return orders;
            }
            Some(Over::Link(field)) => return self.press_link(field, key, context),
            None => {}
        }
        self.refused = None;
        let count = self.rows().len().max(1);
        match key.code {
            KeyCode::Up => self.at = self.at.checked_sub(1).unwrap_or(count - 1),
            KeyCode::Down | KeyCode::Tab => self.at = (self.at + 1) % count,
            KeyCode::Enter => {
                let id = self.id_at(self.at);
                return id.into_iter().map(|id| Order::ToTournament { id, code: None }).collect();
            }
            KeyCode::Char('n' | 'o') => {
                if let Some(listed) = &self.listed {
                    let now = self.clock.now(context.here);
                    self.over = Some(Over::Announce(Announce::new(&listed.me.name, now)));
                }
            }
            KeyCode::Char('i') => self.over = Some(Over::Link(Field::new(LONGEST_LINK))),
            KeyCode::Esc | KeyCode::Char('q' | 'z') => return vec![Order::ToLobby],
            _ => {}
        }
        Vec::new()
    }

    fn press_link(&mut self, mut field: Field, key: KeyEvent, context: Context) -> Vec<Order> {
        match key.code {
            KeyCode::Esc => return Vec::new(),
            KeyCode::Enter if !field.text.trim().is_empty() => {
                if let Some((id, code)) = link(&field.text) {
                    return vec![Order::ToTournament { id, code }];
                }
                self.refused = Some(context.language.say("tournaments.noLink").to_owned());
                return Vec::new();
            }
            KeyCode::Backspace => field.erase(),
            KeyCode::Char(sign) => field.push(&sign.to_string()),
            _ => {}
        }
        self.over = Some(Over::Link(field));
        Vec::new()
    }

    /// Draws it.
    pub fn draw(&self, context: Context, area: Rect, buffer: &mut Buffer) {
        let language = context.language;
        let say = |key: &'static str| language.say(key);
        paint::text(
            &format!(" {}", say("tournaments.title")),
            context.look.bright(),
            row_of(area, 0),
            buffer,
        );
        if let Some(listed) = &self.listed {
            let chips = language.fill("lobby.chips", &[&language.chips(listed.me.chips)]);
            let text = format!("{}   {chips} ", look::plain(&listed.me.name));
            Line::from(text).alignment(Alignment::Right).render(row_of(area, 0), buffer);
        }
        let body = Rect { y: area.y + 2, height: area.height.saturating_sub(5), ..area };
        if let Some(listed) = &self.listed {
            self.draw_rows(listed, context, body, buffer);
        } else {
            let middle = row_of(area, area.height / 2);
            paint::centred(say("tournaments.loading"), context.look.dim(), middle, buffer);
        }
        let refused = self.refused.as_deref().unwrap_or_default();
        paint::centred(refused, context.look.bad(), row_of(area, area.height - 2), buffer);
        let keys = format!(" {}", say("tournaments.keys"));
        paint::text(&keys, context.look.dim(), row_of(area, area.height - 1), buffer);
        match &self.over {
            Some(Over::Announce(announce)) => announce.draw(context, area, buffer),
            Some(Over::Link(field)) => {
                let inside = paint::sheet(say("tournaments.link"), 60, 4, context, area, buffer);
                field.draw("", context, row_of(inside, 0), buffer);
                paint::text(say("ask.number"), context.look.dim(), row_of(inside, 1), buffer);
            }
            None => {}
        }
    }

    fn draw_rows(&self, listed: &Tournaments, context: Context, body: Rect, buffer: &mut Buffer) {
        let mut lines: Vec<(Option<usize>, String, String)> = Vec::new();
        let mut at = 0;
        for (heading, rows) in HEADINGS.into_iter().zip(self.sections()).filter(|(_, rows)| !rows.is_empty())
        {
            if !lines.is_empty() {
                lines.push((None, String::new(), String::new()));
            }
            lines.push((None, context.language.say(heading).to_owned(), String::new()));
            for row in rows {
                let (left, right) = self.text(row, listed, context);
                lines.push((Some(at), left, right));
                at += 1;
            }
        }
        if lines.is_empty() {
            lines.push((None, context.language.say("tournaments.none").to_owned(), String::new()));
        }
        let marked = lines.iter().position(|(at, ..)| *at == Some(self.at)).unwrap_or(0);
        let from = (marked + 2).saturating_sub(usize::from(body.height));
        for (row, (at, left, right)) in (0..body.height).zip(lines.iter().skip(from)) {
            let place = row_of(body, row);
            match at {
                Some(at) => {
                    let style = if *at == self.at { context.look.chosen() } else { Style::new() };
                    paint::two_ends(left, right, style, place, buffer);
                }
                None => paint::text(&format!("  {left}"), context.look.dim(), place, buffer),
            }
        }
    }

    fn text(&self, row: Row, listed: &Tournaments, context: Context) -> (String, String) {
        match row {
            Row::Mine(at) => listed.mine.get(at).map(|view| {
                (title(&view.options, context), self.state(&view.options, view.phase, Some(view), context))
            }),
            Row::Other(at) => listed.others.get(at).map(|each| {
                let left = title(&each.options, context);
                if is_registering(each) {
                    return (left, self.waits(&each.options, Some(each.entered), context));
                }
                (left, self.state(&each.options, each.phase, None, context))
            }),
        }
        .unwrap_or_default()
    }

    /// How far a tournament is.
    fn state(
        &self,
        options: &TournamentOptions,
        phase: TournamentPhase,
        view: Option<&TournamentView>,
        context: Context,
    ) -> String {
        let language = context.language;
        match (phase, view) {
            (TournamentPhase::Registering, view) => {
                self.waits(options, view.map(|view| view.entered), context)
            }
            (TournamentPhase::Playing, Some(view)) => {
                language.fill("tournaments.left", &[&view.left.to_string(), &view.entered.to_string()])
            }
            (TournamentPhase::Playing, None) => language.say("waits.inPlay").to_owned(),
            (TournamentPhase::Finished, _) => language.say("tournament.over").to_owned(),
            (TournamentPhase::Cancelled, _) => language.say("tournament.wasCancelled").to_owned(),
        }
    }

    /// What a tournament that has not started waits for.
    fn waits(&self, options: &TournamentOptions, entered: Option<u32>, context: Context) -> String {
        let language = context.language;
        let entries = match (options.starts_at, entered) {
            (None, Some(entered)) => {
                language.fill("tournaments.of", &[&entered.to_string(), &options.max_entrants.to_string()])
            }
            (None, None) => language.fill("tournaments.for", &[&options.max_entrants.to_string()]),
            (Some(_), Some(entered)) => language.count("tournaments.entered", &entered),
            (Some(_), None) => String::new(),
        };
        let starts = options.starts_at.map(|start| {
            let left = start.as_millisecond() - self.clock.at(context.here);
            language.fill("tournament.in", &[&distance(left, language)])
        });
        let parts = [Some(entries), starts].into_iter().flatten().filter(|part| !part.is_empty());
        parts.collect::<Vec<_>>().join(" · ")
    }
}

fn is_registering(summary: &TournamentSummary) -> bool {
    summary.phase == TournamentPhase::Registering
}

/// The name, the game and the price.
fn title(options: &TournamentOptions, context: Context) -> String {
    let language = context.language;
    let name = look::clip(&look::plain(&options.name), 30);
    let game = language.say(&format!("game.{}", terms::game(options).name())).to_owned();
    let price = match terms::price(options) {
        0 => language.say("tournament.free").to_owned(),
        price => language.fill("tournament.price", &[&language.chips(price)]),
    };
    format!("{name}   {game} · {price}")
}

/// The tournament of a link such as `http://127.0.0.1:8080/tournaments/ID#CODE`, or of an identifier.
pub fn link(text: &str) -> Option<(String, Option<String>)> {
    let text = text.trim();
    let text = text.split_once("/tournaments/").map_or(text, |(_, rest)| rest);
    let (id, code) = text.split_once('#').map_or((text, None), |(id, code)| (id, Some(code)));
    let id = id.trim_end_matches('/');
    let is_id = !id.is_empty() && id.chars().all(|sign| sign.is_ascii_hexdigit() || sign == '-');
    is_id.then(|| (id.to_owned(), code.filter(|code| !code.is_empty()).map(str::to_owned)))
}
