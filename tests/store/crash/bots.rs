//! A person among computer players, whose server is killed again and again: each hand goes on.

use std::time::Duration;

use serde_json::{Value, json};

use crate::choice::choice;
use crate::process::Server;

struct Person {
    http: reqwest::Client,
    token: String,
    path: String,
}

impl Person {
    async fn ask(&self, server: &Server, path: &str, body: Option<Value>) -> (u16, Value) {
        let url = format!("{}{path}", server.url);
        let request = match &body {
            Some(body) => self.http.post(url).json(body),
            None => self.http.get(url),
        };
        let answer = request.bearer_auth(&self.token).send().await.unwrap();
        (answer.status().as_u16(), answer.json().await.unwrap())
    }

    async fn table(&self, server: &Server) -> Value {
        let (status, table) = self.ask(server, &self.path, None).await;
        assert_eq!(status, 200, "{table}");
        table
    }

    /// Opens a table of this game and sits down; computer players fill it.
    async fn sit(server: &Server, seats: u8, game: Value) -> Self {
        let http = reqwest::Client::builder().no_proxy().build().unwrap();
        let mut person = Self { http, token: String::new(), path: "/v1/tables".to_owned() };
        let (_, welcome) = person.ask(server, "/v1/guests", Some(json!({"name": "Ann"}))).await;
        welcome["tokens"]["access_token"].as_str().unwrap().clone_into(&mut person.token);
        let options = json!({
            "name": "Main", "seats": seats, "game": game, "min_buy_in": 100, "max_buy_in": 1_000,
            "bot_pace": "none", "fill_with_bots": {"level": "intermediate"}, "decision_seconds": 600,
        });
        let (_, opened) = person.ask(server, "/v1/tables", Some(options)).await;
        person.path = format!("/v1/tables/{}", opened["table"]["id"].as_str().unwrap());
        let chair = json!({"buy_in": 1_000, "entry": "post"});
        let (status, seated) = person.ask(server, &format!("{}/seats", person.path), Some(chair)).await;
        assert_eq!(status, 200, "{seated}");
        person
    }

    /// Acts once if it is their turn. Returns whether it was.
    async fn act(&self, server: &Server) -> bool {
        let table = self.table(server).await;
        let decisions = table["hand"]["decisions"].as_array().cloned().unwrap_or_default();
        let is_mine =
            |decision: &Value| decision["seat"] == table["you"]["seat"] && decision["clock"].is_object();
        if !decisions.iter().any(is_mine) {
            tokio::time::sleep(Duration::from_millis(10)).await;
            return false;
        }
        let action = json!({"at": table["version"], "action": choice(&table["you"]["options"])});
        let (status, answer) = self.ask(server, &format!("{}/actions", self.path), Some(action)).await;
        assert!(status == 200 || answer["code"] == "stale", "{answer}");
        true
    }
}

#[tokio::test]
async fn a_killed_server_goes_on_with_its_computer_players() {
    let holdem = json!({"betting": "no_limit", "small_blind": 5, "big_blind": 10, "showdown_seconds": 0});
    let games = [
        (4, json!({ "holdem": holdem })),
        (3, json!({"doudizhu": {"bidding": "call_rob", "card_millis": 0, "showing_seconds": 1}})),
        (4, json!({"shengji": {"card_millis": 0, "declaring_seconds": 1}})),
    ];
    for (seats, game) in games {
        let folder = tempfile::tempdir().unwrap();
        let mut server = Server::start(folder.path());
        let person = Person::sit(&server, seats, game).await;
        let (mut hands, mut last) = (0, Value::Null);
        let mut decisions = 0;
        for _ in 0..50_000 {
            if person.act(&server).await {
                decisions += 1;
                // In the middle of the computers' next moves.
                if decisions % 4 == 3 {
                    drop(server);
                    server = Server::start(folder.path());
                }
            }
            let table = person.table(&server).await;
            if table["last_hand"] != last {
                last = table["last_hand"].clone();
                hands += 1;
            }
            if hands == 2 {
                break;
            }
        }
        assert_eq!(hands, 2, "the hands never end: {}", person.table(&server).await);
        let audit = server.audit().await;
        assert_eq!(audit["holds"], true, "{audit}");
    }
}
