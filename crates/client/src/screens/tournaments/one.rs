//! The screen of one tournament: its terms, its levels, its prizes, its standing, and the ways into it.

use std::sync::Arc;

use cardroom_api::id::PlayerId;
use cardroom_api::player::me::Me;
use cardroom_api::tournament::view::TournamentPhase;
use ratatui::crossterm::event::{KeyCode, KeyEvent};

use crate::net::refusal::Refusal;
use crate::order::{Order, Write};
use crate::screens::Context;
use crate::screens::ask::{Ask, Reply, Then};
use crate::screens::table::Wire;
use crate::tournament::followed::Followed;
use crate::tournament::{calls, terms};

/// The screen.
#[derive(Clone, Debug, Default)]
pub struct TournamentScreen {
    /// The tournament.
    pub followed: Arc<Followed>,
    /// The player who looks at it.
    pub me: Option<PlayerId>,
    /// The state of the connection.
    pub wire: Wire,
    /// Whether a request is on its way.
    pub is_sending: bool,
    /// The last refusal.
    pub refused: Option<String>,
    /// Whether to ring the bell.
    pub bell: bool,
    /// The question over it.
    pub(super) ask: Option<Ask>,
    /// How many entries are above the first that is shown.
    pub(super) above: usize,
}

impl TournamentScreen {
    /// For a tournament that is followed.
    pub fn new(followed: Arc<Followed>, me: Option<&Me>) -> Self {
        Self { followed, me: me.map(|me| me.id), ..Self::default() }
    }

    /// The answer to a write.
    pub fn written(&mut self, refusal: Option<&Refusal>, context: Context) {
        self.is_sending = false;
        self.refused = refusal.map(|refusal| context.language.refusal(refusal));
    }

    /// Whether the reader may cancel it: it has not started, and the reader has announced it.
    fn may_cancel(&self) -> bool {
        self.followed.phase() == Some(TournamentPhase::Registering) && self.is_host()
    }

    /// Whether the reader may pause it, or let it go on.
    fn may_pause(&self) -> bool {
        self.followed.phase() == Some(TournamentPhase::Playing) && self.is_host()
    }

    fn is_host(&self) -> bool {
        self.followed.is_announced_by(self.me)
    }

    fn may_unregister(&self) -> bool {
        self.followed.phase() == Some(TournamentPhase::Registering) && self.followed.are_you_left()
    }

    /// The keys with an effect now.
    pub(super) fn keys(&self, context: Context) -> Vec<String> {
        let language = context.language;
        let Some(view) = &self.followed.view else { return Vec::new() };
        let say = |sign: &str, key: &str| format!("{sign} {}", language.say(key));
        let mut keys = Vec::new();
        if self.followed.your_table().is_some() {
            keys.push(say("Enter", "tournament.key.table"));
        }
        if self.followed.may_register() {
            let price = terms::price(&view.options);
            keys.push(match price {
                0 => say("r", "tournament.key.enterFree"),
                price => format!("r {}", language.fill("tournament.key.enter", &[&language.chips(price)])),
            });
        }
        if self.may_unregister() {
            keys.push(say("u", "tournament.key.leave"));
        }
        if !view.tables.is_empty() {
            keys.push(say("w", "tournament.key.watch"));
        }
        if self.may_pause() {
            let key = if view.paused { "tournament.key.resume" } else { "tournament.key.pause" };
            keys.push(say("p", key));
        }
        if self.may_cancel() {
            keys.push(say("x", "tournament.key.cancel"));
        }
        keys
    }

    /// Handles a key.
    pub fn press(&mut self, key: KeyEvent, context: Context) -> Vec<Order> {
        if let Some(ask) = self.ask.take() {
            return match ask.press(key) {
                Reply::Open(ask) => {
                    self.ask = Some(ask);
                    Vec::new()
                }
                Reply::Done(Then::InTournament(write)) => self.write(write),
                Reply::Done(Then::ToTable(id)) => self.to_table(id),
                Reply::Dropped | Reply::Done(_) => Vec::new(),
            };
        }
        self.refused = None;
        match key.code {
            KeyCode::Up => self.above = self.above.saturating_sub(1),
            KeyCode::Down => self.scroll(1),
            KeyCode::PageUp => self.above = self.above.saturating_sub(10),
            KeyCode::PageDown => self.scroll(10),
            KeyCode::Esc | KeyCode::Char('q' | 'z') => return vec![Order::ToTournaments],
            KeyCode::Enter => {
                let table = self.followed.your_table();
                return table.map(|table| self.to_table(table.to_string())).unwrap_or_default();
            }
            KeyCode::Char('r') if self.followed.may_register() => return self.write(calls::register()),
            KeyCode::Char('u') if self.may_unregister() => return self.write(calls::unregister()),
            KeyCode::Char('w') => self.watch(context),
            KeyCode::Char('p') if self.may_pause() => {
                let is_paused = self.followed.view.as_ref().is_some_and(|view| view.paused);
                return self.write(if is_paused { calls::resume() } else { calls::pause() });
            }
            KeyCode::Char('x') if self.may_cancel() => {
                let question = context.language.say("tournament.ask.cancel").to_owned();
                self.ask = Some(Ask::Confirm { question, then: Then::InTournament(calls::cancel()) });
            }
            _ => {}
        }
        Vec::new()
    }

    fn scroll(&mut self, by: usize) {
        let most = self.followed.standing.entries.len().saturating_sub(1);
        self.above = (self.above + by).min(most);
    }

    /// Lists the tables, to look on at one.
    fn watch(&mut self, context: Context) {
        let Some(view) = self.followed.view.as_ref().filter(|view| !view.tables.is_empty()) else { return };
        let items = view.tables.iter().map(|table| {
            let (number, players) = (table.number.to_string(), table.players.to_string());
            let label = context.language.fill("tournament.tableOf", &[&number, &players]);
            (label, Then::ToTable(table.table.to_string()))
        });
        let title = context.language.say("tournament.key.watch").to_owned();
        self.ask = Some(Ask::Menu { title, items: items.collect(), at: 0 });
    }

    fn to_table(&self, id: String) -> Vec<Order> {
        let code = self.followed.view.as_ref().and_then(|view| view.invite_code.clone());
        vec![Order::ToTable { id, code: code.or_else(|| self.followed.code.clone()) }]
    }

    fn write(&mut self, write: Write) -> Vec<Order> {
        if self.is_sending {
            return Vec::new();
        }
        self.is_sending = true;
        vec![Order::InTournament(write)]
    }
}
