//! What a screen asks for. A key makes orders, and the program carries them out, so the effect of a key can be tested
//! without a server.

use serde_json::Value;
use ureq::http::Method;

/// Something to be done outside a screen.
#[derive(Clone, Debug, PartialEq)]
pub enum Order {
    /// End the program.
    Quit,
    /// Leave a table's screen. The seat stays.
    ToLobby,
    /// Switch the language.
    SwitchLanguage,
    /// Sign in as a guest with this name.
    ComeIn(String),
    /// Sit down at the next free chair of a game, with computer players of a level.
    QuickSeat {
        /// The game.
        game: &'static str,
        /// The level; only people if absent.
        level: Option<&'static str>,
    },
    /// Open a table and sit down at it.
    Open(Value),
    /// Ask for new chips, once they are lost.
    Refill,
    /// Show the list of played hands.
    ToHands,
    /// Show the replay of a hand.
    Watch(String),
    /// Look up an invite code.
    LookUp(String),
    /// Sit down with an invite code.
    TakeInvite {
        /// The code.
        code: String,
        /// Its table.
        table: String,
        /// The buy-in.
        buy_in: u64,
    },
    /// Show a table.
    ToTable {
        /// The table.
        id: String,
        /// The invite code.
        code: Option<String>,
    },
    /// Act at the table, as of the version that the keys were drawn from.
    Act {
        /// The version.
        at: u64,
        /// The action, under the game's name.
        action: Value,
    },
    /// Ask for a preview of an action.
    Judge {
        /// The version.
        at: u64,
        /// The action.
        action: Value,
        /// The cards of the action.
        cards: Vec<String>,
    },
    /// Ask for the readings of cards.
    Read {
        /// The cards.
        cards: Vec<String>,
        /// The request.
        body: Value,
    },
    /// Send another write to the table.
    Write(Write),
}

/// A write to a table.
#[derive(Clone, Debug, PartialEq)]
pub struct Write {
    /// The method.
    pub method: Method,
    /// The path after the table's address.
    pub path: String,
    /// The body.
    pub body: Option<Value>,
}

impl Write {
    /// A `POST`.
    pub fn post(path: &str, body: Option<Value>) -> Self {
        Self { method: Method::POST, path: path.to_owned(), body }
    }

    /// A `DELETE`.
    pub fn delete(path: &str) -> Self {
        Self { method: Method::DELETE, path: path.to_owned(), body: None }
    }
}
