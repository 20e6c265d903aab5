//! A table, its players, and the next move that the rules allow.

use clap::ValueEnum;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::choice::choice;
use super::connection::{Connection, Request};
use super::error::LoadError;

/// The game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, ValueEnum, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Game {
    /// Texas Hold'em, for two.
    Holdem,
    /// Dou Dizhu.
    Doudizhu,
    /// Shengji.
    Shengji,
}

/// A table that is played by its own players.
#[derive(Debug)]
pub struct Table {
    path: String,
    actions: String,
    tokens: Vec<String>,
    next: Next,
    version: u64,
    body: String,
}

/// The next step at a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Next {
    /// This seat checks or calls.
    Matches { seat: usize, calls: bool },
    /// This seat acts; its options have to be read first.
    Acts { seat: usize },
    /// No step before the table has changed.
    Waits,
}

/// The parts of a table's view that decide the next move.
#[derive(Deserialize)]
struct Seen {
    version: u64,
    hand: Option<HandSeen>,
}

#[derive(Deserialize)]
struct HandSeen {
    state: StateSeen,
    decisions: Vec<DecisionSeen>,
}

#[derive(Deserialize)]
struct DecisionSeen {
    seat: usize,
}

#[derive(Deserialize)]
struct StateSeen {
    holdem: Option<HoldemSeen>,
}

#[derive(Deserialize)]
struct HoldemSeen {
    price: u64,
    players: Vec<PlayerSeen>,
}

#[derive(Deserialize)]
struct PlayerSeen {
    seat: usize,
    bet: u64,
}

#[derive(Deserialize)]
struct ActionAnswer {
    table: Seen,
}

#[derive(Deserialize)]
struct Message {
    table: Option<Seen>,
}

impl Game {
    /// The number of players.
    pub fn seats(self) -> usize {
        match self {
            Self::Holdem => 2,
            Self::Doudizhu => 3,
            Self::Shengji => 4,
        }
    }

    /// The lowest stakes: no player is to lose all chips.
    fn rules(self) -> Value {
        match self {
            Self::Holdem => json!({"holdem": {
                "betting": "no_limit", "small_blind": 1, "big_blind": 2, "showdown_seconds": 0,
            }}),
            Self::Doudizhu => json!({"doudizhu": {"card_millis": 0, "showing_seconds": 1}}),
            Self::Shengji => json!({"shengji": {"card_millis": 0, "declaring_seconds": 1}}),
        }
    }
}

impl Table {
    /// Opens a table with its own guests, who bring all their chips, and waits until they may play.
    pub async fn open(server: &mut Connection, game: Game) -> Result<Self, LoadError> {
        let mut guests = Vec::new();
        for _ in 0..game.seats() {
            let guest = Request { method: "POST", path: "/v1/guests", body: "{}", ..Request::default() };
            let guest: Guest = serde_json::from_value(server.json(guest, 201).await?)?;
            guests.push(guest);
        }
        let tokens: Vec<String> = guests.iter().map(|guest| guest.tokens.access_token.clone()).collect();
        let most = guests.iter().map(|guest| guest.player.chips).max().unwrap_or(1);
        let options = json!({
            "name": "Load", "game": game.rules(), "seats": game.seats(), "min_buy_in": 1, "max_buy_in": most,
            "decision_seconds": 60, "dealing": {"type": "automatic", "pause_seconds": 0},
        });
        let (options, method) = (options.to_string(), "POST");
        let open = Request { method, path: "/v1/tables", token: &tokens[0], header: "", body: &options };
        let opened: Opened = serde_json::from_value(server.json(open, 201).await?)?;
        let mut table = Self::of(&opened.table.id, tokens);
        let seats = format!("{}/seats", table.path);
        for (guest, token) in guests.iter().zip(&table.tokens) {
            let body = json!({"buy_in": guest.player.chips}).to_string();
            server.json(Request { method, path: &seats, token, header: "", body: &body }, 200).await?;
        }
        table.wait(server).await?;
        Ok(table)
    }

    /// This table, with these players by their seats. Its state has to be [learnt](Table::learn) or
    /// [waited](Table::wait) for.
    pub fn of(id: &str, tokens: Vec<String>) -> Self {
        let path = format!("/v1/tables/{id}");
        let actions = format!("{path}/actions");
        Self { path, actions, tokens, next: Next::Waits, version: 0, body: String::new() }
    }

    /// Its path.
    pub fn path(&self) -> &str {
        &self.path
    }

    /// Its players, by their seats; the first is the host.
    pub fn tokens(&self) -> &[String] {
        &self.tokens
    }

    /// Whether nobody may move.
    pub fn waits(&self) -> bool {
        self.next == Next::Waits
    }

    /// The seat to move.
    pub fn seat(&self) -> usize {
        match self.next {
            Next::Matches { seat, .. } | Next::Acts { seat } => seat,
            Next::Waits => 0,
        }
    }

    /// The next move, if it follows from what every player sees. Otherwise the options have to be [read](Table::choose)
    /// first.
    pub fn request<'a>(&'a mut self, header: &'a str) -> Option<Request<'a>> {
        let Next::Matches { seat, calls } = self.next else { return None };
        let kind = if calls { "call" } else { "check" };
        self.body = format!(r#"{{"at":{},"action":{{"holdem":{{"type":"{kind}"}}}}}}"#, self.version);
        Some(self.act(seat, header))
    }

    /// Reads the options; the first of them is the [next move](Table::chosen). Returns whether there is any.
    pub async fn choose(&mut self, server: &mut Connection) -> Result<bool, LoadError> {
        let view = Request {
            method: "GET",
            path: &self.path,
            token: &self.tokens[self.seat()],
            ..Request::default()
        };
        let view = server.json(view, 200).await?;
        let options = &view["you"]["options"];
        if options.is_null() {
            self.forget();
            return Ok(false);
        }
        let action = choice(options).ok_or_else(|| LoadError::Options(options.to_string()))?;
        self.body = json!({"at": view["version"], "action": action}).to_string();
        Ok(true)
    }

    /// The move that was chosen.
    pub fn chosen<'a>(&'a self, header: &'a str) -> Request<'a> {
        self.act(self.seat(), header)
    }

    fn act<'a>(&'a self, seat: usize, header: &'a str) -> Request<'a> {
        let token = &self.tokens[seat];
        Request { method: "POST", path: &self.actions, token, header, body: &self.body }
    }

    /// Learns the answer to a move.
    pub fn learn(&mut self, answer: &[u8]) -> Result<(), LoadError> {
        let ActionAnswer { table } = serde_json::from_slice(answer)?;
        self.look(&table);
        Ok(())
    }

    /// The known state is wrong: it is read again.
    pub fn forget(&mut self) {
        (self.next, self.version) = (Next::Waits, 0);
    }

    /// Waits until a player may move: the clock deals the first hand, and any that does not come with the end of
    /// another.
    pub async fn wait(&mut self, server: &mut Connection) -> Result<(), LoadError> {
        while self.next == Next::Waits {
            let path = format!("{}/events?after={}&wait=10", self.path, self.version);
            let path = if self.version == 0 { format!("{}/events", self.path) } else { path };
            let request =
                Request { method: "GET", path: &path, token: &self.tokens[0], ..Request::default() };
            let message: Message = serde_json::from_value(server.json(request, 200).await?)?;
            if let Some(table) = message.table {
                self.look(&table);
            }
        }
        Ok(())
    }

    fn look(&mut self, table: &Seen) {
        self.version = table.version;
        self.next = table.hand.as_ref().map_or(Next::Waits, |hand| hand.next(self.tokens.len()));
    }
}

impl HandSeen {
    fn next(&self, seats: usize) -> Next {
        let of_ours = self.decisions.first().filter(|decision| decision.seat < seats);
        let Some(&DecisionSeen { seat }) = of_ours else { return Next::Waits };
        let Some(holdem) = &self.state.holdem else { return Next::Acts { seat } };
        let bet = holdem.players.iter().find(|player| player.seat == seat).map_or(0, |player| player.bet);
        Next::Matches { seat, calls: bet < holdem.price }
    }
}

#[derive(Deserialize)]
struct Guest {
    player: Purse,
    tokens: Tokens,
}

#[derive(Deserialize)]
struct Purse {
    chips: u64,
}

#[derive(Deserialize)]
struct Tokens {
    access_token: String,
}

#[derive(Deserialize)]
struct Opened {
    table: Named,
}

#[derive(Deserialize)]
struct Named {
    id: String,
}
