//! The tournament that is followed: its stream, its screens, and the way to the player's seat.

use std::sync::Arc;
use std::time::Duration;

use cardroom_api::tournament::view::TournamentView;

use super::following::Following;
use super::{App, Shown};
use crate::clock;
use crate::net::refusal::Refusal;
use crate::net::sse::ServerEvent;
use crate::net::stream::{self, Stream};
use crate::read::Read;
use crate::screens::Context;
use crate::screens::table::Wire;
use crate::screens::tournaments::list::TournamentsScreen;
use crate::screens::tournaments::one::TournamentScreen;
use crate::tournament::calls;
use crate::tournament::followed::{Followed, Standing, TournamentNews};
use crate::tournament::found::{Announced, Tournaments};
use crate::tournament::told::Told;
use crate::work::Happening;

/// The shortest time between two readings of a standing.
const STANDING_EVERY: Duration = Duration::from_secs(5);
/// For how long the last hand is seen before the player's new table is shown.
pub(super) const JUMP_AFTER: Duration = Duration::from_secs(3);

impl App {
    /// Shows the list.
    pub(super) fn show_tournaments(&mut self) {
        self.close_stream();
        self.unfollow();
        self.shown = Shown::Tournaments(Box::default());
        self.lobby_at = clock::elapsed();
        self.work.tournaments();
    }

    /// Shows one of them.
    pub(super) fn show_tournament(&mut self, id: &str, code: Option<&str>) {
        self.close_stream();
        let followed = self.follow(id, code);
        self.shown = Shown::Tournament(Box::new(TournamentScreen::new(followed, self.me.as_ref())));
    }

    /// Follows a tournament, in place of another. One that is followed already goes on.
    pub(super) fn follow(&mut self, id: &str, code: Option<&str>) -> Arc<Followed> {
        if let Some(following) = self.following.as_ref().filter(|it| it.followed.id == id) {
            return Arc::clone(&following.followed);
        }
        self.followings += 1;
        let (number, sender) = (self.followings, self.work.sender.clone());
        let stream = Stream::follow(&self.work.client, calls::events(id, code), move |update| {
            drop(sender.send(Happening::Tournament(number, update)));
        });
        let followed = Arc::new(Followed::new(id, code));
        self.following = Some(Following {
            followed: Arc::clone(&followed),
            stream,
            standing_from: Duration::ZERO,
            standing_at: None,
            is_reading: false,
            jump_at: None,
        });
        followed
    }

    /// A tournament in which the player does not play is followed only while it is shown.
    pub(super) fn unfollow(&mut self) {
        if self.following.as_ref().is_some_and(|it| !it.followed.are_you_left()) {
            self.following = None;
        }
    }

    /// A table was drawn for the first time, or again: if it belongs to a tournament, that is followed.
    pub(super) fn meet_tournament(&mut self) {
        let Shown::Table(screen) = &self.shown else { return };
        let Some(tournament) = screen.table.tournament() else { return };
        let (id, code) = (tournament.id.to_string(), screen.code.clone());
        let is_known = screen.tournament.as_ref().is_some_and(|known| known.id == id);
        if !is_known {
            self.follow(&id, code.as_deref());
            self.share();
        }
    }

    /// Gives the shown screen what is known of the tournament.
    fn share(&mut self) {
        let Some(following) = &self.following else { return };
        let followed = &following.followed;
        match &mut self.shown {
            Shown::Table(screen) => {
                let is_of = screen.table.tournament().is_some_and(|it| it.id.to_string() == followed.id);
                if is_of {
                    screen.tournament = Some(Arc::clone(followed));
                }
            }
            Shown::Tournament(screen) if screen.followed.id == followed.id => {
                screen.followed = Arc::clone(followed);
            }
            _ => {}
        }
    }

    /// News of the stream of the tournament.
    pub(super) fn tournament_streamed(&mut self, update: stream::Update) {
        let context = self.context();
        match update {
            stream::Update::Open => self.set_wire(Wire::Open),
            stream::Update::Lost(wait) => self.set_wire(Wire::Lost(context.here + wait)),
            stream::Update::Over(refusal) if refusal.status == 401 || refusal.code == "signed_out" => {
                self.signed_out(&refusal);
            }
            stream::Update::Over(refusal) => {
                if let Some(following) = &mut self.following {
                    Arc::make_mut(&mut following.followed).over = Some(refusal);
                }
                self.share();
            }
            stream::Update::Message(ServerEvent { event, data, .. }) if event == "tournament" => {
                if let Ok(news) = serde_json::from_str(&data) {
                    self.tournament_changed(news, context);
                }
            }
            stream::Update::Message(_) => {}
        }
    }

    fn set_wire(&mut self, wire: Wire) {
        if let Shown::Tournament(screen) = &mut self.shown {
            screen.wire = wire;
        }
    }

    fn tournament_changed(&mut self, news: TournamentNews, context: Context) {
        let Some(following) = &mut self.following else { return };
        let told = Arc::make_mut(&mut following.followed).apply(news, context.here);
        self.share();
        for told in told {
            self.tell(&told, context);
            if let Told::Seated { table } | Told::Moved { table } = told {
                self.jump(table, &told, context);
            }
        }
    }

    /// Tells what has happened, wherever the player is.
    fn tell(&mut self, told: &Told, context: Context) {
        let Some(following) = &self.following else { return };
        let line = told.line(context.language);
        match &mut self.shown {
            Shown::Table(screen) if screen.tournament.is_some() => {
                screen.table.tell(told.clone());
                if !matches!(told, Told::WentOut { .. }) {
                    screen.say(line, told.is_bad(), context);
                }
                screen.bell |= told.rings();
            }
            // At another table only what concerns the player interrupts.
            Shown::Table(screen) if told.rings() => {
                screen.say(format!("{}: {line}", following.followed.title()), told.is_bad(), context);
                screen.bell = true;
            }
            Shown::Tournament(screen) => screen.bell |= told.rings(),
            Shown::Lobby(lobby) => lobby.bell |= told.rings(),
            Shown::Table(_) | Shown::Tournaments(_) | Shown::Hands(_) | Shown::Welcome(_) => {}
        }
    }

    /// The player has a seat at another table: it opens by itself, unless the player does something else.
    fn jump(&mut self, number: u32, told: &Told, context: Context) {
        let Some(following) = &mut self.following else { return };
        let Some(id) = following.followed.your_table().map(|id| id.to_string()) else { return };
        let is_busy = match &mut self.shown {
            Shown::Table(screen) if screen.id == id => return,
            Shown::Table(screen) if screen.tournament.is_some() => {
                screen.jump = Some(number);
                following.jump_at = Some(context.here + JUMP_AFTER);
                return;
            }
            Shown::Table(_) | Shown::Welcome(_) => true,
            Shown::Lobby(lobby) => lobby.is_busy(),
            Shown::Tournaments(list) => list.is_busy(),
            Shown::Hands(_) | Shown::Tournament(_) => false,
        };
        if !is_busy {
            self.take_seat(told, context);
        }
    }

    /// Shows the table where the player sits.
    fn take_seat(&mut self, told: &Told, context: Context) {
        let Some(following) = &mut self.following else { return };
        following.jump_at = None;
        let followed = Arc::clone(&following.followed);
        let Some(id) = followed.your_table() else { return };
        let code = followed.view.as_ref().and_then(|view| view.invite_code.clone());
        self.show_table(&id.to_string(), code.as_deref().or(followed.code.as_deref()));
        if let Shown::Table(screen) = &mut self.shown {
            screen.tournament = Some(followed);
            screen.table.tell(told.clone());
            screen.say(told.line(context.language), false, context);
            screen.bell = true;
        }
    }

    /// What the time brings: the player's new table, and a standing that is old.
    pub(super) fn tick_tournament(&mut self, context: Context) {
        let Some(following) = &mut self.following else { return };
        if following.jump_at.is_some_and(|at| context.here >= at) {
            following.jump_at = None;
            let jump = match &self.shown {
                Shown::Table(screen) => screen.jump,
                _ => None,
            };
            if let Some(table) = jump {
                return self.take_seat(&Told::Moved { table }, context);
            }
        }
        let is_shown = match &self.shown {
            Shown::Table(screen) => screen.tournament.is_some(),
            Shown::Tournament(_) => true,
            _ => false,
        };
        let version = following.followed.view.as_ref().map(|view| view.version);
        let is_old = version.is_some() && version != following.standing_at;
        if is_shown && is_old && !following.is_reading && context.here >= following.standing_from {
            following.is_reading = true;
            following.standing_at = version;
            following.standing_from = context.here + STANDING_EVERY;
            let followed = &following.followed;
            self.work.standing(followed.id.clone(), followed.code.clone());
        }
    }

    /// The answer for the standing.
    pub(super) fn standing_read(&mut self, id: &str, answer: Result<Standing, Refusal>) {
        let context = self.context();
        let Some(following) = self.following.as_mut().filter(|it| it.followed.id == id) else { return };
        following.is_reading = false;
        // Without an answer the standing is a little old. It is read again after the next change.
        let Ok(standing) = answer else { return };
        let told = Arc::make_mut(&mut following.followed).list(standing);
        self.share();
        for told in told {
            self.tell(&told, context);
        }
    }

    /// The answer for the list.
    pub(super) fn tournaments_read(&mut self, answer: Result<Tournaments, Refusal>) {
        let context = self.context();
        match answer {
            Err(refusal) if refusal.status == 401 => self.signed_out(&refusal),
            Err(refusal) => self.at_tournaments(|list| list.refuse(context.language.refusal(&refusal))),
            Ok(listed) => {
                self.me = Some(listed.me.clone());
                self.at_tournaments(|list| list.show(listed, context));
            }
        }
    }

    fn at_tournaments(&mut self, hand: impl FnOnce(&mut TournamentsScreen)) {
        if let Shown::Tournaments(list) = &mut self.shown {
            hand(list);
        }
    }

    /// The player has announced a tournament and entered it.
    pub(super) fn announced(&mut self, answer: Result<Announced, Refusal>) {
        let context = self.context();
        let Announced { tournament, entered } = match answer {
            Ok(announced) => announced,
            Err(refusal) => {
                return self.at_tournaments(|list| list.refuse(context.language.refusal(&refusal)));
            }
        };
        if !matches!(self.shown, Shown::Tournaments(_)) {
            return;
        }
        let id = tournament.id.to_string();
        self.show_tournament(&id, tournament.invite_code.as_deref());
        let (view, refusal) = match entered {
            Ok(entered) => (entered, None),
            Err(refusal) => (tournament, Some(refusal)),
        };
        self.tournament_changed(TournamentNews { tournament: Read::Known(*view), now: None }, context);
        if let Shown::Tournament(screen) = &mut self.shown {
            screen.written(refusal.as_ref(), context);
        }
    }

    /// The answer to a write to the tournament.
    pub(super) fn in_tournament(&mut self, id: &str, answer: Result<Box<TournamentView>, Refusal>) {
        let context = self.context();
        let refusal = answer.as_ref().err().cloned();
        match &mut self.shown {
            Shown::Table(screen) => {
                screen.is_sending = false;
                if let Some(refusal) = &refusal {
                    screen.say(context.language.refusal(refusal), true, context);
                }
            }
            Shown::Tournament(screen) => screen.written(refusal.as_ref(), context),
            _ => {}
        }
        let is_followed = self.following.as_ref().is_some_and(|it| it.followed.id == id);
        if let Some(view) = answer.ok().filter(|_| is_followed) {
            self.tournament_changed(TournamentNews { tournament: Read::Known(*view), now: None }, context);
        }
    }
}
