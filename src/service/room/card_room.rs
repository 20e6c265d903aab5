//! The card room: it starts and stops all parts, and says whether they live.

use std::sync::{Arc, Mutex};

use jiff::Timestamp;
use tokio::sync::{Mutex as AsyncMutex, watch};
use tokio::task::JoinHandle;

use super::bots::BotPlayers;
use super::limits::RoomLimits;
use super::players::RoomPlayers;
use super::quotas::Quotas;
use super::room_core::RoomCore;
use super::tables::Tables;
use super::write_probe::WriteProbe;
use crate::service::id::new_id;
use crate::service::limits::client_network::ClientNetwork;
use crate::service::lock::lock;
use crate::service::people::session_cache::SessionCache;
use crate::service::ports::clock::Clock;
use crate::service::ports::error::StoreError;
use crate::service::ports::hints::Hint;
use crate::service::ports::store::Store;
use crate::service::room::clock::timekeeper::Timekeeper;
use crate::service::room::deadlines::{Deadlines, LOOKS_AHEAD};
use crate::service::room::lobby_channel::LobbyChannel;
use crate::service::room::presence::PresenceTracker;
use crate::service::room::servers::this_server::ThisServer;
use crate::service::room::tournaments::Tournaments;
use crate::service::table::randomness::dealer::Dealer;
use crate::service::table::time::later;
use crate::service::topics::Topics;
use cardroom_api::id::PlayerId;

/// The card room. Cheap to clone; all clones are the same one.
#[derive(Clone)]
pub struct CardRoom {
    pub(super) core: Arc<RoomCore>,
    /// Held while a quick seat opens a table.
    pub(super) opening_quickly: Arc<AsyncMutex<()>>,
    /// Held during an audit.
    pub(super) auditing: Arc<AsyncMutex<()>>,
    write_probe: Arc<WriteProbe>,
    clockwork: Arc<Mutex<Option<JoinHandle<()>>>>,
    /// Closed once the clock has ended, also by a panic.
    ticking: watch::Receiver<()>,
}

impl CardRoom {
    /// Starts the room with the stored deadlines that are due soon. Later ones are read when they come near. The looks of players
    /// are read from the cache.
    pub async fn start(
        store: Arc<dyn Store>,
        clock: Arc<dyn Clock>,
        dealer: Arc<dyn Dealer>,
        session_cache: SessionCache,
        limits: RoomLimits,
    ) -> Result<Self, StoreError> {
        let deadlines = Arc::new(Deadlines::default());
        let until = later(clock.now(), LOOKS_AHEAD);
        deadlines.reach(until);
        let is_shared = store.shared().is_some();
        let due = if is_shared { Vec::new() } else { store.due_tables(Timestamp::MIN, until).await? };
        for (table, due) in due {
            deadlines.find(table, due);
        }
        let (players, relayed) = RoomPlayers::new(session_cache, is_shared);
        let server = new_id(clock.now(), &*dealer);
        let server = server.map_err(|error| StoreError::Unavailable(Box::new(error)))?;
        let lobby = Arc::new(LobbyChannel::default());
        let presence =
            PresenceTracker::new(Arc::clone(&clock), Arc::clone(&deadlines), Arc::clone(&lobby), server);
        let quotas = Arc::new(Quotas::new(&limits, &clock));
        let bots = Arc::new(BotPlayers::new(limits.bots));
        let core = Arc::new(RoomCore {
            tables: Tables::new(
                Arc::clone(&store),
                Arc::clone(&clock),
                Arc::clone(&deadlines),
                presence.clone(),
                lobby,
                Arc::clone(&quotas),
                Arc::clone(&bots.minds),
            ),
            quotas,
            bots,
            players,
            tournaments: Tournaments::default(),
            server: ThisServer::new(server),
            stopping: watch::Sender::new(false),
            store,
            clock,
            dealer,
            deadlines,
            presence,
        });
        if is_shared {
            tokio::spawn(Arc::clone(&core).work_with_others(relayed));
        } else {
            core.start_tournaments().await?;
        }
        core.tournaments.clocks.spawn(Arc::clone(&core).save_clocks());
        let (living, ticking) = watch::channel(());
        let clockwork = Timekeeper::new(Arc::clone(&core)).keep_time(until);
        let clockwork = tokio::spawn(async move {
            let _living = living;
            clockwork.await;
        });
        Ok(Self {
            core,
            opening_quickly: Arc::default(),
            auditing: Arc::default(),
            write_probe: Arc::default(),
            clockwork: Arc::new(Mutex::new(Some(clockwork))),
            ticking,
        })
    }

    /// Returns once the writer or the clock has died, with its name. Also returns after [`CardRoom::drain`]; but the clock of a
    /// room that stops does not count as dead, and running requests still end.
    pub async fn ended(&self) -> &'static str {
        let mut ticking = self.ticking.clone();
        let stopped = async {
            while ticking.changed().await.is_ok() {}
            if *self.core.stopping.borrow() {
                std::future::pending::<()>().await;
            }
        };
        tokio::select! {
            () = self.core.tables.writer.ended() => "writer",
            () = stopped => "clock",
        }
    }

    /// Whether the database has accepted a write lately, the writer and the clock are alive, and the room is not stopping.
    pub async fn is_ready(&self) -> bool {
        let lives = tokio::select! {
            biased;
            _ = self.ended() => false,
            () = std::future::ready(()) => true,
        };
        lives
            && !*self.core.stopping.borrow()
            && self.write_probe.succeeds(&*self.core.store, &*self.core.clock).await
    }

    /// Ends all waits for events, now and later, and stops the clock: the first half of [`CardRoom::drain`], while requests still
    /// run.
    pub fn end_waits(&self) {
        self.core.stopping.send_replace(true);
    }

    /// Ends all waits for events, stops the clock, and returns when everything that was started is on disk.
    pub async fn drain(&self) {
        self.end_waits();
        let clockwork = lock(&self.clockwork).take();
        if let Some(clockwork) = clockwork
            && let Err(error) = clockwork.await
        {
            tracing::error!(%error, "the room's clock failed");
        }
        self.core.tournaments.clocks.close();
        self.core.tournaments.clocks.wait().await;
        self.core.bots.drain().await;
        self.core.tables.writer.drain().await;
    }

    /// Notes the network of a player's request.
    pub fn note_network(&self, player: PlayerId, network: ClientNetwork) {
        self.core.quotas.networks.note(player, network);
    }

    /// Drops every table in memory that names this player, so that it is read again. Chairs keep the name that the player sat
    /// down with.
    pub async fn forget_name(&self, player: PlayerId) {
        self.core.tables.forget_name(player).await;
        if let Some(shared) = self.core.store.shared() {
            shared.hint(Hint::Renamed(player));
        }
    }

    /// Notifies players that something about them has changed.
    pub fn news(&self) -> Topics<PlayerId, ()> {
        self.core.players.news.clone()
    }
}
