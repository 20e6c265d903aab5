//! A server in this process, with its own port and data folder.

use std::net::SocketAddr;
use std::sync::Arc;

use cardroom::http::limit_settings::LimitSettings;
use cardroom::http::server::Server;
use cardroom::http::settings::Settings;
use cardroom::service::people::session_cache::SessionCache;
use cardroom::service::ports::clock::{Clock, SystemClock};
use cardroom::service::ports::entropy::SystemDealer;
use cardroom::service::ports::store::Store;
use cardroom::service::room::card_room::CardRoom;
use cardroom::service::room::limits::RoomLimits;
use cardroom::service::table::live::Table;
use cardroom::service::table::options::preset::Presets;
use cardroom::service::table::randomness::dealer::Dealer;
use cardroom::store::sqlite::Sqlite;
use cardroom_api::id::{PlayerId, TableId};
use cardroom_rules::games::any::{AnyAction, AnyHand};
use cardroom_rules::games::game::Game;
use serde_json::{Value, json};
use tempfile::TempDir;

pub struct Cardroom {
    pub address: SocketAddr,
    pub store: Arc<dyn Store>,
    pub room: CardRoom,
    pub client: Client,
    clock: Arc<dyn Clock>,
    _folder: TempDir,
}

/// A player with a token.
#[derive(Clone)]
pub struct Player {
    pub id: PlayerId,
    pub token: String,
}

/// An open table.
#[derive(Clone)]
pub struct At {
    pub id: TableId,
    pub players: Vec<Player>,
}

impl Cardroom {
    pub async fn open() -> Self {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("cardroom.sqlite");
        let store: Arc<dyn Store> = Arc::new(Sqlite::open(file.to_str().unwrap()).await.unwrap());
        let clock: Arc<dyn Clock> = Arc::new(SystemClock::start());
        let dealer: Arc<dyn Dealer> = Arc::new(SystemDealer);
        let cache = SessionCache::of(&*store);
        let room = CardRoom::start(
            Arc::clone(&store),
            Arc::clone(&clock),
            Arc::clone(&dealer),
            cache.clone(),
            RoomLimits::default(),
        )
        .await
        .unwrap();
        let settings = Settings {
            first_grant: 1_000_000,
            refill: None,
            admin_token: None,
            cors_origins: Vec::new(),
            trusted_proxies: Vec::new(),
            limits: LimitSettings::NONE,
            presets: Presets::ready().unwrap(),
        };
        let listen = "127.0.0.1:0".parse().unwrap();
        let server =
            Server::bind(listen, settings, &store, Arc::clone(&clock), &dealer, cache, room.clone()).unwrap();
        let address = server.address();
        tokio::spawn(server.run(std::future::pending()));
        Self { address, store, room, client: Client::of(address), clock, _folder: folder }
    }

    /// The table as the server keeps it: the bench's driver may know it, a client may not.
    pub async fn kept(&self, table: TableId) -> Table {
        let record = self.store.table(table).await.unwrap().unwrap();
        let hand = match record.hand {
            Some(id) => {
                let hand = self.store.hand(id).await.unwrap().unwrap();
                let changes = self.store.changes(table, hand.first_version - 1, u32::MAX).await.unwrap();
                Some((hand, changes))
            }
            None => None,
        };
        Table::load(record, hand, self.clock.now()).unwrap()
    }
}

/// Makes requests for players and tables, without counting them.
pub struct Client {
    address: SocketAddr,
    http: reqwest::Client,
}

impl Client {
    /// For the server at this address.
    pub fn of(address: SocketAddr) -> Self {
        Self { address, http: reqwest::Client::builder().no_proxy().build().unwrap() }
    }

    async fn guest(&self) -> Player {
        let welcome = self.post(None, "/v1/guests", &json!({})).await;
        Player {
            id: welcome["player"]["id"].as_str().unwrap().parse().unwrap(),
            token: welcome["tokens"]["access_token"].as_str().unwrap().to_owned(),
        }
    }

    /// A table with these rules and this many players.
    pub async fn table(&self, game: &'static str, rules: Value, seats: usize, buy_in: u64) -> At {
        let mut players = Vec::new();
        for _ in 0..seats {
            players.push(self.guest().await);
        }
        let options = json!({
            "name": "Bench", "seats": seats, "min_buy_in": buy_in, "max_buy_in": buy_in,
            "dealing": {"type": "by_hand"}, "decision_seconds": 600, "game": {game: rules},
        });
        let opened = self.post(Some(&players[0]), "/v1/tables", &options).await;
        let id: TableId = opened["table"]["id"].as_str().unwrap().parse().unwrap();
        for (seat, player) in players.iter().enumerate() {
            let chair = json!({"seat": seat, "buy_in": buy_in});
            self.post(Some(player), &format!("/v1/tables/{id}/seats"), &chair).await;
        }
        At { id, players }
    }

    async fn post(&self, by: Option<&Player>, path: &str, body: &Value) -> Value {
        let mut request = self.http.post(format!("http://{}{path}", self.address)).json(body);
        if let Some(by) = by {
            request = request.bearer_auth(&by.token);
        }
        let answer = request.send().await.unwrap();
        let status = answer.status();
        let body: Value = answer.json().await.unwrap();
        assert!(status.is_success(), "{path}: {body}");
        body
    }
}

/// The seats on the clock, and their moves.
pub fn next_move(table: &Table, hand: &AnyHand) -> Option<(usize, Vec<AnyAction>)> {
    let decision = table.record.decisions.iter().find(|decision| decision.clock.is_some())?;
    Some((usize::from(decision.seat.0), hand.moves(decision.seat)))
}
