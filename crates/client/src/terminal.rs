//! The terminal: it is set up at the start, and restored at the end in every case.

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

/// A report of the terminal.
#[derive(Clone, Debug)]
pub enum Input {
    /// A key.
    Key(KeyEvent),
    /// Text that was pasted.
    Paste(String),
    /// The window has another size.
    Resized,
    /// A signal to end.
    Ended,
}

/// A terminal in use until this is dropped.
#[derive(Debug)]
pub struct Screen {
    /// The drawing target.
    pub terminal: Terminal<CrosstermBackend<Stdout>>,
}

impl Screen {
    /// Sets the terminal up. A panic restores it before its message.
    pub fn take() -> io::Result<Self> {
        let terminal = ratatui::try_init()?;
        let before = panic::take_hook();
        panic::set_hook(Box::new(move |info| {
            drop(execute!(io::stdout(), DisableBracketedPaste));
            before(info);
        }));
        // Pasted text comes at once, because as keys it could fold a hand. A terminal that cannot do this sends keys.
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

/// Reads keys on a thread, and signals on another, until the receiver is dropped.
pub fn listen<T: Send + 'static>(sender: &Sender<T>, wrap: fn(Input) -> T) -> io::Result<()> {
    signals(sender.clone(), wrap)?;
    let sender = sender.clone();
    thread::spawn(move || {
        loop {
            let input = match event::read() {
                Ok(Event::Key(key)) if key.kind != KeyEventKind::Release => Input::Key(key),
                Ok(Event::Paste(text)) => Input::Paste(text),
                Ok(Event::Resize(..)) => Input::Resized,
                Ok(_) => continue,
                // A terminal that cannot be read any more is closed.
                Err(_) => Input::Ended,
            };
            let is_end = matches!(input, Input::Ended);
            if sender.send(wrap(input)).is_err() || is_end {
                return;
            }
        }
    });
    Ok(())
}

#[cfg(unix)]
fn signals<T: Send + 'static>(sender: Sender<T>, wrap: fn(Input) -> T) -> io::Result<()> {
    use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
    let mut signals = signal_hook::iterator::Signals::new([SIGHUP, SIGINT, SIGTERM])?;
    thread::spawn(move || {
        for _ in signals.forever() {
            if sender.send(wrap(Input::Ended)).is_err() {
                return;
            }
        }
    });
    Ok(())
}

#[cfg(not(unix))]
fn signals<T: Send + 'static>(_sender: Sender<T>, _wrap: fn(Input) -> T) -> io::Result<()> {
    Ok(())
}
