//! A hand that is looked at again: read from the server or from a file, and walked through.

use std::fs;
use std::io;
use std::path::Path;
use std::sync::mpsc;
use std::time::Duration;

use ratatui::crossterm::event::{KeyCode, KeyModifiers};

use super::PlayError;
use super::clock;
use super::flags::ReplayFlags;
use super::greet;
use super::look::Look;
use super::net::client::{Call, Client};
use super::net::tokens::TokenFile;
use super::screens::replay::Replay;
use super::screens::{Context, help, paint};
use super::terminal::{self, Screen, Told};
use super::wire::History;
use super::words::Language;

/// How often it is drawn where nothing happens.
const TICK: Duration = Duration::from_millis(100);

/// Reads the hand that the flags name: a file where there is one of that name, else from the server.
pub fn read(flags: &ReplayFlags, language: Language) -> Result<History, PlayError> {
    let path = Path::new(&flags.hand);
    if path.is_file() {
        let history = serde_json::from_str::<History>(&fs::read_to_string(path)?).ok();
        let history =
            history.filter(|history| history.views.as_ref().is_some_and(|views| !views.states.is_empty()));
        return history.ok_or_else(|| PlayError::NoHand(flags.hand.clone()));
    }
    let base = super::Place::of(&flags.server).base;
    let client = Client::new(&base, TokenFile::of(&base));
    greet(&client)?;
    let ask = |after: Option<u64>| {
        let after = after.map(|after| format!("&views_after={after}")).unwrap_or_default();
        let call = Call::get(format!("/hands/{}?views=true{after}", flags.hand));
        client.ask::<History>(&call).map_err(|refusal| PlayError::Refused(language.refusal(&refusal)))
    };
    let mut history = ask(None)?;
    // The views come in pages.
    while let Some(next) = history.views.as_ref().and_then(|views| views.next) {
        let page = ask(Some(next))?.views.unwrap_or_default();
        let Some(views) = &mut history.views else { break };
        views.next = page.next.filter(|_| !page.states.is_empty());
        views.states.extend(page.states);
    }
    Ok(history)
}

/// Walks through it until the player leaves.
pub fn run(history: &History, mut language: Language, look: Look, screen: &mut Screen) -> io::Result<()> {
    let mut replay = Replay::new(history);
    let mut shows_help = false;
    let (sender, told) = mpsc::channel();
    terminal::listen(&sender, |told| told)?;
    loop {
        let context = Context { language, look: Look { language, ..look }, here: clock::elapsed() };
        replay.tick(context.here);
        screen.terminal.draw(|frame| {
            let area = frame.area();
            if area.width < paint::LEAST_WIDTH || area.height < paint::LEAST_HEIGHT {
                return paint::too_small(context, area, frame.buffer_mut());
            }
            replay.draw(context, area, frame.buffer_mut());
            if shows_help {
                help::draw(None, context, area, frame.buffer_mut());
            }
            look.finish(frame.buffer_mut());
        })?;
        match told.recv_timeout(TICK) {
            Ok(Told::Ended) => return Ok(()),
            Ok(Told::Key(key)) => match key.code {
                KeyCode::Char('c') if key.modifiers.contains(KeyModifiers::CONTROL) => return Ok(()),
                _ if shows_help => shows_help = false,
                KeyCode::Char('?') => shows_help = true,
                KeyCode::Char('L') => language = language.other(),
                _ if !replay.press(key, context) => return Ok(()),
                _ => {}
            },
            Ok(Told::Paste(_) | Told::Resized) | Err(_) => {}
        }
    }
}
