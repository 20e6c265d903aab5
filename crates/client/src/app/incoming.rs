//! News from the server: messages of the stream, and answers to orders.

use cardroom_api::table::message::{PresenceMessage, ProgressMessage};

use super::{App, Shown};
use crate::model::News;
use crate::net::refusal::Refusal;
use crate::net::sse::ServerEvent;
use crate::net::stream;
use crate::random;
use crate::screens::Context;
use crate::screens::hands::HandsScreen;
use crate::screens::rows::Listed;
use crate::screens::table::{TableScreen, Wire};
use crate::screens::welcome::Welcome;
use crate::work::Answer;

impl App {
    pub(super) fn answered(&mut self, answer: Answer) {
        let context = self.context();
        match answer {
            Answer::CameIn(Ok(())) => self.go_in(),
            Answer::CameIn(Err(refusal)) => {
                if let Shown::Welcome(welcome) = &mut self.shown {
                    welcome.is_sending = false;
                    welcome.refused = Some(self.language.refusal(&refusal));
                }
            }
            Answer::Lobby(Err(refusal)) if refusal.status == 401 => self.signed_out(&refusal),
            Answer::Lobby(Ok(listed)) => self.listed(listed),
            Answer::Refilled(Ok(_)) => self.show_lobby(),
            Answer::Hands(answer) => self.at_hands(|hands| hands.listed(answer, context)),
            Answer::Watched(answer) => self.at_hands(|hands| hands.read(answer, context)),
            Answer::Seated(table, code, answer) => self.seated(table, code.as_deref(), answer, context),
            Answer::Invite(code, Ok(table)) => {
                if let Shown::Lobby(lobby) = &mut self.shown {
                    lobby.invited(code, &table);
                }
            }
            Answer::Tournaments(answer) => self.tournaments_read(answer),
            Answer::Announced(answer) => self.announced(answer),
            Answer::InTournament(id, answer) => self.in_tournament(&id, answer),
            Answer::Standing(id, answer) => self.standing_read(&id, answer),
            Answer::Lobby(Err(refusal)) => self.lost(&refusal),
            Answer::Refilled(Err(refusal)) | Answer::Invite(_, Err(refusal)) => self.refuse(&refusal),
            Answer::Looked(id, answer) => self.at(&id, |screen| screen.looked(answer, context)),
            Answer::Missed(id, changes) => self.at(&id, |screen| {
                screen.table.note(changes);
                None
            }),
            Answer::Written(id, answer) => {
                let is_conflict = matches!(&answer, Err(refusal) if refusal.status == 409);
                self.at(&id, |screen| screen.written(answer, context));
                if let (true, Shown::Table(screen)) = (is_conflict, &self.shown) {
                    self.work.look(id, screen.code.clone());
                }
            }
            Answer::Judged(id, cards, answer) => self.at(&id, |screen| {
                screen.judged(cards, answer);
                None
            }),
            Answer::Read(id, cards, answer) => {
                let mut orders = Vec::new();
                self.at(&id, |screen| {
                    orders = screen.read(cards, answer);
                    None
                });
                for order in orders {
                    self.carry_out(order);
                }
            }
        }
    }

    fn listed(&mut self, listed: Listed) {
        self.me = Some(listed.me.clone());
        match &mut self.shown {
            Shown::Lobby(lobby) => lobby.show(listed),
            Shown::Table(table) => table.meet(self.me.as_ref()),
            Shown::Tournament(one) => one.me = self.me.as_ref().map(|me| me.id),
            Shown::Welcome(_) | Shown::Hands(_) | Shown::Tournaments(_) => {}
        }
    }

    fn at_hands(&mut self, hand: impl FnOnce(&mut HandsScreen)) {
        if let Shown::Hands(hands) = &mut self.shown {
            hand(hands);
        }
    }

    /// Passes an answer to its table, if that is still shown.
    fn at(&mut self, id: &str, hand: impl FnOnce(&mut TableScreen) -> Option<u64>) {
        if let Shown::Table(screen) = &mut self.shown
            && screen.id == id
        {
            let gap = hand(screen);
            self.catch_up(gap);
        }
    }

    fn seated(
        &mut self,
        table: Option<String>,
        code: Option<&str>,
        answer: Result<News, Refusal>,
        context: Context,
    ) {
        match answer {
            Ok(news) => {
                let Some(id) = news.table.as_ref().map(|table| table.id.clone()) else { return };
                self.show_table(&id, code);
                self.at(&id, |screen| screen.apply(news, context));
            }
            Err(refusal) => match table.filter(|_| refusal.code == "already_seated") {
                Some(id) => self.show_table(&id, code),
                None => self.refuse(&refusal),
            },
        }
    }

    fn refuse(&mut self, refusal: &Refusal) {
        if let Shown::Lobby(lobby) = &mut self.shown {
            lobby.refuse(self.language.refusal(refusal));
        }
    }

    /// The lists of the lobby could not be read. They are read again in a moment.
    fn lost(&mut self, refusal: &Refusal) {
        if let Shown::Lobby(lobby) = &mut self.shown {
            let is_away = refusal.is_no_answer() && refusal.status == 0;
            let why = if is_away {
                self.language.say("line.trying").to_owned()
            } else {
                self.language.refusal(refusal)
            };
            lobby.lost = Some(why);
        }
    }

    pub(super) fn streamed(&mut self, update: stream::Update) {
        let context = self.context();
        let Shown::Table(screen) = &mut self.shown else { return };
        match update {
            stream::Update::Open => {
                if matches!(screen.wire, Wire::Lost(_)) {
                    // The true state is one request away.
                    self.work.look(screen.id.clone(), screen.code.clone());
                    screen.say(context.language.say("line.back").to_owned(), false, context);
                }
                screen.wire = Wire::Open;
            }
            stream::Update::Lost(wait) => screen.wire = Wire::Lost(context.here + wait),
            stream::Update::Over(refusal) if refusal.status == 401 || refusal.code == "signed_out" => {
                self.signed_out(&refusal);
            }
            stream::Update::Over(refusal) => screen.over = Some(refusal),
            stream::Update::Message(event) => {
                let gap = message(screen, &event, context);
                self.catch_up(gap);
                self.meet_tournament();
            }
        }
    }

    fn catch_up(&self, gap: Option<u64>) {
        if let (Some(after), Shown::Table(screen)) = (gap, &self.shown) {
            self.work.missed(screen.id.clone(), screen.code.clone(), after);
        }
    }

    /// The sign-in has ended: back to the first screen.
    pub(super) fn signed_out(&mut self, refusal: &Refusal) {
        self.close_stream();
        self.following = None;
        self.work.client.keep(None);
        let mut welcome = Welcome::new(self.language, random::bits());
        welcome.refused = Some(self.language.refusal(refusal));
        self.shown = Shown::Welcome(welcome);
    }
}

/// A message of a table's stream. One that cannot be read comes from a newer server, and the screen says so.
fn message(screen: &mut TableScreen, event: &ServerEvent, context: Context) -> Option<u64> {
    match event.event.as_str() {
        "table" => match serde_json::from_str::<News>(&event.data) {
            Ok(news) => return screen.apply(news, context),
            Err(_) => screen.say(context.language.fill("table.newer", &["table"]), true, context),
        },
        "progress" => {
            if let Ok(message) = serde_json::from_str::<ProgressMessage>(&event.data) {
                screen.table.progress(message.id, message.progress);
            }
        }
        "presence" => {
            if let Ok(message) = serde_json::from_str::<PresenceMessage>(&event.data) {
                screen.table.presence(message.presence);
            }
        }
        // Five seconds are left.
        "warning" => screen.bell = true,
        _ => {}
    }
    None
}
