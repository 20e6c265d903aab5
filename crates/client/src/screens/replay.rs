//! A hand step by step, as its reader may know it.

use std::time::Duration;

use cardroom_api::table::change::SeenChange;
use cardroom_api::table::hand::HandHistory;
use ratatui::buffer::Buffer;
use ratatui::crossterm::event::{KeyCode, KeyEvent};
use ratatui::layout::{Alignment, Rect};
use ratatui::style::Style;
use ratatui::text::{Line, Span};
use ratatui::widgets::Widget;

use super::{Context, moment, paint};
use crate::describe;
use crate::games;
use crate::games::in_hand::Play;
use crate::games::scene::{Scene, row_of, rows_of};
use crate::look as text;
use crate::model::Table;
use crate::read::{Change, Read};

/// How long a step is shown while it plays by itself.
const PACE: Duration = Duration::from_millis(900);

/// One moment of a hand.
#[derive(Clone, Debug)]
struct Moment {
    table: Table,
    lines: usize,
}

/// The screen.
#[derive(Clone, Debug, Default)]
pub struct Replay {
    moments: Vec<Moment>,
    at: usize,
    /// When the next step comes by itself.
    plays: Option<Duration>,
    play: Play,
}

impl Replay {
    /// From the server's answer for a hand.
    pub fn new(history: &HandHistory) -> Self {
        let mut table = Table::default();
        let states = history.views.iter().flat_map(|views| &views.states);
        let mut moments = Vec::new();
        let last = history.changes.last().map(|change| change.version);
        for after in states {
            let changes = history.changes.iter().filter(|change| change.version == after.version);
            let events = |change: &SeenChange| change.events.iter().cloned().map(Read::Known).collect();
            table.note(
                changes.map(|change| Change { version: change.version, events: events(change) }).collect(),
            );
            let is_over = Some(after.version) == last && history.changes.len() > 1;
            table.view = Some(Box::new(moment::table(history, &after.state, is_over)));
            moments.push(Moment { table: table.clone(), lines: table.log.len() });
        }
        Self { moments, ..Self::default() }
    }

    /// Whether there is anything to show.
    pub fn is_empty(&self) -> bool {
        self.moments.is_empty()
    }

    /// Handles a key. False if the screen is left.
    pub fn press(&mut self, key: KeyEvent, context: Context) -> bool {
        let last = self.moments.len().saturating_sub(1);
        match key.code {
            KeyCode::Char('q') | KeyCode::Esc => return false,
            KeyCode::Right | KeyCode::Down | KeyCode::Enter => self.go((self.at + 1).min(last)),
            KeyCode::Left | KeyCode::Up => self.go(self.at.saturating_sub(1)),
            KeyCode::Home => self.go(0),
            KeyCode::End => self.go(last),
            KeyCode::Char(' ' | 'p') => {
                if self.at == last {
                    self.at = 0;
                }
                self.plays = if self.plays.is_some() { None } else { Some(context.here + PACE) };
            }
            _ => {}
        }
        true
    }

    fn go(&mut self, at: usize) {
        self.at = at;
        self.plays = None;
    }

    /// Advances if it plays by itself.
    pub fn tick(&mut self, here: Duration) {
        if self.plays.is_some_and(|next| here >= next) {
            self.at += 1;
            self.plays = (self.at + 1 < self.moments.len()).then_some(here + PACE);
            self.at = self.at.min(self.moments.len().saturating_sub(1));
        }
    }

    /// Draws it.
    pub fn draw(&self, context: Context, area: Rect, buffer: &mut Buffer) {
        let Some(moment) = self.moments.get(self.at) else { return };
        let Some(view) = moment.table.view.as_deref() else { return };
        let Context { language, look, here } = context;
        let log = describe::lines(&moment.table, language);
        let (table, play) = (&moment.table, &self.play);
        let scene = Scene { table, view, play, language, look, here, has_log: false, log: &log };
        let number = view.hand.as_ref().map(|hand| hand.number);
        let number = number.or(view.last_result.as_ref().map(|result| result.number)).unwrap_or(0);
        let hand = language.fill("table.hand", &[&number.to_string()]);
        let title = format!(" {hand}   {}", games::headline(&scene));
        Line::from(vec![Span::styled(title, look.bright())]).render(row_of(area, 0), buffer);
        let parts = [(self.at + 1).to_string(), self.moments.len().to_string()];
        let step = language.fill("replay.step", &[&parts[0], &parts[1]]);
        Line::styled(format!("{step} "), look.dim())
            .alignment(Alignment::Right)
            .render(row_of(area, 0), buffer);
        games::draw(&scene, rows_of(area, 1, area.height.saturating_sub(4)), buffer);
        let before =
            self.at.checked_sub(1).and_then(|at| self.moments.get(at)).map_or(0, |moment| moment.lines);
        let fresh = moment.table.log.iter().skip(before);
        let events: Vec<String> =
            fresh.filter_map(|logged| describe::line(logged, &moment.table, language)).collect();
        let result = games::result(&scene);
        let said = if result.is_empty() { events.join(" · ") } else { result };
        let foot = rows_of(area, area.height.saturating_sub(3), 2);
        for (row, line) in (0..2).zip(text::wrap(&said, usize::from(area.width).max(1))) {
            paint::centred(line.trim_end(), Style::new().patch(look.good()), row_of(foot, row), buffer);
        }
        let keys = format!(" {}", language.say("replay.keys"));
        paint::text(&keys, look.dim(), row_of(area, area.height - 1), buffer);
    }
}
