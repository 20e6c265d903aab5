//! Help, over any screen: how the game is played, and the keys.

use cardroom_rules::games::any::GameKind;
use ratatui::buffer::Buffer;
use ratatui::crossterm::event::KeyCode;
use ratatui::layout::Rect;
use ratatui::style::Style;

use super::{Context, paint};
use crate::games::scene::row_of;
use crate::look;

/// The number of points that explain a game.
const POINTS: usize = 5;
/// The largest width of help.
const WIDTH: u16 = 72;
/// The lines of a sheet that are not text: its borders, and the last line.
const FRAME: u16 = 3;

/// The subject of help.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Topic {
    /// The game that is explained first.
    pub game: Option<GameKind>,
    /// The keys of the texts about keys.
    pub keys: Vec<String>,
}

impl Topic {
    /// The keys of one screen.
    pub fn keys(key: &str) -> Self {
        Self { game: None, keys: vec![key.to_owned()] }
    }

    /// A table of a game.
    pub fn table(game: Option<GameKind>) -> Self {
        let of_game = game.map(|game| format!("help.{}", game.name()));
        Self { game, keys: of_game.into_iter().chain(["help.table".to_owned()]).collect() }
    }

    /// A table of a tournament.
    #[must_use]
    pub fn of_tournament(mut self, is_of_tournament: bool) -> Self {
        self.keys.extend(is_of_tournament.then(|| "help.atTournament".to_owned()));
        self
    }
}

/// The help that is open, or not. `?` opens it and turns its pages, and any other key closes it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Help {
    page: Option<usize>,
    /// The number of pages when it was drawn last; before that, the largest number.
    pages: usize,
}

/// A line of a page.
struct Line {
    text: String,
    is_head: bool,
}

/// A page: its title, and its text.
struct Page {
    title: String,
    lines: Vec<Line>,
}

impl Help {
    /// Whether it is over the screen.
    pub fn is_open(self) -> bool {
        self.page.is_some()
    }

    /// Opens it.
    pub fn open(&mut self) {
        *self = Self { page: Some(0), pages: usize::MAX };
    }

    /// Takes a key while it is open.
    pub fn press(&mut self, key: KeyCode) {
        self.page =
            self.page.map(|page| page + 1).filter(|&next| key == KeyCode::Char('?') && next < self.pages);
    }

    /// Draws the page that is open.
    pub fn draw(&mut self, topic: &Topic, context: Context, area: Rect, buffer: &mut Buffer) {
        let Some(at) = self.page else { return };
        let pages = pages(topic, context, area);
        self.pages = pages.len();
        // Keys may come faster than pages are drawn.
        let at = at.min(pages.len().saturating_sub(1));
        self.page = Some(at);
        let Some(page) = pages.get(at) else { return };
        let height = u16::try_from(page.lines.len()).unwrap_or(u16::MAX).saturating_add(FRAME);
        let inside = paint::sheet(&page.title, WIDTH, height, context, area, buffer);
        let rows = inside.height.saturating_sub(1);
        for (row, line) in (0..rows).zip(&page.lines) {
            let style = if line.is_head { context.look.bright() } else { Style::new() };
            paint::text(&line.text, style, row_of(inside, row), buffer);
        }
        let is_last = at + 1 == pages.len();
        let key = if is_last { "help.any" } else { "help.more" };
        paint::text(context.language.say(key), context.look.dim(), row_of(inside, rows), buffer);
    }
}

/// The game in its points, and then the keys, on as many pages as the window needs.
fn pages(topic: &Topic, context: Context, area: Rect) -> Vec<Page> {
    let width = usize::from(WIDTH.min(area.width).saturating_sub(4));
    let rows = usize::from(area.height.saturating_sub(FRAME)).max(1);
    let mut pages = Vec::new();
    if let Some(game) = topic.game.map(GameKind::name) {
        let name = context.language.say(&format!("game.{game}")).to_owned();
        let title = context.language.fill("learn.titleOf", &[&name]);
        let mut points: Vec<_> = (0..POINTS).map(|point| point_of(game, point, width, context)).collect();
        let lines: usize = points.iter().map(Vec::len).sum();
        if lines + POINTS <= rows + 1 {
            // There is room to separate the points.
            for point in points.iter_mut().skip(1) {
                point.insert(0, Line { text: String::new(), is_head: false });
            }
        }
        fill(&mut pages, &title, points.into_iter(), rows);
    }
    let keys = topic.keys.iter().map(String::as_str).chain(["help.global"]);
    let lines = keys.flat_map(|key| context.language.say(key).lines());
    let lines = lines.map(|line| text(line, width).collect());
    fill(&mut pages, context.language.say("help.title"), lines, rows);
    pages
}

/// One of the points that explain a game: its heading, and its text in lines.
fn point_of(game: &str, point: usize, width: usize, context: Context) -> Vec<Line> {
    let words =
        |part: &str| context.language.find(&format!("learn.how.{game}.{point}.{part}")).unwrap_or_default();
    let head = Line { text: words("head").to_owned(), is_head: true };
    [head].into_iter().chain(text(words("text"), width)).collect()
}

/// A text in lines.
fn text(text: &str, width: usize) -> impl Iterator<Item = Line> + use<> {
    look::wrap(text, width).into_iter().map(|text| Line { text: text.trim_end().to_owned(), is_head: false })
}

/// Puts blocks of lines on pages with this many rows. A block is not split.
fn fill(pages: &mut Vec<Page>, title: &str, blocks: impl Iterator<Item = Vec<Line>>, rows: usize) {
    let mut lines: Vec<Line> = Vec::new();
    for block in blocks {
        if lines.len() + block.len() > rows && !lines.is_empty() {
            pages.push(Page { title: title.to_owned(), lines: std::mem::take(&mut lines) });
        }
        lines.extend(block);
    }
    pages.push(Page { title: title.to_owned(), lines });
}
