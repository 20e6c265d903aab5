//! The terminal client: all three games at any Cardroom, and replays of hands.
//!
//! It judges no action. The possible actions, amounts and cards come from the server's options, and it draws the
//! server's last view. It uses HTTP only, and shares its types with the server. It skips members that a newer server
//! adds, and names a part that it cannot read.

pub mod app;
pub mod cards;
pub mod clock;
pub mod describe;
pub mod event_reader;
pub mod flags;
pub mod games;
pub mod history;
pub mod look;
pub mod model;
pub mod net;
pub mod order;
pub mod random;
pub mod read;
pub mod screens;
pub mod terminal;
#[cfg(test)]
mod tests;
pub mod tournament;
pub mod watch;
pub mod words;
pub mod work;

use std::io;
use std::sync::Arc;

use serde_json::Value;

use self::app::{App, First, Start};
use self::flags::{PlayFlags, ReplayFlags};
use self::look::Look;
use self::net::client::{Call, Client};
use self::net::refusal::Refusal;
use self::net::tokens::TokenFile;
use self::terminal::Screen;
use self::words::Language;

/// Why the client cannot run.
#[derive(Debug, thiserror::Error)]
pub enum PlayError {
    /// The terminal cannot be opened, drawn to, or restored.
    #[error("the terminal cannot be used")]
    Terminal(#[from] io::Error),
    /// No server answers at this address.
    #[error("no server answers at {0}: start one with `cardroom`, or name another address")]
    Unreachable(String),
    /// The program at this address is not Cardroom.
    #[error("what answers at {0} is no Cardroom")]
    NotCardroom(String),
    /// The server refused the sign-in, or has no such hand.
    #[error("{0}")]
    Refused(String),
    /// The file is not a hand.
    #[error("{0} is no hand: it has to be what `GET /v1/hands/{{id}}?views=true` answers")]
    NoHand(String),
    /// The argument is neither a file nor a hand of the server.
    #[error("there is no file {0}, and no hand has such an id")]
    Neither(String),
}

/// Plays at the server that the flags name, until the player leaves.
pub fn run(flags: &PlayFlags) -> Result<(), PlayError> {
    run_at(&flags.url, flags)
}

/// Plays at a server, whatever address the flags name. For a server that runs in this process.
pub fn run_at(url: &str, flags: &PlayFlags) -> Result<(), PlayError> {
    let place = Place::of(url);
    // A server in this process has another address each time, so the sign-in is kept beside its data, or not at all.
    let file = match (&flags.data, flags.local) {
        (Some(data), _) => TokenFile::at(data.join("player.json")),
        (None, true) => TokenFile::none(),
        (None, false) => TokenFile::of(&place.base),
    };
    let client = Client::new(&place.base, file);
    let language = flags.look.language.unwrap_or_else(Language::of_environment);
    greet(&client, language)?;
    come_in(&client, flags, language)?;
    let start = Start {
        client: Arc::new(client),
        language,
        look: Look::new(flags.look.ascii),
        level: flags.level,
        first: flags.table.clone().map(|id| First::Table(id, None)).or(place.first),
    };
    let mut screen = Screen::take()?;
    Ok(App::new(start).run(&mut screen)?)
}

/// Signs in as the flags say. A name is for the first visit only.
fn come_in(client: &Client, flags: &PlayFlags, language: Language) -> Result<(), PlayError> {
    let done = match (&flags.login, &flags.code, &flags.name) {
        (Some(login), ..) => {
            let password = rpassword::prompt_password(language.say("welcome.password"))?;
            client.sign_in(login, &password)
        }
        (_, Some(code), _) => client.claim(code),
        (.., Some(name)) if !client.is_signed_in() => client.come_in(name),
        _ => Ok(()),
    };
    done.map_err(|refusal| PlayError::Refused(language.refusal(&refusal)))
}

/// Shows a hand step by step.
pub fn replay(flags: &ReplayFlags) -> Result<(), PlayError> {
    let language = flags.look.language.unwrap_or_else(Language::of_environment);
    let history = watch::read(flags, language)?;
    let mut screen = Screen::take()?;
    Ok(watch::run(&history, language, Look::new(flags.look.ascii), &mut screen)?)
}

/// Checks which program answers.
fn greet(client: &Client, language: Language) -> Result<(), PlayError> {
    let stranger = || PlayError::NotCardroom(client.base().to_owned());
    match client.ask::<Value>(&Call::get("/version")) {
        Ok(release) if release["name"] == "cardroom" => Ok(()),
        // A text that is no address fails, too.
        Err(refusal) if refusal == Refusal::offline() || refusal.code == "malformed_header" => {
            Err(PlayError::Unreachable(client.base().to_owned()))
        }
        Err(refusal) if refusal.status == 429 || refusal.status == 503 => {
            Err(PlayError::Refused(language.refusal(&refusal)))
        }
        Ok(_) | Err(_) => Err(stranger()),
    }
}

/// The target of an address: a server, and perhaps a table or a tournament, as in a shared link.
#[derive(Debug, PartialEq, Eq)]
struct Place {
    base: String,
    first: Option<First>,
}

impl Place {
    fn of(url: &str) -> Self {
        let url = if url.contains("://") { url.to_owned() } else { format!("http://{url}") };
        let (base, rest, is_tournament) = match (url.split_once("/tournaments/"), url.split_once("/t/")) {
            (Some((base, rest)), _) => (base, rest, true),
            (None, Some((base, rest))) => (base, rest, false),
            (None, None) => return Self { base: url.trim_end_matches('/').to_owned(), first: None },
        };
        let (id, code) = match rest.split_once('#') {
            Some((id, code)) => (id, Some(code.to_owned())),
            None => (rest, None),
        };
        let (id, code) = (id.to_owned(), code.filter(|code| !code.is_empty()));
        let first = if is_tournament { First::Tournament(id, code) } else { First::Table(id, code) };
        Self { base: base.to_owned(), first: Some(first) }
    }
}
