//! The server that the binary runs: opened with all its parts, run until a signal stops it, and closed.

use std::error::Error;
use std::net::SocketAddr;
use std::path::Path;
use std::sync::Arc;

use cardroom::config::server_config::ServerConfig;
use cardroom::config::values::MigrateWhen;
use cardroom::http::router;
use cardroom::http::server::Server;
use cardroom::http::settings::Settings;
use cardroom::service::people::session_cache::SessionCache;
use cardroom::service::ports::clock::{Clock, SystemClock};
use cardroom::service::ports::database_clock::{DatabaseClock, MEASURES};
use cardroom::service::ports::entropy::SystemDealer;
use cardroom::service::ports::error::StoreError;
use cardroom::service::ports::store::Store;
use cardroom::service::room::card_room::CardRoom;
use cardroom::service::room::clock::housekeeping;
use cardroom::service::table::options::preset::Presets;
use cardroom::service::table::randomness::dealer::Dealer;
use cardroom::store::database::Database;
use cardroom::store::rank_file;
use cardroom::store::schema::Migrate;
use cardroom::store::sqlite::open::OnLoss;
use cardroom_rules::games::holdem::ranks;
use tokio::task::JoinHandle;
use tokio_util::task::AbortOnDropHandle;

use crate::open_files;

/// If there are few connections, one address has at most one in this many.
const PARTS: u32 = 4;

/// An open server, which listens and does not answer yet.
pub struct App {
    server: Server,
    room: CardRoom,
    database: Database,
    housekeeping: JoinHandle<()>,
    /// Measures the time of a database that several servers share.
    measuring: AbortOnDropHandle<()>,
}

impl App {
    /// Opens it as the settings say.
    pub async fn open(config: &ServerConfig) -> Result<Self, Box<dyn Error>> {
        let presets = presets(config.presets.as_deref())?;
        let on_loss = if config.accept_loss { OnLoss::Accept } else { OnLoss::Refuse };
        let migrate = match config.migrate {
            MigrateWhen::Start => Migrate::AtStart,
            MigrateWhen::Command => Migrate::Elsewhere,
        };
        let database = Database::open(config.database.as_str(), on_loss, migrate).await?;
        let opened = Self::open_on(database.clone(), config, presets).await;
        if opened.is_ok() {
            router::ready();
        } else {
            database.close().await;
        }
        opened
    }

    async fn open_on(
        database: Database,
        config: &ServerConfig,
        presets: Presets,
    ) -> Result<Self, Box<dyn Error>> {
        ranks::install(rank_file::open_or_build(&config.ranks()).ranks);
        // Beside the start: nobody waits for the first thought of a computer player.
        drop(tokio::task::spawn_blocking(cardroom_bots::ready));
        let store = database.store();
        let (clock, measuring) = clock_of(&store).await?;
        let dealer: Arc<dyn Dealer> = Arc::new(SystemDealer);
        let session_cache = SessionCache::of(&*store);
        let room = CardRoom::start(
            Arc::clone(&store),
            Arc::clone(&clock),
            Arc::clone(&dealer),
            session_cache.clone(),
            config.limits.room(),
        )
        .await?;
        let settings = settings(config, presets);
        let (served, cache) = (Arc::clone(&clock), session_cache.clone());
        match Server::bind(config.listen, settings, &store, served, &dealer, cache, room.clone()) {
            Ok(server) => {
                let housekeeping = tokio::spawn(housekeeping::run(store, clock, session_cache));
                Ok(Self { server, room, database, housekeeping, measuring })
            }
            Err(error) => {
                room.drain().await;
                Err(format!("cannot listen on {}: {error}", config.listen).into())
            }
        }
    }

    /// The address at which the server listens.
    pub fn address(&self) -> SocketAddr {
        self.server.address()
    }

    /// Answers until `stop` completes or a part dies. Then it waits for everything that runs, and closes.
    pub async fn run(self, stop: impl Future<Output = ()>) -> Result<(), Box<dyn Error>> {
        let Self { server, room, database, housekeeping, measuring } = self;
        if let Err(died) = server.run(stop).await {
            // Open connections end with the process. A checkpoint is not left half done: the next start makes it.
            std::mem::forget(database);
            return Err(died.into());
        }
        housekeeping.abort();
        room.drain().await;
        drop(measuring);
        database.close().await;
        tracing::info!("closed");
        Ok(())
    }
}

/// The clock of the machine; of a database that several servers share, its clock, and the task that measures it.
async fn clock_of(store: &Arc<dyn Store>) -> Result<(Arc<dyn Clock>, AbortOnDropHandle<()>), StoreError> {
    let Some(shared) = store.shared() else {
        return Ok((Arc::new(SystemClock::start()), AbortOnDropHandle::new(tokio::spawn(async {}))));
    };
    let clock = Arc::new(DatabaseClock::start(shared).await?);
    let (store, measured) = (Arc::clone(store), Arc::clone(&clock));
    let measuring = tokio::spawn(async move {
        while let Some(shared) = store.shared() {
            tokio::time::sleep(MEASURES).await;
            if let Err(error) = measured.measure(shared).await {
                tracing::warn!(error = &error as &dyn Error, "the time of the database is not known");
            }
        }
    });
    Ok((clock, AbortOnDropHandle::new(measuring)))
}

/// The limits of the settings, as far as this process may have that many files open.
fn settings(config: &ServerConfig, presets: Presets) -> Settings {
    let mut settings = config.settings(presets);
    let connections = open_files::make_room_for(settings.limits.connections);
    if connections != settings.limits.connections {
        // Nobody is to have them all.
        let most = (connections / PARTS).max(1);
        settings.limits.connections_of_address = settings.limits.connections_of_address.min(most);
    }
    settings.limits.connections = connections;
    settings
}

/// The kinds of table that the server offers.
fn presets(file: Option<&Path>) -> Result<Presets, Box<dyn Error>> {
    let Some(file) = file else { return Ok(Presets::ready()?) };
    let failed = |error: &dyn Error| format!("{}: {error}", file.display());
    let text = std::fs::read_to_string(file).map_err(|error| failed(&error))?;
    Ok(Presets::read(&text).map_err(|error| failed(&error))?)
}
