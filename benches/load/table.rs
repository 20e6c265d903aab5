//! A table, its players, and the next move that the rules allow.

use serde::Deserialize;
use serde_json::{Value, json};

use crate::choice::choice;
use crate::client::{Connection, Request};

/// What is played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Game {
    Holdem,
    Doudizhu,
    Shengji,
}

/// A table that is played by its own players.
pub struct Table {
    pub path: String,
    actions: String,
    pub tokens: Vec<String>,
    next: Next,
    version: u64,
    body: String,
}

/// What can be done next at a table.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Next {
    /// This seat checks or calls.
    Matches { seat: usize, calls: bool },
    /// This seat acts; what it may do has to be asked.
    Acts { seat: usize },
    /// Nothing before the table has changed.
    Waits,
}

/// Of a table's view, what decides the next move.
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
    fn seats(self) -> usize {
        match self {
            Self::Holdem => 2,
            Self::Doudizhu => 3,
            Self::Shengji => 4,
        }
    }

    fn rules(self) -> Value {
        match self {
            Self::Holdem => json!({"holdem": {
                "betting": "no_limit", "small_blind": 5, "big_blind": 10, "showdown_seconds": 0,
            }}),
            Self::Doudizhu => json!({"doudizhu": {"card_millis": 0, "showing_seconds": 1}}),
            Self::Shengji => json!({"shengji": {"card_millis": 0, "declaring_seconds": 1}}),
        }
    }
}

impl Table {
    /// Opens a table with players of its own, and waits until they may play.
    pub async fn open(server: &mut Connection, game: Game) -> Self {
        let mut tokens = Vec::new();
        for _ in 0..game.seats() {
            let guest = Request { method: "POST", path: "/v1/guests", body: "{}", ..Request::default() };
            let guest = server.json(guest, 201).await;
            tokens.push(guest["tokens"]["access_token"].as_str().unwrap().to_owned());
        }
        let options = json!({
            "name": "Load", "game": game.rules(), "seats": game.seats(), "min_buy_in": 1_000_000,
            "max_buy_in": 100_000_000, "decision_seconds": 600,
            "dealing": {"type": "automatic", "pause_seconds": 0},
        });
        let (options, method) = (options.to_string(), "POST");
        let open = Request { method, path: "/v1/tables", token: &tokens[0], header: "", body: &options };
        let opened = server.json(open, 201).await;
        let path = format!("/v1/tables/{}", opened["table"]["id"].as_str().unwrap());
        let seats = format!("{path}/seats");
        for token in &tokens {
            let body = r#"{"buy_in":100000000}"#;
            server.json(Request { method, path: &seats, token, header: "", body }, 200).await;
        }
        let actions = format!("{path}/actions");
        let mut table = Self { path, actions, tokens, next: Next::Waits, version: 0, body: String::new() };
        table.wait(server).await;
        table
    }

    /// A table of a server that gives always this answer.
    pub fn imagined(number: usize, answer: &str) -> Self {
        let path = format!("/v1/tables/01a2045f-036a-75e1-a7c7-{number:012}");
        let (actions, token) = (format!("{path}/actions"), format!("cra_{number:064}"));
        let tokens = vec![token.clone(), token];
        let mut table = Self { path, actions, tokens, next: Next::Waits, version: 0, body: String::new() };
        table.learn(answer.as_bytes());
        table
    }

    /// Whether nobody may move.
    pub fn waits(&self) -> bool {
        self.next == Next::Waits
    }

    /// Who moves next.
    pub fn seat(&self) -> usize {
        match self.next {
            Next::Matches { seat, .. } | Next::Acts { seat } => seat,
            Next::Waits => 0,
        }
    }

    /// The next move, where it follows from what everybody sees; else it has to be [asked](Table::choose) for.
    pub fn request<'a>(&'a mut self, header: &'a str) -> Option<Request<'a>> {
        let Next::Matches { seat, calls } = self.next else { return None };
        let kind = if calls { "call" } else { "check" };
        self.body = format!(r#"{{"at":{},"action":{{"holdem":{{"type":"{kind}"}}}}}}"#, self.version);
        Some(self.act(seat, header))
    }

    /// Asks what may be done, and does the first of it; `None` where nothing may be done yet.
    pub async fn choose<'a>(&'a mut self, server: &mut Connection) -> Option<Request<'a>> {
        if self.next == Next::Waits {
            return None;
        }
        let seat = self.seat();
        let view =
            Request { method: "GET", path: &self.path, token: &self.tokens[seat], ..Request::default() };
        let view = server.json(view, 200).await;
        let options = &view["you"]["options"];
        assert!(options.is_object(), "nobody else plays here: {view}");
        self.body = json!({"at": view["version"], "action": choice(options)}).to_string();
        Some(self.act(seat, ""))
    }

    fn act<'a>(&'a self, seat: usize, header: &'a str) -> Request<'a> {
        let token = &self.tokens[seat];
        Request { method: "POST", path: &self.actions, token, header, body: &self.body }
    }

    /// Takes up what a move was answered.
    pub fn learn(&mut self, answer: &[u8]) {
        let ActionAnswer { table } = serde_json::from_slice(answer).unwrap();
        self.look(&table);
    }

    /// Waits until somebody may move: a hand is over, and the next one is dealt by the clock.
    pub async fn wait(&mut self, server: &mut Connection) {
        while self.next == Next::Waits {
            let path = format!("{}/events?after={}&wait=10", self.path, self.version);
            let path = if self.version == 0 { format!("{}/events", self.path) } else { path };
            let request =
                Request { method: "GET", path: &path, token: &self.tokens[0], ..Request::default() };
            let answer = server.ask(request).await;
            assert_eq!(answer.status, 200);
            let message: Message = serde_json::from_slice(answer.body).unwrap();
            if let Some(table) = message.table {
                self.look(&table);
            }
        }
    }

    fn look(&mut self, table: &Seen) {
        self.version = table.version;
        self.next = table.hand.as_ref().map_or(Next::Waits, HandSeen::next);
    }
}

impl HandSeen {
    fn next(&self) -> Next {
        let Some(&DecisionSeen { seat }) = self.decisions.first() else { return Next::Waits };
        let Some(holdem) = &self.state.holdem else { return Next::Acts { seat } };
        let bet = holdem.players.iter().find(|player| player.seat == seat).map_or(0, |player| player.bet);
        Next::Matches { seat, calls: bet < holdem.price }
    }
}
