//! Reads: the lobby, tables, events and hands, as each caller may see them.

use std::sync::Arc;
use std::time::Duration;

use crate::service::page::cut;
use crate::service::ports::tables::LobbyFilter;
use crate::service::room::caller::{Caller, LONGEST_WAIT, MOST_ROWS};
use crate::service::room::card_room::CardRoom;
use crate::service::room::error::{Failed, RoomError};
use crate::service::room::presence::sharing::READ_LATELY;
use crate::service::room::run_detached::run_detached;
use crate::service::room::streams::following::FollowMode;
use crate::service::room::tables::hand_log::{changes_of_hand, stored_hand};
use crate::service::room::tables::seen_by::Audience;
use crate::service::room::tables::unheard::remove_unheard;
use crate::service::table::command::IdempotencyKey;
use crate::service::table::refused::Refused;
use crate::service::table::stored::change::Change;
use crate::service::table::stored::record::{HandRecord, ListedTable, TableRecord};
use crate::service::work::equity::{ComputePool, EquityError};
use cardroom_api::house::Audit;
use cardroom_api::id::{HandId, PlayerId, TableId};
use cardroom_api::table::change::Version;
use cardroom_api::table::hand::{HandHistory, HandsPage};
use cardroom_api::table::lobby::{LobbyPage, SeatedPage, TableSummary};
use cardroom_api::table::message::TableMessage;
use cardroom_api::table::view::TableView;
use cardroom_rules::games::refusal::ReplayError;

impl CardRoom {
    /// Listed tables, newest first.
    pub async fn lobby(&self, filter: LobbyFilter) -> Result<LobbyPage, RoomError> {
        let limit = filter.limit.clamp(1, MOST_ROWS);
        let mut records = self.core.store.lobby(&LobbyFilter { limit: limit + 1, ..filter }).await?;
        let next = cut(&mut records, limit).map(|last| last.id);
        let ids: Vec<TableId> = records.iter().map(|table| table.id).collect();
        self.core.presence.read_others(&*self.core.store, &ids, READ_LATELY).await?;
        Ok(LobbyPage { tables: records.into_iter().map(|table| self.summary(table)).collect(), next })
    }

    /// The tables where a player sits, newest first.
    pub async fn seated(
        &self,
        player: PlayerId,
        after: Option<TableId>,
        limit: u32,
    ) -> Result<SeatedPage, RoomError> {
        let limit = limit.clamp(1, MOST_ROWS);
        let mut records = self.core.store.seated(player, after, limit + 1).await?;
        let next = cut(&mut records, limit).map(|last| last.id);
        let ids: Vec<TableId> = records.iter().map(|table| table.id).collect();
        self.core.presence.read_others(&*self.core.store, &ids, READ_LATELY).await?;
        let seated = |record: TableRecord| {
            let watching = self.core.presence.watching(record.id, &record.state.chairs);
            record.seated(player, watching)
        };
        Ok(SeatedPage { tables: records.into_iter().filter_map(seated).collect(), next })
    }

    /// The table of an invite code.
    pub async fn invited_to(&self, invite_code: &str) -> Result<TableId, RoomError> {
        Ok(self.core.store.invited_to(invite_code).await?.ok_or(Refused::NoSuchInvite)?)
    }

    /// The table at which a player's request with this key was done.
    pub async fn done_at(
        &self,
        player: PlayerId,
        key: Option<&IdempotencyKey>,
    ) -> Result<Option<TableId>, RoomError> {
        let Some(key) = key else { return Ok(None) };
        Ok(self.core.store.done_request(player, key.as_str()).await?.map(|done| done.table))
    }

    /// The table of an invite code, as the lobby shows it.
    pub async fn invitation(&self, invite_code: &str) -> Result<TableSummary, RoomError> {
        let id = self.invited_to(invite_code).await?;
        let record = self.core.store.table(id).await?.ok_or(Refused::NoSuchInvite)?;
        Ok(self.summary(record.into()))
    }

    /// A table.
    pub async fn table(&self, id: TableId, caller: &Caller) -> Result<TableView, RoomError> {
        let (_, table) = self.core.tables.open_to(id, caller).await?;
        if let Some(player) = caller.player {
            self.core.presence.note_present(&table, player);
        }
        self.core.shown_at(&table).await?;
        Ok(self.core.view(&table, caller.player, Audience::Shared))
    }

    /// A table's version, and that of its tournament, for a caller that may have them already.
    pub async fn versions(
        &self,
        id: TableId,
        caller: &Caller,
    ) -> Result<(Version, Option<Version>), RoomError> {
        let (_, table) = self.core.tables.open_to(id, caller).await?;
        let shown = self.core.shown_at(&table).await?;
        let of_tournament = shown.and_then(|(_, handle)| Some(handle.current()?.record.version));
        Ok((table.version(), of_tournament))
    }

    /// A table's changes after a version, and the table after them; if there are none yet, the first that come within `wait`.
    /// Without a version, the current table.
    pub async fn events(
        &self,
        id: TableId,
        caller: &Caller,
        after: Option<Version>,
        limit: u32,
        wait: Duration,
    ) -> Result<TableMessage, RoomError> {
        let following = self.follow_by(FollowMode::Poll, id, caller.clone(), after).await?;
        let mut following = following.at_most(limit);
        following.message_within(wait.min(LONGEST_WAIT)).await
    }

    /// A table's hands, newest first, older than number `before`.
    pub async fn hands(
        &self,
        id: TableId,
        caller: &Caller,
        before: Option<u64>,
        limit: u32,
    ) -> Result<HandsPage, RoomError> {
        self.core.tables.open_to(id, caller).await?;
        let limit = limit.clamp(1, MOST_ROWS);
        let mut hands = self.core.store.hands(id, before, limit + 1).await?;
        let next = cut(&mut hands, limit).map(|last| last.number);
        Ok(HandsPage { hands: hands.iter().map(HandRecord::summary).collect(), next })
    }

    /// A hand, forever: its players see what they saw then, others what watchers saw. On request, with its views after a version:
    /// they are many, so they are built on the compute pool.
    pub async fn hand(
        &self,
        id: HandId,
        caller: &Caller,
        views: Option<(Version, &ComputePool)>,
    ) -> Result<HandHistory, RoomError> {
        let (hand, changes) = self.hand_open_to(id, caller).await?;
        let player = caller.player;
        let mut history = match views {
            None => hand.history(&changes, player, None)?,
            Some((after, pool)) => pool
                .work(move || hand.history(&changes, player, Some(after)))
                .await
                .map_err(|error| busy(&error))??,
        };
        remove_unheard(&*self.core.store, &mut history.changes, caller.player).await?;
        Ok(history)
    }

    /// The same hand, to the same callers, as a file, once it is over.
    pub async fn hand_file(&self, id: HandId, caller: &Caller) -> Result<String, RoomError> {
        let (hand, changes) = self.hand_open_to(id, caller).await?;
        if hand.last_version.is_none() {
            return Err(Refused::HandInPlay.into());
        }
        let (_, table) = self.core.tables.read(hand.table).await?;
        let tournament = match table.record.state.tournament {
            Some(place) => {
                self.core.store.tournament(place.id).await?.map(|it| it.heading(place.number, &hand.setup))
            }
            None => None,
        };
        Ok(hand.file(&changes, caller.player, tournament)?)
    }

    /// The sums of all chips on the server. One audit runs at a time, and to its end even if the client disconnects, because it
    /// occupies the database for long.
    pub async fn audit(&self) -> Result<Audit, RoomError> {
        let core = Arc::clone(&self.core);
        let turn = Arc::clone(&self.auditing).lock_owned().await;
        run_detached(async move {
            let _until_done = turn;
            Ok(core.store.audit().await?)
        })
        .await
    }
}

fn busy(error: &EquityError) -> Failed {
    match error {
        EquityError::Busy => Failed::Busy,
        _ => Failed::OutOfOrder(ReplayError("the replay broke off").into()),
    }
}

impl CardRoom {
    /// A table as the lobby lists it.
    fn summary(&self, table: ListedTable) -> TableSummary {
        let watching = self.core.presence.watching(table.id, &table.seated);
        table.summary(watching)
    }

    /// The hand and its changes, if the caller played it or may see its table.
    async fn hand_open_to(
        &self,
        id: HandId,
        caller: &Caller,
    ) -> Result<(HandRecord, Vec<Change>), RoomError> {
        let hand = stored_hand(&*self.core.store, id).await?;
        let played = caller.player.is_some_and(|player| hand.seat_of(player).is_some());
        if !played {
            self.core.tables.open_to(hand.table, caller).await?;
        }
        let changes = changes_of_hand(&*self.core.store, &hand).await?;
        Ok((hand, changes))
    }
}
