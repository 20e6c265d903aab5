//! The terminal: taken at the start, given back at the end, whatever the end is.

use std::io::{self, Stdout, Write};
use std::panic;
use std::sync::mpsc::Sender;
use std::thread;

use ratatui::Terminal;
use ratatui::backend::CrosstermBackend;
use ratatui::crossterm::event::{
    self, DisableBracketedPaste, EnableBracketedPaste, Event, KeyEvent, KeyEventKind,
};
use ratatui::crossterm::execute;

/// What the terminal tells.
#[derive(Clone, Debug)]
pub enum Told {
    /// A key.
    Key(KeyEvent),
    /// Text that was pasted.
    Paste(String),
    /// The window has another size.
    Resized,
    /// The process is asked to end.
    Ended,
}

/// A terminal that is ours until this is dropped.
#[derive(Debug)]
pub struct Screen {
    /// What is drawn to.
    pub terminal: Terminal<CrosstermBackend<Stdout>>,
}

impl Screen {
    /// Takes the terminal. A panic gives it back before it says anything.
    pub fn take() -> io::Result<Self> {
        let terminal = ratatui::try_init()?;
        let before = panic::take_hook();
        panic::set_hook(Box::new(move |info| {
            drop(execute!(io::stdout(), DisableBracketedPaste));
            before(info);
        }));
        // Pasted text comes in one piece: as keys it could fold a hand. A terminal that cannot do it sends keys.
        drop(execute!(io::stdout(), EnableBracketedPaste));
        Ok(Self { terminal })
    }

    /// Rings the bell.
    pub fn ring(&mut self) -> io::Result<()> {
        let backend = self.terminal.backend_mut();
        backend.write_all(b"\x07")?;
        io::Write::flush(backend)
    }
}

impl Drop for Screen {
    fn drop(&mut self) {
        drop(execute!(io::stdout(), DisableBracketedPaste));
        ratatui::restore();
    }
}

/// Reads keys on a thread, and signals on another, until nobody listens.
pub fn listen<T: Send + 'static>(sender: &Sender<T>, wrap: fn(Told) -> T) -> io::Result<()> {
    signals(sender.clone(), wrap)?;
    let sender = sender.clone();
    thread::spawn(move || {
        loop {
            let told = match event::read() {
                Ok(Event::Key(key)) if key.kind != KeyEventKind::Release => Told::Key(key),
                Ok(Event::Paste(text)) => Told::Paste(text),
                Ok(Event::Resize(..)) => Told::Resized,
                Ok(_) => continue,
                // A terminal that cannot be read any more is gone.
                Err(_) => Told::Ended,
            };
            let is_end = matches!(told, Told::Ended);
            if sender.send(wrap(told)).is_err() || is_end {
                return;
            }
        }
    });
    Ok(())
}

#[cfg(unix)]
fn signals<T: Send + 'static>(sender: Sender<T>, wrap: fn(Told) -> T) -> io::Result<()> {
    use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
    let mut signals = signal_hook::iterator::Signals::new([SIGHUP, SIGINT, SIGTERM])?;
    thread::spawn(move || {
        for _ in signals.forever() {
            if sender.send(wrap(Told::Ended)).is_err() {
                return;
            }
        }
    });
    Ok(())
}

#[cfg(not(unix))]
fn signals<T: Send + 'static>(_sender: Sender<T>, _wrap: fn(Told) -> T) -> io::Result<()> {
    Ok(())
}
