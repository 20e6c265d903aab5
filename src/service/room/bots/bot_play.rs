//! Computer players move: each starts to think some time before its move, and moves at the drawn moment by a command like a player's.

use std::sync::Arc;

use jiff::Timestamp;

use crate::service::in_flight::InFlightPermit;
use crate::service::room::clock::deadlines::RETRY;
use crate::service::room::error::{Failed, RoomError};
use crate::service::room::quotas::host_quota::HELD_BACK;
use crate::service::room::room_core::{MOST_TRIES, RoomCore, log_out_of_order};
use crate::service::room::table_handle::TableHandle;
use crate::service::room::tournaments::moves::HandMove;
use crate::service::table::command::Command;
use crate::service::table::live::Table;
use crate::service::table::refused::Refused;
use crate::service::table::seats::bots::BotMove;
use crate::service::table::stored::change::Author;
use crate::service::table::stored::preferences::StoredPace;
use crate::service::table::time::later;
use cardroom_api::id::TableId;
use cardroom_rules::games::seat::Seat;

/// The outcome of a computer player's decision.
enum Played {
    /// It has moved, or was too late.
    Moved,
    /// It does nothing, which is allowed.
    Left,
}

impl RoomCore {
    /// Lets computer players think whose moves are due soon.
    pub(in crate::service::room) fn start_bots(
        self: &Arc<Self>,
        handle: &Arc<TableHandle>,
        table: &Arc<Table>,
    ) {
        for &planned in table.bots_at_work(self.clock.now()) {
            if let Some(permit) = self.bots.at_work.begin((table.record.id, planned.seat), 1) {
                let (handle, table) = (Arc::clone(handle), Arc::clone(table));
                self.bots.tasks.spawn(Arc::clone(self).run_bot(permit, handle, table, planned));
            }
        }
    }

    async fn run_bot(
        self: Arc<Self>,
        permit: InFlightPermit<(TableId, Seat)>,
        handle: Arc<TableHandle>,
        table: Arc<Table>,
        planned: BotMove,
    ) {
        let id = table.record.id;
        let mut stopping = self.stopping.subscribe();
        let played = tokio::select! {
            biased;
            _ = stopping.wait_for(|&stopping| stopping) => return,
            played = self.play(&handle, &table, planned) => played,
        };
        drop(permit);
        match played {
            Ok(Played::Left) | Err(RoomError::Failed(Failed::Stopping)) => {}
            // Its next decision may have arisen during this one.
            Ok(Played::Moved) | Err(RoomError::Refused(_)) => {
                self.deadlines.bring_forward(id, self.clock.now());
            }
            Err(error @ RoomError::Failed(Failed::OutOfOrder(_) | Failed::Damaged(_))) => {
                log_out_of_order(id, &error);
            }
            Err(error) => {
                tracing::warn!(table = %id, error = &error as &dyn std::error::Error, "a computer player will try again");
                self.deadlines.bring_forward(id, later(self.clock.now(), RETRY));
            }
        }
    }

    /// Thinks, waits for its moment, and moves.
    async fn play(&self, handle: &TableHandle, table: &Table, planned: BotMove) -> Result<Played, RoomError> {
        let (Some(hand), Some(chair)) = (&table.hand, table.chair(planned.seat)) else {
            return Ok(Played::Moved);
        };
        let began = self.clock.now();
        let action = self.thought(handle, table, hand, chair).await?;
        self.clock.sleep_until(self.moves_at(table, planned, began)).await;
        while !self.quotas.hosts.may_still_move(&table.record) {
            self.clock.sleep_until(later(self.clock.now(), HELD_BACK)).await;
        }
        let is_awaited = hand.awaited().contains(planned.seat);
        let Some(action) = action else {
            return if is_awaited {
                self.play_for_bot(handle, table, planned.seat).await
            } else {
                Ok(Played::Left)
            };
        };
        let act = Command::Act { at: table.version(), action };
        match self.carry_out(handle, table.record.id, chair.who(), &act, None, |_| ()).await {
            Ok(()) => Ok(Played::Moved),
            Err(RoomError::Refused(refused @ Refused::Rule { .. })) if is_awaited => {
                tracing::error!(table = %table.record.id, %refused, "a computer player broke a rule");
                self.play_for_bot(handle, table, planned.seat).await
            }
            // Another player was faster with an action that several players could take.
            Err(RoomError::Refused(Refused::Rule { .. })) => Ok(Played::Left),
            Err(error) => Err(error),
        }
    }

    /// When a computer player moves that started to think at `began` and has finished: at its planned moment, or as long after it
    /// as [`BotMove::late`] says. In a hand that goes on at once it moves as soon as it can.
    fn moves_at(&self, table: &Table, planned: BotMove, began: Timestamp) -> Timestamp {
        let now = self.clock.now();
        let moment = planned.at.max(began);
        let is_at_once = planned.at <= began && self.goes_on_at_once(table);
        if now > moment && !is_at_once {
            return BotMove::late(moment, now);
        }
        // If the clock was set back, the moment is limited to the longest time for a move.
        planned.at.min(later(now, BotMove::LONGEST))
    }

    /// Whether people prefer the hand to go on at once, and have no decision left in it.
    fn goes_on_at_once(&self, table: &Table) -> bool {
        let gone = self.presence.gone(table);
        table.pace(|player| gone.iter().all(|gone| gone.player != player)) == StoredPace::AtOnce
    }

    /// Plays the rules' default for a seat that does not answer.
    async fn play_for_bot(
        &self,
        handle: &TableHandle,
        thought: &Table,
        seat: Seat,
    ) -> Result<Played, RoomError> {
        let id = thought.record.id;
        let no_step = self.stepping.read().await;
        let lock = handle.write_lock.lock().await;
        for _ in 0..MOST_TRIES {
            let table = self.load(handle, id).await?;
            let decision = |table: &Table| table.decision(seat).map(|decision| decision.since);
            if table.record.hand != thought.record.hand || decision(&table) != decision(thought) {
                return Ok(Played::Moved);
            }
            let context = self.draft_context(&table, None, false).await?;
            let mut draft = self.draft(&table, context);
            draft.play_for_bot(seat)?;
            let commit = draft.finish(Author::Clock)?;
            if let Some(place) = table.record.state.tournament.filter(|_| commit.ends_hand_of_tournament()) {
                drop((lock, no_step));
                let what = HandMove::ForBot(seat);
                Box::pin(self.end_hand_of_tournament(place.id, id, what, None)).await?;
                return Ok(Played::Moved);
            }
            if self.write(handle, Some(&table), commit).await?.is_some() {
                return Ok(Played::Moved);
            }
        }
        Err(Failed::Contended.into())
    }
}
