//! The database of a fleet: a primary with a synchronous standby, and before each server a relay that leads to the primary.

use std::sync::{Arc, Mutex};
use std::time::Duration;

use tokio::sync::Mutex as AsyncMutex;
use tokio::task::spawn_blocking;
use tokio::time::sleep;

use crate::postgres::{PostgresServer, Syncing};
use crate::relay::{Link, Relay};

pub struct Cluster {
    /// The primary and its standby, while nothing is done with them.
    servers: AsyncMutex<Option<(Arc<PostgresServer>, Arc<PostgresServer>)>>,
    /// The URL of the database at the primary.
    url: Mutex<String>,
    name: String,
    relays: Vec<Relay>,
}

impl Cluster {
    /// Starts a primary, its standby, and so many relays; `None` if PostgreSQL is missing.
    pub async fn start(relays: usize) -> Option<Self> {
        // What a dead process wrote is there without a sync, as long as the machine runs.
        let start = || PostgresServer::start_with(Syncing::Off, |_| "wal_keep_size = '64MB'\n".to_owned());
        let primary = Arc::new(spawn_blocking(start).await.unwrap()?);
        let name = primary.make_database().await;
        let standby = standby_of(&primary).await;
        primary.set("synchronous_standby_names = '*'\n");
        primary.wait_for_standby().await;
        let mut cluster = Self {
            url: Mutex::new(primary.url(&name)),
            servers: AsyncMutex::default(),
            name,
            relays: Vec::new(),
        };
        for _ in 0..relays {
            cluster.relays.push(Relay::to(primary.socket()).await);
        }
        *cluster.servers.get_mut() = Some((primary, standby));
        Some(cluster)
    }

    /// The URL of the database for each server, by its relay.
    pub fn urls(&self) -> Vec<String> {
        self.relays.iter().map(|relay| PostgresServer::url_by(relay.port, &self.name)).collect()
    }

    /// The URL of the database at the primary.
    pub fn url(&self) -> String {
        self.url.lock().unwrap().clone()
    }

    /// Cuts a server off for a while: its connections end, or nothing comes through them.
    pub async fn cut_off(&self, nth: usize, link: Link, time: Duration) {
        self.relays[nth].set(link);
        sleep(time).await;
        // What was held back is lost.
        self.relays[nth].cut();
        self.relays[nth].set(Link::Open);
    }

    /// The primary crashes, and starts again.
    pub async fn restart(&self, time: Duration) {
        let servers = self.servers.lock().await;
        let (primary, _) = servers.as_ref().unwrap();
        pg_ctl(primary, "stop").await;
        sleep(time).await;
        pg_ctl(primary, "start").await;
    }

    /// The standby is away for a while: meanwhile nothing is acknowledged.
    pub async fn lose_standby(&self, time: Duration) {
        let servers = self.servers.lock().await;
        let (primary, standby) = servers.as_ref().unwrap();
        pg_ctl(standby, "stop").await;
        sleep(time).await;
        pg_ctl(standby, "start").await;
        primary.wait_for_standby().await;
    }

    /// The primary is lost, and its standby takes its place. Until that has a standby of its own, it acknowledges nothing.
    pub async fn fail_over(&self) {
        let mut servers = self.servers.lock().await;
        let (primary, standby) = servers.take().unwrap();
        // A standby that does not have all that was read from the primary is not promoted.
        primary.wait_for_standby().await;
        pg_ctl(&primary, "stop").await;
        pg_ctl(&standby, "promote").await;
        drop(primary);
        *self.url.lock().unwrap() = standby.url(&self.name);
        for relay in &self.relays {
            relay.lead_to(standby.socket());
        }
        let next = standby_of(&standby).await;
        standby.wait_for_standby().await;
        *servers = Some((standby, next));
    }
}

async fn standby_of(server: &Arc<PostgresServer>) -> Arc<PostgresServer> {
    let server = Arc::clone(server);
    Arc::new(spawn_blocking(move || server.start_standby()).await.unwrap())
}

async fn pg_ctl(server: &Arc<PostgresServer>, what: &'static str) {
    let server = Arc::clone(server);
    spawn_blocking(move || server.pg_ctl(what)).await.unwrap();
}
