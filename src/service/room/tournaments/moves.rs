//! Moves that end a hand at a table of a tournament.

use std::sync::Arc;

use super::TournamentHandle;
use crate::service::room::commands::idempotency::KeyedRequest;
use crate::service::room::error::{Failed, RoomError};
use crate::service::room::room_core::{RoomCore, Written};
use crate::service::room::tables::feed::PublishedChange;
use crate::service::room::tables::published_table::PublishedTable;
use crate::service::room::tables::table_handle::TableHandle;
use crate::service::table::draft::tournament::hand_move::HandMove;
use crate::service::table::live::Table;
use crate::service::table::refused::Refused;
use crate::service::table::stored::change::Author;
use crate::service::table::stored::commit::Commit;
use crate::service::tournaments::live::{LiveTournament, number_of};
use crate::service::tournaments::time::millis;
use cardroom_api::id::{PlayerId, TableId, TournamentId};
use cardroom_rules::tournament::director::any::{AnyDirector, AnyDirectorCommand};
use cardroom_rules::tournament::director::command::DirectorCommand;

/// A table whose hand has just ended.
pub(super) struct EndedTable {
    /// Its handle, which is locked.
    pub(super) handle: Arc<TableHandle>,
    /// The table before.
    pub(super) before: Arc<PublishedTable>,
    /// The change that ends the hand.
    pub(super) commit: Box<Commit>,
}

impl RoomCore {
    /// Carries out a move that ends a hand of a tournament, with what its director decides then; `None` if the request of the move
    /// was done before. The caller holds no lock.
    pub(in crate::service::room) async fn end_hand_of_tournament(
        &self,
        tournament: TournamentId,
        table: TableId,
        what: HandMove<'_>,
        request: Option<&KeyedRequest>,
    ) -> Result<Option<Written<()>>, RoomError> {
        let tournament = self.tournaments.handle(tournament);
        let _no_step = self.tables.no_step().await;
        let _turn = tournament.directing.lock().await;
        let handle = self.tables.handle(table).await?;
        for _ in 0..self.most_tries() {
            let lock = handle.write_lock.lock().await;
            let before = self.tables.newest(&handle, table).await?;
            let context = self.draft_context(&before, None, false).await?;
            let mut draft = self.draft(&before, context);
            what.apply(&mut draft)?;
            if draft.is_empty() {
                return Ok(None);
            }
            let mut commit = draft.finish(what.author())?;
            commit.request = request.map(|request| request.done_by(&commit));
            if !commit.ends_hand_of_tournament() {
                // Another move came first, so the hand goes on.
                let written = self.write(&handle, Some(&before), commit).await?;
                if let Some(written) = written {
                    return Ok(Some(written));
                }
                continue;
            }
            let live = self.load_tournament(&tournament).await?;
            let command = result_of(&live, &commit.table).ok_or(Failed::Contended)?;
            let next = before.after(Arc::clone(&commit.table));
            let change = Arc::new(PublishedChange::new(Arc::clone(&commit.change), Some(&before), &next));
            let ended = EndedTable {
                handle: Arc::clone(&handle),
                before: Arc::clone(&before),
                commit: Box::new(commit),
            };
            let (author, ended) = (what.author(), Some(ended));
            if let Some(after) = self.decide(&tournament, &live, author, Some(command), ended).await? {
                drop(lock);
                let after = after.ok_or(Failed::Contended)?;
                return Ok(Some(Written { change, table: after, made: () }));
            }
            // Another change came first, unless the key was used before.
            if let Some(request) = request
                && request.was_done(&*self.store).await?
            {
                return Ok(None);
            }
        }
        Err(Failed::Contended.into())
    }
}

impl RoomCore {
    /// The refusal of a player of a tournament who sits at another of its tables by now. The caller holds no lock.
    pub(in crate::service::room) async fn seated_elsewhere(
        &self,
        table: &Table,
        player: PlayerId,
    ) -> Option<Refused> {
        let tournament = table.record.state.tournament.filter(|_| table.sitting(player).is_none())?;
        let (_, live) = self.tournament(tournament.id).await.ok()?;
        let number = live.director.table_of(number_of(player))?;
        let now = live.table(number).ok().filter(|&now| now != table.record.id)?;
        Some(Refused::SeatedElsewhere { table: now })
    }

    /// The result of a hand that ended in the change that dealt it, so that the director does not know it yet. The caller holds the
    /// `directing` lock. A table that is out of order stands still, and the others go on.
    pub(super) async fn unknown_result(
        &self,
        handle: &TournamentHandle,
        live: &LiveTournament,
    ) -> Result<Option<AnyDirectorCommand>, RoomError> {
        for number in handle.marked(&live.director.playing()) {
            match self.tables.read(live.table(number)?).await {
                Ok((_, table)) if table.hand.is_none() => {
                    let result = result_of(live, &table);
                    let fits = |result| live.director.accept(millis(self.clock.now()), result).is_ok();
                    if result.as_ref().is_some_and(fits) {
                        return Ok(result);
                    }
                    tracing::error!(table = %table.record.id, "the director does not take the result of a hand");
                }
                // The end of its hand comes to the director in the same change.
                Ok(_) | Err(RoomError::Failed(Failed::OutOfOrder(_) | Failed::Damaged(_))) => {}
                Err(error) => return Err(error),
            }
            handle.unmark(number);
        }
        Ok(None)
    }

    /// Voids the hand of a table of a tournament. Its director learns that all have the chips that they had before, so the table
    /// deals again.
    pub(in crate::service::room) async fn void_hand_of_tournament(
        &self,
        tournament: TournamentId,
        table: TableId,
    ) -> Result<(), RoomError> {
        let tournament = self.tournaments.handle(tournament);
        let _no_step = self.tables.no_step().await;
        let _turn = tournament.directing.lock().await;
        let handle = self.tables.handle(table).await?;
        for _ in 0..self.most_tries() {
            let _lock = handle.write_lock.lock().await;
            let (before, commit) = self.draft_void(&handle, table).await?;
            let live = self.load_tournament(&tournament).await?;
            let Some(command) = result_of(&live, &commit.table) else {
                let written = self.write(&handle, Some(&before), commit).await?;
                return Ok(written.map(drop).ok_or(Failed::Contended)?);
            };
            let (before, commit) = (Arc::new(before), Box::new(commit));
            let ended = Some(EndedTable { handle: Arc::clone(&handle), before, commit });
            let decided = self.decide(&tournament, &live, Author::Admin, Some(command), ended).await?;
            if decided.is_some() {
                return Ok(());
            }
        }
        Err(Failed::Contended.into())
    }
}

/// The result of the last hand of a table, for the director; `None` if that waits for none. If the hand was voided, or cannot be
/// replayed, the chips that are on the table are its result, and nobody has won a pot.
fn result_of(live: &LiveTournament, table: &Table) -> Option<AnyDirectorCommand> {
    let number = table.record.state.tournament?.number;
    let ended = table.ended.as_ref().map(|ended| &ended.game);
    let AnyDirector::Stacks(director) = &live.director else {
        return live.director.result_of(number, ended);
    };
    let hand = director.tables().iter().find(|table| table.number == number)?.hand()?;
    if ended.is_some() {
        return live.director.result_of(number, ended);
    }
    let chairs = &table.record.state.chairs;
    let dealt = |seat| chairs.iter().find(|chair| chair.seat == seat).map(|chair| (seat, chair.chips));
    let stacks = hand.dealt.iter().filter_map(|dealt_in| dealt(dealt_in.seat)).collect();
    Some(DirectorCommand::EndHand { table: number, stacks, pots: Vec::new() }.into())
}
