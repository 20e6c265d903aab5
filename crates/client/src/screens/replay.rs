//! A hand step by step, as its reader may know it.

use std::time::Duration;

use ratatui::buffer::Buffer;
use ratatui::crossterm::event::{KeyCode, KeyEvent};
use ratatui::layout::{Alignment, Rect};
use ratatui::style::Style;
use ratatui::text::{Line, Span};
use ratatui::widgets::Widget;

use super::{Context, paint};
use crate::describe;
use crate::games;
use crate::games::in_hand::Play;
use crate::games::scene::{Scene, row_of, rows_of};
use crate::look as text;
use crate::model::Table;
use crate::wire::history::History;
use crate::wire::{Chair, HandResult, HandView, PlayerResult, State, TableOptions, TableView, You};

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
    pub fn new(history: &History) -> Self {
        let mut table = Table::default();
        let states = history.views.iter().flat_map(|views| &views.states);
        let mut moments = Vec::new();
        let last = history.changes.last().map(|change| change.version);
        for after in states {
            let changes = history.changes.iter().filter(|change| change.version == after.version);
            table.note(changes.cloned().collect());
            let is_over = Some(after.version) == last && history.changes.len() > 1;
            table.view = view(history, after.state.clone(), is_over);
            moments.push(Moment { table: table.clone(), lines: table.log.len() });
        }
        Self { moments, ..Self::default() }
    }

    /// Whether there is anything to show.
    pub fn is_empty(&self) -> bool {
        self.moments.is_empty()
    }

    /// What a key does. False if the screen is left.
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
        let Context { language, look, here } = context;
        let log = describe::lines(&moment.table, language);
        let (table, play) = (&moment.table, &self.play);
        let scene = Scene { table, play, language, look, here, has_log: false, log: &log };
        let number = moment.table.view.hand.as_ref().map(|hand| hand.number);
        let number =
            number.or(moment.table.view.last_result.as_ref().map(|result| result.number)).unwrap_or(0);
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
        let told: Vec<String> =
            fresh.filter_map(|logged| describe::line(logged, &moment.table, language)).collect();
        let result = games::result(&scene);
        let said = if result.is_empty() { told.join(" · ") } else { result };
        let foot = rows_of(area, area.height.saturating_sub(3), 2);
        for (row, line) in (0..2).zip(text::wrap(&said, usize::from(area.width).max(1))) {
            paint::centred(line.trim_end(), Style::new().patch(look.good()), row_of(foot, row), buffer);
        }
        let keys = format!(" {}", language.say("replay.keys"));
        paint::text(&keys, look.dim(), row_of(area, area.height - 1), buffer);
    }
}

/// A table as it was at a moment of a hand, as far as the history tells.
fn view(history: &History, state: State, is_over: bool) -> TableView {
    let seats = match (&history.rules.doudizhu, &history.rules.shengji) {
        (Some(_), _) => 3,
        (_, Some(_)) => 4,
        _ => history.players.iter().map(|player| player.seat + 1).max().unwrap_or(2),
    };
    let signed = |chips: u64| i64::try_from(chips).unwrap_or(i64::MAX);
    let players = history.players.iter().map(|chair| {
        let stack = stack(&state, chair);
        let net = signed(stack) - signed(chair.chips);
        PlayerResult { seat: chair.seat, name: chair.name.clone(), stack, net }
    });
    let chairs =
        history.players.iter().map(|chair| Chair { chips: stack(&state, chair), ..chair.clone() }).collect();
    let result = HandResult {
        id: history.id.clone(),
        number: history.number,
        void: false,
        your_seat: history.your_seat,
        players: players.collect(),
        state: state.clone(),
    };
    let hand = HandView { id: history.id.clone(), number: history.number, state, ..HandView::default() };
    TableView {
        version: 1,
        options: TableOptions { game: history.rules.clone(), seats, ..TableOptions::default() },
        chairs,
        you: Some(You { seat: history.your_seat, ..You::default() }),
        last_result: is_over.then_some(result),
        hand: (!is_over).then_some(hand),
        ..TableView::default()
    }
}

/// The input at a moment of a hand.
fn stack(state: &State, chair: &Chair) -> u64 {
    let holdem =
        state.holdem.iter().flat_map(|state| &state.players).map(|player| (player.seat, player.stack));
    let doudizhu =
        state.doudizhu.iter().flat_map(|state| &state.players).map(|player| (player.seat, player.stack));
    holdem.chain(doudizhu).find(|(seat, _)| *seat == chair.seat).map_or(chair.chips, |(_, stack)| stack)
}
