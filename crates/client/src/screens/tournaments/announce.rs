//! Announcing a tournament: its kind, its price, its start, who may enter.

use cardroom_api::table::bots::NewFillWithBots;
use cardroom_api::table::options::Access;
use cardroom_api::tournament::holdem::{AddOnTerms, RebuyTerms};
use cardroom_rules::games::game::Chips;
use cardroom_rules::games::level::Level;
use cardroom_rules::tournament::levels::built_in::Speed;
use cardroom_rules::tournament::prizes::bounties::BountyMode;
use jiff::{SignedDuration, Timestamp};
use ratatui::buffer::Buffer;
use ratatui::crossterm::event::{KeyCode, KeyEvent};
use ratatui::layout::Rect;
use ratatui::style::Style;
use serde_json::{Value, json};

use crate::games::scene::row_of;
use crate::look;
use crate::order::Order;
use crate::screens::menu::LEVELS;
use crate::screens::{Context, paint};
use crate::tournament::followed::distance;

/// A kind of tournament.
struct Kind {
    key: &'static str,
    seats: u8,
    entrants: u32,
    speed: Speed,
    minutes: u32,
    has_bounties: bool,
    has_rebuys: bool,
}

const fn kind(key: &'static str, seats: u8, entrants: u32, speed: Speed, minutes: u32) -> Kind {
    Kind { key, seats, entrants, speed, minutes, has_bounties: false, has_rebuys: false }
}

/// The kinds that are offered.
const KINDS: [Kind; 6] = [
    kind("announce.kind.six", 6, 6, Speed::Turbo, 35),
    kind("announce.kind.nine", 9, 9, Speed::Turbo, 45),
    kind("announce.kind.headsUp", 2, 2, Speed::Turbo, 20),
    kind("announce.kind.fast", 6, 6, Speed::Hyper, 12),
    Kind { has_bounties: true, ..kind("announce.kind.bounties", 9, 9, Speed::Turbo, 45) },
    Kind { has_rebuys: true, ..kind("announce.kind.rebuys", 9, 18, Speed::Turbo, 60) },
];
/// What an entry may cost.
const PRICES: [Chips; 5] = [0, 20, 50, 100, 500];
/// The tournament chips of an entry.
const STACK: Chips = 1_500;
/// The starts, in minutes from now; `None` if it starts when it is full.
const STARTS: [Option<i64>; 5] = [None, Some(15), Some(30), Some(60), Some(180)];
/// How many may enter a tournament that starts at a set time.
const MOST_TIMED: u32 = 100;
/// The last level in which players may rebuy, or enter one that starts at a set time.
const LATE_LEVEL: u32 = 4;
/// How often an entry may rebuy.
const MOST_REBUYS: u32 = 2;
/// How long people wait for other people before computer players come, in seconds.
const WAITS: u16 = 15;
/// The most characters of a tournament's name.
const LONGEST: usize = 60;
/// The number of questions.
const LINES: usize = 5;

/// The sheet.
#[derive(Clone, Debug, Default)]
pub struct Announce {
    host: String,
    /// The server's time when the sheet was opened.
    now: Option<Timestamp>,
    is_sending: bool,
    refused: Option<String>,
    line: usize,
    kind: usize,
    price: usize,
    start: usize,
    invited: bool,
    places: usize,
}

impl Announce {
    /// With the usual choices. Without the server's time it can only start when it is full.
    pub fn new(host: &str, now: Option<Timestamp>) -> Self {
        Self { host: host.to_owned(), now, price: 2, places: 2, ..Self::default() }
    }

    /// A refusal.
    pub fn refuse(&mut self, text: String) {
        self.is_sending = false;
        self.refused = Some(text);
    }

    /// Handles a key. `None` if the sheet is left.
    pub fn press(&mut self, key: KeyEvent, context: Context) -> Option<Vec<Order>> {
        match key.code {
            KeyCode::Esc | KeyCode::Char('q') => return None,
            KeyCode::Up => self.line = self.line.checked_sub(1).unwrap_or(LINES - 1),
            KeyCode::Down | KeyCode::Tab => self.line = (self.line + 1) % LINES,
            KeyCode::Left => self.turn(false),
            KeyCode::Right | KeyCode::Char(' ') => self.turn(true),
            KeyCode::Enter if !self.is_sending => {
                self.is_sending = true;
                self.refused = None;
                return Some(vec![Order::Announce(self.options(context))]);
            }
            _ => {}
        }
        Some(Vec::new())
    }

    /// The next choice of the line, or the one before.
    fn turn(&mut self, forward: bool) {
        let starts = if self.now.is_some() { STARTS.len() } else { 1 };
        let (choice, count) = match self.line {
            0 => (&mut self.kind, KINDS.len()),
            1 => (&mut self.price, PRICES.len()),
            2 => (&mut self.start, starts),
            3 => {
                self.invited = !self.invited;
                return;
            }
            _ => (&mut self.places, LEVELS.len() + 1),
        };
        *choice = (*choice + if forward { 1 } else { count - 1 }) % count;
    }

    fn kind(&self) -> &'static Kind {
        KINDS.get(self.kind).unwrap_or(&KINDS[0])
    }

    fn price(&self) -> Chips {
        PRICES.get(self.price).copied().unwrap_or_default()
    }

    fn starts_in(&self) -> Option<i64> {
        STARTS.get(self.start).copied().flatten().filter(|_| self.now.is_some())
    }

    /// The level of the computer players who fill it up. They come only if it starts when it is full.
    fn level(&self) -> Option<Level> {
        let level = self.places.checked_sub(1).and_then(|at| LEVELS.get(at).copied());
        level.filter(|_| self.starts_in().is_none())
    }

    /// The body of the request.
    fn options(&self, context: Context) -> Value {
        let (kind, price) = (self.kind(), self.price());
        let bounty = if kind.has_bounties { price / 2 } else { 0 };
        let until_level = LATE_LEVEL;
        let rebuy = RebuyTerms { price, chips: STACK, until_level, most: MOST_REBUYS };
        let minutes = self.starts_in();
        let starts_at = self.now.zip(minutes).and_then(|(now, minutes)| {
            now.checked_add(SignedDuration::from_mins(minutes)).ok().map(|start| start.to_string())
        });
        let host: String = look::plain(&self.host).chars().take(LONGEST - 20).collect();
        let fill = self.level().map(|level| NewFillWithBots { level, after_seconds: WAITS });
        json!({
            "name": context.language.fill("announce.name", &[&host]),
            "game": { "holdem": {
                "seats": kind.seats,
                "starting_chips": STACK,
                "speed": kind.speed,
                "minutes": kind.minutes,
                "late_level": if minutes.is_some() { LATE_LEVEL } else { 0 },
                "bounty": bounty,
                "bounties": BountyMode::Progressive,
                "rebuy": kind.has_rebuys.then_some(rebuy),
                "add_on": kind.has_rebuys.then_some(AddOnTerms { price, chips: STACK }),
            } },
            "max_entrants": if minutes.is_some() { MOST_TIMED } else { kind.entrants },
            "prize": price - bounty,
            "access": if self.invited { Access::Invite } else { Access::Public },
            "starts_at": starts_at,
            "fill_with_bots": fill,
        })
    }

    /// Draws it.
    pub fn draw(&self, context: Context, area: Rect, buffer: &mut Buffer) {
        let language = context.language;
        let say = |key: &str| language.say(key).to_owned();
        let inside = paint::sheet(language.say("announce.title"), 66, 12, context, area, buffer);
        let price = match self.price() {
            0 => say("tournament.free"),
            price => language.fill("lobby.chips", &[&language.chips(price)]),
        };
        let start = match self.starts_in() {
            None => say("announce.whenFull"),
            Some(minutes) => language.fill("tournament.in", &[&distance(minutes * 60_000, language)]),
        };
        let places = match self.level() {
            Some(level) => language.fill("lobby.against", &[language.say(&format!("level.{level}"))]),
            None => say("open.forPeople"),
        };
        let rows = [
            (say("announce.kind"), say(self.kind().key)),
            (say("announce.price"), price),
            (say("announce.start"), start),
            (say("open.who"), say(if self.invited { "announce.invited" } else { "open.everybody" })),
            (say("announce.places"), places),
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
        paint::text(said, context.look.bad(), row_of(inside, 7), buffer);
        paint::text(language.say("announce.keys"), context.look.dim(), row_of(inside, 9), buffer);
    }
}
