//! Streams that are cut, again and again, some by a restart: whoever resumes has missed nothing, and got nothing twice.

use std::sync::Arc;

use cardroom::service::ports::store::Store;
use cardroom::store::sqlite::Sqlite;
use serde_json::{Value, json};

use super::{deal, open};
use crate::chance::Chance;
use crate::events::Events;
use crate::house::{Client, House, settings};
use crate::manual::ManualClock;

/// How often each follower is cut: what `CARDROOM_CUTS` says, a few hundred times together where it is unset.
fn cuts() -> usize {
    std::env::var("CARDROOM_CUTS").map_or(300, |text| text.parse().expect("a number of cuts"))
}

/// In which way somebody follows the table.
#[derive(Clone, Copy, Debug)]
enum Way {
    Stream,
    Everything,
    LongPoll,
    LongPollOfEverything,
}

const WAYS: [Way; 4] = [Way::Stream, Way::Everything, Way::LongPoll, Way::LongPollOfEverything];

/// Somebody who follows the table, and what they have been told of it.
struct Follower {
    client: Client,
    way: Way,
    /// What resumes.
    position: Option<String>,
    told: Vec<Value>,
}

impl Follower {
    /// Follows for a while, and is cut; `messages` is how many it reads at most.
    async fn follow(&mut self, path: &str, messages: usize, version: u64) {
        match self.way {
            Way::Stream | Way::Everything => self.read(path, messages, version).await,
            Way::LongPoll => {
                let after = self.position.as_deref().unwrap_or("0");
                let page = self.client.get(&format!("{path}/events?limit=3&after={after}")).await.ok();
                self.take(&page);
                self.position = Some(self.told.len().to_string());
            }
            Way::LongPollOfEverything => {
                let after = self.position.as_ref().map_or(String::new(), |cursor| format!("?after={cursor}"));
                let page = self.client.get(&format!("/v1/me/events{after}")).await.ok();
                for message in page["messages"].as_array().unwrap() {
                    message.get("table").into_iter().for_each(|table| self.take(table));
                }
                self.position = page["cursor"].as_str().map(str::to_owned);
            }
        }
    }

    async fn read(&mut self, path: &str, messages: usize, version: u64) {
        let path = if matches!(self.way, Way::Stream) {
            format!("{path}/events")
        } else {
            "/v1/me/events".to_owned()
        };
        let position = match self.way {
            Way::Stream => Some(self.position.clone().unwrap_or_else(|| "0".to_owned())),
            _ => self.position.clone(),
        };
        let mut stream = Events::open(&self.client, &path, position.as_deref()).await;
        for _ in 0..messages {
            if self.knows(version) {
                return;
            }
            let event = stream.next().await.unwrap();
            if event.kind == "table" {
                self.take(&event.data);
            }
            self.position = event.id.or(self.position.take());
        }
    }

    fn take(&mut self, message: &Value) {
        // Whoever had no cursor is given the table as it is; what was before is in the log.
        if self.told.is_empty() && message["changes"] == json!([]) {
            let version = message["table"]["version"].as_u64().unwrap();
            self.told = vec![Value::Null; usize::try_from(version).unwrap()];
        }
        self.told.extend(message["changes"].as_array().unwrap().iter().cloned());
    }

    fn knows(&self, version: u64) -> bool {
        self.told.len() as u64 >= version
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn whoever_resumes_has_missed_nothing_and_got_nothing_twice() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("house.db");
    let open_house = async || {
        let store: Arc<dyn Store> = Arc::new(Sqlite::open(file.to_str().unwrap()).await.unwrap());
        House::over(store, ManualClock::start(), settings()).await
    };
    let mut house = open_house().await;
    let mut players = vec![house.guest("Ann").await, house.guest("Bob").await, house.guest("Cid").await];
    let path = open(&players[0], json!({})).await;
    for player in &players {
        player.post(&format!("{path}/seats"), json!({"buy_in": 1_000})).await.ok();
    }
    let follower = |(place, way): (usize, &Way)| Follower {
        client: players[place % players.len()].clone(),
        way: *way,
        position: None,
        told: Vec::new(),
    };
    let mut followers: Vec<Follower> = WAYS.iter().cycle().take(8).enumerate().map(follower).collect();
    let mut chance = Chance::new(11);
    let mut done = 0;
    let cuts = cuts();
    while done < cuts {
        let version = step(&players, &path, &mut chance).await;
        for follower in &mut followers {
            if chance.one_in(2) {
                follower.follow(&path, 1 + usize::try_from(chance.below(4)).unwrap(), version).await;
                done += 1;
            }
        }
        if chance.one_in(20) {
            house.close().await;
            house = open_house().await;
            let moved = |client: &Client| house.stranger().with_token(client.token.as_ref().unwrap());
            players = players.iter().map(moved).collect();
            for follower in &mut followers {
                follower.client = moved(&follower.client);
            }
        }
    }
    let version = players[0].get(&path).await.ok()["version"].as_u64().unwrap();
    for follower in &mut followers {
        while !follower.knows(version) {
            follower.follow(&path, 4, version).await;
        }
        let log = log(&follower.client, &path, version).await;
        let known = follower.told.iter().position(|change| !change.is_null()).unwrap_or(0);
        assert_eq!(follower.told[known..], log[known..], "{:?}", follower.way);
    }
    println!("{done} cuts, {version} changes");
}

/// One more thing happens at the table; its version.
async fn step(players: &[Client], path: &str, chance: &mut Chance) -> u64 {
    for player in players {
        let view = player.get(path).await.ok();
        let Some(options) = view["you"]["options"]["holdem"].as_object() else { continue };
        let kind = match (options["fold"] == true, chance.below(4)) {
            (true, 0) => "fold",
            _ if options["muck"] == true => "muck",
            _ if options["show"] == true => "show",
            _ if options["check"] == true => "check",
            _ => "call",
        };
        let action = json!({"at": view["version"], "action": {"holdem": {"type": kind}}});
        let done = player.post(&format!("{path}/actions"), action).await.ok();
        return done["table"]["version"].as_u64().unwrap();
    }
    for player in players {
        // Whoever is broke plays on.
        let _ = player.post(&format!("{path}/seats/me/top-ups"), json!({"amount": 500})).await;
    }
    deal(&players[0], path).await["table"]["version"].as_u64().unwrap()
}

/// Everything that the server knows of the table, as this player may know it.
async fn log(client: &Client, path: &str, version: u64) -> Vec<Value> {
    let mut log: Vec<Value> = Vec::new();
    while (log.len() as u64) < version {
        let page = client.get(&format!("{path}/events?limit=100&after={}", log.len())).await.ok();
        log.extend(page["changes"].as_array().unwrap().iter().cloned());
    }
    log
}
