//! Computer players move: each starts to think some time before its move, and moves at the drawn moment by a command like a player's.

use std::sync::Arc;

use jiff::Timestamp;

use crate::service::limits::permits::Permit;
use crate::service::room::deadlines::RETRY;
use crate::service::room::error::{Failed, RoomError};
use crate::service::room::quotas::move_quota::HELD_BACK;
use crate::service::room::room_core::RoomCore;
use crate::service::room::tables::published_table::PublishedTable;
use crate::service::room::tables::table_handle::TableHandle;
use crate::service::table::command::Command;
use crate::service::table::draft::tournament::hand_move::HandMove;
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

/// A computer player that is about to move.
struct BotTurn {
    core: Arc<RoomCore>,
    handle: Arc<TableHandle>,
    /// The table that it thinks about.
    table: Arc<PublishedTable>,
    planned: BotMove,
}

/// Lets computer players think whose moves are due soon.
pub(in crate::service::room) fn start_bots(
    core: &Arc<RoomCore>,
    handle: &Arc<TableHandle>,
    table: &Arc<PublishedTable>,
) {
    for &planned in table.bots_at_work(core.clock.now()) {
        if let Some(permit) = core.bots.at_work.acquire((table.record.id, planned.seat), 1) {
            let (handle, table) = (Arc::clone(handle), Arc::clone(table));
            let turn = BotTurn { core: Arc::clone(core), handle, table, planned };
            core.bots.tasks.spawn(turn.run(permit));
        }
    }
}

impl BotTurn {
    async fn run(self, permit: Permit<(TableId, Seat)>) {
        let Self { core, table, .. } = &self;
        let id = table.record.id;
        let mut stopping = core.stopping.subscribe();
        let played = tokio::select! {
            biased;
            _ = stopping.wait_for(|&stopping| stopping) => return,
            played = self.play() => played,
            never = core.hold_lease(id) => match never {},
        };
        drop(permit);
        match played {
            Ok(Played::Left) | Err(RoomError::Failed(Failed::Stopping)) => {}
            // Its next decision may have arisen during this one.
            Ok(Played::Moved) | Err(RoomError::Refused(_)) => {
                core.deadlines.bring_forward(id, core.clock.now());
            }
            Err(error @ RoomError::Failed(Failed::OutOfOrder(_) | Failed::Damaged(_))) => {
                error.log_out_of_order(id);
            }
            Err(error) => {
                tracing::warn!(table = %id, error = &error as &dyn std::error::Error, "a computer player will try again");
                core.deadlines.bring_forward(id, later(core.clock.now(), RETRY));
            }
        }
    }

    /// Thinks, waits for its moment, and moves.
    async fn play(&self) -> Result<Played, RoomError> {
        let Self { core, handle, table, planned } = self;
        let (Some(hand), Some(chair)) = (&table.hand, table.chair(planned.seat)) else {
            return Ok(Played::Moved);
        };
        let began = core.clock.now();
        let action = core.bots.thought(&*core.store, handle, table, hand, chair).await?;
        core.clock.sleep_until(self.moves_at(began)).await;
        while !core.quotas.spend_move_unlocked(&table.record) {
            core.clock.sleep_until(later(core.clock.now(), HELD_BACK)).await;
        }
        let is_awaited = hand.awaited().contains(planned.seat);
        let Some(action) = action else {
            return if is_awaited { self.play_default().await } else { Ok(Played::Left) };
        };
        let act = Command::Act { at: table.version(), action };
        match core.carry_out(handle, table.record.id, chair.who(), &act, None, |_| ()).await {
            Ok(()) => Ok(Played::Moved),
            Err(RoomError::Refused(refused @ Refused::Rule { .. })) if is_awaited => {
                // Another server may have moved for it.
                if handle.table().is_some_and(|now| is_asked_alike(&now, table, planned.seat)) {
                    tracing::error!(table = %table.record.id, %refused, "a computer player broke a rule");
                }
                self.play_default().await
            }
            // Another player was faster with an action that several players could take.
            Err(RoomError::Refused(Refused::Rule { .. })) => Ok(Played::Left),
            Err(error) => Err(error),
        }
    }

    /// The time at which a computer player moves that began to think at `began`: its planned moment, or later by the delay that
    /// [`BotMove::late`] gives. In a hand that goes on at once it moves as soon as it can.
    fn moves_at(&self, began: Timestamp) -> Timestamp {
        let (planned, now) = (self.planned, self.core.clock.now());
        let moment = planned.at.max(began);
        let is_at_once = planned.at <= began && self.goes_on_at_once();
        if now > moment && !is_at_once {
            return BotMove::late(moment, now);
        }
        // If the clock was set back, the moment is limited to the longest time for a move.
        planned.at.min(later(now, BotMove::LONGEST))
    }

    /// Whether people prefer the hand to go on at once, and have no decision left in it.
    fn goes_on_at_once(&self) -> bool {
        let gone = self.core.presence.gone(&self.table);
        self.table.pace(|player| gone.iter().all(|gone| gone.player != player)) == StoredPace::AtOnce
    }

    /// Plays the rules' default for a seat that does not answer.
    async fn play_default(&self) -> Result<Played, RoomError> {
        let Self { core, handle, table: thought, planned: BotMove { seat, .. } } = self;
        let id = thought.record.id;
        let lock = core.tables.lock(handle).await;
        for _ in 0..core.most_tries() {
            let table = core.tables.load(handle, id).await?;
            if !is_asked_alike(&table, thought, *seat) {
                return Ok(Played::Moved);
            }
            let context = core.draft_context(&table, None, false).await?;
            let mut draft = core.draft(&table, context);
            draft.play_for_bot(*seat)?;
            let commit = draft.finish(Author::Clock)?;
            if let Some(place) = table.record.state.tournament.filter(|_| commit.ends_hand_of_tournament()) {
                drop(lock);
                let what = HandMove::ForBot(*seat);
                Box::pin(core.end_hand_of_tournament(place.id, id, what, None)).await?;
                return Ok(Played::Moved);
            }
            if core.write(handle, Some(&table), commit).await?.is_some() {
                return Ok(Played::Moved);
            }
        }
        Err(Failed::Contended.into())
    }
}

/// Whether a seat has the same decision at both tables.
fn is_asked_alike(one: &Table, other: &Table, seat: Seat) -> bool {
    let decision = |table: &Table| table.decision(seat).map(|decision| decision.since);
    one.record.hand == other.record.hand && decision(one) == decision(other)
}
