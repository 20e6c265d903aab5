//! The orders of a screen. A key makes orders, and the program carries them out, so the effect of a key can be tested
//! without a server.

use cardroom_rules::cards::card::Card;
use cardroom_rules::games::any::{AnyAction, GameKind};
use cardroom_rules::games::doudizhu::tools::ToRead;
use cardroom_rules::games::game::Chips;
use cardroom_rules::games::level::Level;
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
    /// Sign in as a new guest with this name.
    ComeIn(String),
    /// Sit down at the next free chair of a game, with computer players of a level.
    QuickSeat {
        /// The game to play.
        game: GameKind,
        /// The level of computer players on free chairs; `None` for people only.
        level: Option<Level>,
    },
    /// Open a table and sit down at it. The value is the body of the request.
    Open(Value),
    /// Ask for new chips, once they are lost.
    Refill,
    /// Show the list of played hands.
    ToHands,
    /// Show the replay of the hand with this identifier.
    Watch(String),
    /// Look up the table of this invite code.
    LookUp(String),
    /// Sit down with an invite code.
    TakeInvite {
        /// The invite code.
        code: String,
        /// The identifier of its table.
        table: String,
        /// The number of chips to sit down with.
        buy_in: Chips,
    },
    /// Show the list of tournaments.
    ToTournaments,
    /// Show a tournament, and follow it.
    ToTournament {
        /// The identifier of the tournament.
        id: String,
        /// The invite code, if it is not public.
        code: Option<String>,
    },
    /// Announce a tournament and enter it. The value is the body of the request.
    Announce(Value),
    /// Send a write to the tournament that is followed.
    InTournament(Write),
    /// Show a table.
    ToTable {
        /// The identifier of the table.
        id: String,
        /// The invite code, if the table is not public.
        code: Option<String>,
    },
    /// Act at the table, as of the version that the keys were drawn from.
    Act {
        /// The version of the table that the keys were drawn from.
        at: u64,
        /// The action, by game.
        action: AnyAction,
    },
    /// Ask for a preview of an action.
    Judge {
        /// The version of the table that the keys were drawn from.
        at: u64,
        /// The action to preview.
        action: AnyAction,
        /// The cards of the action, to match the answer with what is selected then.
        cards: Vec<Card>,
    },
    /// Ask the server for the readings of cards in Dou Dizhu.
    Read(ToRead),
    /// Send any other write to the table.
    Write(Write),
}

/// A write to a table or to a tournament.
#[derive(Clone, Debug, PartialEq)]
pub struct Write {
    /// The method of the request.
    pub method: Method,
    /// The path below the table's or the tournament's own, such as `/seats`.
    pub path: String,
    /// The body, as JSON; `None` for an empty one.
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
