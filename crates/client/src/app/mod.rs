//! The program: one loop that takes events, passes them to the current screen, and draws.

mod following;
mod incoming;
#[cfg(test)]
mod tests;
mod tournaments;

use std::io;
use std::sync::Arc;
use std::sync::mpsc::{self, Receiver};
use std::time::Duration;

use cardroom_api::player::me::Me;
use cardroom_rules::games::level::Level;
use ratatui::Frame;
use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers};

use self::following::Following;
use super::clock;
use super::games;
use super::look::Look;
use super::net::client::{Call, Client};
use super::net::stream::Stream;
use super::order::Order;
use super::random;
use super::screens::hands::HandsScreen;
use super::screens::help::{Help, Topic};
use super::screens::lobby::Lobby;
use super::screens::table::TableScreen;
use super::screens::tournaments::list::TournamentsScreen;
use super::screens::tournaments::one::TournamentScreen;
use super::screens::welcome::Welcome;
use super::screens::{Context, paint};
use super::terminal::{self, Screen as Terminal};
use super::tournament::followed::Followed;
use super::words::Language;
use super::work::{Happening, Work};

/// How often the screen is drawn without events, because clocks run.
const TICK: Duration = Duration::from_millis(250);
/// How often the lobby is read while it is shown.
const LOBBY_EVERY: Duration = Duration::from_secs(5);
/// The least time during which an action is sent again if no answer comes.
const LEAST_TRY: Duration = Duration::from_secs(5);

/// The current screen.
#[derive(Debug)]
enum Shown {
    Welcome(Welcome),
    Lobby(Box<Lobby>),
    Hands(Box<HandsScreen>),
    Table(Box<TableScreen>),
    Tournaments(Box<TournamentsScreen>),
    Tournament(Box<TournamentScreen>),
}

/// The program.
#[derive(Debug)]
pub struct App {
    work: Work,
    happenings: Receiver<Happening>,
    shown: Shown,
    language: Language,
    look: Look,
    level: Option<Level>,
    /// What to show once the player is signed in.
    first: Option<First>,
    me: Option<Me>,
    stream: Option<Stream>,
    /// The number of the stream. Messages of older streams are ignored.
    streams: u64,
    /// The tournament that is followed.
    following: Option<Following>,
    /// The number of the tournament's stream.
    followings: u64,
    lobby_at: Duration,
    help: Help,
    /// Whether the window is too small to show what a key would do.
    is_small: bool,
    is_over: bool,
}

/// How the program starts.
#[derive(Debug)]
pub struct Start {
    /// The server.
    pub client: Arc<Client>,
    /// The language of the screen.
    pub language: Language,
    /// How it is drawn.
    pub look: Look,
    /// The level of computer players that the lobby selects first.
    pub level: Option<Level>,
    /// What to show at once instead of the lobby.
    pub first: Option<First>,
}

/// What a link leads to: its identifier and its invite code.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum First {
    /// A table.
    Table(String, Option<String>),
    /// A tournament.
    Tournament(String, Option<String>),
}

impl App {
    /// The program, before its loop.
    pub fn new(start: Start) -> Self {
        let (sender, happenings) = mpsc::channel();
        let Start { client, language, look, level, first } = start;
        let is_known = client.is_signed_in();
        let mut app = Self {
            work: Work { client, sender },
            happenings,
            shown: Shown::Welcome(Welcome::new(language, random::bits())),
            language,
            look,
            level,
            first,
            me: None,
            stream: None,
            streams: 0,
            following: None,
            followings: 0,
            lobby_at: Duration::ZERO,
            help: Help::default(),
            is_small: false,
            is_over: false,
        };
        if is_known {
            app.go_in();
        }
        app
    }

    /// Runs until the player leaves or the process gets a signal.
    pub fn run(mut self, screen: &mut Terminal) -> io::Result<()> {
        terminal::listen(&self.work.sender, Happening::Terminal)?;
        while !self.is_over {
            screen.terminal.draw(|frame| self.draw(frame))?;
            let rings = match &mut self.shown {
                Shown::Table(table) => std::mem::take(&mut table.bell),
                Shown::Lobby(lobby) => std::mem::take(&mut lobby.bell),
                Shown::Tournament(one) => std::mem::take(&mut one.bell),
                Shown::Welcome(_) | Shown::Hands(_) | Shown::Tournaments(_) => false,
            };
            if rings {
                screen.ring()?;
            }
            let first = self.happenings.recv_timeout(TICK).ok();
            let more: Vec<Happening> = self.happenings.try_iter().collect();
            for happening in first.into_iter().chain(more) {
                self.take(happening);
            }
            self.tick();
        }
        Ok(())
    }

    fn context(&self) -> Context {
        Context {
            language: self.language,
            look: Look { language: self.language, ..self.look },
            here: clock::elapsed(),
        }
    }

    fn draw(&mut self, frame: &mut Frame) {
        let context = self.context();
        let area = frame.area();
        let buffer = frame.buffer_mut();
        self.is_small = area.width < paint::LEAST_WIDTH || area.height < paint::LEAST_HEIGHT;
        if self.is_small {
            return paint::too_small(context, area, buffer);
        }
        match &mut self.shown {
            Shown::Welcome(welcome) => welcome.draw(self.work.client.base(), context, area, buffer),
            Shown::Lobby(lobby) => lobby.draw(self.work.client.base(), context, area, buffer),
            Shown::Hands(hands) => hands.draw(context, area, buffer),
            Shown::Tournaments(list) => list.draw(context, area, buffer),
            Shown::Tournament(one) => one.draw(context, area, buffer),
            Shown::Table(table) => {
                table.draw(context, area, buffer);
                table.drawn = table.table.version();
            }
        }
        if self.help.is_open() {
            let topic = self.topic();
            self.help.draw(&topic, context, area, buffer);
        }
        context.look.finish(buffer);
    }

    /// What help is about.
    fn topic(&self) -> Topic {
        match &self.shown {
            Shown::Table(table) => {
                let is_of_tournament = table.table.tournament().is_some();
                Topic::table(games::of(&table.table)).of_tournament(is_of_tournament)
            }
            Shown::Hands(hands) if hands.is_watching() => Topic::keys("help.replay"),
            Shown::Hands(_) => Topic::keys("help.hands"),
            Shown::Lobby(lobby) => Topic { game: lobby.game(), ..Topic::keys("help.lobby") },
            Shown::Welcome(_) => Topic::keys("help.lobby"),
            Shown::Tournaments(_) => Topic::keys("help.tournaments"),
            Shown::Tournament(_) => Topic::keys("help.tournament"),
        }
    }

    fn tick(&mut self) {
        let context = self.context();
        let here = context.here;
        self.tick_tournament(context);
        if matches!(self.shown, Shown::Lobby(_)) && here >= self.lobby_at + LOBBY_EVERY {
            self.lobby_at = here;
            self.work.lobby();
        }
        if matches!(self.shown, Shown::Tournaments(_)) && here >= self.lobby_at + LOBBY_EVERY {
            self.lobby_at = here;
            self.work.tournaments();
        }
        let order = match &mut self.shown {
            Shown::Table(table) => table.wants(context),
            Shown::Hands(hands) => {
                hands.tick(context);
                None
            }
            Shown::Welcome(_) | Shown::Lobby(_) | Shown::Tournaments(_) | Shown::Tournament(_) => None,
        };
        if let Some(order) = order {
            self.carry_out(order);
        }
    }

    fn take(&mut self, happening: Happening) {
        match happening {
            Happening::Terminal(terminal::Input::Key(key)) => self.press(key),
            Happening::Terminal(terminal::Input::Paste(text)) => self.paste(&text),
            Happening::Terminal(terminal::Input::Ended) => self.is_over = true,
            Happening::Stream(number, update) if number == self.streams => self.streamed(update),
            Happening::Tournament(number, update) if number == self.followings => {
                self.tournament_streamed(update);
            }
            // A late message of an older stream, or a new size; the next drawing reads the size itself.
            Happening::Stream(..)
            | Happening::Tournament(..)
            | Happening::Terminal(terminal::Input::Resized) => {}
            Happening::Answer(answer) => self.answered(*answer),
        }
    }

    fn paste(&mut self, text: &str) {
        match &mut self.shown {
            Shown::Welcome(welcome) => welcome.field.push(text.trim()),
            Shown::Lobby(lobby) => lobby.paste(text),
            Shown::Tournaments(list) => list.paste(text),
            // Text pasted at a table is not a key: it could fold a hand.
            Shown::Table(_) | Shown::Tournament(_) | Shown::Hands(_) => {}
        }
    }

    fn press(&mut self, key: KeyEvent) {
        let is_control = key.modifiers.contains(KeyModifiers::CONTROL);
        if is_control && key.code == KeyCode::Char('c') {
            self.is_over = true;
            return;
        }
        // Keys do nothing if the player cannot see their effect.
        if self.is_small {
            return;
        }
        if self.help.is_open() {
            self.help.press(key.code);
            return;
        }
        let context = self.context();
        let is_typing = match &self.shown {
            Shown::Welcome(_) => true,
            Shown::Lobby(lobby) => lobby.is_typing(),
            Shown::Tournaments(list) => list.is_typing(),
            Shown::Hands(_) | Shown::Table(_) | Shown::Tournament(_) => false,
        };
        if !is_typing {
            match key.code {
                KeyCode::Char('?') => {
                    self.help.open();
                    return;
                }
                KeyCode::Char('L') => return self.carry_out(Order::SwitchLanguage),
                _ => {}
            }
        }
        let orders = match &mut self.shown {
            Shown::Welcome(welcome) => welcome.press(key, context),
            Shown::Lobby(lobby) => lobby.press(key, context),
            Shown::Hands(hands) => hands.press(key, context),
            Shown::Tournaments(list) => list.press(key, context),
            Shown::Tournament(one) => one.press(key, context),
            Shown::Table(table) if !is_control => table.press(key, context),
            Shown::Table(_) => Vec::new(),
        };
        for order in orders {
            self.carry_out(order);
        }
    }

    fn carry_out(&mut self, order: Order) {
        let table = match &self.shown {
            Shown::Table(table) => table.id.clone(),
            _ => String::new(),
        };
        match order {
            Order::Quit => self.is_over = true,
            Order::SwitchLanguage => self.language = self.language.other(),
            Order::ToLobby => self.show_lobby(),
            Order::ComeIn(name) => self.work.come_in(name),
            Order::QuickSeat { game, level } => self.work.quick_seat(game, level),
            Order::Open(new) => self.work.open(&new),
            Order::Refill => self.work.refill(),
            Order::ToHands => {
                self.shown = Shown::Hands(Box::default());
                self.work.hands();
            }
            Order::Watch(id) => self.work.watch(id),
            Order::LookUp(code) => self.work.look_up(code),
            Order::TakeInvite { code, table, buy_in } => self.work.take_invite(code, table, buy_in),
            Order::ToTournaments => self.show_tournaments(),
            Order::ToTournament { id, code } => self.show_tournament(&id, code.as_deref()),
            Order::Announce(options) => self.work.announce(options),
            Order::InTournament(write) => {
                if let Some(following) = &self.following {
                    let Followed { id, code, .. } = &*following.followed;
                    self.work.in_tournament(id.clone(), code.as_deref(), write);
                }
            }
            Order::ToTable { id, code } => self.show_table(&id, code.as_deref()),
            Order::Act { at, action } => self.work.act(table, at, action, self.patience()),
            Order::Judge { at, action, cards } => self.work.judge(table, at, action, cards),
            Order::Read(body) => self.work.read(table, body),
            Order::Write(write) => self.work.write(table, write),
        }
    }

    /// How long an action is worth sending: until the clock acts for the seat.
    fn patience(&self) -> Duration {
        let Shown::Table(screen) = &self.shown else { return LEAST_TRY };
        let due = screen.table.my_decision().and_then(|decision| Some(decision.clock?.due));
        let left = due.map_or(0, |due| screen.table.until(due, clock::elapsed()));
        Duration::from_millis(u64::try_from(left).unwrap_or_default()).max(LEAST_TRY)
    }

    /// To the first screen after signing in.
    fn go_in(&mut self) {
        match self.first.take() {
            Some(First::Tournament(id, code)) => {
                self.work.lobby();
                self.show_tournament(&id, code.as_deref());
            }
            Some(First::Table(id, code)) => {
                // Only the lobby's answer has the player's identity; a table's does not.
                self.work.lobby();
                self.show_table(&id, code.as_deref());
            }
            None => self.show_lobby(),
        }
    }

    fn show_lobby(&mut self) {
        self.close_stream();
        self.unfollow();
        self.shown = Shown::Lobby(Box::new(Lobby::new(self.level)));
        self.lobby_at = clock::elapsed();
        self.work.lobby();
    }

    fn show_table(&mut self, id: &str, code: Option<&str>) {
        self.close_stream();
        let mut screen = TableScreen::new(id, code);
        screen.meet(self.me.as_ref());
        self.shown = Shown::Table(Box::new(screen));
        let number = self.streams;
        let sender = self.work.sender.clone();
        let call = Call::get(format!("/tables/{id}/events")).invited(code);
        self.stream = Some(Stream::follow(&self.work.client, call, move |update| {
            drop(sender.send(Happening::Stream(number, update)));
        }));
    }

    fn close_stream(&mut self) {
        self.stream = None;
        self.streams += 1;
    }
}
