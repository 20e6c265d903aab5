//! Opening a table: three sets of stakes, who may sit down, who takes the free chairs.

use cardroom_api::requests::tables::FirstChair;
use cardroom_api::table::bots::NewFillWithBots;
use cardroom_api::table::options::Access;
use cardroom_rules::games::any::GameKind;
use cardroom_rules::games::game::Chips;
use cardroom_rules::games::holdem::rules::Betting;
use cardroom_rules::games::level::Level;
use ratatui::buffer::Buffer;
use ratatui::crossterm::event::{KeyCode, KeyEvent};
use ratatui::layout::Rect;
use ratatui::style::Style;
use serde_json::{Value, json};

use super::menu::LEVELS;
use super::{Context, paint};
use crate::games::scene::row_of;
use crate::look;
use crate::order::Order;

/// The names of the stakes.
const STAKES: [&str; 3] = ["open.calm", "open.usual", "open.high"];
/// Their small blinds.
const BLINDS: [Chips; 3] = [1, 5, 25];
/// Their stakes at Dou Dizhu.
const POINTS: [Chips; 3] = [1, 10, 50];
/// Their stakes at Shengji.
const LEVELS_FOR: [Chips; 3] = [0, 0, 50];
/// Their decision times.
const SECONDS: [u64; 3] = [45, 20, 20];
/// The most characters of a table's name.
const LONGEST: usize = 60;

/// The screen.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct OpenTable {
    /// The player who opens it.
    pub host: String,
    /// Whether the request is on its way.
    pub is_sending: bool,
    /// The last refusal.
    pub refused: Option<String>,
    line: usize,
    game: usize,
    stakes: usize,
    invited: bool,
    chairs: usize,
}

impl OpenTable {
    /// With the usual choices.
    pub fn new(host: &str) -> Self {
        Self { host: host.to_owned(), stakes: 1, chairs: 2, ..Self::default() }
    }

    /// Handles a key. `None` if the screen is left.
    pub fn press(&mut self, key: KeyEvent, context: Context) -> Option<Vec<Order>> {
        match key.code {
            KeyCode::Esc | KeyCode::Char('q') => return None,
            KeyCode::Up => self.line = self.line.checked_sub(1).unwrap_or(3),
            KeyCode::Down | KeyCode::Tab => self.line = (self.line + 1) % 4,
            KeyCode::Left => self.turn(2),
            KeyCode::Right | KeyCode::Char(' ') => self.turn(1),
            KeyCode::Enter if !self.is_sending => {
                self.is_sending = true;
                self.refused = None;
                return Some(vec![Order::Open(self.table(context))]);
            }
            _ => {}
        }
        Some(Vec::new())
    }

    /// The next choice, or backwards by as many steps as make one back.
    fn turn(&mut self, by: usize) {
        match self.line {
            0 => self.game = (self.game + by) % 3,
            1 => self.stakes = (self.stakes + by) % 3,
            2 => self.invited = !self.invited,
            // Four choices: two steps forward would not be one back.
            _ => self.chairs = (self.chairs + if by == 2 { 3 } else { 1 }) % 4,
        }
    }

    fn kind(&self) -> GameKind {
        GameKind::ALL.get(self.game).copied().unwrap_or(GameKind::Holdem)
    }

    fn of(&self, stakes: [u64; 3]) -> u64 {
        stakes.get(self.stakes).copied().unwrap_or_default()
    }

    fn level(&self) -> Option<Level> {
        LEVELS.get(self.chairs.checked_sub(1)?).copied()
    }

    /// The body of the request: a [`NewTable`] without the members that the server chooses. A `NewTable` itself has all of
    /// them, and an older server refuses those that it does not know.
    ///
    /// [`NewTable`]: cardroom_api::requests::tables::NewTable
    fn table(&self, context: Context) -> Value {
        let (small, points, stake) = (self.of(BLINDS), self.of(POINTS), self.of(LEVELS_FOR));
        let (seats, least, most, game) = match self.kind() {
            GameKind::Holdem => {
                let rules = json!({
                    "betting": Betting::NoLimit,
                    "small_blind": small,
                    "big_blind": small * 2,
                    "run_it_twice": true,
                });
                (6, small * 80, small * 200, rules)
            }
            GameKind::Doudizhu => (3, points * 50, points * 200, json!({ "stake": points })),
            GameKind::Shengji => (4, stake * 10, stake * 100, json!({ "stake": stake })),
        };
        let fill = self.level().map(|level| NewFillWithBots { level, after_seconds: 0 });
        let access = if self.invited { Access::Invite } else { Access::Public };
        let host: String = look::plain(&self.host).chars().take(LONGEST - 12).collect();
        json!({
            "name": context.language.fill("open.defaultName", &[&host]),
            "seats": seats,
            "min_buy_in": least,
            "max_buy_in": most,
            "decision_seconds": self.of(SECONDS),
            "access": access,
            "fill_with_bots": fill,
            "game": { self.kind().name(): game },
            "sit": FirstChair { buy_in: most },
        })
    }

    fn stakes_text(&self, context: Context) -> String {
        let language = context.language;
        let said = match self.kind() {
            GameKind::Holdem => {
                let small = self.of(BLINDS);
                language.fill("open.blinds", &[&language.chips(small), &language.chips(small * 2)])
            }
            GameKind::Doudizhu => language.fill("lobby.stake", &[&language.chips(self.of(POINTS))]),
            GameKind::Shengji if self.of(LEVELS_FOR) == 0 => language.say("lobby.nostake").to_owned(),
            GameKind::Shengji => language.fill("lobby.stake", &[&language.chips(self.of(LEVELS_FOR))]),
        };
        let stakes = STAKES.get(self.stakes).copied().unwrap_or("open.usual");
        format!("{} · {said}", language.say(stakes))
    }

    /// Draws it.
    pub fn draw(&self, context: Context, area: Rect, buffer: &mut Buffer) {
        let language = context.language;
        let say = |key: &str| language.say(key).to_owned();
        let inside = paint::sheet(language.say("lobby.openTable"), 64, 11, context, area, buffer);
        let game = say(&format!("game.{}", self.kind().name()));
        let who = say(if self.invited { "open.invited" } else { "open.everybody" });
        let chairs = match self.level() {
            Some(level) => language.fill("lobby.against", &[language.say(&format!("level.{level}"))]),
            None => say("open.forPeople"),
        };
        let rows = [
            (say("opening.game"), game),
            (say("opening.stakes"), self.stakes_text(context)),
            (say("open.who"), who),
            (say("open.freeChairs"), chairs),
        ];
        for (row, (label, value)) in (1..).zip(rows) {
            let is_here = usize::from(row) == self.line + 1;
            let pad = 14_usize.saturating_sub(look::width(&label));
            let arrows = if is_here { ("‹", "›") } else { (" ", " ") };
            let line = format!(" {label}{} {} {value} {}", " ".repeat(pad), arrows.0, arrows.1);
            let style = if is_here { context.look.bright() } else { Style::new() };
            paint::text(&line, style, row_of(inside, row), buffer);
        }
        let said = match &self.refused {
            Some(refused) => refused.as_str(),
            None if self.is_sending => language.say("table.sending"),
            None => "",
        };
        paint::text(said, context.look.bad(), row_of(inside, 6), buffer);
        paint::text(language.say("open.keys"), context.look.dim(), row_of(inside, 8), buffer);
    }
}
