//! What a screen asks for. A key makes orders, and whoever runs the screens carries them out: so what a key does can be
//! tested without a server.

use serde_json::Value;
use ureq::http::Method;

/// Something to be done outside a screen.
#[derive(Clone, Debug, PartialEq)]
pub enum Order {
    /// End the program.
    Quit,
    /// Leave a table's screen. The seat stays.
    ToLobby,
    /// The other language.
    SwitchLanguage,
    /// Come in as a guest of this name.
    ComeIn(String),
    /// Sit down at the next chair of a game, with computer players of a level.
    QuickSeat {
        /// Which game.
        game: &'static str,
        /// Which level; people only where absent.
        level: Option<&'static str>,
    },
    /// Open a table and sit down at it.
    Open(Value),
    /// Ask the house for chips, once they are lost.
    Refill,
    /// Show the hands that were played.
    ToHands,
    /// Look at one of them again.
    Watch(String),
    /// Where an invite code leads.
    LookUp(String),
    /// Sit down there.
    TakeInvite {
        /// The code.
        code: String,
        /// Where it leads.
        table: String,
        /// With how many chips.
        buy_in: u64,
    },
    /// Show a table.
    ToTable {
        /// Which.
        id: String,
        /// What lets in.
        code: Option<String>,
    },
    /// Act at the table, as of the version that the keys were drawn from.
    Act {
        /// That version.
        at: u64,
        /// The action, under the game's name.
        action: Value,
    },
    /// Ask how an action would be taken, without doing it.
    Judge {
        /// As of that version.
        at: u64,
        /// The action.
        action: Value,
        /// For which cards.
        cards: Vec<String>,
    },
    /// Ask what cards can be.
    Read {
        /// Which.
        cards: Vec<String>,
        /// The question.
        body: Value,
    },
    /// Write something else at the table.
    Write(Write),
}

/// A write at a table.
#[derive(Clone, Debug, PartialEq)]
pub struct Write {
    /// `POST` and the like.
    pub method: Method,
    /// What follows the table's address.
    pub path: String,
    /// What is sent.
    pub body: Option<Value>,
}

impl Write {
    /// A post.
    pub fn post(path: &str, body: Option<Value>) -> Self {
        Self { method: Method::POST, path: path.to_owned(), body }
    }

    /// A delete.
    pub fn delete(path: &str) -> Self {
        Self { method: Method::DELETE, path: path.to_owned(), body: None }
    }
}
