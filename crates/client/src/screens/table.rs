//! The screen of a table: its state, the question to the player, and keys.

use std::sync::Arc;
use std::time::Duration;

use cardroom_api::player::me::Me;
use cardroom_api::table::answer::DryRun;
use cardroom_rules::cards::card::Card;
use cardroom_rules::games::any::{AnyAction, AnyRules};
use cardroom_rules::games::doudizhu::options::Options;
use cardroom_rules::games::doudizhu::reading::{Kind, Reading};
use cardroom_rules::games::doudizhu::tools::{Read as Readings, ReadingView, ToRead, Under};
use cardroom_rules::games::doudizhu::view::View;
use cardroom_rules::games::game::Chips;
use ratatui::crossterm::event::{KeyCode, KeyEvent};

use super::Context;
use super::ask::{Ask, Purpose, Reply, Then};
use super::between;
use super::menu;
use super::queue::{self, Guest, Way};
use crate::games::doudizhu::keys::play_as;
use crate::games::in_hand::{Judged, Play};
use crate::games::scene::Scene;
use crate::games::{self, Step};
use crate::model::{Applied, News, Table};
use crate::net::refusal::Refusal;
use crate::order::{Order, Write};
use crate::read::ReadTable;
use crate::tournament::followed::Followed;

/// Keys that act have no effect in the first moment of a decision, or after a hand: the player may have meant the
/// question before.
const FINGER: Duration = Duration::from_millis(250);
/// How long a message is shown.
const SAID: Duration = Duration::from_secs(5);

/// The state of the connection.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Wire {
    /// Nothing has come yet.
    #[default]
    New,
    /// The stream is open.
    Open,
    /// It is lost, and is tried again at this time of this program.
    Lost(Duration),
}

/// The screen of a table.
#[derive(Clone, Debug, Default)]
#[expect(clippy::struct_excessive_bools, reason = "each is a fact of its own, and all go together")]
pub struct TableScreen {
    /// The table.
    pub id: String,
    /// The invite code.
    pub code: Option<String>,
    /// The player's chips away from tables, if known.
    pub purse: Option<Chips>,
    /// The known state.
    pub table: Table,
    /// The player's input.
    pub play: Play,
    /// The question over it.
    pub ask: Option<Ask>,
    /// Whether the log is over it.
    pub shows_log: bool,
    /// The state of the connection.
    pub wire: Wire,
    /// Whether an action is on its way.
    pub is_sending: bool,
    /// A message, until when it is shown, and whether it is bad news.
    pub notice: Option<(String, Duration, bool)>,
    /// Why the table cannot be followed.
    pub over: Option<Refusal>,
    /// The version that was drawn last.
    pub drawn: u64,
    /// Whether to ring the bell.
    pub bell: bool,
    /// The tournament of the table, if it is followed.
    pub tournament: Option<Arc<Followed>>,
    /// The number of the table to which the player was moved, until it is shown.
    pub jump: Option<u32>,
    judging: Option<Vec<Card>>,
    /// The decision for which the readings of cards were asked for.
    reading_for: Option<u64>,
    asked_to_leave: bool,
}

impl TableScreen {
    /// For a table of which nothing is known yet.
    pub fn new(id: &str, code: Option<&str>) -> Self {
        Self { id: id.to_owned(), code: code.map(str::to_owned), ..Self::default() }
    }

    /// The player who looks at it.
    pub fn meet(&mut self, me: Option<&Me>) {
        self.table.me = me.map(|me| me.id);
        self.purse = me.map(|me| me.chips);
    }

    fn guest(&self) -> Guest<'_> {
        Guest { code: self.code.as_deref(), purse: self.purse }
    }

    /// The input of a game's drawing; absent before the first view.
    pub fn scene(&self, context: Context) -> Option<Scene<'_>> {
        let Context { language, look, here } = context;
        let (table, view) = (&self.table, self.table.view.as_deref()?);
        Some(Scene { table, view, play: &self.play, language, look, here, has_log: false, log: &[] })
    }

    /// The only way in which news of the table is applied. Returns the version after which changes were missed.
    pub fn apply(&mut self, news: News, context: Context) -> Option<u64> {
        let had_turn = self.table.is_my_turn().then_some(self.play.since).flatten();
        let was_called = matches!(queue::way(&self.table), Way::Called(_));
        let was_played = self.table.is_in_hand();
        let applied = self.table.apply(news, context.here);
        if was_played && !self.table.is_in_hand() {
            self.play.asked_at = context.here;
        }
        let since = self.table.my_decision().map(|decision| decision.since);
        if since != self.play.since {
            self.play.since = since;
            self.play.asked_at = context.here;
            games::begin(&self.table, &mut self.play);
            if matches!(self.ask, Some(Ask::Confirm { then: Then::Act(_), .. } | Ask::Readings { .. })) {
                self.ask = None;
            }
        }
        if games::settle(&self.table, &mut self.play) {
            self.say(context.language.say("holdem.ahead.dropped").to_owned(), true, context);
        }
        let is_turn = self.table.is_my_turn() && had_turn != since;
        let is_called = !was_called && matches!(queue::way(&self.table), Way::Called(_));
        // A choice made ahead is sent, so the player need not be called.
        if (is_turn && self.play.ahead.is_none()) || is_called {
            self.bell = true;
        }
        match applied {
            Applied::Gap(after) => Some(after),
            Applied::Nothing | Applied::Same | Applied::Next => None,
        }
    }

    /// Shows a message for a moment.
    pub fn say(&mut self, text: String, is_bad: bool, context: Context) {
        self.notice = Some((text, context.here + SAID, is_bad));
    }

    /// The answer to a write.
    pub fn written(&mut self, answer: Result<News, Refusal>, context: Context) -> Option<u64> {
        self.is_sending = false;
        match answer {
            Ok(news) => {
                self.notice = None;
                self.play.lift.set(Vec::new());
                self.play.hint = None;
                self.apply(news, context)
            }
            Err(refusal) => {
                self.say(context.language.refusal(&refusal), true, context);
                None
            }
        }
    }

    /// The server's preview of lifted cards.
    pub fn judged(&mut self, cards: Vec<Card>, answer: Result<DryRun, Refusal>) {
        self.judging = None;
        let answer = answer.map(|answer| answer.preview);
        self.play.judged = Some(Judged { cards, answer });
    }

    /// The readings of cards: a single one is played, of several the player chooses.
    pub fn read(&mut self, cards: Vec<Card>, answer: Result<Readings, Refusal>) -> Vec<Order> {
        self.is_sending = false;
        // The decision may have changed since the request.
        if self.reading_for.take() != self.play.since {
            return Vec::new();
        }
        let beat = match self.table.options() {
            Some(Options::Play(options)) => options.to_beat,
            _ => None,
        };
        let is_fit = |reading: &Reading| {
            let is_bomb = matches!(reading.kind, Kind::Bomb | Kind::Rocket);
            is_bomb || beat.is_none_or(|beat| (reading.kind, reading.length) == (beat.kind, beat.length))
        };
        let read = answer.ok();
        let must_be_named = read.as_ref().is_some_and(|read| read.must_be_named);
        let readings = read.iter().flat_map(|read| &read.readings).map(ReadingView::reading);
        let readings: Vec<Reading> = readings.filter(is_fit).collect();
        if readings.len() > 1 && (beat.is_none() || must_be_named) {
            self.ask = Some(Ask::Readings { cards, readings });
            return Vec::new();
        }
        let named = readings.first().filter(|_| readings.len() == 1 && must_be_named);
        self.act(play_as(cards, named.map(|reading| reading.named())))
    }

    /// The choice that was made before the turn, once the turn has come.
    fn chosen_ahead(&mut self, context: Context) -> Option<Order> {
        if self.play.ahead.is_none() || self.is_sending || !self.table.is_my_turn() {
            return None;
        }
        let Some(action) = games::chosen_ahead(&self.table, &mut self.play) else {
            self.bell = true;
            self.say(context.language.say("holdem.ahead.dropped").to_owned(), true, context);
            return None;
        };
        self.is_sending = true;
        Some(Order::Act { at: self.table.version(), action })
    }

    /// The orders that no key asks for: a choice made ahead, or a request for a preview of the lifted cards.
    pub fn wants(&mut self, context: Context) -> Option<Order> {
        if let Some(order) = self.chosen_ahead(context) {
            return Some(order);
        }
        let cards = self.play.lift.cards();
        let is_known = self.play.judged.as_ref().is_some_and(|judged| judged.cards == cards);
        if self.judging.is_some() || is_known || self.is_sending {
            return None;
        }
        let action = games::considered(&self.table, &self.play)?;
        self.judging = Some(cards.clone());
        Some(Order::Judge { at: self.table.version(), action, cards })
    }

    /// Handles a key.
    pub fn press(&mut self, key: KeyEvent, context: Context) -> Vec<Order> {
        if let Some(ask) = self.ask.take() {
            return self.answer(ask.press(key));
        }
        if self.shows_log {
            self.shows_log = false;
            return Vec::new();
        }
        let mut play = self.play.clone();
        let scene = self.scene(context);
        let step = scene.map_or(Step::Unused, |scene| games::press(&scene, &mut play, key));
        let is_early = context.here < self.play.asked_at + FINGER;
        if step != Step::Changed && step != Step::Unused && (self.is_sending || is_early) {
            return Vec::new();
        }
        self.play = play;
        if step != Step::Unused {
            self.asked_to_leave = false;
            self.notice = None;
        }
        match step {
            Step::Unused => self.press_around(key, is_early, context),
            Step::Changed => Vec::new(),
            Step::Act(action) => self.act(action),
            Step::Confirm(question, action) => {
                self.ask = Some(Ask::Confirm { question, then: Then::Act(action) });
                Vec::new()
            }
            Step::Amount(least, most) => {
                let language = context.language;
                let question =
                    language.fill("holdem.ask.amount", &[&language.chips(least), &language.chips(most)]);
                self.ask = Some(Ask::number(question, (least, most), self.play.amount, Purpose::Bet));
                Vec::new()
            }
            Step::Read(cards) => self.ask_readings(cards),
        }
    }

    /// Keys with the same effect in every game.
    fn press_around(&mut self, key: KeyEvent, is_early: bool, context: Context) -> Vec<Order> {
        if let Some(orders) = self.press_tournament(key.code, is_early, context) {
            return orders;
        }
        match key.code {
            KeyCode::Char('m') => self.open_menu(context),
            KeyCode::Char('l') => self.shows_log = true,
            KeyCode::Char(sign @ ('b' | 'r' | 'd')) if !is_early => {
                let write = between::write(&self.table, sign);
                return write.map(|write| self.write(write)).unwrap_or_default();
            }
            KeyCode::Char('s') if queue::may_sit(&self.table) => {
                let view = self.table.view.as_ref();
                self.ask = view.map(|view| menu::sit_down(view, self.guest(), context.language));
            }
            KeyCode::Char('w') => {
                let write = queue::write(&self.table, self.code.as_deref());
                return write.map(|write| self.write(write)).unwrap_or_default();
            }
            KeyCode::Char('u') => {
                let write = menu::auto_pass(&self.table);
                return write.map(|(_, write)| self.write(write)).unwrap_or_default();
            }
            KeyCode::Char('q' | 'z') => return self.leave(context),
            _ => {}
        }
        Vec::new()
    }

    fn open_menu(&mut self, context: Context) {
        let mut menu = menu::of(&self.table, self.guest(), context.language);
        if let Ask::Menu { items, .. } = &mut menu {
            items.splice(0..0, self.tournament_items(context.language));
        }
        match menu {
            Ask::Menu { items, .. } if items.is_empty() => {
                self.say(context.language.say("menu.nothing").to_owned(), false, context);
            }
            ask => self.ask = Some(ask),
        }
    }

    /// A player in a hand sees once that the seat stays.
    fn leave(&mut self, context: Context) -> Vec<Order> {
        let plays = self.table.my_seat().is_some() && self.table.is_in_hand() && self.over.is_none();
        if plays && !self.asked_to_leave {
            self.asked_to_leave = true;
            self.say(context.language.say("ask.quit").to_owned(), false, context);
            return Vec::new();
        }
        vec![Order::ToLobby]
    }

    fn answer(&mut self, reply: Reply) -> Vec<Order> {
        match reply {
            Reply::Open(ask) => self.ask = Some(ask),
            Reply::Dropped => {}
            Reply::Done(Then::Act(action)) => return self.act(action),
            Reply::Done(Then::Write(write)) => return self.write(write),
            Reply::Done(Then::InTournament(write)) => return self.write_tournament(write),
            Reply::Done(Then::ToTable(id)) => return vec![Order::ToTable { id, code: self.code.clone() }],
            Reply::Done(Then::ToTournament) => {
                let followed = self.tournament.iter();
                let order =
                    |it: &Arc<Followed>| Order::ToTournament { id: it.id.clone(), code: it.code.clone() };
                return followed.map(order).collect();
            }
            Reply::Done(Then::Ask(ask)) => self.ask = Some(*ask),
            Reply::Done(Then::Amount(amount)) => self.play.amount = amount,
        }
        Vec::new()
    }

    fn act(&mut self, action: AnyAction) -> Vec<Order> {
        if self.is_sending {
            return Vec::new();
        }
        self.is_sending = true;
        vec![Order::Act { at: self.drawn, action }]
    }

    fn write(&mut self, write: Write) -> Vec<Order> {
        if self.is_sending {
            return Vec::new();
        }
        self.is_sending = true;
        vec![Order::Write(write)]
    }

    fn ask_readings(&mut self, cards: Vec<Card>) -> Vec<Order> {
        let (Some(view), Some((state, _))) = (&self.table.view, self.table.state::<View>()) else {
            return Vec::new();
        };
        let AnyRules::Doudizhu(rules) = &view.options.game else { return Vec::new() };
        let under = Under { wings: rules.wings, wild: state.wild.clone() };
        self.is_sending = true;
        self.reading_for = self.play.since;
        vec![Order::Read(ToRead { cards, under })]
    }

    /// The table as a new read returned it.
    pub fn looked(&mut self, answer: Result<ReadTable, Refusal>, context: Context) -> Option<u64> {
        match answer {
            Ok(table) => self.apply(News { table: Some(table), ..News::default() }, context),
            Err(refusal) if refusal.is_no_answer() => None,
            Err(refusal) => {
                self.over = Some(refusal);
                None
            }
        }
    }
}
