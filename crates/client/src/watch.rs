//! The replay of a hand: read from the server or from a file.

use std::fs;
use std::io;
use std::path::Path;
use std::sync::mpsc;
use std::time::Duration;

use cardroom_api::table::hand::HandHistory;
use ratatui::crossterm::event::{KeyCode, KeyModifiers};

use super::PlayError;
use super::clock;
use super::flags::ReplayFlags;
use super::greet;
use super::history;
use super::look::Look;
use super::net::client::Client;
use super::net::tokens::TokenFile;
use super::screens::help::{Help, Topic};
use super::screens::replay::Replay;
use super::screens::{Context, paint};
use super::terminal::{self, Input, Screen};
use super::words::Language;

/// How often it is drawn without events.
const TICK: Duration = Duration::from_millis(100);

/// Reads the hand that the flags name: a file if there is one of that name, else from the server.
pub fn read(flags: &ReplayFlags, language: Language) -> Result<HandHistory, PlayError> {
    let path = Path::new(&flags.hand);
    if path.is_file() {
        let history =
            fs::read(path).ok().and_then(|bytes| serde_json::from_slice::<HandHistory>(&bytes).ok());
        let history =
            history.filter(|history| history.views.as_ref().is_some_and(|views| !views.states.is_empty()));
        return history.ok_or_else(|| PlayError::NoHand(flags.hand.clone()));
    }
    let base = super::Place::of(&flags.server).base;
    let client = Client::new(&base, TokenFile::of(&base));
    greet(&client, language)?;
    history::read(&client, &flags.hand).map_err(|refusal| match refusal.code.as_str() {
        "malformed_path" | "malformed_header" | "no_such_route" => PlayError::Neither(flags.hand.clone()),
        _ => PlayError::Refused(language.refusal(&refusal)),
    })
}

/// Shows it until the player leaves.
pub fn run(history: &HandHistory, mut language: Language, look: Look, screen: &mut Screen) -> io::Result<()> {
    let mut replay = Replay::new(history);
    let mut help = Help::default();
    let (sender, inputs) = mpsc::channel();
    terminal::listen(&sender, |input| input)?;
    loop {
        let context = Context { language, look: Look { language, ..look }, here: clock::elapsed() };
        replay.tick(context.here);
        screen.terminal.draw(|frame| {
            let area = frame.area();
            if area.width < paint::LEAST_WIDTH || area.height < paint::LEAST_HEIGHT {
                return paint::too_small(context, area, frame.buffer_mut());
            }
            replay.draw(context, area, frame.buffer_mut());
            help.draw(&Topic::keys("help.replay"), context, area, frame.buffer_mut());
            look.finish(frame.buffer_mut());
        })?;
        match inputs.recv_timeout(TICK) {
            Ok(Input::Ended) => return Ok(()),
            Ok(Input::Key(key)) => match key.code {
                KeyCode::Char('c') if key.modifiers.contains(KeyModifiers::CONTROL) => return Ok(()),
                code if help.is_open() => help.press(code),
                KeyCode::Char('?') => help.open(),
                KeyCode::Char('L') => language = language.other(),
                _ if !replay.press(key, context) => return Ok(()),
                _ => {}
            },
            Ok(Input::Paste(_) | Input::Resized) | Err(_) => {}
        }
    }
}
