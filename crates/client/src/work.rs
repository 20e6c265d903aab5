//! Carries orders out, each on its own thread, so that the screen never waits. Answers come back as events.

use std::sync::Arc;
use std::sync::mpsc::Sender;
use std::thread;
use std::time::Duration;

use cardroom_api::player::me::Me;
use cardroom_api::player::my_hands::MyHand;
use cardroom_api::requests::hands::NewAction;
use cardroom_api::requests::tables::{TakeInvitation, WantedSeat};
use cardroom_api::table::answer::DryRun;
use cardroom_api::table::change::Version;
use cardroom_api::table::hand::HandHistory;
use cardroom_api::table::lobby::{SeatedTable, TableSummary};
use cardroom_api::table::message::MeMessage;
use cardroom_api::table::view::TableView;
use cardroom_api::tournament::view::TournamentView;
use cardroom_rules::cards::card::Card;
use cardroom_rules::games::any::{AnyAction, GameKind};
use cardroom_rules::games::doudizhu::tools::{Read as Readings, ToRead};
use cardroom_rules::games::game::Chips;
use cardroom_rules::games::level::Level;
use serde::Deserialize;
use serde_json::Value;
use ureq::http::Method;

use super::history;
use super::model::News;
use super::net::client::{Call, Client, INSISTS};
use super::net::refusal::Refusal;
use super::net::stream;
use super::order::Write;
use super::read::{Change, Read, ReadTable, known};
use super::screens::rows::Listed;
use super::terminal;
use super::tournament::followed::Standing;
use super::tournament::found::{Announced, Tournaments};

/// The number of tables in the lobby.
const LISTED: usize = 50;

/// An event for the screens.
#[derive(Debug)]
pub enum Happening {
    /// From the terminal: a key, a signal.
    Terminal(terminal::Input),
    /// From the table's stream with this number.
    Stream(u64, stream::Update),
    /// From the tournament's stream with this number.
    Tournament(u64, stream::Update),
    /// An order was carried out.
    Answer(Box<Answer>),
}

/// The answer to an order.
#[derive(Debug)]
pub enum Answer {
    /// Signing in.
    CameIn(Result<(), Refusal>),
    /// Reading the lobby.
    Lobby(Result<Listed, Refusal>),
    /// Asking for chips.
    Refilled(Result<Me, Refusal>),
    /// The list of played hands.
    Hands(Result<Vec<Read<MyHand>>, Refusal>),
    /// One of them.
    Watched(Result<Box<HandHistory>, Refusal>),
    /// Sitting down: the table, the invite code, and the answer.
    Seated(Option<String>, Option<String>, Result<News, Refusal>),
    /// Looking up an invite code.
    Invite(String, Result<TableSummary, Refusal>),
    /// A table, read again.
    Looked(String, Result<ReadTable, Refusal>),
    /// Reading the list of tournaments.
    Tournaments(Result<Tournaments, Refusal>),
    /// Announcing a tournament, and then entering it.
    Announced(Result<Announced, Refusal>),
    /// A write to a tournament.
    InTournament(String, Result<Box<TournamentView>, Refusal>),
    /// The standing of a tournament.
    Standing(String, Result<Standing, Refusal>),
    /// The missed changes of a table.
    Missed(String, Vec<Change>),
    /// A write to a table.
    Written(String, Result<News, Refusal>),
    /// A preview.
    Judged(String, Vec<Card>, Result<DryRun, Refusal>),
    /// The readings of cards.
    Read(String, Vec<Card>, Result<Readings, Refusal>),
}

/// Carries orders out.
#[derive(Clone, Debug)]
pub struct Work {
    /// The server.
    pub client: Arc<Client>,
    /// Where answers go.
    pub sender: Sender<Happening>,
}

/// A page of the lobby, of the player's tables, or of their hands: the items of `LobbyPage`, `SeatedPage` and
/// `MyHandsPage`. Each item is read alone, so one that only a newer program can read does not hide the others.
#[derive(Debug, Deserialize)]
struct Page<T> {
    #[serde(alias = "tables", alias = "hands")]
    items: Vec<Read<T>>,
}

/// The player's messages: the waiting lines that they are in, and the tables themselves. Each part of a `MessagePage` is
/// read alone.
#[derive(Debug, Default, Deserialize)]
struct Messages {
    messages: Vec<Message>,
}

#[derive(Debug, Deserialize)]
struct Message {
    me: Option<Read<MeMessage>>,
    table: Option<News>,
}

impl Work {
    /// Runs a job on its own thread, and sends its answer.
    pub fn spawn(&self, job: impl FnOnce(&Client) -> Answer + Send + 'static) {
        let Self { client, sender } = self.clone();
        thread::spawn(move || drop(sender.send(Happening::Answer(Box::new(job(&client))))));
    }

    /// Signs in as a guest.
    pub fn come_in(&self, name: String) {
        self.spawn(move |client| Answer::CameIn(client.come_in(&name)));
    }

    /// Reads the lobby.
    pub fn lobby(&self) {
        self.spawn(|client| Answer::Lobby(listed(client)));
    }

    /// Asks for new chips.
    pub fn refill(&self) {
        let call = Call::write(Method::POST, "/me/refill", None);
        self.spawn(move |client| Answer::Refilled(client.insist(&call, INSISTS)));
    }

    /// Reads the list of played hands.
    pub fn hands(&self) {
        let call = Call::get(format!("/me/hands?limit={LISTED}"));
        self.spawn(move |client| Answer::Hands(client.ask::<Page<MyHand>>(&call).map(|page| page.items)));
    }

    /// Reads one of them.
    pub fn watch(&self, id: String) {
        self.spawn(move |client| Answer::Watched(history::read(client, &id).map(Box::new)));
    }

    /// Sits down at the next free chair of a game.
    pub fn quick_seat(&self, game: GameKind, bots: Option<Level>) {
        let body = WantedSeat { game, stake: None, bots };
        self.seat(Call::post("/quick-seat", &body), None, None);
    }

    /// Opens a table and sits down at it.
    pub fn open(&self, table: &Value) {
        self.seat(Call::post("/tables", table), None, None);
    }

    /// Looks up an invite code.
    pub fn look_up(&self, code: String) {
        self.spawn(move |client| {
            let answer = client.ask(&Call::get("/invites").invited(Some(&code)));
            Answer::Invite(code, answer)
        });
    }

    /// Sits down with an invite code.
    pub fn take_invite(&self, code: String, table: String, buy_in: Chips) {
        let body = TakeInvitation { seat: None, buy_in };
        let call = Call::post("/invites/seats", &body).invited(Some(&code));
        self.seat(call, Some(table), Some(code));
    }

    fn seat(&self, call: Call, table: Option<String>, code: Option<String>) {
        self.spawn(move |client| Answer::Seated(table, code, client.insist(&call, INSISTS)));
    }

    /// Reads a table again.
    pub fn look(&self, id: String, code: Option<String>) {
        self.spawn(move |client| {
            let call = Call::get(format!("/tables/{id}")).invited(code.as_deref());
            let answer = client.insist(&call, INSISTS);
            Answer::Looked(id, answer)
        });
    }

    /// Reads the changes after a version, for the log.
    pub fn missed(&self, id: String, code: Option<String>, after: Version) {
        self.spawn(move |client| {
            let call = Call::get(format!("/tables/{id}/events?after={after}")).invited(code.as_deref());
            // Without them the log has a gap; the table is right.
            let changes = client.ask::<News>(&call).unwrap_or_default().changes;
            Answer::Missed(id, changes)
        });
    }

    /// Sends an action, until there is an answer or the time is up.
    pub fn act(&self, id: String, at: Version, action: AnyAction, at_most: Duration) {
        self.spawn(move |client| {
            let body = NewAction { at, action, dry_run: false };
            let call = Call::post(format!("/tables/{id}/actions"), &body);
            let answer = client.insist(&call, at_most);
            Answer::Written(id, answer)
        });
    }

    /// Sends another write to a table.
    pub fn write(&self, id: String, write: Write) {
        self.spawn(move |client| {
            let call = Call::write(write.method, format!("/tables/{id}{}", write.path), write.body);
            let answer = client.insist(&call, INSISTS);
            Answer::Written(id, answer)
        });
    }

    /// Asks for a preview of an action.
    pub fn judge(&self, id: String, at: Version, action: AnyAction, cards: Vec<Card>) {
        self.spawn(move |client| {
            let body = NewAction { at, action, dry_run: true };
            let answer =
                client.ask(&Call { key: None, ..Call::post(format!("/tables/{id}/actions"), &body) });
            Answer::Judged(id, cards, answer)
        });
    }

    /// Asks for the readings of cards.
    pub fn read(&self, id: String, body: ToRead) {
        self.spawn(move |client| {
            let answer = client.ask(&Call { key: None, ..Call::post("/doudizhu/readings", &body) });
            Answer::Read(id, body.cards, answer)
        });
    }
}

fn listed(client: &Client) -> Result<Listed, Refusal> {
    let me = client.ask(&Call::get("/me"))?;
    let (mut mine, newer) = known(client.ask::<Page<SeatedTable>>(&Call::get("/me/tables"))?.items);
    // Tables that await this player come first.
    mine.sort_by_key(|own| own.decision.as_ref().is_none_or(|decision| decision.clock.is_none()));
    let page = client.ask::<Page<TableSummary>>(&Call::get(format!("/tables?limit={LISTED}")))?;
    let (mut tables, newer_open) = known(page.items);
    tables.retain(|table| mine.iter().all(|own| own.table.id != table.id));
    let (waits, tournaments) = waits(client);
    Ok(Listed { me, waits, mine, tables, tournaments, newer: newer.or(newer_open) })
}

/// The tables at which the player waits for a chair, and in how many tournaments the player is. If they cannot be read, the
/// lobby is shown without them.
fn waits(client: &Client) -> (Vec<TableView>, usize) {
    let messages = client.ask::<Messages>(&Call::get("/me/events")).unwrap_or_default().messages;
    let me: Vec<_> = messages.iter().filter_map(|message| message.me.as_ref()?.known()).collect();
    let ids: Vec<_> = me.iter().flat_map(|me| me.waiting.clone()).collect();
    let tournaments = me.iter().map(|me| me.tournaments.len()).sum();
    let tables = messages.into_iter().filter_map(|message| message.table?.table?.view);
    (tables.filter(|table| ids.contains(&table.id)).map(|table| *table).collect(), tournaments)
}
