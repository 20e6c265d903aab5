//! A whole card room on port 0, with a clock and a dealer that the test controls, and clients that hold every answer
//! against the API's description.

#![allow(dead_code, reason = "each test takes what it needs")]

use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use axum::extract::{ConnectInfo, Request};
use axum::response::Response;
use cardroom::http::layers::Layered;
use cardroom::http::limit_settings::LimitSettings;
use cardroom::http::router;
use cardroom::http::server::{PartDied, Server};
use cardroom::http::services::Services;
use cardroom::http::settings::Settings;
use cardroom::service::people::refill::RefillTerms;
use cardroom::service::people::session_cache::SessionCache;
use cardroom::service::ports::clock::Clock;
use cardroom::service::ports::store::Store;
use cardroom::service::room::card_room::CardRoom;
use cardroom::service::room::limits::BotLimits;
use cardroom::service::room::limits::RoomLimits;
use cardroom::service::table::options::preset::Presets;
use cardroom::service::table::randomness::dealer::Dealer;
use cardroom::store::database::Database;
use cardroom::store::schema::Migrate;
use cardroom::store::sqlite::Sqlite;
use cardroom::store::sqlite::open::{OnLoss, OpenError};
use jiff::{SignedDuration, Timestamp};
use reqwest::{Method, StatusCode, header};
use serde_json::{Value, json};
use tokio::sync::oneshot;
use tokio::task::JoinHandle;
use tokio::time::sleep;
use tower::ServiceExt;

use crate::manual::{ManualClock, StackedDealer};
use crate::schema::Schema;

/// The admin token.
pub const ADMIN: &str = "an-admin-token-for-tests";
/// The chips of each guest at the start.
pub const GRANT: u64 = 10_000;

/// The address of requests that come through no connection.
pub const LOCALHOST: IpAddr = IpAddr::V4(Ipv4Addr::LOCALHOST);

/// The settings of a server, unless a test changes them.
pub fn settings() -> Settings {
    Settings {
        first_grant: GRANT,
        refill: Some(RefillTerms { chips: 2_000, every: SignedDuration::from_hours(24), below: 500 }),
        admin_token: Some(ADMIN.parse().unwrap()),
        cors_origins: Vec::new(),
        trusted_proxies: Vec::new(),
        limits: LimitSettings::NONE,
        presets: Presets::ready().unwrap(),
    }
}

/// The routes of one more room over this store, without a port: a request runs on the thread that sends it.
pub async fn routes(store: &Arc<dyn Store>, settings: Settings) -> Layered {
    router::router(services(store, settings).await)
}

/// The answer of the routes to a request from this address. Like every client, it names the host.
pub fn answer(
    routes: &Layered,
    from: IpAddr,
    mut request: Request,
) -> impl Future<Output = Response> + use<> {
    request.extensions_mut().insert(ConnectInfo(SocketAddr::new(from, 0)));
    request.headers_mut().entry(header::HOST).or_insert(header::HeaderValue::from_static("cardroom"));
    let routes = routes.clone();
    async move { routes.oneshot(request).await.unwrap_or_else(|never| match never {}) }
}

/// The variable under which new databases are on PostgreSQL.
pub const ON_POSTGRES: &str = "CARDROOM_TEST_ON_POSTGRES";

/// A new and empty database: in memory, or on PostgreSQL if the variable asks for that.
pub async fn new_store() -> Arc<dyn Store> {
    if std::env::var_os(ON_POSTGRES).is_none() {
        return Arc::new(Sqlite::open("sqlite::memory:").await.unwrap());
    }
    let (server, name) = crate::postgres::database().await.expect("PostgreSQL is asked for");
    let opened = Database::open(&server.url(&name), OnLoss::Refuse, Migrate::AtStart).await;
    opened.unwrap().store()
}

/// The services of one more room over this store.
pub async fn services(store: &Arc<dyn Store>, settings: Settings) -> Services {
    let clock: Arc<dyn Clock> = Arc::new(ManualClock::start());
    let dealer: Arc<dyn Dealer> = Arc::new(StackedDealer::default());
    let (room_store, limits) = (Arc::clone(store), RoomLimits::default());
    let cache = SessionCache::of(&**store);
    let room = CardRoom::start(room_store, Arc::clone(&clock), Arc::clone(&dealer), cache.clone(), limits);
    Services::new(settings, store, &clock, &dealer, cache, room.await.unwrap())
}

/// A running card room.
pub struct TestServer {
    pub address: SocketAddr,
    pub clock: Arc<ManualClock>,
    pub dealer: Arc<StackedDealer>,
    schema: Arc<Schema>,
    stop: oneshot::Sender<()>,
    running: JoinHandle<Result<(), PartDied>>,
}

impl TestServer {
    pub async fn open() -> Self {
        Self::set(settings()).await
    }

    /// Over a database in memory, with these settings.
    pub async fn set(settings: Settings) -> Self {
        let store = new_store().await;
        Self::over(store, ManualClock::start(), settings).await
    }

    /// With at most this many computer players, and this limit of winnings a day.
    pub async fn with_bots(settings: Settings, most: u32, winnings_a_day: u64) -> Self {
        let store = new_store().await;
        Self::limited(
            store,
            ManualClock::start(),
            settings,
            RoomLimits {
                bots: BotLimits { most, winnings_a_day, ..BotLimits::default() },
                ..RoomLimits::default()
            },
        )
        .await
    }

    /// With these settings, and these limits of the room.
    pub async fn within(settings: Settings, limits: RoomLimits) -> Self {
        let store = new_store().await;
        Self::limited(store, ManualClock::start(), settings, limits).await
    }

    /// Over the database in a file, at this time.
    pub async fn at(file: &Path, now: Timestamp) -> Self {
        Self::over(Arc::new(reopen(file).await), ManualClock::at(now), settings()).await
    }

    /// Over this store, by this clock.
    pub async fn over(store: Arc<dyn Store>, clock: ManualClock, settings: Settings) -> Self {
        Self::limited(store, clock, settings, RoomLimits::default()).await
    }

    async fn limited(
        store: Arc<dyn Store>,
        clock: ManualClock,
        settings: Settings,
        limits: RoomLimits,
    ) -> Self {
        let (clock, dealer) = (Arc::new(clock), Arc::new(StackedDealer::default()));
        let (time, rng): (Arc<dyn Clock>, Arc<dyn Dealer>) = (clock.clone(), dealer.clone());
        let served = Arc::clone(&store);
        let cache = SessionCache::of(&*store);
        let room = CardRoom::start(store, Arc::clone(&time), Arc::clone(&rng), cache.clone(), limits);
        let room = room.await.unwrap();
        let port_0 = "127.0.0.1:0".parse().unwrap();
        let server = Server::bind(port_0, settings, &served, time, &rng, cache, room.clone()).unwrap();
        let address = server.address();
        let (stop, stopped) = oneshot::channel();
        let running = tokio::spawn(async move {
            let ended = server.run(async { stopped.await.unwrap_or_default() }).await;
            room.drain().await;
            ended
        });
        Self { address, clock, dealer, schema: Arc::new(Schema::of_the_api()), stop, running }
    }

    /// A client that has not signed in.
    pub fn anonymous(&self) -> Client {
        self.anonymous_from(Ipv4Addr::LOCALHOST)
    }

    /// The same, from this address of the machine.
    pub fn anonymous_from(&self, address: Ipv4Addr) -> Client {
        let http = reqwest::Client::builder().no_proxy().local_address(IpAddr::from(address));
        Client {
            http: http.build().unwrap(),
            schema: Arc::clone(&self.schema),
            address: self.address,
            token: None,
            me: Value::Null,
        }
    }

    /// A new guest, signed in.
    pub async fn guest(&self, name: &str) -> Client {
        self.guest_from(name, Ipv4Addr::LOCALHOST).await
    }

    /// The same, from this address of the machine.
    pub async fn guest_from(&self, name: &str, address: Ipv4Addr) -> Client {
        let anonymous = self.anonymous_from(address);
        let welcome = anonymous.post("/v1/guests", json!({ "name": name })).await.created();
        anonymous.signed_in(&welcome)
    }

    /// The admin.
    pub fn admin(&self) -> Client {
        self.anonymous().with_token(ADMIN)
    }

    /// Panics unless every chip is accounted for.
    pub async fn assert_every_chip_is_accounted_for(&self) {
        let report = self.admin().get("/v1/admin/audit").await.ok();
        assert_eq!(report["holds"], true, "{report}");
    }

    /// Stops, and returns when every running request has its answer.
    pub async fn close(self) {
        self.stop.send(()).unwrap();
        self.running.await.unwrap().unwrap();
    }

    /// Returns when it has ended by itself, with the reason.
    pub async fn died(self) -> PartDied {
        self.running.await.unwrap().unwrap_err()
    }
}

/// The database in a file, once the server before has closed it.
pub async fn reopen(file: &Path) -> Sqlite {
    loop {
        // A server that is only dropped folds its log in without a word.
        match Sqlite::open_or(file.to_str().unwrap(), OnLoss::Accept).await {
            // A request whose client is gone may hold it a moment longer.
            Err(OpenError::Taken(_)) => sleep(Duration::from_millis(10)).await,
            opened => return opened.unwrap(),
        }
    }
}

/// A client.
#[derive(Clone)]
pub struct Client {
    http: reqwest::Client,
    /// The description of the server.
    pub schema: Arc<Schema>,
    /// The address that the server listens on.
    pub address: SocketAddr,
    /// The access token.
    pub token: Option<String>,
    /// The player, as the server answered.
    pub me: Value,
}

impl Client {
    pub fn with_token(&self, token: &str) -> Self {
        Self { token: Some(token.to_owned()), ..self.clone() }
    }

    /// The same, over one HTTP/2 connection, in which an answer that the client does not read is soon held back.
    pub fn over_http_2(&self) -> Self {
        const UNREAD: u32 = 16 * 1024;
        let http = reqwest::Client::builder().no_proxy().http2_prior_knowledge();
        let http = http.http2_initial_stream_window_size(UNREAD).build().unwrap();
        Self { http, ..self.clone() }
    }

    /// With the player and the token of this answer.
    pub fn signed_in(&self, welcome: &Value) -> Self {
        let token = welcome["tokens"]["access_token"].as_str().unwrap();
        Self { me: welcome["player"].clone(), ..self.with_token(token) }
    }

    pub async fn get(&self, path: &str) -> Reply {
        self.send(self.request(Method::GET, path)).await
    }

    pub async fn delete(&self, path: &str) -> Reply {
        self.send(self.request(Method::DELETE, path)).await
    }

    pub async fn post(&self, path: &str, body: Value) -> Reply {
        self.send(self.request(Method::POST, path).json(&body)).await
    }

    pub async fn put(&self, path: &str, body: Value) -> Reply {
        self.send(self.request(Method::PUT, path).json(&body)).await
    }

    pub async fn patch(&self, path: &str, body: Value) -> Reply {
        self.send(self.request(Method::PATCH, path).json(&body)).await
    }

    /// A request with this client's token, for [`Client::send`].
    pub fn request(&self, method: Method, path: &str) -> reqwest::RequestBuilder {
        let request = self.http.request(method, format!("http://{}{path}", self.address));
        match &self.token {
            Some(token) => request.bearer_auth(token),
            None => request,
        }
    }

    /// Sends a request; panics if the answer does not match the API's description.
    pub async fn send(&self, request: reqwest::RequestBuilder) -> Reply {
        let request = request.build().unwrap();
        let (method, path) = (request.method().clone(), request.url().path().to_owned());
        let response = self.http.execute(request).await.unwrap();
        let reply = Reply::read(response).await;
        if method != Method::HEAD && method != Method::OPTIONS {
            let answer = (reply.status.as_u16(), &reply.headers, &reply.body);
            self.schema.assert_described(method.as_str(), &path, answer);
        }
        reply
    }
}

/// An answer.
#[derive(Debug)]
pub struct Reply {
    pub status: StatusCode,
    pub headers: header::HeaderMap,
    /// The body; as text if it is not JSON, null if there is none.
    pub body: Value,
    pub text: String,
}

impl Reply {
    async fn read(response: reqwest::Response) -> Self {
        let (status, headers) = (response.status(), response.headers().clone());
        let text = response.text().await.unwrap();
        let json = headers.get("content-type").is_some_and(|kind| kind.to_str().unwrap().ends_with("json"));
        let body = match text.as_str() {
            "" => Value::Null,
            text if json => serde_json::from_str(text).unwrap(),
            text => text.into(),
        };
        Self { status, headers, body, text }
    }

    pub fn header(&self, name: &str) -> Option<&str> {
        self.headers.get(name).map(|value| value.to_str().unwrap())
    }

    /// The body of a 200.
    #[track_caller]
    pub fn ok(self) -> Value {
        self.expect(200)
    }

    /// The body of a 201.
    #[track_caller]
    pub fn created(self) -> Value {
        self.expect(201)
    }

    #[track_caller]
    pub fn expect(self, status: u16) -> Value {
        assert_eq!(self.status.as_u16(), status, "{}", self.text);
        self.body
    }

    /// The body of a refusal of this status and code.
    #[track_caller]
    pub fn refused(self, status: u16, code: &str) -> Value {
        assert_eq!(self.header("content-type"), Some("application/problem+json"), "{}", self.text);
        assert_eq!(self.body["code"], code, "{}", self.text);
        assert_eq!(self.body["status"], status);
        self.expect(status)
    }
}
