//! Moves that end a hand at a table of a tournament.

use std::sync::Arc;

use crate::service::room::commands::idempotency::KeyedRequest;
use crate::service::room::error::{Failed, RoomError};
use crate::service::room::room_core::{RoomCore, Written};
use crate::service::room::tables::feed::PublishedChange;
use crate::service::room::tables::published_table::PublishedTable;
use crate::service::room::tables::table_handle::TableHandle;
use crate::service::table::draft::tournament::hand_move::HandMove;
use crate::service::table::live::Table;
use crate::service::table::refused::Refused;
use crate::service::table::stored::commit::Commit;
use crate::service::tournaments::live::{LiveTournament, number_of};
use cardroom_api::id::{PlayerId, TableId, TournamentId};
use cardroom_rules::games::game::{Game, Step};
use cardroom_rules::tournament::director::command::DirectorCommand;
use cardroom_rules::tournament::director::floor::table::PotResult;

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
            let command = result_of(&commit.table).ok_or(Failed::Contended)?;
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
            if request.is_some() {
                return Ok(None);
            }
        }
        Err(Failed::Contended.into())
    }
}

impl RoomCore {
    /// The refusal of a player of a tournament who sits at another of its tables by now.
    pub(in crate::service::room) fn seated_elsewhere(
        &self,
        table: &Table,
        player: PlayerId,
    ) -> Option<Refused> {
        let tournament = table.record.state.tournament.filter(|_| table.sitting(player).is_none())?;
        let live = self.tournaments.get(tournament.id)?.current()?;
        let place = live.director.entry_of(number_of(player))?.place()?;
        let now = live.table(place.table).ok().filter(|&now| now != table.record.id)?;
        Some(Refused::SeatedElsewhere { table: now })
    }

    /// The result of a hand that ended in the change that dealt it, so that the director does not know it yet. The caller holds the
    /// `directing` lock.
    pub(super) async fn unknown_result(
        &self,
        live: &LiveTournament,
    ) -> Result<Option<DirectorCommand>, RoomError> {
        for table in live.director.tables().iter().filter(|table| table.hand().is_some()) {
            let (_, table) = self.tables.read(live.table(table.number)?).await?;
            if table.hand.is_none() {
                return Ok(result_of(&table));
            }
        }
        Ok(None)
    }
}

/// The result of the last hand of a table, for the director.
fn result_of(table: &Table) -> Option<DirectorCommand> {
    let number = table.record.state.tournament?.number;
    let game = &table.ended.as_ref()?.game;
    let Step::Over(outcome) = game.step() else { return None };
    Some(DirectorCommand::EndHand { table: number, stacks: outcome.stacks, pots: PotResult::of(game) })
}
