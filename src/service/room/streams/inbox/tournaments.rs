//! The tournaments of a player's stream: those in which they play, and those that they watch.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;

use futures::FutureExt;
use futures::future::select_all;

use crate::service::room::caller::Caller;
use crate::service::room::error::RoomError;
use crate::service::room::room_core::RoomCore;
use crate::service::room::streams::cursor::MOST_TOURNAMENTS;
use crate::service::room::tournaments::commands::MOST_ENTERED;
use crate::service::room::tournaments::reads::TournamentFollowing;
use crate::service::table::refused::Refused;
use cardroom_api::id::{PlayerId, TournamentId};
use cardroom_api::table::change::Version;
use cardroom_api::table::message::{EndMessage, EndReason, Message};

/// How many of the tournaments in which a player plays one stream follows: the newest. A player enters no more, but tickets of satellites
/// come on top.
const MOST_OWN: usize = 16;
const _: () = assert!(MOST_OWN as u64 == MOST_ENTERED);

/// How many tournaments one stream may watch, apart from those.
pub const MOST_TOURNAMENTS_WATCHED: usize = 4;
const _: () = assert!(MOST_OWN + MOST_TOURNAMENTS_WATCHED <= MOST_TOURNAMENTS);

/// The shortest time between two messages about one tournament. A stream of the tournament has more: here every entrant gets them, beside
/// what happens at the table.
const REST: Duration = Duration::from_secs(1);

/// The tournaments of a player's stream.
pub(super) struct InboxTournaments {
    core: Arc<RoomCore>,
    player: PlayerId,
    /// The player's last known versions of tournaments that are not followed yet.
    left_off: BTreeMap<TournamentId, Version>,
    /// Those in which the player plays.
    own: Vec<TournamentId>,
    watched: Vec<TournamentId>,
    followed: Vec<TournamentFollowing>,
    /// Those that the player has left, or that are over, until their last version is sent.
    left: Vec<LeftTournament>,
}

struct LeftTournament {
    following: TournamentFollowing,
    /// Whether this server knows the change by which the player has left it.
    is_settled: bool,
}

impl InboxTournaments {
    /// None, from these versions on.
    pub(super) fn new(
        core: Arc<RoomCore>,
        player: PlayerId,
        left_off: BTreeMap<TournamentId, Version>,
    ) -> Self {
        Self {
            core,
            player,
            left_off,
            own: Vec::new(),
            watched: Vec::new(),
            followed: Vec::new(),
            left: Vec::new(),
        }
    }

    /// Watches one more tournament.
    pub(super) async fn watch(&mut self, id: TournamentId) -> Result<(), RoomError> {
        if self.watched.contains(&id) {
            return Ok(());
        }
        check_watched(self.watched.len() + 1)?;
        Box::pin(self.follow(id)).await?;
        self.watched.push(id);
        Ok(())
    }

    /// Stops watching a tournament. It is still followed if the player plays in it.
    pub(super) fn unwatch(&mut self, id: TournamentId) {
        self.watched.retain(|watched| *watched != id);
        if !self.own.contains(&id) {
            self.followed.retain(|followed| followed.id() != id);
        }
    }

    /// The versions that the player knows.
    pub(super) fn known(&self) -> BTreeMap<TournamentId, Version> {
        let left = self.left.iter().map(|left| &left.following);
        let followed = self.followed.iter().chain(left);
        let known = followed.map(|each| (each.id(), each.known())).filter(|&(_, version)| version > 0);
        let left_off = self.left_off.iter().map(|(&id, &version)| (id, version));
        left_off.chain(known).take(MOST_TOURNAMENTS).collect()
    }

    /// Follows the tournaments in which the player plays now.
    pub(super) async fn take_up(&mut self, own: &[TournamentId]) {
        self.own = own.iter().take(MOST_OWN).copied().collect();
        if !(self.own.is_empty() && self.followed.is_empty() && self.left_off.is_empty()) {
            // Boxed: most players play in no tournament, and the futures of their streams stay small.
            Box::pin(self.follow_own()).await;
        }
    }

    async fn follow_own(&mut self) {
        for id in self.own.clone() {
            match self.follow(id).await {
                // If a private one is not open to the player, this server does not know yet that they have entered it. The player's news
                // come behind that.
                Ok(()) | Err(RoomError::Refused(_)) => {}
                Err(error) => cannot_follow(id, &error),
            }
        }
        let wanted = |id| self.own.contains(&id) || self.watched.contains(&id);
        let (stay, go): (Vec<_>, Vec<_>) =
            std::mem::take(&mut self.followed).into_iter().partition(|followed| wanted(followed.id()));
        self.followed = stay;
        self.left.extend(go.into_iter().map(LeftTournament::from));
        // Tournaments that ended while no stream was open are sent to their end as well.
        let left_behind = self.left_off.iter().map(|(&id, &version)| (id, version));
        let left_behind: Vec<_> = left_behind.filter(|(id, _)| !self.own.contains(id)).collect();
        for (id, version) in left_behind {
            match self.begin(id, Some(version)).await {
                Ok(left) => self.left.push(left.into()),
                Err(RoomError::Refused(_)) => {}
                Err(error) => {
                    cannot_follow(id, &error);
                    continue;
                }
            }
            self.left_off.remove(&id);
        }
    }

    /// The next message, if there is one now.
    pub(super) async fn ready(&mut self) -> Result<Option<Message>, RoomError> {
        if self.left.is_empty() && self.followed.is_empty() {
            return Ok(None);
        }
        if let Some(message) = Box::pin(self.of_left()).await? {
            return Ok(Some(message));
        }
        Ok(Box::pin(self.of_followed()).await)
    }

    async fn of_left(&mut self) -> Result<Option<Message>, RoomError> {
        let mut place = 0;
        while let Some(left) = self.left.get_mut(place) {
            if !left.following.is_open() {
                self.left.remove(place);
                continue;
            }
            if !left.is_settled {
                left.is_settled = left.following.is_settled().await?;
            }
            let message = left.following.ready().await;
            if left.is_settled && !left.following.has_news() {
                self.left.remove(place);
            } else {
                place += 1;
            }
            if message.is_some() {
                return Ok(message);
            }
        }
        Ok(None)
    }

    async fn of_followed(&mut self) -> Option<Message> {
        let mut place = 0;
        while let Some(followed) = self.followed.get_mut(place) {
            let id = followed.id();
            if !followed.is_open() {
                self.followed.remove(place);
                if self.ends_watching(id) {
                    return Some(end_of(id, EndReason::InviteNeeded));
                }
                continue;
            }
            if let Some(message) = followed.ready().await {
                // The other tournaments are checked first the next time.
                self.followed.rotate_left(place + 1);
                return Some(message);
            }
            if followed.is_over() && self.ends_watching(id) {
                // One in which the player plays stays until the player's news have it no more.
                if !self.own.contains(&id) {
                    let followed = self.followed.remove(place);
                    // A poll that names it once more does not get its last version again.
                    self.left_off.insert(id, followed.known());
                }
                return Some(end_of(id, EndReason::TournamentOver));
            }
            place += 1;
        }
        None
    }

    /// Returns when there may be a message.
    pub(super) async fn wait(&mut self) {
        let left = self.left.iter_mut().map(|left| left.wait().boxed());
        let all: Vec<_> =
            self.followed.iter_mut().map(|followed| followed.wait().boxed()).chain(left).collect();
        if all.is_empty() {
            return std::future::pending().await;
        }
        select_all(all).await;
    }

    /// Stops watching a tournament; returns whether it was watched.
    fn ends_watching(&mut self, id: TournamentId) -> bool {
        let place = self.watched.iter().position(|watched| *watched == id);
        place.map(|place| self.watched.remove(place)).is_some()
    }

    /// Follows a tournament from the version that the player knows.
    async fn follow(&mut self, id: TournamentId) -> Result<(), RoomError> {
        if self.followed.iter().any(|followed| followed.id() == id) {
            return Ok(());
        }
        if let Some(place) = self.left.iter().position(|left| left.following.id() == id) {
            self.followed.push(self.left.remove(place).following);
            return Ok(());
        }
        let following = self.begin(id, self.left_off.get(&id).copied()).await?;
        self.left_off.remove(&id);
        self.followed.push(following);
        Ok(())
    }

    async fn begin(
        &self,
        id: TournamentId,
        after: Option<Version>,
    ) -> Result<TournamentFollowing, RoomError> {
        let caller = Caller { player: Some(self.player), ..Caller::default() };
        match TournamentFollowing::begin(&self.core, id, &caller, after, REST).await {
            // The log is shorter than it was, so the known version means nothing.
            Err(RoomError::Refused(Refused::Ahead { .. })) => {
                TournamentFollowing::begin(&self.core, id, &caller, None, REST).await
            }
            following => following,
        }
    }
}

impl From<TournamentFollowing> for LeftTournament {
    fn from(following: TournamentFollowing) -> Self {
        Self { following, is_settled: false }
    }
}

impl LeftTournament {
    /// Returns when there may be a message, or it is settled.
    async fn wait(&mut self) {
        let decided = self.following.decided();
        tokio::select! {
            () = self.following.wait() => {}
            () = decided, if !self.is_settled => self.is_settled = true,
        }
    }
}

/// Refuses to watch so many tournaments.
pub(super) fn check_watched(tournaments: usize) -> Result<(), Refused> {
    if tournaments > MOST_TOURNAMENTS_WATCHED {
        return Err(Refused::TooManyTournamentsWatched { most: MOST_TOURNAMENTS_WATCHED });
    }
    Ok(())
}

/// The end message of one tournament.
fn end_of(tournament: TournamentId, reason: EndReason) -> Message {
    Message::End(EndMessage { table: None, tournament: Some(tournament), reason })
}

fn cannot_follow(tournament: TournamentId, error: &RoomError) {
    tracing::warn!(%tournament, error = error as &dyn std::error::Error, "a tournament cannot be followed");
}
