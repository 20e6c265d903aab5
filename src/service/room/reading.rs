//! What each asker may read of the room: the lobby, tables, events and hands.

use std::collections::{BTreeSet, HashMap};
use std::sync::Arc;
use std::time::Duration;

use super::asker::{Asker, LONGEST_WAIT, MOST_ROWS};
use super::card_room::CardRoom;
use super::carried::finish;
use super::error::{Failed, RoomError};
use super::following::Manner;
use super::shared::Shared;
use super::slot::Slot;
use crate::service::id::{HandId, PlayerId, TableId};
use crate::service::page::cut;
use crate::service::ports::tables::LobbyFilter;
use crate::service::table::change::{Change, Version};
use crate::service::table::command::IdempotencyKey;
use crate::service::table::ledger::Audit;
use crate::service::table::live::Table;
use crate::service::table::message::TableMessage;
use crate::service::table::record::{HandRecord, ListedTable, TableRecord};
use crate::service::table::refused::Refused;
use crate::service::table::seen_by::Audience;
use crate::service::table::view::{
    HandHistory, HandSummary, HandsPage, LobbyPage, SeatedPage, SeatedTable, SeenChange, TableSummary,
    TableView,
};
use crate::service::work::equity::{Desk, EquityError};
use cardroom_rules::games::refusal::ReplayError;

impl CardRoom {
    /// Listed tables, newest first.
    pub async fn lobby(&self, filter: LobbyFilter) -> Result<LobbyPage, RoomError> {
        let limit = filter.limit.clamp(1, MOST_ROWS);
        let mut records = self.shared.store.lobby(&LobbyFilter { limit: limit + 1, ..filter }).await?;
        let next = cut(&mut records, limit).map(|last| last.id);
        Ok(LobbyPage { tables: records.into_iter().map(|table| self.shared.summary(table)).collect(), next })
    }

    /// The tables where a player sits, newest first.
    pub async fn seated(
        &self,
        player: PlayerId,
        after: Option<TableId>,
        limit: u32,
    ) -> Result<SeatedPage, RoomError> {
        let limit = limit.clamp(1, MOST_ROWS);
        let mut records = self.shared.store.seated(player, after, limit + 1).await?;
        let next = cut(&mut records, limit).map(|last| last.id);
        let seated = |record: TableRecord| {
            let watching = self.shared.attendance.watching(record.id, &record.state.chairs);
            SeatedTable::of(record, player, watching)
        };
        Ok(SeatedPage { tables: records.into_iter().filter_map(seated).collect(), next })
    }

    /// Where an invite code leads.
    pub async fn invited_to(&self, invite_code: &str) -> Result<TableId, RoomError> {
        Ok(self.shared.store.invited_to(invite_code).await?.ok_or(Refused::NoSuchInvite)?)
    }

    /// At which table a player did something under this key.
    pub async fn done_at(
        &self,
        player: PlayerId,
        key: Option<&IdempotencyKey>,
    ) -> Result<Option<TableId>, RoomError> {
        let Some(key) = key else { return Ok(None) };
        Ok(self.shared.store.done_request(player, key.as_str()).await?.map(|done| done.table))
    }

    /// The table that an invite code leads to, for whoever holds it.
    pub async fn invitation(&self, invite_code: &str) -> Result<TableSummary, RoomError> {
        let id = self.invited_to(invite_code).await?;
        let record = self.shared.store.table(id).await?.ok_or(Refused::NoSuchInvite)?;
        Ok(self.shared.summary(record.into()))
    }

    /// A table.
    pub async fn table(&self, id: TableId, asker: &Asker) -> Result<TableView, RoomError> {
        let (_, table) = self.shared.open_to(id, asker).await?;
        if let Some(player) = asker.player {
            self.shared.see(&table, player);
        }
        Ok(self.shared.view(&table, asker.player, Audience::Shared))
    }

    /// A table's version, for whoever may know already what it looks like.
    pub async fn version(&self, id: TableId, asker: &Asker) -> Result<Version, RoomError> {
        let (_, table) = self.shared.open_to(id, asker).await?;
        Ok(table.version())
    }

    /// A table's changes after a version, and the table after them; where there is none yet, the first that comes
    /// within `wait`. Without a version, the table now.
    pub async fn events(
        &self,
        id: TableId,
        asker: &Asker,
        after: Option<Version>,
        limit: u32,
        wait: Duration,
    ) -> Result<TableMessage, RoomError> {
        let following = self.follow_by(Manner::Poll, id, asker.clone(), after).await?;
        let mut following = following.at_most(limit);
        following.message_within(wait.min(LONGEST_WAIT)).await
    }

    /// A table's hands, newest first, older than number `before`.
    pub async fn hands(
        &self,
        id: TableId,
        asker: &Asker,
        before: Option<u64>,
        limit: u32,
    ) -> Result<HandsPage, RoomError> {
        self.shared.open_to(id, asker).await?;
        let limit = limit.clamp(1, MOST_ROWS);
        let mut hands = self.shared.store.hands(id, before, limit + 1).await?;
        let next = cut(&mut hands, limit).map(|last| last.number);
        Ok(HandsPage { hands: hands.iter().map(HandSummary::of).collect(), next })
    }

    /// A hand, for ever: whoever played it sees it as they saw it then, others as watchers. Where they are asked for,
    /// with its views after a version: they are many, and made at this desk.
    pub async fn hand(
        &self,
        id: HandId,
        asker: &Asker,
        views: Option<(Version, &Desk)>,
    ) -> Result<HandHistory, RoomError> {
        let (hand, changes) = self.shared.hand_open_to(id, asker).await?;
        let player = asker.player;
        let mut history = match views {
            None => HandHistory::of(&hand, &changes, player, None)?,
            Some((after, desk)) => desk
                .work(move || HandHistory::of(&hand, &changes, player, Some(after)))
                .await
                .map_err(|error| busy(&error))??,
        };
        self.shared.hush(&mut history.changes, asker.player).await?;
        Ok(history)
    }

    /// The same hand, to the same askers, as a file, once it is over.
    pub async fn hand_file(&self, id: HandId, asker: &Asker) -> Result<String, RoomError> {
        let (hand, changes) = self.shared.hand_open_to(id, asker).await?;
        if hand.last_version.is_none() {
            return Err(Refused::HandInPlay.into());
        }
        Ok(hand.file(&changes, asker.player)?)
    }

    /// The whole house in figures. One at a time, and to its end also when the asker has hung up: it occupies the
    /// database for long, whoever still wants it.
    pub async fn audit(&self) -> Result<Audit, RoomError> {
        let shared = Arc::clone(&self.shared);
        let turn = Arc::clone(&shared.auditing).lock_owned().await;
        finish(async move {
            let _until_done = turn;
            Ok(shared.store.audit().await?)
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

impl Shared {
    /// A table as the lobby lists it.
    pub(super) fn summary(&self, table: ListedTable) -> TableSummary {
        let watching = self.attendance.watching(table.id, &table.seated);
        TableSummary::of(table, watching)
    }

    /// Whoever asks something of where they sit is there.
    pub(super) fn see(&self, table: &Table, player: PlayerId) {
        if table.people().any(|chair| chair.player == player) {
            self.attendance.see(table.record.id, player);
        }
    }

    /// The table, where this asker may look at it.
    pub(super) async fn open_to(
        &self,
        id: TableId,
        asker: &Asker,
    ) -> Result<(Arc<Slot>, Arc<Table>), RoomError> {
        let (slot, table) = self.read(id).await?;
        if table.is_open_to(asker.player, asker.invite_code.as_deref()) {
            Ok((slot, table))
        } else {
            Err(Refused::InviteNeeded.into())
        }
    }

    /// The hand and its changes, where this asker may look at it: it played it, or the table is open to it.
    async fn hand_open_to(&self, id: HandId, asker: &Asker) -> Result<(HandRecord, Vec<Change>), RoomError> {
        let hand = self.hand(id).await?;
        let played = asker.player.is_some_and(|player| hand.seat_of(player).is_some());
        if !played {
            self.open_to(hand.table, asker).await?;
        }
        let changes = self.hand_changes(&hand).await?;
        Ok((hand, changes))
    }

    /// Changes as this asker may know them.
    pub(super) async fn seen(
        &self,
        changes: &[Change],
        asker: Option<PlayerId>,
    ) -> Result<Vec<SeenChange>, RoomError> {
        // All at once: a page may have a hand for every other change.
        let ids: BTreeSet<HandId> = changes.iter().filter_map(|change| change.hand).collect();
        let ids: Vec<HandId> = ids.into_iter().collect();
        let hands = if ids.is_empty() { Vec::new() } else { self.store.hands_of(&ids).await? };
        if hands.len() < ids.len() {
            return Err(Refused::NoSuchHand.into());
        }
        let hands: HashMap<HandId, HandRecord> = hands.into_iter().map(|hand| (hand.id, hand)).collect();
        let hand_of = |change: &Change| change.hand.and_then(|id| hands.get(&id));
        Ok(changes.iter().map(|change| SeenChange::of(change, hand_of(change), asker)).collect())
    }
}
