//! The log of rated events, within a transaction of either database: results are added to it, and events are voided.

use std::collections::{BTreeMap, BTreeSet};

use jiff::Timestamp;

use crate::service::ports::commits::Batch;
use crate::service::ports::error::StoreError;
use crate::service::ports::ratings::{MOST_PAIRS_RECOMPUTED, MOST_RECOMPUTED, Voided};
use crate::service::ratings::network_tag::NetworkTag;
use crate::service::ratings::rated_result::{
    MOST_OF_A_PAIR, RatedKind, RatedOutcome, RatedResult, RatedSource,
};
use crate::service::ratings::rating_changes::{Participant, changes, participants};
use crate::service::ratings::stored::{RatingChange, StoredRatedEvent, StoredRating};
use crate::service::room::commands::batch_validator::Verdicts;
use crate::service::table::stored::commit::Commit;
use crate::service::table::time::day_of;
use crate::service::tournaments::stored::TournamentCommit;
use cardroom_api::id::{PlayerId, RatedEventId};
use cardroom_api::rating::season::Season;
use cardroom_rules::games::any::GameKind;

/// The end of the log of a game.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct LogEnd {
    /// The number of the last event; 0 before the first.
    pub number: u32,
    /// When it ended, in Unix milliseconds.
    pub at: i64,
}

/// Two networks between which an event of two sides was played, the lower tag first.
pub type NetworkPair = (NetworkTag, NetworkTag);

/// What the log needs of a database. All of it happens within one transaction.
pub trait RatingRows: Send {
    /// Locks the log of a game until the transaction ends, and reads its end.
    fn lock_log(&mut self, game: GameKind) -> impl Future<Output = Result<LogEnd, StoreError>> + Send;
    /// The players with accounts among these.
    fn with_account(
        &mut self,
        players: &[PlayerId],
    ) -> impl Future<Output = Result<BTreeSet<PlayerId>, StoreError>> + Send;
    /// From which networks the players of an event take part.
    fn networks(
        &mut self,
        source: RatedSource,
    ) -> impl Future<Output = Result<BTreeMap<PlayerId, NetworkTag>, StoreError>> + Send;
    /// Forgets them.
    fn forget_networks(&mut self, source: RatedSource)
    -> impl Future<Output = Result<(), StoreError>> + Send;
    /// How many events have counted on a day between two networks.
    fn met(&mut self, day: i64, pair: NetworkPair) -> impl Future<Output = Result<u64, StoreError>> + Send;
    /// Counts one more.
    fn meet(&mut self, day: i64, pair: NetworkPair) -> impl Future<Output = Result<(), StoreError>> + Send;
    /// The rating of each of these players after their last event that counts, of those before this number.
    fn last_ratings(
        &mut self,
        game: GameKind,
        before: u32,
        players: &[PlayerId],
    ) -> impl Future<Output = Result<BTreeMap<PlayerId, StoredRating>, StoreError>> + Send;
    /// The rating of each of these players after their last event of a season that counts.
    fn last_of_season(
        &mut self,
        game: GameKind,
        season: Season,
        players: &[PlayerId],
    ) -> impl Future<Output = Result<BTreeMap<PlayerId, StoredRating>, StoreError>> + Send;
    /// Adds an event, which becomes the end of its log.
    fn insert_event(
        &mut self,
        event: &StoredRatedEvent,
    ) -> impl Future<Output = Result<(), StoreError>> + Send;
    /// Writes what an event changes, in place of what it changed before.
    fn write_changes(
        &mut self,
        event: &StoredRatedEvent,
        changes: &[RatingChange],
    ) -> impl Future<Output = Result<(), StoreError>> + Send;
    /// Writes ratings of a season, each with the sum of the best results of the season.
    fn write_ratings(
        &mut self,
        game: GameKind,
        season: Season,
        ratings: &[(PlayerId, StoredRating)],
    ) -> impl Future<Output = Result<(), StoreError>> + Send;
    /// Deletes the ratings of these players in a season and in all later ones.
    fn delete_ratings(
        &mut self,
        game: GameKind,
        from: Season,
        players: &[PlayerId],
    ) -> impl Future<Output = Result<(), StoreError>> + Send;
    /// An event.
    fn event(
        &mut self,
        id: RatedEventId,
    ) -> impl Future<Output = Result<Option<StoredRatedEvent>, StoreError>> + Send;
    /// Marks an event as void.
    fn mark_void(
        &mut self,
        id: RatedEventId,
        at: Timestamp,
    ) -> impl Future<Output = Result<(), StoreError>> + Send;
    /// The events of a game that count, after this number, oldest first, at most `limit`.
    fn events_after(
        &mut self,
        game: GameKind,
        number: u32,
        limit: u32,
    ) -> impl Future<Output = Result<Vec<StoredRatedEvent>, StoreError>> + Send;
    /// What an event has changed.
    fn changes_of(
        &mut self,
        event: &StoredRatedEvent,
    ) -> impl Future<Output = Result<Vec<RatingChange>, StoreError>> + Send;
}

/// Rates the results of a batch, and forgets the networks of the events that are over. The caller has written everything else, so that the
/// logs are the last rows that are locked, in the order of their games.
pub async fn write(db: &mut impl RatingRows, batch: &Batch, verdicts: &Verdicts) -> Result<(), StoreError> {
    let tournaments = || verdicts.accepted_groups(batch);
    let tables = || verdicts.accepted(batch);
    let of_tournaments = tournaments().filter_map(|commit| commit.rated.as_ref());
    let mut results: Vec<&RatedResult> =
        of_tournaments.chain(tables().filter_map(|commit| commit.rated.as_deref())).collect();
    let of_tables = tables().filter_map(Commit::ended_source);
    let ended: Vec<RatedSource> =
        tournaments().filter_map(TournamentCommit::ended_source).chain(of_tables).collect();
    results.sort_by_key(|result| (result.game.name(), result.id));
    for result in results {
        rate(db, result).await?;
    }
    for source in ended {
        db.forget_networks(source).await?;
    }
    Ok(())
}

/// Rates a result, if it is to be rated.
async fn rate(db: &mut impl RatingRows, result: &RatedResult) -> Result<(), StoreError> {
    let end = db.lock_log(result.game).await?;
    let may_be_rated = db.with_account(&result.players()).await?;
    let Some(participants) = participants(&result.outcome, &may_be_rated) else { return Ok(()) };
    let at = result.at.max(Timestamp::from_millisecond(end.at).unwrap_or(result.at));
    if !may_count(db, result, &participants, at).await? {
        return Ok(());
    }
    let kind = match result.outcome {
        RatedOutcome::Field(_) => RatedKind::Field,
        RatedOutcome::Sides(_) => RatedKind::Sides,
    };
    let RatedResult { id, game, source, .. } = *result;
    let number = end.number.saturating_add(1);
    let players: Vec<PlayerId> = participants.iter().map(|participant| participant.player).collect();
    let last = db.last_ratings(game, number, &players).await?;
    let changes = match changes(kind, at, &participants, &last) {
        Ok(changes) => changes,
        Err(error) => {
            // The event itself has to end all the same.
            tracing::error!(event = %id, %error, "a result cannot be rated");
            return Ok(());
        }
    };
    let counted = changes.iter().filter(|change| change.is_rated).count();
    let players = u32::try_from(counted).unwrap_or(u32::MAX);
    let event = StoredRatedEvent { id, game, number, at, source, kind, players, voided_at: None };
    db.insert_event(&event).await?;
    db.write_changes(&event, &changes).await?;
    let rated = |change: &RatingChange| Some((change.player, change.stored(at)?));
    let ratings: Vec<(PlayerId, StoredRating)> = changes.iter().filter_map(rated).collect();
    db.write_ratings(game, event.season(), &ratings).await
}

/// Whether the networks of the players let a result count: there are two at least; and if there are two sides, they have not met too often
/// on that day.
async fn may_count(
    db: &mut impl RatingRows,
    result: &RatedResult,
    participants: &[Participant],
    at: Timestamp,
) -> Result<bool, StoreError> {
    let networks = db.networks(result.source).await?;
    let of = |participant: &Participant| networks.get(&participant.player).copied();
    let (one, other): (Vec<&Participant>, Vec<&Participant>) = match &result.outcome {
        RatedOutcome::Field(_) => {
            let tags: BTreeSet<NetworkTag> = participants.iter().filter_map(of).collect();
            if tags.len() < 2 {
                return Ok(false);
            }
            let [one, other] = participants else { return Ok(true) };
            (vec![one], vec![other])
        }
        RatedOutcome::Sides(_) => participants.iter().partition(|participant| participant.side == 0),
    };
    let mut pairs = BTreeSet::new();
    for one in &one {
        for other in &other {
            let (Some(one), Some(other)) = (of(one), of(other)) else { return Ok(false) };
            pairs.insert((one.min(other), one.max(other)));
        }
    }
    let day = day_of(at);
    for &pair in &pairs {
        if db.met(day, pair).await? >= MOST_OF_A_PAIR {
            return Ok(false);
        }
    }
    for &pair in &pairs {
        db.meet(day, pair).await?;
    }
    Ok(true)
}

/// How many events are read at once.
const PAGE: u32 = 100;

/// Voids an event: every later event of its game in which a rating is another one than before is computed again.
pub async fn void(db: &mut impl RatingRows, id: RatedEventId, now: Timestamp) -> Result<Voided, StoreError> {
    let Some(event) = db.event(id).await? else { return Ok(Voided::NoSuchEvent) };
    let game = event.game;
    let end = db.lock_log(game).await?;
    // Another process may have voided it before this one had the lock.
    let Some(mut event) = db.event(id).await? else { return Ok(Voided::NoSuchEvent) };
    if event.voided_at.is_some() {
        return Ok(Voided::Done(event));
    }
    let is_far = end.number.saturating_sub(event.number) > MOST_RECOMPUTED;
    if is_far || pairs_after(db, &event).await? > MOST_PAIRS_RECOMPUTED {
        return Ok(Voided::TooOld);
    }
    db.mark_void(id, now).await?;
    event.voided_at = Some(now);
    let of_void = db.changes_of(&event).await?;
    // The players whose rating after the last event that was looked at is another one than before.
    let mut moved: BTreeSet<PlayerId> =
        of_void.iter().filter(|change| change.is_rated).map(|change| change.player).collect();
    let mut touched = moved.clone();
    let mut looked_to = event.number;
    loop {
        let page = db.events_after(game, looked_to, PAGE).await?;
        for later in &page {
            looked_to = later.number;
            recompute(db, later, &mut moved, &mut touched).await?;
        }
        if page.len() < PAGE as usize {
            break;
        }
    }
    let touched: Vec<PlayerId> = touched.into_iter().collect();
    db.delete_ratings(game, event.season(), &touched).await?;
    let still_there = db.with_account(&touched).await?;
    let touched: Vec<PlayerId> = touched.into_iter().filter(|player| still_there.contains(player)).collect();
    let last = Timestamp::from_millisecond(end.at).map_or(event.season(), Season::of);
    let mut season = event.season();
    loop {
        let ratings = db.last_of_season(game, season, &touched).await?;
        let mut ratings: Vec<(PlayerId, StoredRating)> = ratings.into_iter().collect();
        ratings.sort_unstable_by_key(|(player, _)| *player);
        db.write_ratings(game, season, &ratings).await?;
        if season >= last {
            return Ok(Voided::Done(event));
        }
        season = season.next();
    }
}

/// How many pairs of players the events after this one have together.
async fn pairs_after(db: &mut impl RatingRows, event: &StoredRatedEvent) -> Result<u64, StoreError> {
    let (mut pairs, mut looked_to) = (0_u64, event.number);
    loop {
        let page = db.events_after(event.game, looked_to, PAGE).await?;
        for later in &page {
            looked_to = later.number;
            pairs = pairs.saturating_add(u64::from(later.players).pow(2));
        }
        if page.len() < PAGE as usize || pairs > MOST_PAIRS_RECOMPUTED {
            return Ok(pairs);
        }
    }
}

/// Computes an event again, if a rating before it has changed.
async fn recompute(
    db: &mut impl RatingRows,
    event: &StoredRatedEvent,
    moved: &mut BTreeSet<PlayerId>,
    touched: &mut BTreeSet<PlayerId>,
) -> Result<(), StoreError> {
    let was = db.changes_of(event).await?;
    if !was.iter().any(|change| moved.contains(&change.player)) {
        return Ok(());
    }
    let mut participants: Vec<Participant> = was.iter().map(Participant::from).collect();
    participants.sort_unstable();
    let players: Vec<PlayerId> = participants.iter().map(|participant| participant.player).collect();
    let last = db.last_ratings(event.game, event.number, &players).await?;
    let is = match changes(event.kind, event.at, &participants, &last) {
        Ok(changes) => changes,
        Err(error) => {
            tracing::error!(event = %event.id, %error, "a result cannot be rated again");
            return Ok(());
        }
    };
    db.write_changes(event, &is).await?;
    for change in is.iter().filter(|change| change.is_rated) {
        touched.insert(change.player);
        let before = was.iter().find(|before| before.player == change.player);
        if before.is_some_and(|before| (before.after, before.events) == (change.after, change.events)) {
            moved.remove(&change.player);
        } else {
            moved.insert(change.player);
        }
    }
    Ok(())
}
