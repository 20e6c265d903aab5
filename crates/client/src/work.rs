//! Carries orders out, each on its own thread, so that the screen never waits. Answers come back as events.

use std::sync::Arc;
use std::sync::mpsc::Sender;
use std::thread;
use std::time::Duration;

use serde::Deserialize;
use serde_json::{Value, json};
use ureq::http::Method;

use super::history;
use super::model::News;
use super::net::client::{Call, Client, INSISTS};
use super::net::refusal::Refusal;
use super::net::stream;
use super::order::Write;
use super::screens::rows::Listed;
use super::terminal;
use super::wire::doudizhu::Readings;
use super::wire::history::History;
use super::wire::lobby::{Hands, Me, Mine, PlayedHand, Summary};
use super::wire::{Change, TableView};

/// The number of tables in the lobby.
const LISTED: usize = 50;

/// An event for the screens.
#[derive(Debug)]
pub enum Happening {
    /// From the terminal: a key, a signal.
    Terminal(terminal::Input),
    /// From the stream with this number.
    Stream(u64, stream::Update),
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
    Hands(Result<Vec<PlayedHand>, Refusal>),
    /// One of them.
    Watched(Result<History, Refusal>),
    /// Sitting down: the table, the invite code, and the answer.
    Seated(Option<String>, Option<String>, Result<News, Refusal>),
    /// Looking up an invite code.
    Invite(String, Result<Summary, Refusal>),
    /// A table, read again.
    Looked(String, Result<TableView, Refusal>),
    /// The missed changes of a table.
    Missed(String, Vec<Change>),
    /// A write to a table.
    Written(String, Result<News, Refusal>),
    /// A preview.
    Judged(String, Vec<String>, Result<Value, Refusal>),
    /// The readings of cards.
    Read(String, Vec<String>, Result<Readings, Refusal>),
}

/// Carries orders out.
#[derive(Clone, Debug)]
pub struct Work {
    /// The server.
    pub client: Arc<Client>,
    /// Where answers go.
    pub sender: Sender<Happening>,
}

#[derive(Debug, Default, Deserialize)]
#[serde(default)]
struct MyTables {
    tables: Vec<Mine>,
}

#[derive(Debug, Default, Deserialize)]
#[serde(default)]
struct Tables {
    tables: Vec<Summary>,
}

/// The player's messages: the waiting lines that they are in, and the tables themselves.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
struct Messages {
    messages: Vec<Message>,
}

#[derive(Debug, Default, Deserialize)]
#[serde(default)]
struct Message {
    me: Option<Waits>,
    table: Option<News>,
}

#[derive(Debug, Default, Deserialize)]
#[serde(default)]
struct Waits {
    waiting: Vec<String>,
}

#[derive(Debug, Default, Deserialize)]
#[serde(default)]
struct Changes {
    changes: Vec<Change>,
}

impl Work {
    fn spawn(&self, job: impl FnOnce(&Client) -> Answer + Send + 'static) {
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
        self.spawn(move |client| Answer::Hands(client.ask::<Hands>(&call).map(|page| page.hands)));
    }

    /// Reads one of them.
    pub fn watch(&self, id: String) {
        self.spawn(move |client| Answer::Watched(history::read(client, &id)));
    }

    /// Sits down at the next free chair of a game.
    pub fn quick_seat(&self, game: &str, level: Option<&str>) {
        let body = json!({ "game": game, "bots": level });
        self.seat(Call::write(Method::POST, "/quick-seat", Some(body)), None, None);
    }

    /// Opens a table and sits down at it.
    pub fn open(&self, table: Value) {
        self.seat(Call::write(Method::POST, "/tables", Some(table)), None, None);
    }

    /// Looks up an invite code.
    pub fn look_up(&self, code: String) {
        self.spawn(move |client| {
            let answer = client.ask(&Call::get("/invites").invited(Some(&code)));
            Answer::Invite(code, answer)
        });
    }

    /// Sits down with an invite code.
    pub fn take_invite(&self, code: String, table: String, buy_in: u64) {
        let body = json!({ "buy_in": buy_in });
        let call = Call::write(Method::POST, "/invites/seats", Some(body)).invited(Some(&code));
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
    pub fn missed(&self, id: String, code: Option<String>, after: u64) {
        self.spawn(move |client| {
            let call = Call::get(format!("/tables/{id}/events?after={after}")).invited(code.as_deref());
            // Without them the log has a gap; the table is right.
            let changes = client.ask::<Changes>(&call).unwrap_or_default().changes;
            Answer::Missed(id, changes)
        });
    }

    /// Sends an action, until there is an answer or the time is up.
    pub fn act(&self, id: String, at: u64, action: Value, at_most: Duration) {
        self.spawn(move |client| {
            let body = json!({ "at": at, "action": action });
            let call = Call::write(Method::POST, format!("/tables/{id}/actions"), Some(body));
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
    pub fn judge(&self, id: String, at: u64, action: Value, cards: Vec<String>) {
        self.spawn(move |client| {
            let body = json!({ "at": at, "action": action, "dry_run": true });
            let call =
                Call { method: Method::POST, body: Some(body), ..Call::get(format!("/tables/{id}/actions")) };
            let answer = client.ask(&call);
            Answer::Judged(id, cards, answer)
        });
    }

    /// Asks for the readings of cards.
    pub fn read(&self, id: String, cards: Vec<String>, body: Value) {
        self.spawn(move |client| {
            let call = Call { method: Method::POST, body: Some(body), ..Call::get("/doudizhu/readings") };
            let answer = client.ask(&call);
            Answer::Read(id, cards, answer)
        });
    }
}

fn listed(client: &Client) -> Result<Listed, Refusal> {
    let me = client.ask(&Call::get("/me"))?;
    let mut mine = client.ask::<MyTables>(&Call::get("/me/tables"))?.tables;
    // Tables that await this player come first.
    mine.sort_by_key(|own| own.decision.as_ref().is_none_or(|decision| decision.clock.is_none()));
    let all: Tables = client.ask(&Call::get(format!("/tables?limit={LISTED}")))?;
    let is_mine = |id: &str| mine.iter().any(|own| own.table.id == id);
    let tables = all.tables.into_iter().filter(|table| !is_mine(&table.id)).collect();
    Ok(Listed { me, waits: waits(client), mine, tables })
}

/// The tables at which the player waits for a chair. If they cannot be read, the lobby is shown without them.
fn waits(client: &Client) -> Vec<TableView> {
    let told = client.ask::<Messages>(&Call::get("/me/events")).unwrap_or_default().messages;
    let me = told.iter().filter_map(|message| message.me.as_ref());
    let ids: Vec<&String> = me.flat_map(|me| &me.waiting).collect();
    let tables = told.iter().filter_map(|message| message.table.as_ref()?.table.as_ref());
    tables.filter(|table| ids.contains(&&table.id)).cloned().collect()
}
