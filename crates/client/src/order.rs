//! What a screen asks for. A key makes orders, and the program carries them out, so the effect of a key can be tested
//! without a server.

use cardroom_bots::level::Level;
use cardroom_rules::cards::card::Card;
use cardroom_rules::games::any::{AnyAction, GameKind};
use cardroom_rules::games::doudizhu::tools::ToRead;
use cardroom_rules::games::game::Chips;
use serde::Serialize;
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
        game: GameKind,
        /// The level; only people if absent.
        level: Option<Level>,
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
        buy_in: Chips,
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
        /// The action.
        action: AnyAction,
    },
    /// Ask for a preview of an action.
    Judge {
        /// The version.
        at: u64,
        /// The action.
        action: AnyAction,
        /// The cards of the action.
        cards: Vec<Card>,
    },
    /// Ask for the readings of cards.
    Read(ToRead),
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
    /// A `POST` without a body.
    pub fn post(path: &str) -> Self {
        Self { method: Method::POST, path: path.to_owned(), body: None }
    }

    /// A `POST` with a body.
    pub fn send(path: &str, body: &impl Serialize) -> Self {
        Self { body: serde_json::to_value(body).ok(), ..Self::post(path) }
    }

    /// A `PUT` with a body.
    pub fn put(path: &str, body: &impl Serialize) -> Self {
        Self { method: Method::PUT, ..Self::send(path, body) }
    }

    /// A `DELETE`.
    pub fn delete(path: &str) -> Self {
        Self { method: Method::DELETE, path: path.to_owned(), body: None }
    }
}
